// Shapes of the atoll with hand-drawn outlines: coasts, contours of the sea, and what is on the islets.
export const PITCH = 102; // distance between islets
export const HALF = 46.5; // half the size of an islet

type Point = [number, number];

// Pseudo-random number between -1 and 1. It depends only on the seed, so outlines look the same on every screen.
function jitter(seed: number): number {
  const s = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return (s - Math.floor(s)) * 2 - 1;
}

const round1 = (n: number): string => String(Math.round(n * 10) / 10);

// A closed curve through all points (Catmull-Rom as Bézier curves).
export function closedCurve(points: Point[], tension = 6): string {
  const n = points.length;
  const at = (i: number): Point => points[(i + n) % n];
  let d = `M${round1(points[0][0])} ${round1(points[0][1])}`;
  for (let i = 0; i < n; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const out = [b[0] + (c[0] - a[0]) / tension, b[1] + (c[1] - a[1]) / tension];
    const into = [c[0] - (e[0] - b[0]) / tension, c[1] - (e[1] - b[1]) / tension];
    d += `C${[...out, ...into, ...c].map(round1).join(' ')}`;
  }
  return `${d}Z`;
}

// A rounded rectangle around the origin, as if drawn by hand.
export function islet(halfWidth: number, halfHeight: number, radius: number, seed: number, amount: number): string {
  const points: Point[] = [];
  const corners: [number, number, number][] = [
    [1, -1, -90],
    [1, 1, 0],
    [-1, 1, 90],
    [-1, -1, 180],
  ];
  corners.forEach(([sx, sy, from], corner) => {
    const cx = sx * (halfWidth - radius);
    const cy = sy * (halfHeight - radius);
    for (const turn of [4, 45, 86]) {
      const angle = ((from + turn) * Math.PI) / 180;
      points.push([cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius]);
    }
    const [nx, ny] = corners[(corner + 1) % 4];
    const [ex, ey] = [nx * (halfWidth - radius), ny * (halfHeight - radius)];
    const side = ((from + 90) * Math.PI) / 180;
    for (const part of [0.28, 0.52, 0.76]) {
      points.push([cx + (ex - cx) * part + Math.cos(side) * radius, cy + (ey - cy) * part + Math.sin(side) * radius]);
    }
  });
  return closedCurve(
    points.map(([x, y], i) => [x + jitter(seed * 61 + i * 2) * amount, y + jitter(seed * 61 + i * 2 + 1) * amount]),
  );
}

// The smoothed outline of all cells together: the edge of the reef. The contours of the sea are drawn from it.
export function reefOutline(cells: { row: number; column: number }[], grow: number): string {
  const has = new Set(cells.map((c) => `${c.row},${c.column}`));
  const next = new Map<string, Point[]>();
  const edge = (a: Point, b: Point): void => void next.set(String(a), [...(next.get(String(a)) ?? []), b]);
  for (const { row: r, column: c } of cells) {
    if (!has.has(`${r - 1},${c}`)) edge([c, r], [c + 1, r]);
    if (!has.has(`${r},${c + 1}`)) edge([c + 1, r], [c + 1, r + 1]);
    if (!has.has(`${r + 1},${c}`)) edge([c + 1, r + 1], [c, r + 1]);
    if (!has.has(`${r},${c - 1}`)) edge([c, r + 1], [c, r]);
  }
  let d = '';
  while (next.size) {
    const start = next.keys().next().value as string;
    const loop: Point[] = [];
    let key = start;
    do {
      const ends = next.get(key) ?? [];
      const to = ends.pop();
      if (!ends.length) next.delete(key);
      if (!to) break;
      loop.push(key.split(',').map(Number) as Point);
      key = String(to);
    } while (key !== start);
    d += closedCurve(smoothLoop(loop, grow), 5);
  }
  return d;
}

