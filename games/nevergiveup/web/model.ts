// What the board reads from a view and the content: phrases, marks, letters still needed, who is done.
import type { ComponentChildren } from 'preact';
import type { Move } from '@/kit/protocol';
import type {
  NevergiveupLocation as Location,
  NevergiveupMotto as Motto,
  NevergiveupPet as Pet,
  NevergiveupSpace as Space,
  NevergiveupView as View,
} from '@/generated/games';
import type { BoardProps } from '@/kit/board';

export { fill as say } from '@/kit/words';
export type { Location, Motto, Pet, Space, View };

export interface Content {
  spaces: { id: string; location: Location; letters: string; wing?: boolean }[];
  shortcuts: { from: string; to: string }[];
  puzzles: { id: string; phrase: string }[];
  sheet: {
    boat: number[];
    marks: number[];
    complete: number;
    rerolls: number;
    never: { reroll_at: number; points_at: number; points: number };
    give_up: { plus_at: number; points: number; more_at: number; more_points: number };
  };
  turns: number;
}

export type Props = BoardProps<View, Content>;

export const PETS: Pet[] = ['cat', 'monkey', 'parrot'];
export const LOCATIONS: Location[] = ['waterfall', 'forest', 'pirates', 'fort', 'hut', 'boat'];
export const LOCATION_ICON: Record<Location, string> = {
  waterfall: 'fall',
  forest: 'forest',
  pirates: 'hook',
  fort: 'fort',
  hut: 'hut',
  boat: 'boat',
};
export const MOTTO: { id: Motto; letter: string }[] = [
  { id: 'never-n', letter: 'N' },
  { id: 'never-e', letter: 'E' },
  { id: 'never-v', letter: 'V' },
  { id: 'never-e2', letter: 'E' },
  { id: 'never-r', letter: 'R' },
  { id: 'give-g', letter: 'G' },
  { id: 'give-i', letter: 'I' },
  { id: 'give-v', letter: 'V' },
  { id: 'give-e', letter: 'E' },
  { id: 'up-u', letter: 'U' },
  { id: 'up-p', letter: 'P' },
];
export const NEVER = MOTTO.slice(0, 5);
export const GIVE = MOTTO.slice(5, 9);
export const UP = MOTTO.slice(9);

// Fills a pattern with elements, such as a bold name.
export const fillParts = (text: string, ...values: ComponentChildren[]): ComponentChildren[] =>
  text.split(/(\{\d\})/).map((part) => (/^\{\d\}$/.test(part) ? values[Number(part[1])] : part));

export const numberText = (n: number): string => (n < 0 ? `−${-n}` : String(n));

export interface Box {
  n: number; // from 1
  letter: string;
  word: number;
  marked: boolean;
  penalty: number;
  mark: number | null; // points printed after the box
}

export interface Sheet {
  seat: number;
  words: { text: string; boxes: Box[] }[];
  boxes: Box[];
  motto: Set<Motto>;
  next: Box | null; // the left-most unmarked box
  worth: number; // points of the puzzle so far
  then: number; // points once the next box is marked
  rerolls: number;
  crossed: number[];
}

function lineScore(boxes: Box[], marked: (b: Box) => boolean, complete: number): number {
  let worth = 0;
  for (const box of boxes) {
    if (!marked(box)) return worth;
    if (box.mark !== null) worth = box.mark;
  }
  return boxes.length ? complete : 0;
}

