// What a game's board gets and gives. A board draws a moment and offers its moves; it keeps no state of the game, knows
// no socket and says no sentence of its own that the engine could say.
import type { ComponentType } from 'preact';
import type { GameEvent, Moment, Move, Table } from './protocol';

export type Size = 'phone' | 'tablet' | 'desktop';

// The shell treats the boards of all games alike, so it cannot know the types of views and content; each board narrows
// them (Props in its model.ts).
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyGame = any;

export interface BoardProps<View = AnyGame, Content = AnyGame> {
  table: Table;
  moment: Moment<View>;
  view: View; // moment.view
  previousView: View | null; // the view before the last events, for motion; null: show as it is
  events: GameEvent[]; // to be set in motion now; empty: nothing to move
  content: Content; // the pack the table plays with (/api/content)
  words: Record<string, string>; // the game's catalogue: words['space.dark-pit']
  seat: number | null; // whose eyes; null: a spectator's
  names: string[]; // names[seat - 1]
  size: Size;
  kind: string | null; // the kind of move chosen in the action list; null: none, every open move may light up
  moves: Move[]; // those that may be made now: of that kind, or all. Empty while waiting, offline or looking back
  play: (move: Move | Move[]) => void; // makes it, or lets the shell ask first (a doubt, a second tap)
  choose: (kind: string | null) => void; // picks a kind in the action list
  look: (list: string, entry: string) => void; // opens all there is to know about a card, a place, a character
  reducedMotion: boolean; // reduced motion, or a replay being dragged
}

// A small line under a player's name: an icon of the sheet and words.
export interface PlayerCaption {
  icon: string;
  text: string;
  bad?: boolean;
}

export interface GameBoard {
  id: string;
  // The middle: fills its box (CSS size containment; use an SVG with viewBox, or CSS grid).
  Board: ComponentType<BoardProps>;
  // Below the board on wide screens, the tab "hand" on phones: cards, sheet, raft. null: the game has none.
  Hand: ComponentType<BoardProps> | null;
  handTitle?: (props: BoardProps) => string; // the tab's word
  // Panels of the left column, below the players: what everybody knows, what only you know. Use <Panel>.
  Side: ComponentType<BoardProps> | null;
  // Steps of a turn for the scale bar; current is an index. null: none.
  phases?: (props: BoardProps) => { steps: { title: string; note?: string }[]; current: number } | null;
  captions: (props: BoardProps, seat: number) => PlayerCaption[];
  score?: (props: BoardProps, seat: number) => string; // the big figure beside the name; otherwise the points
  round?: (props: BoardProps) => string; // "day 6 of 10", beside the table's name
  // A question that takes the board's place on a phone and lies over it on wide screens (a duel, bids, the Plank).
  // Board decides itself when to draw it; the shell only asks whether the phone should switch to the board's tab.
  needsAttention?: (props: BoardProps) => boolean;
  // What one would give up by these moves, as a sentence, where the engine itself does not doubt; '': nothing.
  confirm?: (moment: Moment, moves: Move[]) => string;
  icon: (move: Move | string) => string; // of the icon sheet, for a move kind in the action list
  Cover: ComponentType<{ size: number }>; // the picture on the lobby's card: 5:3, square corners
}
