// What the board reads from a moment: positions and states of the islets, and which of them can be chosen.
import type { AtollColour, AtollFace, AtollRole, AtollSpace, AtollView } from '@/generated/games';
import type { BoardProps } from '@/kit/board';
import type { GameEvent, Move } from '@/kit/protocol';
import { PITCH } from './shapes';

interface AtollContent {
  spaces: { id: AtollSpace; colour: AtollColour; number: number; row: number; column: number }[];
  platform: AtollSpace;
  water: { floods: number[]; starts: number[] };
  turn: { actions: number; last: number };
  search: { dice: number; keep: number; goal: number };
  special: { maximum: number; air: number; dig: number; school: number };
  roles: {
    die: AtollRole[];
    engineer_cubes: number;
    navigator_steps: number;
    pilot_flights: number;
    messenger_changes: number;
  };
}
export type Props = BoardProps<AtollView, AtollContent>;
export type Space = AtollContent['spaces'][number];
export type State = 'dry' | 'flooded' | 'sunk';

export const COLOURS: AtollColour[] = ['red', 'blue', 'green', 'yellow'];
export const FACES: AtollFace[] = ['red', 'blue', 'green', 'yellow', 'black', 'white'];

export interface Layout {
  width: number;
  height: number;
  map: { x: number; y: number; width: number; height: number };
  showNames: boolean; // whether there is room for full names
  shortNameSize: number; // font size of short names; 0 if there is no room for them either
  at: (id: string) => { x: number; y: number };
}

export function makeLayout(content: AtollContent, withGauge: boolean, named: boolean, short = 0): Layout {
  const columns = 1 + Math.max(...content.spaces.map((s) => s.column));
  const rows = 1 + Math.max(...content.spaces.map((s) => s.row));
  const [x, y] = withGauge ? [34, 26] : [14, 12];
  const map = { x, y, width: columns * PITCH, height: rows * PITCH };
  const places = new Map(
    content.spaces.map((s) => [s.id as string, { x: x + (s.column + 0.5) * PITCH, y: y + (s.row + 0.5) * PITCH }]),
  );
  return {
    width: x + map.width + (withGauge ? 156 : 14),
    height: y + map.height + (withGauge ? 22 : 16),
    map,
    showNames: named,
    shortNameSize: short,
    at: (id) => places.get(id) ?? { x: 0, y: 0 },
  };
}

export const stateOf = (view: AtollView, id: AtollSpace): State =>
  view.sunk.includes(id) ? 'sunk' : view.flooded.includes(id) ? 'flooded' : 'dry';
export const treasureAt = (view: AtollView, id: AtollSpace): AtollColour | null =>
  COLOURS.find((c) => view.treasure[c] === id && !view.claimed.includes(c)) ?? null;
export const inDanger = (view: AtollView, content: AtollContent, id: AtollSpace): boolean =>
  view.phase !== 'over' &&
  stateOf(view, id) === 'flooded' &&
  (id === content.platform || treasureAt(view, id) !== null);

// The pawn's move in this moment; null if it stayed.
export function lastPath(events: GameEvent[]): { from: string; to: string; flown: boolean } | null {
  const way = [...events].reverse().find((e) => ['walked', 'swam', 'flew', 'air', 'fled'].includes(e.event));
  return way
    ? { from: String(way.args.from), to: String(way.args.space), flown: way.event === 'flew' || way.event === 'air' }
    : null;
}

// Islets flooded or sunk in this moment, except those flooded before the first turn.
export const newlyFlooded = (events: GameEvent[]): string[] =>
  events.some((e) => e.event === 'hidden')
    ? []
    : events.filter((e) => e.event === 'flooded' || e.event === 'sank').map((e) => String(e.args.space));

// Kinds whose islets are highlighted before a kind is chosen: they cost no special point, or win.
export const isLitByDefault = (kind: string): boolean => ['move', 'shore', 'claim', 'flee', 'leave'].includes(kind);

export interface Target {
  moves: Move[];
  lit: boolean;
  chosen: boolean;
}

// What a click on each islet does. For shore-two, the first click selects and the second completes the move.
export function targetsOf(props: Props, first: string | null): Map<string, Target> {
  const targets = new Map<string, Target>();
  const add = (id: string, move: Move, lit: boolean): void => {
    const target = targets.get(id) ?? { moves: [], lit: false, chosen: false };
    target.moves.push(move);
    target.lit ||= lit;
    targets.set(id, target);
  };
  for (const move of props.moves) {
    const lit = props.kind !== null || isLitByDefault(move.kind);
    if (move.kind === 'shore-two') {
      if (props.kind === null) continue;
      const pair = [String(move.args.space), String(move.args.second)];
      if (first === null) pair.forEach((id) => add(id, move, true));
      else if (pair.includes(first)) add(pair[pair[0] === first ? 1 : 0], move, true);
    } else if (move.kind === 'claim' || move.kind === 'leave') add(props.view.pawn, move, lit);
    else if (move.args.space !== undefined) add(String(move.args.space), move, lit);
  }
  if (first !== null && props.kind === 'shore-two') targets.set(first, { moves: [], lit: true, chosen: true });
  return targets;
}

// Digit key of an islet or die, if there are at most nine. Letter keys belong to the action list.
export const digitKey = (index: number, count: number): string | null =>
  index >= 0 && index < 9 && count <= 9 ? String(index + 1) : null;
