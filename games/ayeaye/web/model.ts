// What the board reads from a view of Aye Aye Island: frames, cards, spaces. It keeps no state.
import type { AyeayeItem, AyeayeView } from '@/generated/games';
import type { Move } from '@/kit/protocol';
import type { BoardProps } from '@/kit/board';
import { SEAT_LETTERS } from '@/kit/ui';
import { SHARK, SWELL } from './outlines';
import { WORDS, fill, wordsFor } from './words';
import type { Words } from './words';

interface Effect {
  do: string;
  n?: number;
  who?: string;
  what?: string;
  to?: string;
  way?: string;
  die?: boolean;
  minus?: boolean;
}
interface Task {
  do: 'none' | 'choice' | 'dice' | 'plank' | 'duel';
  need?: string;
  dice?: number;
  throws?: number;
  n?: number;
  plus?: boolean;
  shots?: number;
  hits?: number;
  great?: number;
  target?: string;
  hole?: string;
  foe?: string;
  first?: string;
}
export interface Card {
  id: string;
  category: string;
  kind: string;
  task: Task;
  tries?: number;
  xp?: number;
  win?: Effect[];
  great?: Effect[];
  lose?: Effect[];
}
interface Hole {
  id: string;
  x: number;
  y: number;
  reach: number;
  top?: boolean;
}
export interface PlankContent {
  width: number;
  height: number;
  zones: { near: number; far: number };
  places: { columns: number; rows: number; x: number; y: number; step_x: number; step_y: number };
  stone: number;
  carry: number;
  aim: number;
  aim_held: number;
  push: number;
  friction: number;
  sink: number;
  cushion: number;
  bump: number;
  ticks: number;
  tremor: { aim: number[]; push: number[] };
  holes: Hole[];
}
interface AyeContent {
  spaces: { id: string; kind: string; x: number; y: number }[];
  paths: { from: string; to: string }[];
  sea_events: { space: string; card: string }[];
  cards: Card[];
  ffcs: { id: string; count: number; basic: string; special?: string }[];
  wrath: { dead: { when: string[] }[]; mountain: { when: string[] }[] };
  plank: PlankContent;
  duel: { winner_xp: number; loser_xp: number; booty: number; steps: number };
  battle: { shots: number };
  skills: { xp: number };
  legs: number;
  doubloons: number;
}
export type Props = BoardProps<AyeayeView, AyeContent>;

export const ITEMS: AyeayeItem[] = ['lumber', 'sailcloth', 'bamboo', 'rope', 'flag', 'map'];
export const SKILLS = ['marksman', 'gambler', 'tough', 'fencer'] as const;
export const SKILL_ICON: Record<string, string> = {
  marksman: 'target',
  gambler: 'dice',
  tough: 'shield',
  fencer: 'sword',
};
export const ICON: Record<string, string> = {
  rum: 'rum',
  fauna: 'fauna',
  island: 'isle',
  voodoo: 'voodoo',
  sea: 'wave',
  lumber: 'lumber',
  sailcloth: 'sail',
  bamboo: 'bamboo',
  rope: 'rope',
  flag: 'flag',
  map: 'map',
};
export const SEA_ICON: Record<string, string> = {
  'sea-flotsam': 'chest',
  'sea-sirens': 'heart',
  'sea-maelstrom': 'wind',
  'sea-kraken': 'skull',
  'sea-corsair': 'sword',
};
export const BASIC_ICON: Record<string, string> = {
  shot: 'target',
  throw: 'dice',
  legs: 'move',
  rum: 'rum',
  eye: 'eye',
  calm: 'wind',
};
export const MATERIAL = new Set<string>(ITEMS);

export const letter = (seat: number): string => SEAT_LETTERS[seat - 1];
export const seatsOf = (p: Props): number => p.names.length;
export const nameOf = (p: Props, seat: number | 'none' | null | undefined): string =>
  typeof seat === 'number' ? (p.names[seat - 1] ?? '') : WORDS.foe;

// A frame is one entry of the game's call stack: [kind, seat - 1, arguments].
export const FRAME = {
  turn: 0,
  walk: 1,
  sail: 2,
  bay: 3,
  search: 4,
  arrive: 5,
  card: 6,
  dice: 7,
  plank: 8,
  duel: 9,
  booty: 10,
  battle: 11,
  draw: 12,
  take: 13,
  lose: 14,
  steal: 15,
  push: 16,
  peek: 17,
};
export const frames = (v: AyeayeView): number[][] => v.frame.slice(0, v.depth);
export const frameOf = (v: AyeayeView, kind: number): number[] | null =>
  [...frames(v)].reverse().find((f) => f[0] === kind) ?? null;

