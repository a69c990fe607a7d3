// Shots at the Plank. predictShot computes a shot without tremor, for the aiming line, with the same integer
// arithmetic as games/ayeaye/rules/plank.c. The real shot comes from the engine's events; shotAnimation turns them
// into tracks.
import type { GameEvent } from '@/kit/protocol';
import type { AyeayeView } from '@/generated/games';
import type { PlankContent } from './model';

const ONE = 256;
const trunc = Math.trunc;
const sine = (aim: number): number => Math.sign(aim) * Math.round(16384 * Math.sin((Math.abs(aim) * Math.PI) / 360));
const cosine = (aim: number): number => Math.round(16384 * Math.sin(((180 - Math.abs(aim)) * Math.PI) / 360));

export interface Point {
  x: number;
  y: number;
}
interface Leg {
  t: number;
  x: number;
  y: number;
}
interface Track {
  legs: Leg[];
  hole: string | null;
  off: boolean;
}
interface Stones {
  x: number[];
  y: number[];
  spot: number[];
}

export const placePoint = (b: PlankContent, place: number): Point => ({
  x: b.places.x + (place % b.places.columns) * b.places.step_x,
  y: b.places.y + Math.floor(place / b.places.columns) * b.places.step_y,
});
export const placeCount = (b: PlankContent): number => b.places.columns * b.places.rows;

// The stones in use, in the order of shooting. Spots: 0 off the Plank, 1 on it, 2 + k in hole k.
export const stonesOf = (v: AyeayeView): Stones => ({
  x: v.plank_x.slice(0, v.plank_count),
  y: v.plank_y.slice(0, v.plank_count),
  spot: v.plank_spot.slice(0, v.plank_count),
});

// The stone that the next shot uses again, or -1 for a new one.
export function stoneTaken(s: Stones): number {
  if (s.spot.length < 3) return -1;
  const fallen = s.spot.findIndex((p) => p >= 2);
  return fallen < 0 ? 0 : fallen;
}

export interface ShotPrediction {
  foul: boolean;
  from: Point;
  line: Point[];
  holes: string[];
  bumps: Point[][];
}

export function predictShot(b: PlankContent, stones: Stones, place: number, aim: number, push: number): ShotPrediction {
  const x = [...stones.x];
  const y = [...stones.y];
  const spot = [...stones.spot];
  const taken = stoneTaken(stones);
  if (taken >= 0) for (const list of [x, y, spot]) list.splice(taken, 1);
  const own = spot.length;
  const at = placePoint(b, place);
  const dir = aim - b.aim;
  x.push(at.x * ONE + trunc((push * b.carry * sine(dir)) / 64));
  y.push(at.y * ONE + trunc((push * b.carry * cosine(dir)) / 64));
  spot.push(1);
  const edge = b.stone * ONE;
  const fits = (i: number) =>
    x[i] >= edge && x[i] <= b.width * ONE - edge && y[i] >= edge && y[i] <= b.height * ONE - edge;
  const lines: Point[][] = spot.map((_, i) => [{ x: x[i] / ONE, y: y[i] / ONE }]);
  const mark = (i: number, px = x[i], py = y[i]) => lines[i].push({ x: px / ONE, y: py / ONE });
  if (y[own] < b.zones.near * ONE || y[own] > b.zones.far * ONE || !fits(own)) {
    return { foul: true, from: at, line: lines[own], holes: [], bumps: [] };
  }
  const vx = spot.map(() => 0);
  const vy = spot.map(() => 0);
  vx[own] = trunc((push * sine(dir)) / 64);
  vy[own] = trunc((push * cosine(dir)) / 64);
  let moving = new Set([own]);
  const holes: string[] = [];
  for (let tick = 0; tick < b.ticks && moving.size; tick++) {
    const stopping = new Set<number>();
    for (const i of [...moving]) {
      x[i] += vx[i];
      y[i] += vy[i];
      for (const [list, speed, length] of [
        [x, vx, b.width],
        [y, vy, b.height],
      ] as [number[], number[], number][]) {
        const over =
          list[i] < edge ? list[i] - edge : list[i] > length * ONE - edge ? list[i] - (length * ONE - edge) : 0;
        if (!over) continue;
        list[i] -= 2 * over;
        speed[i] = trunc((-speed[i] * b.cushion) / ONE);
        mark(i);
      }
      const v = Math.floor(Math.sqrt(vx[i] * vx[i] + vy[i] * vy[i]));
      if (v <= b.friction) {
        vx[i] = vy[i] = 0;
        stopping.add(i);
      } else {
        vx[i] = trunc((vx[i] * (v - b.friction)) / v);
        vy[i] = trunc((vy[i] * (v - b.friction)) / v);
      }
      if (v < b.sink) {
        const k = b.holes.findIndex((h) => Math.hypot(x[i] - h.x * ONE, y[i] - h.y * ONE) <= h.reach * ONE);
        if (k >= 0) {
          mark(i);
          spot[i] = 2 + k;
          holes.push(b.holes[k].id);
          vx[i] = vy[i] = 0;
          moving.delete(i);
        }
      }
    }
    for (let i = 0; i < spot.length; i++) {
      for (let j = i + 1; j < spot.length; j++) {
        if (spot[i] !== 1 || spot[j] !== 1 || !(moving.has(i) || moving.has(j))) continue;
        const dx = x[j] - x[i];
        const dy = y[j] - y[i];
        const square = dx * dx + dy * dy;
        const closing = (vx[j] - vx[i]) * dx + (vy[j] - vy[i]) * dy;
        if (square >= (2 * edge) ** 2 || closing >= 0) continue;
        const px = trunc((closing * b.bump * dx) / (ONE * square));
        const py = trunc((closing * b.bump * dy) / (ONE * square));
        if (!px && !py) continue;
        vx[i] += px;
        vy[i] += py;
        vx[j] -= px;
        vy[j] -= py;
        for (const k of [i, j]) {
          moving.add(k);
          stopping.delete(k);
          mark(k);
        }
      }
    }
    moving = new Set([...moving].filter((i) => !stopping.has(i) || (mark(i), false)));
  }
  return { foul: false, from: at, line: lines[own], holes, bumps: lines.filter((l, i) => i !== own && l.length > 1) };
}

