// Shared by the board, the hand and the panels: words, content, what a viewer knows of a tile, and where the day's
// adventurers went. (The engine only counts them; the events say where they went.)
import type { GameEvent, Move } from '@/kit/protocol';
import type { TakaraSite, TakaraSpecialist, TakaraTile, TakaraView } from '@/generated/games';
import type { BoardProps } from '@/kit/board';
import { fill as say } from '@/kit/words';
import own from './words.json';

export { say };

// Words of this board that the game's catalogue does not contain.
export const WORDS = own;

export type Props = BoardProps<TakaraView, TakaraContent>;
export type Hut = 'harbor' | 'forge' | 'counter' | 'dive' | 'hospital' | 'beach';
export const HUTS: Hut[] = ['harbor', 'forge', 'counter', 'dive', 'hospital', 'beach'];
export const HUT_ICON: Record<Hut, string> = {
  harbor: 'ship',
  forge: 'forge',
  counter: 'scale',
  dive: 'mug',
  hospital: 'cross',
  beach: 'isle',
};
export const SPECIALISTS: TakaraSpecialist[] = ['archaeologist', 'soothsayer', 'miner', 'impersonator'];
export const SPECIALIST_ICON: Record<string, string> = {
  archaeologist: 'search',
  soothsayer: 'binoc',
  miner: 'pick',
  impersonator: 'people',
};
export const LEVELS = ['surface', 'intermediate', 'deep'] as const;
export const DEPTH = 9;
export const SITES = 6;

export interface TileKind {
  id: string;
  what: 'kara' | 'rockfall' | 'xp' | 'monster' | 'chest' | 'stone';
  karas?: number;
  xp?: number;
  life?: number;
  cross?: boolean;
  surface?: number;
  intermediate?: number;
  deep?: number;
}

interface TakaraContent {
  tiles: TileKind[];
  chests: { id: string; what: string; count: number; karas?: number; xp?: number; life?: number }[];
  team: { adventurers: number; recruit: number; hospital: number };
  sword: number;
  dive: number;
  view: { tiles: number; pay: number };
  clear: { adventurers: number; pay: number };
  counter: { tokens_each: number; token_price: number; token_xp: number; pay_per_xp: number };
  specialists: Record<string, { price?: number; tiles?: number; extra?: number }>;
  ending: { no_stone_sites: number; one_stone_sites: number; idle_turns: number };
}

export const kindOf = (p: Props, id: string): TileKind =>
  p.content.tiles.find((k) => k.id === id) ?? { id, what: 'xp' };
const firstWord = (p: Props, keys: string[], otherwise: string) =>
  p.words[keys.find((k) => p.words[k] !== undefined) ?? ''] ?? otherwise;
export const kindShort = (p: Props, id: string) => firstWord(p, [`kind.${id}.short`, `kind.${id}`], id);
export const kindLong = (p: Props, id: string) => firstWord(p, [`kind.${id}`], id);
// Names of a kind, from the longest to the shortest, for small tiles.
export const kindForms = (p: Props, id: string) =>
  ['.short', '.brief', '.tiny'].map((f) => p.words[`kind.${id}${f}`]).filter((x): x is string => !!x);
export const chestShort = (p: Props, id: string) => firstWord(p, [`chest.${id}.short`, `chest.${id}`], id);
export const chestLong = (p: Props, id: string) => firstWord(p, [`chest.${id}`], id);
export const specialistName = (p: Props, id: string) => p.words[`specialist.${id}`] ?? id;
// The name of a kind when counted: "XP", not "1 XP +".
export function kindCounted(p: Props, id: string): string {
  const k = kindOf(p, id);
  return k.what === 'xp' && k.cross ? firstWord(p, [`kind.${id}.many`, `kind.${id}`], id) : kindShort(p, id);
}

export function kindIcon(k: TileKind): string {
  if (k.what === 'kara') return 'coin';
  if (k.what === 'rockfall') return 'rock';
  if (k.what === 'xp') return 'star';
  if (k.what === 'chest') return 'chest';
  if (k.what === 'stone') return 'stone';
  if (/bat/.test(k.id)) return 'bat';
  if (/drake|dragon/.test(k.id)) return 'drake';
  if (/skel/.test(k.id)) return 'tk-skeleton';
  return 'goblin';
}

