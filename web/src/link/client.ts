// How the client reaches a table: it asks, it is told, and it sees whether the line holds. The socket is one
// implementation (socket.ts); everything above this file works with any.
import type { ChatLine, Dice, Hint, LogLine, Me, Moment, Refusal, Table, TableLine } from '../kit/protocol';

type LinePhase =
  | 'connecting' // the first time
  | 'on'
  | 'slow' // on, but answers take their time
  | 'again' // lost; trying again by itself
  | 'off' // lost, and the device says that it has no network
  | 'refused'; // the server will not have us; why says so

export interface LineState {
  phase: LinePhase;
  tries: number; // since the line was lost
  since: number; // when it was lost or came up
  latency: number | null; // milliseconds, of the last answer
  restarted: boolean; // it was lost because the server stopped
  why: string;
  me: Me | null;
  ahead: number; // the server's clock less ours
  origin: string; // how others reach the server
  features: string[]; // what the server offers beyond the first protocol
}

export interface Answers {
  hello: {
    me: Me;
    house?: House;
    server: { version: string; now: number; origin?: string; features?: string[] };
    limits: Record<string, number>;
  };
  ping: { now: number };
  name: { me: Me };
  lobby: Lobby;
  'lobby-off': object;
  create: { table: string };
  check: { content: string };
  open: Opened;
  close: object;
  leave: { done: 'closed' | 'stood' | 'bot' | 'off' };
  link: { path: string; expires: number };
  'sign-out-others': { count: number };
  notify: Told;
  'notify-mail': Told;
  'notify-code': Told;
  'notify-hook': Told;
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
export interface Told {
  mail: { offered: boolean; address: string; waits: string };
  webhook: { offered: boolean; on: boolean };
}

// What the host of the house has settled for everybody.
export interface House {
  closed: boolean;
  chat: boolean;
  notice: string;
}

export interface Lobby {
  tables: TableLine[];
  mine: TableLine[];
}

export interface Opened {
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
  | { push: 'house'; house: House }
  | { push: 'over'; text: string };

export interface TableLink {
  readonly state: LineState;
  watch(told: (state: LineState) => void): () => void; // of every change of the state
  listen(told: (push: Push) => void): () => void;
  // Rejects with a Refusal, or with Lost when the line broke before the answer: then it may or may not have been done.
  ask<What extends keyof Answers>(what: What, members?: object): Promise<Answers[What]>;
  again(): void; // tries now
  stop(): void;
}

export class Refused extends Error {
  // moment: the fresh one that comes with a stale move.
  constructor(
    readonly refusal: Refusal,
    readonly moment?: Moment,
  ) {
    super(refusal.text);
  }
}

export class Lost extends Error {
  constructor() {
    super('The line broke before the answer came.');
  }
}