// R36: mark j of m is right after box j × length / (m + 1), rounded up; the last box has the points of the whole.
export function sheetOf(view: View, content: Content, seat: number): Sheet {
  const phrase = content.puzzles.find((p) => p.id === view.puzzle[seat - 1])?.phrase ?? '';
  const marked = new Set<string>(view.marked[seat - 1]);
  const penalty = view.penalty[seat - 1] as Record<string, number>;
  const length = phrase.replace(/ /g, '').length;
  const { marks, complete, boat } = content.sheet;
  const after = new Map(marks.map((points, j) => [Math.ceil(((j + 1) * length) / (marks.length + 1)), points]));
  if (length) after.set(length, complete);
  let n = 0;
  const words = (phrase ? phrase.split(' ') : []).map((text, word) => ({
    text,
    boxes: [...text].map((letter): Box => {
      n++;
      return { n, letter, word, marked: marked.has(String(n)), penalty: penalty[n] ?? 0, mark: after.get(n) ?? null };
    }),
  }));
  const boxes = words.flatMap((w) => w.boxes);
  const next = boxes.find((b) => !b.marked) ?? null;
  return {
    seat,
    words,
    boxes,
    next,
    motto: new Set(view.motto[seat - 1]),
    rerolls: view.rerolls[seat - 1],
    worth: lineScore(boxes, (b) => b.marked, complete),
    then: lineScore(boxes, (b) => b.marked || b === next, complete),
    crossed: boat.map((_, set) => (view.crossed[seat - 1] as Record<string, number>)[set + 1] ?? 0),
  };
}

export interface Need {
  letter: string;
  puzzle: boolean;
  never: boolean;
  give: boolean;
  next: boolean; // whether the left-most unmarked box needs it
}

// The letters a sheet still needs: first in the order of the boxes, then those of the motto.
export function needsOf(sheet: Sheet): Need[] {
  const needs = new Map<string, Need>();
  const need = (letter: string): Need => {
    const had = needs.get(letter) ?? { letter, puzzle: false, never: false, give: false, next: false };
    needs.set(letter, had);
    return had;
  };
  for (const box of sheet.boxes) if (!box.marked) need(box.letter).puzzle = true;
  if (sheet.next) need(sheet.next.letter).next = true;
  MOTTO.forEach(({ id, letter }, i) => {
    if (!sheet.motto.has(id)) need(letter)[i < 5 ? 'never' : 'give'] = true;
  });
  return [...needs.values()];
}

// The seat whose sheet is shown: the viewer's own, or for spectators that of the player with the dice.
export const shownSeat = ({ seat, view }: Props): number => seat ?? (typeof view.active === 'number' ? view.active : 1);

// Where a pet is drawn: at the target of its planned move, if the viewer knows it.
export function petPosition(view: View, seat: number, pet: Pet): { space: string; planned: boolean } {
  const to = view.to[seat - 1];
  if (view.mover[seat - 1] === pet && to && to !== 'none' && view.phase === 'dig') return { space: to, planned: true };
  return { space: view.pet[seat - 1][pet], planned: false };
}

// R6: the two places that match the dice.
export function fittingLocations(red: number, blue: number): Location[] {
  const rank: Location = red > blue ? 'waterfall' : blue > red ? 'forest' : 'boat';
  const parity: Location = red % 2 !== blue % 2 ? 'hut' : red % 2 ? 'fort' : 'pirates';
  return [rank, parity].sort((a, b) => LOCATIONS.indexOf(a) - LOCATIONS.indexOf(b));
}

type TurnStatus = 'leads' | 'planning' | 'done' | 'waits' | null;

export function turnStatus(view: View, seat: number): TurnStatus {
  if (view.phase === 'over') return null;
  if (view.phase !== 'dig') return view.active === seat ? 'leads' : null;
  if (view.to_act.includes(seat)) return 'planning';
  return view.double_now && view.active !== seat ? 'waits' : 'done';
}

// The letter that a move would take from a chest, and its use.
export function letterOf(move: Move, sheet: Sheet): string {
  if (move.kind === 'dig' || move.kind === 'free-dig') return sheet.boxes[Number(move.args.box) - 1]?.letter ?? '';
  return MOTTO.find((m) => m.id === move.args.letter)?.letter ?? '';
}

// R24, R25: the lowest cost of a box, given the moves that would mark it.
export function costOf(moves: Move[], sheet: Sheet): number {
  const box = sheet.boxes[Number(moves[0]?.args.box) - 1];
  const left = box ? sheet.boxes.filter((b) => b.n < box.n && !b.marked).length : 0;
  return moves.some((m) => m.args.pet === 'monkey') ? Math.max(0, left - 1) : left;
}