export const priceOf = (p: Props, id: string) =>
  p.content.specialists[id]?.price ?? p.content.specialists[id]?.extra ?? 0;
export const siteKey = (n: number) => String(n) as TakaraSite;
const tileKey = (n: number) => String(n) as TakaraTile;

type TileState =
  | { is: 'gone' }
  | { is: 'up'; kind: string }
  | { is: 'mine'; kind: string; others: number[] } // the viewer has looked at it, or it was revealed at the end
  | { is: 'seen'; by: number[]; clean: boolean }
  | { is: 'undrawn' };

export function tileState(view: TakaraView, seat: number | null, site: number, tile: number): TileState {
  if (tile <= view.top[siteKey(site)]) return { is: 'gone' };
  const kind = view.kind[site - 1][tileKey(tile)];
  const by = view.seen[site - 1][tileKey(tile)] ?? [];
  const known = kind && kind !== 'none';
  if (known && view.up[siteKey(site)].includes(tileKey(tile))) return { is: 'up', kind };
  if (known) return { is: 'mine', kind, others: by.filter((s) => s !== seat) };
  if (by.length > 0) return { is: 'seen', by, clean: view.marked[siteKey(site)].includes(tileKey(tile)) };
  return { is: 'undrawn' };
}

export const remaining = (view: TakaraView, site: number) => DEPTH - view.top[siteKey(site)];
const namesText = (names: string[]) => names.join(', ');
export const nameOf = (p: Props, seat: number) => (seat === p.seat ? WORDS.you : (p.names[seat - 1] ?? ''));

export function monsterValue(k: TileKind): string {
  return k.karas ? say(WORDS.value, k.karas, k.xp ?? 0) : say(WORDS.valueXp, k.xp ?? 0);
}

// Describes a tile for screen readers.
export function tileWords(p: Props, site: number, tile: number): string {
  const s = tileState(p.view, p.seat, site, tile);
  const who = (seats: number[]) => namesText(seats.map((x) => nameOf(p, x)));
  if (s.is === 'up') {
    const k = kindOf(p, s.kind);
    const top = p.view.top[siteKey(site)] + 1 === tile;
    const life = k.life
      ? `, ${say(WORDS.life, k.life - (top ? p.view.wounds[siteKey(site)] : 0), k.life)}, ${monsterValue(k)}`
      : '';
    return say(WORDS.tileUp, tile, kindLong(p, s.kind) + life);
  }
  if (s.is === 'mine' && p.seat === null) return say(WORDS.tileOpen, tile, kindLong(p, s.kind), who(s.others));
  if (s.is === 'mine') {
    return s.others.length
      ? say(WORDS.tileMineToo, tile, kindLong(p, s.kind), who(s.others))
      : say(WORDS.tileMine, tile, kindLong(p, s.kind));
  }
  if (s.is === 'seen') return say(s.clean ? WORDS.tileClean : WORDS.tileSeen, tile, who(s.by));
  return say(WORDS.tileUnknown, tile);
}

export function rockfallsShown(p: Props): number {
  let n = 0;
  for (let site = 1; site <= SITES; site++) {
    for (let tile = 1; tile <= DEPTH; tile++) {
      const s = tileState(p.view, p.seat, site, tile);
      if (s.is === 'up' && kindOf(p, s.kind).what === 'rockfall') n++;
    }
  }
  return n;
}

interface Act {
  seat: number;
  site: number | null; // null at a hut
  hut: Hut | null;
  did: string; // key of WORDS
  hurt: boolean;
}

export interface Day {
  acts: Act[]; // of the active seat, in order
  last: { seat: number; site: number; tile: number | null } | null; // last action at a site
  dice: { site: number | null; faces: string[] } | null; // of the last fight
  mining: boolean;
}

interface RememberedDay extends Day {
  version: number;
}

const remembered = new Map<string, RememberedDay>();
const HIRED: Record<string, boolean> = { hired: true, impersonated: true };

