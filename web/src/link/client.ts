// How the client reaches a table: it asks, it is told, and it sees whether the line holds. The socket is one
// implementation (socket.ts); everything above this file works with any.
import type { ChatLine, Dice, Hint, LogLine, Me, Moment, Refusal, Table, TableSummary } from '../kit/protocol';

type ConnectionPhase =
  | 'connecting' // the first time
  | 'online'
  | 'slow' // on, but answers take their time
  | 'reconnecting' // lost; trying again by itself
  | 'offline' // lost, and the device says that it has no network
  | 'refused'; // the server will not have us; why says so

export interface ConnectionState {
  phase: ConnectionPhase;
  tries: number; // since the line was lost
  since: number; // when it was lost or came up
  latency: number | null; // milliseconds, of the last answer
  restarted: boolean; // it was lost because the server stopped
  why: string;
  me: Me | null;
  clockOffset: number; // the server's clock less ours
  origin: string; // how others reach the server
  features: string[]; // what the server offers beyond the first protocol
}

export interface Answers {
  hello: {
    me: Me;
    house?: HostSettings;
    server: { version: string; now: number; origin?: string; features?: string[] };
    limits: Record<string, number>;
  };
  ping: { now: number };
  name: { me: Me };
  lobby: Lobby;
  'lobby-off': object;
  create: { table: string };
  check: { content: string };
  open: OpenedTable;
  close: object;
  leave: { done: 'closed' | 'stood' | 'bot' | 'off' };
  link: { path: string; expires: number };
  'sign-out-others': { count: number };
  notify: NotifySettings;
  'notify-mail': NotifySettings;
  'notify-code': NotifySettings;
  'notify-hook': NotifySettings;
  sit: object;
  stand: object;
  seat: object;
  start: object;
  commit: object;
  share: object;
  act: { done: boolean };
  undo: { done: boolean };
  hint: Hint;
  look: { text: string[] };
  'hand-over': object;
  'come-back': object;
  'move-now': object;
  chat: object;
  replay: { moment: Moment; at: number; of: number };
  record: { record: string };
  analyze: object;
  rematch: { table: string };
  'open-play': object;
}

// How one is told of one's turn with no page open: what the house offers, and what one has chosen.
export interface NotifySettings {
  mail: { offered: boolean; address: string; waits: string };
  webhook: { offered: boolean; on: boolean };
}

// What the host of the house has settled for everybody.
export interface HostSettings {
  closed: boolean;
  chat: boolean;
  notice: string;
}

export interface Lobby {
  tables: TableSummary[];
  mine: TableSummary[];
}

export interface OpenedTable {
  table: Table;
  moments: Moment[];
  logs: LogLine[][];
  chat: ChatLine[];
}

export type Push =
  | { push: 'moment'; moment: Moment }
  | { push: 'table'; table: Table }
  | { push: 'dice'; table: string; seat: number; wait: number; dice: Dice }
  | { push: 'chat'; line: ChatLine }
  | { push: 'log'; seat: number | null; line: LogLine }
  | { push: 'thinking'; seat: number; done: number; of: number }
  | ({ push: 'lobby' } & Lobby)
  | { push: 'rematch'; table: string }
  | { push: 'analysis'; part: number; of: number; report: unknown }
  | { push: 'notice'; text: string }
  | { push: 'house'; house: HostSettings }
  | { push: 'over'; text: string };

export interface TableLink {
  readonly state: ConnectionState;
  watch(listener: (state: ConnectionState) => void): () => void; // of every change of the state
  listen(listener: (push: Push) => void): () => void;
  // Rejects with a Refusal, or with Lost when the line broke before the answer: then it may or may not have been done.
  request<What extends keyof Answers>(what: What, members?: object): Promise<Answers[What]>;
  reconnect(): void; // tries now
  stop(): void;
}

export class RefusedError extends Error {
  // moment: the fresh one that comes with a stale move.
  constructor(
    readonly refusal: Refusal,
    readonly moment?: Moment,
  ) {
    super(refusal.text);
  }
}

export class ConnectionLostError extends Error {
  constructor() {
    super('The line broke before the answer came.');
  }
}
