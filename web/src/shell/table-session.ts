// A table as this device knows it: the server's messages, and requests that wait for an answer. It reopens the table
// after every reconnect and then sends the queued move and chat.
import { ConnectionLostError, RefusedError, type OpenedTable, type Push, type TableClient } from '../link/client';
import type { ChatLine, LogLine, Moment, Move, Refusal, Table } from '../kit/protocol';
import { t } from '../kit/words';
import { fairDice } from './connection';
import { writeStored, readStored } from './prefs';
import { Store } from './store';

export type TableAddress = { table: string } | { watch: string } | { code: string };

interface QueuedMove {
  seat: number;
  moves: string[];
  label: string;
  version: number;
  message: number;
}

export interface TableSessionState {
  phase: 'opening' | 'open' | 'gone' | 'failed';
  why: string;
  table: Table | null;
  moments: Record<number, Moment>; // by seat; 0 is the spectator
  logs: Record<number, LogLine[]>;
  chat: ChatLine[];
  queuedChat: string[];
  thinking: Record<number, { done: number; of: number }>;
  queuedMoves: QueuedMove[];
  refusal: Refusal | null;
  notice: string;
  elsewhere: boolean; // another tab has taken over
}

const initialState: TableSessionState = {
  phase: 'opening',
  why: '',
  table: null,
  moments: {},
  logs: {},
  chat: [],
  queuedChat: [],
  thinking: {},
  queuedMoves: [],
  refusal: null,
  notice: '',
  elsewhere: false,
};

// Log lines about seats have no version of their own. After a reconnect the server repeats those of the last known
// version.
const isSeatLine = (line: LogLine): boolean =>
  line.event === 'hand-over' || line.event === 'come-back' || line.event === 'time-out';

function mergeLog(known: LogLine[], lines: LogLine[], knownVersion: number): LogLine[] {
  const isRepeated = (line: LogLine) => isSeatLine(line) && (line.version ?? 0) >= knownVersion;
  const last = known.reduce((most, line) => Math.max(most, isRepeated(line) ? -1 : (line.version ?? 0)), -1);
  return [
    ...known.filter((line) => !isRepeated(line)),
    ...lines.filter((line) => isRepeated(line) || (line.version ?? 0) > last),
  ];
}

export class TableSession {
  private static current: TableSession | null = null; // a connection has one table open at a time
  readonly state = new Store<TableSessionState>(initialState);
  private unsubscribers: (() => void)[] = [];
  private tabChannel: BroadcastChannel | null = null;
  private opening = false;
  private closed = false;

  // onMoment is called for every moment. `fresh` means that it does not follow the previous one, for example after a
  // gap.
  constructor(
    private readonly link: TableClient,
    private readonly address: TableAddress,
    private readonly onMoment: (moment: Moment, fresh: boolean) => void,
  ) {
    TableSession.current = this;
    this.unsubscribers.push(link.listen(this.onPush));
    let was = '';
    const onConnection = () => {
      const { phase } = link.state;
      const is = phase === 'online' || phase === 'slow' ? 'up' : 'down';
      if (is === 'up' && was !== 'up') void this.open();
      was = is;
    };
    this.unsubscribers.push(link.watch(onConnection));
    onConnection();
  }

  // Plays in this tab; other tabs with the same table become read-only.
  claimTab(): void {
    if (!('table' in this.address) || !('BroadcastChannel' in window)) return;
    this.tabChannel = new BroadcastChannel(`skerry.${this.address.table}`);
    this.tabChannel.onmessage = () => this.state.update({ elsewhere: true });
    this.tabChannel.postMessage('here');
  }

  close(): void {
    this.closed = true;
    for (const stop of this.unsubscribers) stop();
    this.tabChannel?.close();
    // otherwise the next session has already replaced it
    if (TableSession.current === this) this.link.request('close').catch(() => {});
  }

  playHere(): void {
    this.tabChannel?.postMessage('here');
    this.state.update({ elsewhere: false });
    void this.open();
  }

  private update(change: Partial<TableSessionState>): void {
    this.state.update(change);
  }

  private async open(): Promise<void> {
    if (this.opening || this.closed) return;
    this.opening = true;
    const { moments } = this.state.value;
    const have = Object.fromEntries(
      Object.entries(moments).map(([seat, m]) => [seat === '0' ? 'null' : seat, m.version]),
    );
    try {
      const opened = await this.link.request(
        'open',
        Object.keys(have).length ? { ...this.address, have } : this.address,
      );
      this.opening = false;
      this.applyOpened(opened);
      await this.sendQueuedMove();
      await this.sendQueuedChat();
    } catch (error) {
      this.opening = false;
      if (error instanceof RefusedError) {
        const gone = error.refusal.status === 'gone' || error.refusal.status === 'unknown';
        this.update({ phase: gone ? 'gone' : 'failed', why: error.refusal.text });
      } // connection lost: the table is reopened after the reconnect
    }
  }

  private applyOpened(opened: OpenedTable): void {
    const { logs: old, moments: had, table: known } = this.state.value;
    const moments: Record<number, Moment> = {};
    const logs: Record<number, LogLine[]> = {};
    const reopened = known?.key === opened.table.key;
    opened.moments.forEach((moment, i) => {
      const seat = moment.seat ?? 0;
      moments[seat] = moment;
      const lines = opened.logs[i] ?? [];
      logs[seat] = reopened && had[seat] ? mergeLog(old[seat] ?? [], lines, had[seat].version) : lines;
    });
    this.update({ phase: 'open', why: '', table: opened.table, moments, logs, chat: opened.chat ?? [], thinking: {} });
    this.checkDice(opened.table);
    for (const moment of Object.values(moments)) this.onMoment(moment, true);
  }