function applyEvent(day: Day, e: GameEvent): void {
  const seat = e.seat ?? 0;
  const site = e.args.site === undefined || e.args.site === null ? null : Number(e.args.site);
  const tile = e.args.tile === undefined || e.args.tile === null ? null : Number(e.args.tile);
  const act = (did: string, hut: Hut | null, at: number | null = null) =>
    day.acts.push({ seat, site: at, hut, did, hurt: false });
  if (e.event === 'day') day.acts = [];
  if (e.event === 'viewing') act('did.view', null, site);
  if (e.event === 'digging' && !day.mining) act('did.dig', null, site);
  // the miner's dig follows directly and uses no adventurer
  day.mining = HIRED[e.event] === true && e.args.specialist === 'miner';
  if (e.event === 'fighting') act('did.fight', null, site);
  if (e.event === 'cleared') {
    act('did.clear', null, site);
    act('did.clear', null, site);
  }
  if (e.event === 'dived') act('did.dive', 'dive');
  if (e.event === 'sold' || e.event === 'sold-chest') act('did.sell', 'counter');
  if (e.event === 'bought') act('did.buy', 'counter');
  if (HIRED[e.event]) act('did.hire', 'harbor');
  if (e.event === 'hurt' && day.acts.length) {
    day.acts[day.acts.length - 1] = { ...day.acts[day.acts.length - 1], hurt: true };
  }
  if (e.event === 'fighting') day.dice = { site, faces: [] };
  if (e.event === 'rolled') {
    day.dice = { site: day.dice?.site ?? null, faces: [...(day.dice?.faces ?? []), String(e.args.face)] };
  }
  if (e.event === 'viewing' || e.event === 'digging' || e.event === 'day' || e.event === 'ended-day') day.dice = null;
  if (site !== null && seat) {
    day.last = { seat, site, tile: tile ?? (day.last?.site === site && day.last.seat === seat ? day.last.tile : null) };
  }
}

// The day so far, from the events. A viewer who joined in the middle has seen fewer events and is shown less.
export function dayOf(p: Props): Day {
  const key = `${p.table.key ?? p.table.watch ?? p.table.name} ${p.moment.seat ?? 'all'}`;
  const old = remembered.get(key);
  if (old?.version === p.moment.version) return old;
  // the shell has merged several moments
  const merged = p.previousView !== null && p.events.length > 0;
  const follows = old && (merged || p.moment.after === old.version || p.moment.version === old.version + 1);
  const day: RememberedDay = {
    acts: follows ? [...old.acts] : [],
    last: follows ? old.last : null,
    dice: follows ? old.dice : null,
    mining: false,
    version: p.moment.version,
  };
  for (const e of merged ? p.events : p.moment.events) applyEvent(day, e);
  const active = p.view.active;
  day.acts = day.acts.filter((a) => a.seat === active);
  if (typeof active === 'number') {
    // After an undo, drop the remembered actions that no longer happened.
    let spare = day.acts.length - p.view.used[active - 1] - p.view.hospital[active - 1];
    while (spare-- > 0) day.acts.pop();
  }
  remembered.set(key, day);
  return day;
}

const HUT_OF: Record<string, Hut> = {
  rent: 'forge',
  dive: 'dive',
  sell: 'counter',
  'sell-chest': 'counter',
  buy: 'counter',
  recruit: 'beach',
  end: 'hospital',
};
export const isHire = (kind: string) => /^(as-)?(archaeologist|soothsayer|miner)$/.test(kind);
export const needsTile = (kind: string) => /^(as-)?soothsayer$/.test(kind);

// The hut where a move is made. Ending the day happens at the Hospital only if there is someone to pay for.
export function hutOf(move: Move): Hut | null {
  if (move.kind === 'end') return Number(move.args.healed) > 0 ? 'hospital' : null;
  return isHire(move.kind) ? 'harbor' : (HUT_OF[move.kind] ?? null);
}
export const siteOf = (move: Move): number | null => (move.args.site === undefined ? null : Number(move.args.site));

export function moveIcon(move: Move | string): string {
  const kind = typeof move === 'string' ? move : move.kind;
  const icons: Record<string, string> = {
    rent: 'sword',
    view: 'eye',
    on: 'next',
    turn: 'goblin',
    dig: 'spade',
    clear: 'rock',
    dive: 'mug',
    sell: 'scale',
    'sell-chest': 'chest',
    buy: 'star',
    archaeologist: 'search',
    soothsayer: 'binoc',
    miner: 'pick',
    'as-archaeologist': 'people',
    'as-soothsayer': 'people',
    'as-miner': 'people',
    fight: 'sword',
    keep: 'map',
    cash: 'coin',
    recruit: 'people',
    end: 'moon',
  };
  return icons[kind] ?? 'pin';
}

export type { TakaraView };
