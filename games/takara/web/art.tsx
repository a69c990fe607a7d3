// Drawings of Takara Island: hand-drawn outlines, the three layers of earth, what lies in them, and the figures on
// top. They do not depend on the game's state; each is drawn from (0, 0) and placed by its caller.
import { Icon, SEAT_LETTERS } from '@/kit/ui';

// Pseudo-random numbers between 0 and 1. They depend only on the seed, so that outlines do not flicker.
function noise(seed: number): () => number {
  let a = (seed * 2654435761) >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Point = [number, number];
const round1 = (x: number) => Math.round(x * 10) / 10;

// A smooth curve through all points.
export function curve(points: Point[], closed: boolean): string {
  const n = points.length;
  const at = (i: number) => (closed ? points[(i + n) % n] : points[Math.max(0, Math.min(n - 1, i))]);
  let d = `M${round1(points[0][0])} ${round1(points[0][1])}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${round1(b[0] + (c[0] - a[0]) / 6)} ${round1(b[1] + (c[1] - a[1]) / 6)} `;
    d += `${round1(c[0] - (e[0] - b[0]) / 6)} ${round1(c[1] - (e[1] - b[1]) / 6)} ${round1(c[0])} ${round1(c[1])}`;
  }
  return closed ? `${d}Z` : d;
}

const paths = new Map<string, string>();
function cachedPath(key: string, make: () => string): string {
  let d = paths.get(key);
  if (d === undefined) {
    if (paths.size > 4000) paths.clear();
    paths.set(key, (d = make()));
  }
  return d;
}

// A rounded rectangle, as if drawn by hand.
export function roughRect(w: number, h: number, r: number, seed: number, jitter = 0.9): string {
  return cachedPath(`r${round1(w)} ${round1(h)} ${r} ${seed} ${jitter}`, () => {
    const rnd = noise(seed);
    const points: Point[] = [];
    const addPoint = (x: number, y: number, k = 1) =>
      points.push([x + (rnd() - 0.5) * 2 * jitter * k, y + (rnd() - 0.5) * 2 * jitter * k]);
    const side = (x1: number, y1: number, x2: number, y2: number) => {
      const steps = Math.max(2, Math.round(Math.hypot(x2 - x1, y2 - y1) / 13));
      for (let i = 0; i <= steps; i++) addPoint(x1 + ((x2 - x1) * i) / steps, y1 + ((y2 - y1) * i) / steps);
    };
    const q = r * 0.29;
    side(r, 0, w - r, 0);
    addPoint(w - q, q, 0.5);
    side(w, r, w, h - r);
    addPoint(w - q, h - q, 0.5);
    side(w - r, h, r, h);
    addPoint(q, h - q, 0.5);
    side(0, h - r, 0, r);
    addPoint(q, q, 0.5);
    return curve(points, true);
  });
}

// The texture of a layer of earth: dots, dashes or crosses that do not overlap.
export function texture(level: number, w: number, h: number, seed: number): string {
  return cachedPath(`t${level} ${round1(w)} ${round1(h)} ${seed}`, () => {
    const rnd = noise(seed + 77);
    const room = level === 0 ? 9 : level === 1 ? 12.5 : 12.5;
    const put: Point[] = [];
    let d = '';
    for (let i = 0; i < 240 && put.length < (w * h) / (room * room * 0.95); i++) {
      const edge = Math.min(1, h / 26); // small tiles have small margins
      const x = 7 * edge + rnd() * (w - 17 * edge);
      const y = 6 * edge + rnd() * (h - 14 * edge);
      if (
        put.some(
          (p) =>
            (level === 1 ? Math.hypot((p[0] - x) * 0.62, (p[1] - y) * 1.5) : Math.hypot(p[0] - x, p[1] - y)) <
            room * 0.72,
        )
      ) {
        continue;
      }
      put.push([x, y]);
      if (level === 0) d += `M${round1(x)} ${round1(y)}h.1`;
      else if (level === 1) d += `M${round1(x - 2)} ${round1(y)}l${round1(5 + rnd() * 2)} ${round1(rnd() - 0.5)}`;
      else d += `M${round1(x)} ${round1(y)}l4.6 4.6m0-4.6l-4.6 4.6`;
    }
    return d;
  });
}

