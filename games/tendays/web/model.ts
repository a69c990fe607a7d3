// What the board reads from a view of Ten Days: who is alive, what is happening, how the bids stand. It decides
// nothing; the engine does.
import type {
  TendaysBerth,
  TendaysCard,
  TendaysCharacter,
  TendaysRescuer,
  TendaysServing,
  TendaysView,
} from '@/generated/games';
import type { BoardProps } from '@/kit/board';
import type { Move } from '@/kit/protocol';
import { fill } from '@/kit/words';
import { WORDS } from './words';

interface Gift {
  card: TendaysCard;
  n: number;
}
export interface Card {
  id: TendaysCard;
  deck: string;
  kind: string;
  value?: number;
  use?: string;
  burns?: boolean;
  cooked?: string;
  harm?: string;
  heals?: string;
  draws?: number;
  gives?: Gift;
}
interface Character {
  id: TendaysCharacter;
  points: number;
  gender: 'male' | 'female';
  age: 'child' | 'adult' | 'elderly';
  hearts?: number;
  [ability: string]: unknown;
}
export interface Rescuer {
  id: TendaysRescuer;
  strength?: number;
  spots?: number;
  who?: 'any' | 'male' | 'female';
  needs: string;
  cards?: number;
  measure?: string;
  gives?: Gift;
  draws?: number;
}
interface Content {
  cards: Card[];
  characters: Character[];
  rescuers: Rescuer[];
  days: { water: number; food: number; rescue?: boolean }[];
  soul: { stars: number; points: number };
  rescue: { circles: number; carries: number; times: number };
  dice: Record<string, number>;
}
export type View = TendaysView;
export type Props = BoardProps<View, Content>;

export { fill };

export const wordsFor = (p: Props, key: string, ...args: (string | number)[]): string =>
  fill(p.words[key] ?? key, ...args);
export const characterName = (p: Props, c: string): string => p.words[`character.${c}`] ?? c;
export const theCharacter = (p: Props, c: string): string => wordsFor(p, 'list.person', characterName(p, c));
export const cardName = (p: Props, c: string): string => (p.words[`card.${c}`] ?? c).replace(/ \(\d+\)$/, '');
export const cardLabel = (p: Props, c: string): string => p.words[`card.${c}.label`] ?? cardName(p, c);
export const rescuerName = (p: Props, r: string): string => p.words[`rescuer.${r}`] ?? r;
export const seatName = (p: Props, seat: number): string => p.names[seat - 1] ?? String(seat);
// "Marit, you" for the viewer. A guest without a name is already called "You".
export const ownName = (p: Props, seat: number): string =>
  p.table.seats[seat - 1]?.name ? fill(WORDS.you, seatName(p, seat)) : seatName(p, seat);