  private onPush = (push: Push): void => {
    const { value } = this.state;
    if (push.push === 'moment') this.applyMoment(push.moment);
    else if (push.push === 'table') this.applyTable(push.table);
    else if (push.push === 'chat') this.update({ chat: [...value.chat, push.line] });
    else if (push.push === 'log') this.appendLogLine(push.seat ?? 0, push.line);
    else if (push.push === 'thinking') {
      this.update({ thinking: { ...value.thinking, [push.seat]: { done: push.done, of: push.of } } });
    } else if (push.push === 'over') this.update({ notice: push.text });
    else if (push.push === 'rematch' && value.table) this.update({ table: { ...value.table, rematch: push.table } });
  };

  private applyTable(table: Table): void {
    const known = this.state.value.table;
    if (known?.key && table.key && known.key !== table.key) return;
    this.update({ table: { ...known, ...table } });
    this.checkDice(table);
    const seated = table.seats.some((s) => s.you && this.state.value.moments[s.seat] === undefined);
    if (known && (known.phase !== table.phase || seated) && table.phase !== 'gathering') void this.open();
  }

  // Warns if the dice do not match what this device was promised.
  private checkDice(table: Table): void {
    const wrong = fairDice.findError(table);
    if (wrong) this.update({ notice: t(`fair.wrong.${wrong}`) });
  }

  private applyMoment(moment: Moment): void {
    const { value } = this.state;
    const seat = moment.seat ?? 0;
    const known = value.moments[seat];
    if (known && moment.after !== undefined && moment.after !== known.version) {
      void this.open(); // a moment was missed
      return;
    }
    const lines = moment.log.map((l) => ({ ...l, version: l.version ?? moment.version }));
    this.update({
      moments: { ...value.moments, [seat]: moment },
      logs: { ...value.logs, [seat]: [...(value.logs[seat] ?? []), ...lines] },
      thinking: {},
    });
    this.onMoment(moment, false);
  }

  private appendLogLine(seat: number, line: LogLine): void {
    const { logs } = this.state.value;
    this.update({ logs: { ...logs, [seat]: [...(logs[seat] ?? []), line] } });
  }

  // Replaces the moment when the server rejects a move as stale.
  private replaceMoment(moment: Moment): void {
    this.update({ moments: { ...this.state.value.moments, [moment.seat ?? 0]: moment } });
    this.onMoment(moment, true);
  }

  // Message numbers increase per seat and table, in whichever tab they are sent.
  private nextMessageNumber(seat: number): number {
    const key = `skerry.message.${this.state.value.table?.key ?? ''}.${seat}`;
    // the time makes them increase across devices, too
    const next = Math.max(readStored<number>(key, 0) + 1, Date.now());
    writeStored(key, next);
    return next;
  }

  async act(seat: number, moves: Move[]): Promise<boolean> {
    const moment = this.state.value.moments[seat];
    if (!moment || this.state.value.queuedMoves.length) return false;
    const move: QueuedMove = {
      seat,
      moves: moves.map((m) => m.text),
      label: moves.map((m) => m.label).join(', '),
      version: moment.version,
      message: this.nextMessageNumber(seat),
    };
    this.update({ queuedMoves: [move], refusal: null });
    return this.sendQueuedMove();
  }

  private async sendQueuedMove(): Promise<boolean> {
    const [move] = this.state.value.queuedMoves;
    if (!move) return true;
    const { label: _, ...members } = move;
    try {
      await this.link.request('act', members);
      this.update({ queuedMoves: [] });
      return true;
    } catch (error) {
      if (error instanceof RefusedError) {
        this.update({ queuedMoves: [], refusal: error.refusal });
        if (error.moment) this.replaceMoment(error.moment);
      }
      return false; // connection lost: it stays queued and is sent after the reconnect
    }
  }

  // Any other request. A refusal is shown below the actions.
  async request(what: Parameters<TableClient['request']>[0], members: object = {}): Promise<boolean> {
    this.update({ refusal: null });
    try {
      await this.link.request(what, members);
      return true;
    } catch (error) {
      this.showRefusal(error);
      return false;
    }
  }

  showRefusal(error: unknown): void {
    if (error instanceof RefusedError) this.update({ refusal: error.refusal });
    else if (error instanceof ConnectionLostError) this.update({ refusal: { status: 'lost', rule: null, text: '' } });
  }

  clearRefusal(): void {
    if (this.state.value.refusal) this.update({ refusal: null });
  }

  async sendChat(text: string): Promise<void> {
    this.update({ queuedChat: [...this.state.value.queuedChat, text] });
    await this.sendQueuedChat();
  }

  private async sendQueuedChat(): Promise<void> {
    const [text] = this.state.value.queuedChat;
    if (text === undefined) return;
    try {
      await this.link.request('chat', { text });
      this.update({ queuedChat: this.state.value.queuedChat.slice(1) });
      await this.sendQueuedChat();
    } catch (error) {
      if (!(error instanceof RefusedError)) return; // sent after the reconnect
      this.update({ queuedChat: this.state.value.queuedChat.slice(1), refusal: error.refusal });
    }
  }
}

export const ownSeats = (table: Table | null): number[] =>
  table ? table.seats.filter((s) => s.you).map((s) => s.seat) : [];