// The card being resolved, and whose it is.
export function currentCard(v: AyeayeView, content: AyeContent): { card: Card; seat: number } | null {
  const f = frameOf(v, FRAME.card);
  if (!f || f[2] < 1) return null;
  const card = content.cards[f[3]];
  return card ? { card, seat: f[1] + 1 } : null;
}
export const cardById = (content: AyeContent, id: string): Card | null =>
  content.cards.find((c) => c.id === id) ?? null;

interface ShootingState {
  seat: number;
  stage: number;
  left: number;
  hits: number;
  calm: boolean;
  place: number;
  aim: number;
}
export function currentShooting(v: AyeayeView): ShootingState | null {
  const f = frameOf(v, FRAME.plank);
  return f && { seat: f[1] + 1, stage: f[2], left: f[3], hits: f[4], calm: f[5] > 0, place: f[6], aim: f[7] };
}
interface BattleState {
  began: number;
  foe: number;
  hits: number;
  firing: number;
  target: number;
  back: boolean;
}
export function currentBattle(v: AyeayeView): BattleState | null {
  const f = frameOf(v, FRAME.battle);
  if (!f) return null;
  const began = f[1] + 1;
  const foe = f[3] + 1;
  const back = f[5] > 0;
  return { began, foe, hits: f[4], firing: back ? foe : began, target: back ? began : foe, back };
}

const lossText = (w: Words, what: string | undefined, n: number): string =>
  wordsFor(w, `loss.${what === 'ffcs' ? 'ffc' : what === 'place' || !what ? 'item' : what}`, n);

function effectText(w: Words, e: Effect): string {
  const you = !e.who || e.who === 'you';
  const n = e.n || e.do === 'xp' ? (e.n ?? 0) : 1;
  const who = w[`who.${e.who ?? 'you'}`];
  const key = (): string => {
    switch (e.do) {
      case 'xp':
        return !you ? 'xp-other' : n < 0 ? 'xp-less' : 'xp';
      case 'draw':
        return you ? 'draw' : 'draw-other';
      case 'take':
        return e.what === 'map' ? 'take-map' : 'take';
      case 'lose':
        return you ? 'lose' : 'lose-other';
      case 'swap':
        return e.what === 'place' ? 'swap-place' : e.what === 'ffcs' ? 'swap-hands' : 'swap';
      case 'suspend':
        return you ? 'suspend' : 'suspend-other';
      case 'go':
        return `go-${e.to ?? 'piece'}`;
      case 'sail':
        return `${e.die ? 'drift' : 'sail'}-${e.way ?? 'ahead'}`;
      default:
        return e.do;
    }
  };
  return wordsFor(w, `effect.${key()}`, n, who, lossText(w, e.what, n));
}

const effectsText = (w: Words, list: Effect[] | undefined): string =>
  list && list.length ? list.map((e) => effectText(w, e)).join('; ') : w['card.nothing'];

function targetText(w: Words, c: AyeContent, t: Task): string {
  const holes = t.target === 'one' ? c.plank.holes.filter((h) => h.id === t.hole) : c.plank.holes.filter((h) => h.top);
  const names = holes.map((h) => w[`hole.${h.id}`]).join(w['list.and'] ?? ' and ');
  if (!t.target || t.target === 'any') return w['target.any'];
  return wordsFor(w, t.target === 'bank' ? 'target.bank.text' : 'target.one.text', names);
}

export function taskText(w: Words, c: AyeContent, card: Card, skill: Record<string, number> | null): string {
  const t = card.task;
  const more = (name: string): number => (t.plus && skill ? (skill[name] ?? 0) : 0);
  const bonus = (name: string): string => (more(name) ? wordsFor(w, 'task.bonus', more(name), w[`skill.${name}`]) : '');
  let text: string;
  if (t.do === 'dice') {
    const need = t.need === 'sum' ? wordsFor(w, 'need.sum.text', t.n ?? 0) : w[`need.${t.need}`];
    text = wordsFor(w, 'task.dice.text', (t.throws ?? 1) + more('gambler'), t.dice ?? 1, need, bonus('gambler'));
  } else if (t.do === 'plank') {
    text = wordsFor(
      w,
      'task.plank.text',
      (t.shots ?? 1) + more('marksman'),
      t.hits ?? 1,
      targetText(w, c, t),
      bonus('marksman'),
    );
  } else if (t.do === 'duel') {
    text = w[t.foe === 'pirate' ? 'task.duel.pirate' : t.first === 'foe' ? 'task.duel.foe' : 'task.duel.you'];
  } else text = w[`task.${t.do}.text`];
  return (card.tries ?? 1) > 1 ? `${text} ${wordsFor(w, 'task.tries', card.tries ?? 1)}` : text;
}