export const joinNames = (items: string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${WORDS.and} ${items[items.length - 1]}`;

export const cardOf = (p: Props, id: string): Card =>
  p.content.cards.find((c) => c.id === id) ?? { id: id as TendaysCard, deck: '', kind: '' };
export const characterOf = (p: Props, id: string): Character =>
  p.content.characters.find((c) => c.id === id) ?? p.content.characters[0];
export const rescuerOf = (p: Props, id: string): Rescuer =>
  p.content.rescuers.find((r) => r.id === id) ?? p.content.rescuers[0];
export const weapons = (p: Props): Card[] => p.content.cards.filter((c) => c.kind === 'weapon');
export const trophies = (p: Props): Card[] =>
  p.content.cards.filter((c) => c.kind === 'animal' || c.kind === 'cannibals');
export const isFood = (kind: string): boolean =>
  ['can', 'fruit', 'plants', 'fresh-fish', 'roast-fish', 'raw-meat', 'roast-meat'].includes(kind);
export const isRaw = (kind: string): boolean => kind === 'fresh-fish' || kind === 'raw-meat';

// The background of a card's picture shows its kind.
export function pictureGround(card: Card): string {
  if (card.kind === 'weapon' || card.kind === 'animal' || card.kind === 'cannibals') return 'w';
  if (isFood(card.kind)) return 'f';
  if (card.kind === 'treasure') return 't';
  if (card.use === 'first-aid-kit') return 'h';
  return '';
}
export function pictureId(id: string): string {
  return `card-${id.replace(/^(fruit|plants)-\d$/, '$1').replace(/^(raw|roast)-meat-.*$/, '$1-meat')}`;
}

export type Side = 'attacker' | 'defender';
export const seats = (p: Props): number[] => p.names.map((_, i) => i + 1);
export function team(p: Props, seat: number): TendaysCharacter[] {
  const all = new Set([...p.view.island[seat - 1], ...p.view.saved[seat - 1], ...p.view.dead[seat - 1]]);
  return p.content.characters.filter((c) => all.has(c.id)).map((c) => c.id);
}
export const isOnIsland = (p: Props, c: string): boolean =>
  p.view.island.some((set) => set.includes(c as TendaysCharacter));
export const isDead = (p: Props, c: string): boolean => p.view.dead.some((set) => set.includes(c as TendaysCharacter));
export function ownerOf(p: Props, c: string): number {
  const has = (sets: string[][]) => sets.findIndex((set) => set.includes(c)) + 1;
  return has(p.view.island) || has(p.view.saved) || has(p.view.dead);
}
export const isPresent = (p: Props, seat: number): boolean => p.view.island[seat - 1].length > 0;
// The other seats in turn order after the viewer; all seats for a spectator.
export const others = (p: Props): number[] => {
  const n = p.names.length;
  if (p.seat === null) return seats(p);
  return Array.from({ length: n - 1 }, (_, i) => ((p.seat! + i) % n) + 1);
};
export function canAct(p: Props, c: TendaysCharacter): boolean {
  const v = p.view;
  return (
    isOnIsland(p, c) &&
    !v.injured.includes(c) &&
    !v.lost.includes(c) &&
    !(v.sick.includes(c) && !v.acted.includes(c) && !v.passed.includes(c))
  );
}

const FRAMES = [
  'setup',
  'day',
  'rolls',
  'turn',
  'rouse',
  'eat',
  'heal',
  'angle',
  'exchange',
  'explore',
  'each',
  'natives',
  'battle',
  'raid',
  'attack',
  'spoils',
  'death',
  'draw',
  'dusk',
  'arrival',
  'ghost',
  'team',
  'bids',
  'leave',
] as const;
type FrameName = (typeof FRAMES)[number];
export interface Frame {
  name: FrameName;
  seat: number; // from 1
  arg: number[];
}
export function frames(view: View): Frame[] {
  return view.frame
    .slice(0, view.depth)
    .map((row) => ({ name: FRAMES[row[0]] ?? 'day', seat: row[1] + 1, arg: row.slice(2) }));
}
export const frame = (view: View, name: FrameName): Frame | undefined =>
  frames(view)
    .reverse()
    .find((f) => f.name === name);

type Hour = 'landing' | 'dawn' | 'day' | 'dusk' | 'night' | 'over';
const TURNS = 6;
export function hour(view: View): Hour {
  if (view.node === 'over') return 'over';
  const day = frames(view)[0];
  if (!day || day.name !== 'day') return 'landing';
  if (frame(view, 'dusk')) return 'dusk';
  return day.arg[0] < TURNS ? 'dawn' : day.arg[0] === TURNS ? 'day' : day.arg[0] === TURNS + 1 ? 'dusk' : 'night';
}
export const personAt = (p: Props, index: number): TendaysCharacter | null => p.content.characters[index]?.id ?? null;
export const cardAt = (p: Props, index: number): Card | null => p.content.cards[index] ?? null;

// The Explore card that is face up now, or null.
export function openExploreCard(p: Props): Card | null {
  const each = frame(p.view, 'each');
  if (each) return cardAt(p, each.arg[1]);
  const explore = frame(p.view, 'explore');
  return explore && explore.arg[0] > 0 ? cardAt(p, explore.arg[2]) : null;
}

// What the coming dusk requires.

interface DuskNeeds {
  day: number;
  tomorrow: boolean;
  water: { need: number; have: number } | null;
  food: { need: number; have: number; raw: number } | null;
  fires: { fire: string; sticks: number; branches: number }[];
}
export function fires(p: Props, seat: number): { fire: string; sticks: number; branches: number }[] {
  return p.view.fire_owner.flatMap((owner, i) =>
    owner === seat ? [{ fire: String(i + 1), sticks: p.view.fire_sticks[i], branches: p.view.fire_branches[i] }] : [],
  );
}
export function duskNeeds(p: Props, seat: number): DuskNeeds | null {
  const night = hour(p.view) === 'night';
  const number = p.view.day + (night ? 1 : 0);
  const day = p.content.days[number - 1];
  const me = p.view.island[seat - 1];
  if (!day || !me.length || p.view.node === 'over') return null;
  const open = p.view.open[seat - 1];
  const held = (test: (kind: string) => boolean) =>
    p.content.cards.reduce(
      (sum, c) => sum + (test(c.kind) ? (p.view.hand[seat - 1][c.id] ?? 0) * (c.value ?? 0) : 0),
      0,
    ) + (Object.keys(open) as TendaysServing[]).reduce((sum, kind) => sum + (test(kind) ? open[kind] : 0), 0);
  const waiting = (done: string[]) => me.filter((c) => !done.includes(c)).length;
  return {
    day: number,
    tomorrow: night,
    water: day.water ? { need: waiting(p.view.drunk) * day.water, have: held((k) => k === 'water') } : null,
    food: day.food
      ? { need: waiting(p.view.eaten) * day.food, have: held((k) => isFood(k) && !isRaw(k)), raw: held(isRaw) }
      : null,
    fires: fires(p, seat),
  };
}

const BERTHS: TendaysBerth[] = ['1', '2', '3', '4'];
export const waitingRescuers = (p: Props): { berth: TendaysBerth; rescuer: Rescuer }[] =>
  BERTHS.flatMap((berth) =>
    p.view.berth[berth] && p.view.berth[berth] !== 'none'
      ? [{ berth, rescuer: rescuerOf(p, p.view.berth[berth]) }]
      : [],
  );

// What a rescuer requires of each character, such as "men, a fresh fish each".
export function rescuerNeedsText(p: Props, r: Rescuer): string {
  const need = r.needs === 'nothing' ? '' : wordsFor(p, `need.${r.needs}`, r.cards ?? 1);
  const who = r.who && r.who !== 'any' ? wordsFor(p, `who.${r.who}`) : '';
  if (who && !need) return wordsFor(p, 'needs.who-nothing', who);
  return who ? wordsFor(p, 'needs.who', who, need) : wordsFor(p, 'needs.each', need);
}
export function measureText(p: Props, r: Rescuer): string {
  const special: Record<string, string> = {
    water: 'measure.water',
    food: 'measure.food',
    treasure: 'measure.points',
    trophy: 'measure.strength',
    weapon: 'measure.stars',
  };
  if (!r.measure || r.measure === 'none') return '';
  return wordsFor(p, r.measure === 'value' ? (special[r.needs] ?? 'measure.value') : `measure.${r.measure}`);
}

export interface BidRow {
  character: TendaysCharacter;
  seat: number;
  cards: TendaysCard[];
  worth: number | null;
  first: boolean;
  place: number | null; // the spot it would get now
  tied: boolean;
  owed: boolean; // a Devil takes this character
}
export interface Bids {
  rows: BidRow[];
  taken: number;
  spots: number; // 0: room for all
  tied: number;
}
function bidCards(p: Props, c: string): TendaysCard[] {
  const index = p.content.characters.findIndex((x) => x.id === c);
  return p.view.bid_card[index].filter((card): card is TendaysCard => card !== 'none');
}
export function bidsFor(p: Props, berth: TendaysBerth, rescuer: Rescuer): Bids {
  const owed = new Set(BERTHS.flatMap((b) => p.view.debt[b] ?? []));
  const rows: BidRow[] = p.content.characters
    .filter((c) => p.view.bid[c.id] === berth)
    .map((c) => {
      const cards = bidCards(p, c.id);
      const worth =
        rescuer.measure === 'cards'
          ? cards.length
          : rescuer.measure === 'value'
            ? cards.reduce((sum, card) => sum + (cardOf(p, card).value ?? 0), 0)
            : rescuer.measure === 'hearts'
              ? (c.hearts ?? 0)
              : null;
      return {
        character: c.id,
        seat: ownerOf(p, c.id),
        cards,
        worth,
        first: !!c.first,
        place: null,
        tied: false,
        owed: owed.has(c.id),
      };
    });
  const rank = (r: BidRow) => (r.owed ? -1 : r.first ? 1000 : (r.worth ?? 0));
  rows.sort((a, b) => rank(b) - rank(a));
  const able = rows.filter((r) => !r.owed);
  const spots = rescuer.spots ?? 0;
  let taken = able.length;
  let tied = 0;
  if (spots && able.length > spots) {
    const cut = rank(able[spots]);
    taken = spots;
    while (taken && rank(able[taken - 1]) === cut && !able[taken - 1].first) taken--;
    if (taken < spots) {
      for (const r of able.filter((r) => rank(r) === cut && !r.first)) {
        r.tied = true;
        tied++;
      }
    }
  }
  able.slice(0, taken).forEach((r, i) => (r.place = i + 1));
  return { rows, taken, spots, tied };
}

export interface Terms {
  give: TendaysCard[];
  gear: TendaysCard[];
  ask: TendaysCard[];
  favours: string[];
  claim: string | null;
}
export interface Offer {
  number: number;
  from: number;
  to: number;
  gives: number;
  asks: number;
  terms: Terms | null; // null: known only to the two players
}
type Slot = (string | null)[];
const knownCards = (slot: Slot): TendaysCard[] => slot.filter((c): c is TendaysCard => !!c && c !== 'none');
const favourNames = (favour: Record<string, number | null>): string[] => Object.keys(favour).filter((f) => favour[f]);
const promisedClaim = (claim: string | null): string | null =>
  claim && claim !== 'none' && claim !== 'nothing' ? claim : null;
export function offers(p: Props): Offer[] {
  const v = p.view;
  return v.offer_number
    .map((number, slot) => ({ number, slot }))
    .filter((o) => o.number)
    .sort((a, b) => a.number - b.number)
    .map(({ number, slot }) => ({
      number,
      from: Math.floor(slot / 2) + 1,
      to: Number(v.offer_to[slot]),
      gives: v.offer_gives[slot],
      asks: v.offer_asks[slot],
      terms:
        v.offer_claim[slot] === null
          ? null
          : {
              give: knownCards(v.offer_give[slot]),
              gear: knownCards(v.offer_gear[slot]),
              ask: knownCards(v.offer_ask[slot]),
              favours: favourNames(v.offer_favour[slot]),
              claim: promisedClaim(v.offer_claim[slot]),
            },
    }));
}
export function draft(p: Props): { to: number; terms: Terms } | null {
  if (p.seat === null) return null;
  const [v, i] = [p.view, p.seat - 1];
  const to = v.draft_to[i];
  if (typeof to !== 'number') return null;
  return {
    to,
    terms: {
      give: knownCards(v.draft_give[i]),
      gear: knownCards(v.draft_gear[i]),
      ask: knownCards(v.draft_ask[i]),
      favours: favourNames(v.draft_favour[i]),
      claim: promisedClaim(v.draft_claim[i]),
    },
  };
}

export const movesOfKind = (p: Props, kind: string, test: (args: Move['args']) => boolean = () => true): Move[] =>
  p.moves.filter((m) => m.kind === kind && test(m.args));
export const moveOfKind = (p: Props, kind: string, test?: (args: Move['args']) => boolean): Move | undefined =>
  movesOfKind(p, kind, test)[0];
// Moves that are possible at any time. Highlighting them always would hide the others.
export const ASIDE_KINDS = new Set([
  'firewood',
  'never-help',
  'bid-up-to',
  'bid-myself',
  'offer',
  'accept',
  'decline',
  'counter',
  'withdraw',
]);
// Kinds of moves that need a card from the hand.
export const CARD_KINDS = new Set(['discard', 'pay', 'swap', 'lay', 'put', 'carry']);