function smoothLoop(loop: Point[], grow: number): Point[] {
  const steps = 4;
  let points: Point[] = loop.flatMap((a, i) => {
    const b = loop[(i + 1) % loop.length];
    const [ux, uy] = [b[0] - a[0], b[1] - a[1]];
    return Array.from({ length: steps }, (_, k): Point => [
      (a[0] + (ux * k) / steps) * PITCH + uy * grow,
      (a[1] + (uy * k) / steps) * PITCH - ux * grow,
    ]);
  });
  for (let pass = 0; pass < 3; pass++) {
    points = points.map((p, i) => {
      const [a, b] = [points[(i + points.length - 1) % points.length], points[(i + 1) % points.length]];
      return [(a[0] + p[0] * 2 + b[0]) / 4, (a[1] + p[1] * 2 + b[1]) / 4];
    });
  }
  return points.map(([x, y], i) => [x + jitter(i * 2 + 7) * 5, y + jitter(i * 2 + 8) * 5]);
}

export const wave = (x: number, y: number, count: number): string => `M${x} ${y}${'q4.5-4 9 0t9 0'.repeat(count)}`;

const temple = 'M-18 14h36M-14 14V-2M-5 14V-2M5 14V-2M14 14V-2M-18-2h36L0-16Z';

// Pictures on the islets, each in a box of about 52 x 34 around the origin.
export const VIGNETTE: Record<string, string> = {
  'breakneck-dive':
    'M-26-6H-2C0 0-4 4 0 15M-20-6c2 7-1 13 1 21M-9-1v5M-14 6v5M3-15c5 1 9 6 10 12M17-9l-4 6-6-3M6 13c3-3 6-3 9 0s6 3 9 0',
  'copper-fields': 'M-26 14-10-8H10L26 14ZM-17 14-5-8M-8 14-1-8M2 14 2-8M11 14 6-8M19 14 9-8M-22 8h44M-17 1h34',
  'wave-fortress':
    'M-14 12V-10h5v-5h5v5h8v-5h5v5h5v22ZM-4 12V4a4 4 0 0 1 8 0v8M-26 16c4-3 8-3 12 0s8 3 12 0 8-3 12 0 8 3 12 0',
  'water-sanctuary': `${temple}M-4-7c1.5-2 3-2 4 0s3 2 4 0`,
  'ghost-stone': 'M-20 15-18-4l6-5 6 4 1 20ZM-1 15 1-14l7-4 5 7 1 26ZM18 15l1-10 5-2 2 12',
  'lunar-peak': 'M-26 15-8-14 2 4 8-4 26 15ZM-13-6l5 4 4-5M20-8a6 6 0 1 1-7-8 5 5 0 0 0 7 8',
  'forgotten-swamp':
    'M-26 12h12M-8 12H8M14 12h12M-18 16h22M10 16h10M-17 12V-6M-17 2l-5-6M-17-1l5-6M-3 12V-14M-3-3l6-6' +
    'M-3 3l-6-5M13 12V-4M13 3l5-6M13 6l-5-5M-3-14c-2-3 0-5 0-5s2 2 0 5',
  'evenfall-forest': 'M-16 15V6M-25 7l9-20 9 20ZM2 15V4M-9 5 2-18 13 5ZM18 15V8M10 9l8-16 8 16Z',
  'temple-reef': 'M-20 13h40M-16 13l3-10h26l3 10M-10 3l2-8H8l2 8M-5-5l1-8h8l1 8M-3 13V6h6v7',
  'solar-palace': 'M-16 15V0h32v15ZM-12 0a12 10 0 0 1 24 0M0-10v-7M-13-8l-5-4M13-8l5-4M-4 15V7h8v8',
  'lookout-hill': 'M-26 15C-14 14-12-2 0-2S14 14 26 15M0-2v-16M0-18l12 4-12 4',
  'earth-sanctuary': `${temple}M-4-4c0-5 3-6 7-6 0 5-3 7-7 6Z`,
  'sands-of-despair': 'M-26 14C-16 2-8 2-2 10M-8 5C0-8 10-8 16 6M12-1c6-2 10 4 14 15M-26 14h52',
  'wind-sanctuary': `${temple}M-5-6h7a2.5 2.5 0 1 0-2.5-2.5`,
  'secret-eden':
    'M-4 15C-8 4-6-4 0-10M0-10c-6-6-12-4-16 2 6-2 11-2 16-2M0-10c-1-7 4-10 10-9-4 2-7 5-10 9M0-10' +
    'c7-3 13 0 15 7-4-4-9-6-15-7M-20 15h40M10 15c0-5 3-8 7-8 0 5-3 7-7 8',
  'dark-pit':
    'M-24 4c4-10 14-13 24-13S20-6 24 4C20 13 10 16 0 16S-20 13-24 4ZM-15 4C-12-2-6-4 0-4S12-2 15 4C12 10 6 11 0 11S-12 10-15 4Z',
  'blood-woods':
    'M-14 15V-4M-14 2l-8-8M-14-4l6-9M-14-4l-5-8M4 15V-8M4-1l9-8M4 4l-7-6M4-8l-5-8M4-8l6-8M20 15V2M20 8l5-5M20 2l-4-7',
  'starsight-hill': 'M-26 15C-14 14-12 0 0 0S14 14 26 15M0-18l2 5 5 .4-4 3.3 1.3 5L0-7l-4.3 2.7 1.3-5-4-3.3 5-.4Z',
  'windswept-plains':
    'M-26 12h52M-20 12c2-6 5-9 10-10M-8 12c2-6 5-9 10-10M4 12c2-6 5-9 10-10M-18-8h22a5 5 0 1 0-5-5M8-6h12',
  'benders-crossing': 'M-26 4C-12-12 12-12 26 4M-26 14C-12-2 12-2 26 14M-18-2v9M-9-7v9M0-8v9M9-7v9M18-2v9',
  'flame-sanctuary': `${temple}M0-13c4 4 4 8 0 9-4-1-4-5 0-9`,
  'dwelling-of-sparks':
    'M-20 15V1L-4-11 12 1v14ZM-9 15V5h8v10M6-3v-10h5v6M9-16c-3-3 3-4 0-7M18-6l2-4M22 0l4-1M19-14v.01M24-9v.01M15-19v.01',
  'foggy-knoll': 'M-26 15C-14 14-12-8 0-8S14 14 26 15M-26 0h18M-2 0h20M-18 6h14M4 6h22',
  'idiots-platform': 'M-24 6h48M-24 10h48M-18 10v8M-6 10v8M6 10v8M18 10v8M0 6V-14M0-14l14 5-14 5',
};
export const HILL = 'M-26 15C-14 14-12-2 0-2S14 14 26 15'; // for islets without a picture