// The outcomes of a card, as rows such as "2 hits: draw a favour".
export function outcomes(w: Words, card: Card): { key: string; head: string; text: string }[] {
  const t = card.task;
  const rows: { key: string; head: string; text: string }[] = [];
  const plank = t.do === 'plank';
  rows.push({
    key: 'win',
    head:
      t.do === 'none'
        ? WORDS.then
        : t.do === 'choice'
          ? WORDS.paid
          : plank
            ? fill(WORDS.hitsRow, t.hits ?? 1)
            : WORDS.won,
    text: effectsText(w, card.win),
  });
  if (plank && (t.great ?? 0) > 0) {
    rows.push({ key: 'great', head: fill(WORDS.hitsRow, t.great ?? 0), text: effectsText(w, card.great) });
  }
  if (t.do !== 'none') {
    rows.push({
      key: 'lose',
      head: t.do === 'choice' ? WORDS.refused : plank ? WORDS.fewer : WORDS.lost,
      text: effectsText(w, card.lose),
    });
  }
  return rows;
}

export const W = 796;
export const H = 636;
const SCALE = 0.474;
export interface Spot {
  id: string;
  kind: string;
  x: number;
  y: number;
  piece: number;
  event: string | null;
  angle: number;
}
export interface Layout {
  spots: Spot[];
  byId: Map<string, Spot>;
  edges: [Spot, Spot][];
  next: Map<string, string[]>;
  courses: Spot[][];
  final: Spot | null;
  bay: Spot | null;
}
const FINAL: [number, number] = [758, 148];

// Spreads n points evenly along a line.
function pointsAlong(line: [number, number][], n: number): [number, number][] {
  if (line.length === n) return line;
  const at = [0];
  for (let i = 1; i < line.length; i++) {
    at.push(at[i - 1] + Math.hypot(line[i][0] - line[i - 1][0], line[i][1] - line[i - 1][1]));
  }
  const whole = at[at.length - 1];
  return Array.from({ length: n }, (_, k) => {
    const want = n > 1 ? (whole * k) / (n - 1) : 0;
    let i = 1;
    while (i < at.length - 1 && at[i] < want) i++;
    const f = (want - at[i - 1]) / (at[i] - at[i - 1] || 1);
    return [line[i - 1][0] + f * (line[i][0] - line[i - 1][0]), line[i - 1][1] + f * (line[i][1] - line[i - 1][1])];
  });
}

const layouts = new WeakMap<object, Layout>();
export function layoutOf(content: AyeContent): Layout {
  const known = layouts.get(content);
  if (known) return known;
  const land = content.spaces.filter((s) => s.kind !== 'sea' && s.kind !== 'final');
  const extent = Math.max(1200, ...land.map((s) => s.x), ...land.map((s) => s.y));
  const k = (SCALE * 1200) / extent;
  const events = new Map(content.sea_events.map((e) => [e.space, e.card]));
  const groups = new Map<string, string[]>();
  for (const s of content.spaces) {
    if (s.kind === 'sea') {
      const name = s.id.replace(/-\d+$/, '');
      groups.set(name, [...(groups.get(name) ?? []), s.id]);
    }
  }
  const sea = new Map<string, [number, number]>();
  [...groups.values()].forEach((ids, c) =>
    pointsAlong(c === 0 ? SHARK : SWELL, ids.length).forEach((at, i) => sea.set(ids[i], at)),
  );
  let piece = 0;
  const spots = content.spaces.map((s): Spot => {
    const [x, y] = s.kind === 'final' ? FINAL : (sea.get(s.id) ?? [24 + k * s.x, 33.6 + k * s.y]);
    return {
      id: s.id,
      kind: s.kind,
      x,
      y,
      piece: s.kind === 'discovery' ? piece++ : -1,
      event: events.get(s.id) ?? null,
      angle: 90,
    };
  });
  const byId = new Map(spots.map((s) => [s.id, s]));
  const edges = content.paths.flatMap((p): [Spot, Spot][] => {
    const a = byId.get(p.from);
    const b = byId.get(p.to);
    return a && b ? [[a, b]] : [];
  });
  const courses = [...groups.values()].map((ids) => ids.map((id) => byId.get(id)!));
  const final = spots.find((s) => s.kind === 'final') ?? null;
  const bay = spots.find((s) => s.kind === 'bay') ?? null;
  const next = new Map<string, string[]>(spots.map((s) => [s.id, []]));
  const join = (a: Spot, b: Spot) => {
    next.get(a.id)!.push(b.id);
    next.get(b.id)!.push(a.id);
  };
  for (const [a, b] of edges) join(a, b);
  for (const course of courses) {
    course.forEach((s, i) => i > 0 && join(course[i - 1], s));
    if (final && course.length) join(course[course.length - 1], final);
    if (bay && course.length) join(bay, course[0]);
  }
  for (const s of spots) {
    s.angle = freeSide(
      s,
      next.get(s.id)!.map((id) => byId.get(id)!),
    );
  }
  const layout = { spots, byId, edges, next, courses, final, bay };
  layouts.set(content, layout);
  return layout;
}

