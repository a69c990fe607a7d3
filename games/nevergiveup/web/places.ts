// Positions of chests, signs, outlines and shortcuts. There are two charts: the wide island (796 by 548), and the
// phone's, with the places below each other, which adapts to the height.
import { FALLS } from './shore';
import { LOCATIONS, type Content, type Location } from './model';

export interface Spot {
  id: string;
  location: Location;
  place: number; // position in its row, from 1
  letters: string;
  rows: string[]; // the letters by line, as shown on the chest
  wing: boolean;
  x: number; // the centre
  y: number; // the ground below it
  w: number;
  h: number; // without the lid
  s: number; // scale; less than 1 if the place has many chests
  ring: { letter: string; x: number; y: number } | null;
  pitch: number; // distance to the next chest
}

export interface Chart {
  phone: boolean;
  width: number;
  height: number;
  row: number; // height of a place on the phone's chart
  spots: Spot[];
  spot: Map<string, Spot>;
  area: Record<Location, string>; // outline path
  sign: Record<Location, { x: number; y: number }>;
  shortcuts: { letter: string; from: Spot; to: Spot; path: string | null }[];
}

interface Row {
  x: number;
  pitch: number;
  end: number; // right end of the row
  y: number;
  step: number; // vertical offset of every second chest
}

const WIDE: Record<Location, Row> = {
  waterfall: { x: 120, pitch: 82, end: 366, y: 164, step: 5 },
  fort: { x: 478, pitch: 86, end: 736, y: 170, step: 5 },
  forest: { x: 66, pitch: 86, end: 360, y: 334, step: 5 },
  hut: { x: 472, pitch: 88, end: 736, y: 344, step: 5 },
  pirates: { x: 76, pitch: 88, end: 362, y: 510, step: 5 },
  boat: { x: 500, pitch: 74, end: 660, y: 502, step: 0 },
};

const SIGN_WIDE: Chart['sign'] = {
  waterfall: { x: 232, y: 46 },
  fort: { x: 664, y: 44 },
  forest: { x: 30, y: 214 },
  hut: { x: 632, y: 220 },
  pirates: { x: 292, y: 404 },
  boat: { x: 690, y: 408 },
};

const SHORTCUT_POINTS: Record<string, [number, number][]> = {
  'waterfall-3 hut-2': [
    [304, 186],
    [420, 196],
    [492, 232],
  ],
  'forest-4 fort-2': [
    [340, 236],
    [420, 206],
    [520, 204],
  ],
  'hut-4 pirates-3': [
    [690, 372],
    [480, 376],
    [340, 410],
  ],
  'boat-3 waterfall-4': [
    [500, 392],
    [410, 330],
    [398, 260],
  ],
};

// Pseudo-random, so that a coast looks the same every time.
function jitter(seed: number): () => number {
  let a = seed * 7919 + 17;
  return () => {
    a = (a * 16807) % 2147483647;
    return (a % 1000) / 500 - 1;
  };
}

type Point = [number, number];

