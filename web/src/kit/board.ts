// The interface between the shell and a game's board. A board draws a moment and offers its moves. It keeps no game
// state, knows nothing of the connection, and leaves all sentences to the engine where it has them.
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
  previousView: View | null; // the view before the latest events, to animate from; null: do not animate
  events: GameEvent[]; // events to animate now; may be empty
  content: Content; // the pack in use at this table (/api/content)
  words: Record<string, string>; // the game's catalogue, such as words['space.dark-pit']
  seat: number | null; // the viewing seat; null for a spectator
  names: string[]; // names[seat - 1]
  size: Size;
  kind: string | null; // the kind of move chosen in the action list; null: none, so any open move may be highlighted
  moves: Move[]; // moves available now, of the chosen kind or all; empty while waiting, offline or in a replay
  play: (move: Move | Move[]) => void; // plays the move, after a confirmation if one is needed
  choose: (kind: string | null) => void; // chooses a kind in the action list
  look: (list: string, entry: string) => void; // opens the description of a card, place or character
  reducedMotion: boolean; // true also in replays
}

// A short line under a player's name: an icon from the icon sheet and text.
export interface PlayerCaption {
  icon: string;
  text: string;
  bad?: boolean;
}

export interface GameBoard {
  id: string;
  // The board itself. It must fill its box: use an SVG with a viewBox, or CSS grid.
  Board: ComponentType<BoardProps>;
  // The player's cards or sheet: below the board on wide screens, the "hand" tab on phones. null if the game has
  // none.
  Hand: ComponentType<BoardProps> | null;
  handTitle?: (props: BoardProps) => string; // label of the hand tab
  // Panels in the left column, below the players, built with <Panel>.
  Side: ComponentType<BoardProps> | null;
  // The steps of a turn, for the bar below the board. `current` is an index. null: show no bar.
  phases?: (props: BoardProps) => { steps: { title: string; note?: string }[]; current: number } | null;
  captions: (props: BoardProps, seat: number) => PlayerCaption[];
  score?: (props: BoardProps, seat: number) => string; // the large number beside the name; the points if absent
  round?: (props: BoardProps) => string; // such as "day 6 of 10", shown beside the table's name
  // Whether the board shows a question that needs an answer (a duel, bids, the Plank). A phone then switches to the
  // board's tab. When to draw the question is up to Board.
  needsAttention?: (props: BoardProps) => boolean;
  // A sentence about what these moves would give up, for cases where the engine asks for no confirmation; '' if
  // nothing.
  confirm?: (moment: Moment, moves: Move[]) => string;
  icon: (move: Move | string) => string; // name in the icon sheet, for the action list
  Cover: ComponentType<{ size: number }>; // the picture on the lobby's card; 5:3, square corners
}