export interface ShotAnimation {
  tracks: Track[];
  ticks: number;
  foul: boolean;
  me: number;
  seat: number | null;
  place: Point | null;
  hits: number;
  left: number;
  total: number;
}
const SHOT = new Set(['released', 'foul']);
export const hasShot = (events: GameEvent[]): boolean => events.some((e) => SHOT.has(e.event));

// Tracks of all stones in the last shot of these events, in units and ticks. previousView has the positions of the
// others.
export function shotAnimation(
  b: PlankContent,
  events: GameEvent[],
  previousView: AyeayeView | null,
): ShotAnimation | null {
  let start = -1;
  events.forEach((e, i) => {
    if (SHOT.has(e.event)) start = i;
  });
  if (start < 0) return null;
  const first = events[start];
  const at = (e: GameEvent, of = ''): Point => ({ x: Number(e.args[`${of}x`]), y: Number(e.args[`${of}y`]) });
  const me = Number(first.args.stone);
  const oldStones = previousView ? stonesOf(previousView) : { x: [], y: [], spot: [] };
  const taken = stoneTaken(oldStones);
  const tracks: Track[] = oldStones.spot
    .map((s, i): Track => ({
      legs: s === 1 ? [{ t: 0, x: oldStones.x[i] / ONE, y: oldStones.y[i] / ONE }] : [],
      hole: s >= 2 ? (b.holes[s - 2]?.id ?? null) : null,
      off: s === 0,
    }))
    .filter((_, i) => i !== taken)
    .slice(0, me);
  while (tracks.length < me) tracks.push({ legs: [], hole: null, off: true });
  tracks[me] = { legs: [{ t: 0, ...at(first) }], hole: null, off: first.event === 'foul' };
  let ticks = 0;
  const leg = (stone: number, t: number, p: Point) => {
    tracks[stone] ??= { legs: [], hole: null, off: false };
    tracks[stone].off = false;
    tracks[stone].legs.push({ t, ...p });
    ticks = Math.max(ticks, t);
  };
  for (const e of events.slice(start + 1)) {
    const t = Number(e.args.tick);
    const stone = Number(e.args.stone);
    if (e.event === 'cushion' || e.event === 'rests' || e.event === 'bump' || e.event === 'fell') leg(stone, t, at(e));
    if (e.event === 'bump') leg(Number(e.args.other), t, at(e, 'other-'));
    if (e.event === 'fell') tracks[stone].hole = String(e.args.hole);
  }
  const placed = [...events.slice(0, start)].reverse().find((e) => e.event === 'placed');
  const hits = events.slice(start).find((e) => e.event === 'hits');
  return {
    tracks,
    ticks,
    foul: first.event === 'foul',
    me,
    seat: first.seat,
    place: placed ? placePoint(b, Number(placed.args.place)) : null,
    hits: hits ? Number(hits.args.now) : 0,
    left: hits ? Number(hits.args.left) : 0,
    total: hits ? Number(hits.args.hits) : 0,
  };
}

// Position of a stone at a tick: a straight line, slowed by friction.
export function pointAt(b: PlankContent, track: Track, t: number): Point | null {
  const legs = track.legs;
  if (!legs.length) return null;
  let i = 0;
  while (i < legs.length - 1 && legs[i + 1].t <= t) i++;
  const a = legs[i];
  const z = legs[i + 1];
  if (!z) return track.hole && i > 0 ? null : a;
  const whole = Math.hypot(z.x - a.x, z.y - a.y);
  if (!whole || t <= a.t) return a;
  const span = z.t - a.t;
  const f = b.friction / ONE;
  const v = whole / span + (f * span) / 2;
  const part = Math.min(1, Math.max(0, (v * (t - a.t) - (f * (t - a.t) ** 2) / 2) / whole));
  return { x: a.x + part * (z.x - a.x), y: a.y + part * (z.y - a.y) };
}
