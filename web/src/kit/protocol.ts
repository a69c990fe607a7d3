// The messages of docs/protocol.md as types. generated/games.ts describes the games' views, moves and events.

export interface Move {
  text: string; // text form, sent back to play the move
  kind: string;
  args: Record<string, string | number>; // numbers for seats and numbers, otherwise names
  label: string;
  gain?: string;
  doubt?: string;
  final?: boolean; // the move cannot be undone
}

export interface Kind {
  kind: string;
  group: string;
  key?: string;
  open: boolean;
  aside: boolean;
  order: 0 | 1 | 2; // 0 normal, 1 late, 2 continues something already started
  price?: string;
  why?: string;
  rule?: number | null;
}

export interface GameEvent {
  event: string;
  seat: number | null;
  args: Record<string, string | number | null>;
}

export interface LogLine {
  text: string;
  event: string;
  seat: number | null;
  turn: number;
  only: boolean;
  version?: number;
}

export interface SeatScore {
  seat: number;
  points: number;
  place: number;
  parts: Record<string, number>;
  said: string;
}

// A walkthrough's tip. `say` is '' while others act; `move` is null once no move is suggested any more.
export interface Coach {
  step: number;
  of: number;
  say: string;
  rule: number | null;
  move: string | null; // text form of the suggested move
}

export interface Moment<View = Record<string, unknown>> {
  seat: number | null;
  version: number;
  after?: number;
  turn: number;
  to_act: number[];
  over: boolean;
  can_undo: boolean;
  prompt: string;
  note: string;
  alarm: string[];
  asides: string[];
  ended: string;
  moves: Move[];
  kinds: Kind[];
  score: { ending: string; seats: SeatScore[] };
  view: View;
  events: GameEvent[];
  log: LogLine[];
  coach?: Coach; // only for the learner in a walkthrough
}

export interface Seat {
  seat: number;
  who: 'open' | 'person' | 'bot';
  name: string;
  level: string;
  you: boolean;
  connected: boolean;
  bot: boolean;
  thinking: { done: number; of: number } | null;
  clock: { left: number; runs: boolean } | null;
}

// Fair dice: the commitments and, once the game is over, the revealed shares.
export interface DiceParty {
  seat: number; // 0: the server
  commit: string | null;
  share: string | null;
}

export interface Dice {
  tag: string;
  step: 'none' | 'commit' | 'open' | 'done';
  parties: DiceParty[];
}

export type Clock = null | { kind: 'real'; seconds: number; more: number } | { kind: 'days'; days: number };

export interface Table {
  key?: string;
  watch?: string;
  code?: string;
  name: string;
  game: string;
  title: string;
  options: Record<string, string>;
  content: string;
  public: boolean;
  phase: 'gathering' | 'playing' | 'over' | 'stuck' | 'closed';
  why: string;
  host: boolean;
  spectators: number;
  since: number;
  clock: Clock;
  rematch: string | null;
  open_play: boolean;
  dice?: Dice | null;
  walkthrough: boolean;
  rule?: number | null; // the rule whose scene is played here
  seats: Seat[];
}

export interface TableSummary {
  key: string;
  watch?: string;
  name: string;
  game: string;
  title: string;
  phase: Table['phase'];
  seats: { name: string; who: Seat['who']; you: boolean }[];
  free: number;
  your_turn: boolean;
  host?: boolean;
  since: number;
}

export interface ChatLine {
  who: string;
  seat: number | null;
  text: string;
  at: number;
  version: number;
}

export interface Hint {
  only: boolean;
  said: string[];
  lines: {
    moves: string[];
    labels: string[];
    alike: string[];
    chance: number | null;
    points: number | null;
    reasons: string[];
  }[];
}

export interface Refusal {
  status: string;
  rule: number | null;
  text: string;
}

export interface Me {
  id: number;
  name: string;
}

// The members of the `create` request.
export interface NewTable {
  game: string;
  seats: { who: 'me' | 'open' | 'bot'; name?: string; level?: string }[];
  options: Record<string, string>;
  content?: unknown;
  clock?: Clock;
  public?: boolean;
  name?: string;
  start?: boolean;
}
