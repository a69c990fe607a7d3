// The client's connection to the server: requests, pushes and the connection's state. The socket (socket.ts) is one
// implementation; everything above this file works with any other.
import type { ChatLine, Dice, Hint, LogLine, Me, Moment, Refusal, Table, TableSummary } from '../kit/protocol';

type ConnectionPhase =
  | 'connecting' // for the first time
  | 'online'
  | 'slow' // online, but answers are slow
  | 'reconnecting' // lost; retries by itself
  | 'offline' // lost, and the device reports no network
  | 'refused'; // the server refuses this client; `why` says why

export interface ConnectionState {
  phase: ConnectionPhase;
  tries: number; // failed attempts since the connection was lost
  since: number; // when it was lost or established
  latency: number | null; // of the last ping, in milliseconds
  restarted: boolean; // it was lost because the server shut down
  why: string;
  me: Me | null;
  clockOffset: number; // server time minus local time, in milliseconds
  origin: string; // the server's address for others
  features: string[]; // optional parts of the protocol that the server offers
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

// How the person is notified of their turn when no page is open: what the house offers and what they chose.
export interface NotifySettings {
  mail: { offered: boolean; address: string; waits: string };
  webhook: { offered: boolean; on: boolean };
}

// The host's settings that concern everyone.
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

export interface TableClient {
  readonly state: ConnectionState;
  watch(listener: (state: ConnectionState) => void): () => void; // calls back on every change of the state
  listen(listener: (push: Push) => void): () => void;
  // Rejects with a RefusedError, or with a ConnectionLostError if the connection broke before the answer. In the
  // second case the request may or may not have been carried out.
  request<What extends keyof Answers>(what: What, members?: object): Promise<Answers[What]>;
  reconnect(): void; // tries to connect now
  stop(): void;
}

export class RefusedError extends Error {
  // moment: the current one, sent when a move is stale
  constructor(
    readonly refusal: Refusal,
    readonly moment?: Moment,
  ) {
    super(refusal.text);
  }
}

export class ConnectionLostError extends Error {
  constructor() {
    super('The connection broke before the answer arrived.');
  }
}