// The line of the ground from x = 0 to w.
export function groundLine(w: number, y: number, seed: number, wave: number, step = 34): Point[] {
  const rnd = noise(seed);
  const points: Point[] = [];
  for (let x = -20; x <= w + 20 + step; x += step) points.push([x, y + (rnd() - 0.5) * 2 * wave]);
  return points;
}

export function Ladder({ x, from, to, width }: { x: number; from: number; to: number; width: number }) {
  let d = `M${x - width / 2} ${from}V${to}M${x + width / 2} ${from}V${to}`;
  for (let y = from + 6; y < to - 3; y += 11) d += `M${x - width / 2} ${y}h${width}`;
  return <path class="tk-ladder" d={d} />;
}

export function Palm({ x, y, h }: { x: number; y: number; h: number }) {
  const f = h / 46;
  return (
    <g transform={`translate(${x} ${y}) scale(${f})`} class="tk-palm">
      <path d="M0 0C-3-18-1-37 5-46M2 0C0-18 2-36 5-46" />
      <path
        class="lf"
        d="M5-46c-7-6-15-4-19 3 7-3 13-3 19-3ZM5-46c-2-8 3-13 10-13-5 4-8 8-10 13ZM5-46
           c8-4 15-1 18 7-5-5-11-7-18-7ZM5-46c-6 1-10 5-11 12 3-6 7-9 11-12ZM5-46c5 3 7 7 6 13-3-5-5-9-6-13Z"
      />
    </g>
  );
}

// Blocks of stone in a box of w by h.
export function Blocks({ w, h, seed }: { w: number; h: number; seed: number }) {
  const rnd = noise(seed + 5);
  const r = Math.min(w * 0.155, h * 0.34);
  const at: Point[] = [
    [0.22, 0.64],
    [0.8, 0.58],
    [0.64, 0.72],
    [0.42, 0.42],
    [0.53, 0.78],
  ];
  return (
    <g class="tk-blocks art">
      {at.map(([fx, fy], i) => {
        const size = r * (i === 3 ? 1.18 : i === 4 ? 0.8 : 0.95);
        const turn = rnd() * 0.7;
        const p: Point[] = [];
        for (let k = 0; k < 6; k++) {
          const a = turn + (k * Math.PI) / 3;
          p.push([
            round1(fx * w + Math.cos(a) * size * (1.05 + rnd() * 0.2)),
            round1(fy * h + Math.sin(a) * size * (0.72 + rnd() * 0.16)),
          ]);
        }
        const c: Point = [round1(fx * w - size * 0.12), round1(fy * h - size * 0.08)];
        return (
          <g key={i}>
            <path class={i % 2 ? 'lit' : ''} d={`M${p.map((q) => q.join(' ')).join('L')}Z`} />
            <path
              class="in"
              d={`M${p[4].join(' ')}L${c.join(' ')}L${p[0].join(' ')}M${c.join(' ')}L${p[2].join(' ')}`}
            />
          </g>
        );
      })}
    </g>
  );
}

// A symbol from the icon sheet, or the skeleton, which only this game has.
export function Sign({
  name,
  x,
  y,
  size,
  class: c = '',
}: {
  name: string;
  x: number;
  y: number;
  size: number;
  class?: string;
}) {
  if (name !== 'tk-skeleton') return <Icon name={name} x={x} y={y} size={size} class={`ic ${c}`} />;
  return (
    <svg class={`ic ${c}`} x={x} y={y} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <SkeletonPaths />
    </svg>
  );
}
const SkeletonPaths = () => (
  <>
    <path d="M7.6 6.500a4.4 4 0 0 1 8.8 0c0 1.7-.7 2.4-1.7 2.900v1.800H9.300V9.400c-1-.5-1.7-1.2-1.7-2.900Z" />
    <circle cx="10.3" cy="6.8" r="1.1" class="s" />
    <circle cx="13.7" cy="6.8" r="1.1" class="s" />
    <path d="M12 11.200v9.300M6.5 13.800c3.5-.9 7.5-.9 11 0M7.5 16.600c3-.7 6-.7 9 0M9 19.300c2-.5 4-.5 6 0M8.5 21.800h7" />
  </>
);

// An icon next to text in a panel.
export function InlineSign({ name }: { name: string }) {
  if (name !== 'tk-skeleton') return <Icon name={name} />;
  return (
    <svg class="ic" viewBox="0 0 24 24" aria-hidden="true">
      <SkeletonPaths />
    </svg>
  );
}