// Direction, in degrees, in which a piece is drawn beside its space: the widest gap between paths, preferably below.
function freeSide(s: Spot, around: Spot[]): number {
  if (s.kind === 'final') return 60;
  let best = 90;
  let bestValue = -1e9;
  for (let a = 0; a < 360; a += 10) {
    const gap = Math.min(
      180,
      ...around.map((o) => {
        const d = Math.abs((((Math.atan2(o.y - s.y, o.x - s.x) * 180) / Math.PI - a + 540) % 360) - 180);
        return d;
      }),
    );
    const value = Math.min(gap, 75) + 14 * Math.sin((a * Math.PI) / 180);
    if (value > bestValue) {
      bestValue = value;
      best = a;
    }
  }
  return best;
}

// For the dotted trail.
export function shortestPath(layout: Layout, from: string, to: string): Spot[] {
  const came = new Map<string, string>([[from, from]]);
  const queue = [from];
  for (let i = 0; i < queue.length && !came.has(to); i++) {
    for (const n of layout.next.get(queue[i]) ?? []) {
      if (!came.has(n)) {
        came.set(n, queue[i]);
        queue.push(n);
      }
    }
  }
  if (!came.has(to)) return [];
  const path = [to];
  while (path[0] !== from) path.unshift(came.get(path[0])!);
  return path.map((id) => layout.byId.get(id)!);
}

// The space on the map that a move points at.
const SPACE_KINDS = new Set(['land', 'go', 'put', 'peek', 'post']);

export function spaceOf(p: Props, move: Move): string | null {
  const layout = layoutOf(p.content);
  if (SPACE_KINDS.has(move.kind)) return String(move.args.space);
  const me = typeof p.view.actor === 'number' ? p.view.actor : p.seat;
  const at = me ? p.view.place[me - 1] : 'none';
  const sail = (n: number): string | null => {
    for (const course of layout.courses) {
      const i = course.findIndex((s) => s.id === at);
      if (i < 0) continue;
      return i + n === course.length ? (layout.final?.id ?? null) : (course[i + n]?.id ?? null);
    }
    return null;
  };
  const [one, two] = p.view.die;
  switch (move.kind) {
    case 'ahead':
      return sail(one);
    case 'astern':
      return sail(-one);
    case 'wind':
      return sail(Number(move.args.pips));
    case 'cast': {
      const n = one === 6 ? two : one;
      return layout.courses[Number(move.args.course) - 1]?.[n - 1]?.id ?? null;
    }
    case 'flip':
    case 'fight':
      return at === 'none' ? null : at;
    default:
      return null;
  }
}

export function pieceName(p: Props, spot: Spot): string {
  const { view: v, words: w } = p;
  if (spot.event) return w[`card.${spot.event}`];
  if (spot.piece < 0) return w[`space-kind.${spot.kind}`] ?? '';
  const icon = v.icon[spot.piece];
  if (v.open[spot.piece]) return w[`icon.${icon}`];
  if (icon && icon !== 'none') return `${w[`icon.${icon}`]}, ${WORDS.known}`;
  return WORDS.hidden;
}

export const figures = (
  p: Props,
): {
  key: string;
  id: string;
  kind: 'guardian' | 'undead';
  card: Card;
  place: string;
  poster: number | 'none';
}[] => {
  const out: {
    key: string;
    id: string;
    kind: 'guardian' | 'undead';
    card: Card;
    place: string;
    poster: number | 'none';
  }[] = [];
  for (const kind of ['guardian', 'undead'] as const) {
    const cards = p.content.cards.filter((c) => c.kind === kind);
    p.view[kind].forEach((place, i) => {
      if (place !== 'none' && cards[i]) {
        out.push({
          key: `${kind}${i}`,
          id: cards[i].id,
          kind,
          card: cards[i],
          place,
          poster: kind === 'undead' ? p.view.poster[i] : 'none',
        });
      }
    });
  }
  return out;
};