function smooth(points: Point[], closed: boolean): string {
  const at = (i: number): Point =>
    points[closed ? (i + points.length) % points.length : Math.max(0, Math.min(points.length - 1, i))];
  const k = (n: number) => n.toFixed(1);
  let d = `M${k(points[0][0])} ${k(points[0][1])}`;
  for (let i = 0; i < points.length - (closed ? 0 : 1); i++) {
    const [p, a, b, n] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${k(a[0] + (b[0] - p[0]) / 6)} ${k(a[1] + (b[1] - p[1]) / 6)}`;
    d += ` ${k(b[0] - (n[0] - a[0]) / 6)} ${k(b[1] - (n[1] - a[1]) / 6)} ${k(b[0])} ${k(b[1])}`;
  }
  return closed ? `${d}Z` : d;
}

// A line through corners, as if drawn by hand.
export function coast(corners: Point[], amp: number, seed: number, step = 26): string {
  const shake = jitter(seed);
  const points: Point[] = [];
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length];
    const n = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / step));
    for (let j = 0; j < n; j++) {
      points.push([a[0] + ((b[0] - a[0]) * j) / n + shake() * amp, a[1] + ((b[1] - a[1]) * j) / n + shake() * amp]);
    }
  });
  return smooth(points, true);
}

const areaOutline = (x: number, y: number, w: number, h: number, seed: number): string =>
  coast(
    [
      [x + 6, y],
      [x + w - 6, y],
      [x + w, y + 6],
      [x + w, y + h - 6],
      [x + w - 6, y + h],
      [x + 6, y + h],
      [x, y + h - 6],
      [x, y + 6],
    ],
    1.6,
    seed,
    30,
  );

const AREA_WIDE: Chart['area'] = {
  waterfall: FALLS,
  fort: areaOutline(428, 20, 346, 170, 3),
  forest: areaOutline(22, 196, 380, 150, 5),
  hut: areaOutline(428, 198, 344, 166, 7),
  pirates: areaOutline(24, 352, 396, 170, 9),
  boat: areaOutline(430, 372, 280, 170, 11),
};

function rowsOf(letters: string): string[] {
  if (letters.length < 4) return [letters];
  const half = Math.ceil(letters.length / 2);
  return [letters.slice(0, half), letters.slice(half)];
}

function spotsOf(content: Content, rows: Record<Location, Row>, width: number): Spot[] {
  return LOCATIONS.flatMap((location) => {
    const list = content.spaces.filter((s) => s.location === location);
    const { x, pitch, end: most, y, step } = rows[location];
    const gap = list.length > 1 ? Math.min(pitch, (most - x) / (list.length - 1)) : pitch;
    return list.map((space, i): Spot => {
      const lines = rowsOf(space.letters);
      const w = Math.max(width, lines[0].length * 17 + 8);
      return {
        id: space.id,
        location,
        place: i + 1,
        letters: space.letters,
        rows: lines,
        wing: !!space.wing,
        x: x + i * gap,
        y: y + (i % 2) * step,
        w,
        h: lines.length > 1 ? 46 : 31,
        s: Math.min(1, (gap - 4) / w),
        ring: null,
        pitch: gap,
      };
    });
  });
}

export const spotTop = (spot: Spot): number => spot.y - (spot.h + 14) * spot.s;

function withShortcuts(content: Content, spots: Spot[], phone: boolean): Pick<Chart, 'spots' | 'spot' | 'shortcuts'> {
  const spot = new Map(spots.map((s) => [s.id, s]));
  const shortcuts: Chart['shortcuts'] = [];
  content.shortcuts.forEach(({ from, to }, i) => {
    const [a, b] = [spot.get(from), spot.get(to)];
    if (!a || !b) return;
    const letter = String.fromCharCode(97 + i);
    // The shortcut's end is below the chest if the path leads down, and at the lid's left corner if it leads up.
    const end = (s: Spot, other: Spot) =>
      phone || other.y <= s.y
        ? { letter, x: s.x - (s.w / 2) * s.s - (phone ? 0 : 3), y: spotTop(s) + (phone ? 6 : 24) }
        : { letter, x: s.x, y: s.y + (s.pitch > 84 ? 9 : 11) };
    a.ring ??= end(a, b);
    b.ring ??= end(b, a);
    const via = SHORTCUT_POINTS[`${from} ${to}`] ?? [[(a.x + b.x) / 2 + 12, (a.y + b.y) / 2 - 12] as Point];
    const points: Point[] = [[a.ring.x, a.ring.y], ...via, [b.ring.x, b.ring.y]];
    shortcuts.push({ letter, from: a, to: b, path: phone ? null : smooth(points, false) });
  });
  return { spots, spot, shortcuts };
}

export function wideChart(content: Content): Chart {
  return {
    phone: false,
    width: 796,
    height: 548,
    row: 0,
    area: AREA_WIDE,
    sign: SIGN_WIDE,
    ...withShortcuts(content, spotsOf(content, WIDE, 62), false),
  };
}

const PHONE_ORDER: Location[] = ['waterfall', 'forest', 'pirates', 'fort', 'hut', 'boat'];
export const BOAT_ROW = 93;

const bandOutline = (from: number, to: number): string =>
  `M13 ${from}H377a9 9 0 0 1 9 9V${to - 9}a9 9 0 0 1-9 9H13a9 9 0 0 1-9-9V${from + 9}a9 9 0 0 1 9-9Z`;

export function phoneChart(content: Content, height: number): Chart {
  const row = Math.max(74, Math.min(112, (height - BOAT_ROW) / 5));
  const rows = {} as Record<Location, Row>;
  const area = {} as Chart['area'];
  const sign = {} as Chart['sign'];
  PHONE_ORDER.forEach((location, i) => {
    const y = i * row;
    rows[location] = { x: 142, pitch: 70, end: 352, y: y + row - 5, step: 5 };
    area[location] = bandOutline(y + 3, y + row + 1);
    sign[location] = { x: 10, y: y + 16 };
  });
  rows.boat = { x: 116, pitch: 80, end: 316, y: 5 * row + 77, step: 0 };
  sign.boat = { x: 10, y: 5 * row + 22 };
  area.boat = bandOutline(5 * row + 5, 5 * row + 91);
  return {
    phone: true,
    width: 390,
    height: 5 * row + BOAT_ROW,
    row,
    area,
    sign,
    ...withShortcuts(content, spotsOf(content, rows, 58), true),
  };
}