// A player's token on the board, with a light outline so that it stands out from the earth.
export function Pawn({
  seat,
  x,
  y,
  size,
  label,
}: {
  seat: number;
  x: number;
  y: number;
  size: number;
  label?: string;
}) {
  const letter = SEAT_LETTERS[seat - 1];
  return (
    <svg
      x={x - size / 2}
      y={y - size / 2}
      width={size}
      height={size}
      viewBox="-3 -3 38 38"
      overflow="visible"
      aria-hidden="true"
      class="tk-pawn"
    >
      <use
        href={`#shape-${letter}`}
        x="-1"
        y="-1"
        width="34"
        height="34"
        fill="none"
        stroke="var(--paper)"
        stroke-width="6.5"
        stroke-linejoin="round"
      />
      <use
        href={`#shape-${letter}`}
        x="-1"
        y="-1"
        width="34"
        height="34"
        fill={`var(--p${letter})`}
        stroke="var(--ink)"
        stroke-width="2"
        stroke-linejoin="round"
      />
      <text
        x="16"
        y={letter === 'C' ? 24 : 21.5}
        text-anchor="middle"
        font-size="15.5"
        font-weight="750"
        style={{ fill: `var(--on-p${letter})` }}
      >
        {label ?? letter}
      </text>
    </svg>
  );
}

// A Stone of Legend, the only faceted thing on the board.
export function Gem({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" class="tk-gem">
      <path class="bd" d="M12 2.5 19 8l-1.5 8.500L12 21.5 6.5 16.5 5 8Z" />
      <path class="sh" d="M12 11.500v10l5.5-5L19 8Z" />
      <path class="ln" d="M12 2.5 19 8l-1.5 8.500L12 21.5 6.5 16.5 5 8ZM5 8l7 3.500L19 8M12 11.500v10" />
    </svg>
  );
}

// The lobby's picture.
export function Cover({ size }: { size: number }) {
  const shafts = [
    { x: 34, top: 3, n: 5 },
    { x: 92, top: 5, n: 5 },
    { x: 150, top: 1, n: 5 },
  ];
  const tile = 17;
  const line = curve(groundLine(200, 33, 9, 1.4, 18), false);
  const mid = curve(groundLine(200, 66, 4, 1.6, 24), false);
  const deep = curve(groundLine(200, 95, 6, 1.6, 24), false);
  return (
    <svg
      class="tk-cover"
      width={size}
      height={size * 0.6}
      viewBox="0 0 200 120"
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
    >
      <rect class="sky" width="200" height="120" />
      <path class="hill" d="M-6 40C24 30 38 14 50 5q4 4 7 0t7 1 6-2C84 14 96 28 130 40Z" />
      <path class="e1" d={`${line}V140H-20Z`} />
      <path class="e2" d={`${mid}V140H-20Z`} />
      <path class="e3" d={`${deep}V140H-20Z`} />
      <path class="turf" d={line} />
      <Palm x={17} y={34} h={24} />
      {shafts.map((s, i) => (
        <g key={i}>
          <path class="void" d={roughRect(38, 92, 3, 20 + i)} transform={`translate(${s.x - 19} 31)`} />
          {Array.from({ length: 5 - s.top }, (_, k) => s.top + k).map((t) => {
            const level = t < 2 ? 0 : t < 4 ? 1 : 2;
            return (
              <g key={t} transform={`translate(${s.x - 16} ${34 + t * tile})`}>
                <path class={`tl${level}`} d={roughRect(32, tile - 2, 4, i * 10 + t)} />
                <path class={`tx${level}`} d={texture(level, 32, tile - 2, i * 10 + t)} />
              </g>
            );
          })}
          <Ladder x={s.x} from={24} to={34 + Math.min(s.top, 3.4) * tile - 3} width={9} />
        </g>
      ))}
      <g transform="translate(76 104)">
        <path class="glow" d={roughRect(32, 15, 4, 3)} />
      </g>
      <Gem x={79.5} y={90} size={25} />
      <Pawn seat={1} x={54} y={26} size={15} label="1" />
      <Pawn seat={4} x={172} y={25} size={16} label="2" />
    </svg>
  );
}