export const GLYPH: Record<string, string> = { red: 'flame', blue: 'wave', green: 'leaf', yellow: 'wind' };
export const ROLE_ICON: Record<string, string> = {
  explorer: 'binoc',
  engineer: 'shore',
  diver: 'water',
  pilot: 'plane',
  navigator: 'map',
  messenger: 'chat',
};
export const PAWN = 'M-12 16C-11 6-7 3-5-1a8.500 8.500 0 1 1 10 0c2 4 6 7 7 17Z';
export const PENTAGON = 'M0-17 15-3 9 15H-9L-15-3Z';
// The black face of a die: rising water.
export const RISING_WATER =
  'M12 14V3.500M8 7.500l4-4 4 4M3 19c1.500-1.500 3-1.500 4.500 0s3 1.500 4.500 0 3-1.500 4.500 0 3 1.500 4.500 0';
export const SOUNDINGS: [number, number, string, string][] = [
  [0.07, 0.085, '41', '8'],
  [0.15, 0.19, '23', '8'],
  [0.055, 0.83, '38', '5'],
  [0.2, 0.89, '17', '2'],
  [0.77, 0.09, '36', ''],
  [0.84, 0.84, '29', '5'],
  [0.7, 0.92, '14', '8'],
  [0.125, 0.045, '55', '7'],
  [0.8, 0.165, '22', '1'],
  [0.225, 0.085, '19', '7'],
  [0.17, 0.985, '47', '5'],
];
export const KIND_ICON: Record<string, string> = {
  move: 'move',
  fly: 'plane',
  shore: 'shore',
  'shore-two': 'shore',
  claim: 'chest',
  pass: 'pass',
  air: 'plane',
  leave: 'plane',
  dig: 'spade',
  school: 'cap',
  search: 'dice',
  keep: 'check',
  reroll: 'dice',
  stand: 'pass',
  change: 'trade',
  flee: 'move',
};
