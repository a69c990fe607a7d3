// One table as this device knows it: what the line told, what was sent and waits for its answer. It opens the table again
// whenever the line comes back, and sends what was kept.
import { Lost, Refused, type Opened, type Push, type TableLink } from '../link/client';
import type { ChatLine, LogLine, Moment, Move, Refusal, Table } from '../kit/protocol';
import { t } from '../kit/words';
import { fair } from './connection';
import { keep, kept } from './prefs';
import { Store } from './store';

export type Door = { table: string } | { watch: string } | { code: string };

interface KeptMove {
  seat: number;
  moves: string[];
  label: string;
  version: number;
  message: number;
}

export interface RoomState {
  phase: 'opening' | 'open' | 'gone' | 'failed';
  why: string;
  table: Table | null;
  moments: Record<number, Moment>; // by seat; 0: the spectator's
  logs: Record<number, LogLine[]>;
  chat: ChatLine[];
  unsent: string[];
  thinking: Record<number, { done: number; of: number }>;
  outbox: KeptMove[];
  refusal: Refusal | null;
  notice: string;
  elsewhere: boolean; // another tab plays here
}

const nothing: RoomState = {
  phase: 'opening',
  why: '',
  table: null,
  moments: {},
  logs: {},
  chat: [],
  unsent: [],
  thinking: {},
  outbox: [],
  refusal: null,
  notice: '',
  elsewhere: false,
};

// What became of a seat has no version of its own: of the one that was known the server says all such lines again.
const seatLine = (line: LogLine): boolean =>
  line.event === 'hand-over' || line.event === 'come-back' || line.event === 'time-out';

function joined(known: LogLine[], lines: LogLine[], had: number): LogLine[] {
  const again = (line: LogLine) => seatLine(line) && (line.version ?? 0) >= had;
  const last = known.reduce((most, line) => Math.max(most, again(line) ? -1 : (line.version ?? 0)), -1);
  return [
    ...known.filter((line) => !again(line)),
    ...lines.filter((line) => again(line) || (line.version ?? 0) > last),
  ];
}

export class Room {
  private static latest: Room | null = null; // a connection has one table open at a time
  readonly state = new Store<RoomState>(nothing);
  private stops: (() => void)[] = [];
  private tabs: BroadcastChannel | null = null;
  private opening = false;
  private left = false;

  // Told of every moment as it comes: one after the other in order, or fresh after a gap.
  constructor(
    private readonly link: TableLink,
    private readonly door: Door,
    private readonly moved: (moment: Moment, fresh: boolean) => void,
  ) {
    Room.latest = this;
    this.stops.push(link.listen(this.hear));
    let was = '';
    const up = () => {
      const { phase } = link.state;
      const is = phase === 'on' || phase === 'slow' ? 'up' : 'down';
      if (is === 'up' && was !== 'up') void this.open();
      was = is;
    };
    this.stops.push(link.watch(up));
    up();
  }

  // This tab plays; another that plays the same table only looks on from now on.
  plays(): void {
    if (!('table' in this.door) || !('BroadcastChannel' in window)) return;
    this.tabs = new BroadcastChannel(`skerry.${this.door.table}`);
    this.tabs.onmessage = () => this.state.update({ elsewhere: true });
    this.tabs.postMessage('here');
  }

  leave(): void {
    this.left = true;
    for (const stop of this.stops) stop();
    this.tabs?.close();
    if (Room.latest === this) this.link.ask('close').catch(() => {}); // otherwise the next one took its place
  }

  playHere(): void {
    this.tabs?.postMessage('here');
    this.state.update({ elsewhere: false });
    void this.open();
  }

  private update(change: Partial<RoomState>): void {
    this.state.update(change);
  }

  private async open(): Promise<void> {
    if (this.opening || this.left) return;
    this.opening = true;
    const { moments } = this.state.value;
    const have = Object.fromEntries(
      Object.entries(moments).map(([seat, m]) => [seat === '0' ? 'null' : seat, m.version]),
    );
    try {
      const opened = await this.link.ask('open', Object.keys(have).length ? { ...this.door, have } : this.door);
      this.opening = false;
      this.took(opened);
      await this.sendKept();
      await this.sendSaid();
    } catch (error) {
      this.opening = false;
      if (error instanceof Refused) {
        const gone = error.refusal.status === 'gone' || error.refusal.status === 'unknown';
        this.update({ phase: gone ? 'gone' : 'failed', why: error.refusal.text });
      } // lost: the line comes back and opens again
    }
  }

  private took(opened: Opened): void {
    const { logs: old, moments: had, table: before } = this.state.value;
    const moments: Record<number, Moment> = {};
    const logs: Record<number, LogLine[]> = {};
    const again = before?.key === opened.table.key;
    opened.moments.forEach((moment, i) => {
      const seat = moment.seat ?? 0;
      moments[seat] = moment;
      const lines = opened.logs[i] ?? [];
      logs[seat] = again && had[seat] ? joined(old[seat] ?? [], lines, had[seat].version) : lines;
    });
    this.update({ phase: 'open', why: '', table: opened.table, moments, logs, chat: opened.chat ?? [], thinking: {} });
    this.judge(opened.table);
    for (const moment of Object.values(moments)) this.moved(moment, true);
  }

  private hear = (push: Push): void => {
    const { value } = this.state;
    if (push.push === 'moment') this.hearMoment(push.moment);
    else if (push.push === 'table') this.hearTable(push.table);
    else if (push.push === 'chat') this.update({ chat: [...value.chat, push.line] });
    else if (push.push === 'log') this.hearLine(push.seat ?? 0, push.line);
    else if (push.push === 'thinking') {
      this.update({ thinking: { ...value.thinking, [push.seat]: { done: push.done, of: push.of } } });
    } else if (push.push === 'over') this.update({ notice: push.text });
    else if (push.push === 'rematch' && value.table) this.update({ table: { ...value.table, rematch: push.table } });
  };

  private hearTable(table: Table): void {
    const before = this.state.value.table;
    if (before?.key && table.key && before.key !== table.key) return;
    this.update({ table: { ...before, ...table } });
    this.judge(table);
    const seated = table.seats.some((s) => s.you && this.state.value.moments[s.seat] === undefined);
    if (before && (before.phase !== table.phase || seated) && table.phase !== 'gathering') void this.open();
  }

  // The dice are not what this device was promised.
  private judge(table: Table): void {
    const wrong = fair.judge(table);
    if (wrong) this.update({ notice: t(`fair.wrong.${wrong}`) });
  }

  private hearMoment(moment: Moment): void {
    const { value } = this.state;
    const seat = moment.seat ?? 0;
    const known = value.moments[seat];
    if (known && moment.after !== undefined && moment.after !== known.version) {
      void this.open(); // something was missed
      return;
    }
    const lines = moment.log.map((l) => ({ ...l, version: l.version ?? moment.version }));
    this.update({
      moments: { ...value.moments, [seat]: moment },
      logs: { ...value.logs, [seat]: [...(value.logs[seat] ?? []), ...lines] },
      thinking: {},
    });
    this.moved(moment, false);
  }

  private hearLine(seat: number, line: LogLine): void {
    const { logs } = this.state.value;
    this.update({ logs: { ...logs, [seat]: [...(logs[seat] ?? []), line] } });
  }

  // A moment out of the row: what was decided on is no longer true.
  private fresh(moment: Moment): void {
    this.update({ moments: { ...this.state.value.moments, [moment.seat ?? 0]: moment } });
    this.moved(moment, true);
  }

  // Numbers of messages rise for each seat and table, whichever tab sends them.
  private message(seat: number): number {
    const key = `skerry.message.${this.state.value.table?.key ?? ''}.${seat}`;
    const next = Math.max(kept<number>(key, 0) + 1, Date.now()); // rises on every device alike
    keep(key, next);
    return next;
  }

  async act(seat: number, moves: Move[]): Promise<boolean> {
    const moment = this.state.value.moments[seat];
    if (!moment || this.state.value.outbox.length) return false;
    const move: KeptMove = {
      seat,
      moves: moves.map((m) => m.text),
      label: moves.map((m) => m.label).join(', '),
      version: moment.version,
      message: this.message(seat),
    };
    this.update({ outbox: [move], refusal: null });
    return this.sendKept();
  }

  private async sendKept(): Promise<boolean> {
    const [move] = this.state.value.outbox;
    if (!move) return true;
    const { label: _, ...members } = move;
    try {
      await this.link.ask('act', members);
      this.update({ outbox: [] });
      return true;
    } catch (error) {
      if (error instanceof Refused) {
        this.update({ outbox: [], refusal: error.refusal });
        if (error.moment) this.fresh(error.moment);
      }
      return false; // lost: it is kept and goes out when the line is back
    }
  }

  // Anything else; a refusal is shown at the foot of the actions.
  async ask(what: Parameters<TableLink['ask']>[0], members: object = {}): Promise<boolean> {
    this.update({ refusal: null });
    try {
      await this.link.ask(what, members);
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    }
  }

  refuse(error: unknown): void {
    if (error instanceof Refused) this.update({ refusal: error.refusal });
    else if (error instanceof Lost) this.update({ refusal: { status: 'lost', rule: null, text: '' } });
  }

  clear(): void {
    if (this.state.value.refusal) this.update({ refusal: null });
  }

  async say(text: string): Promise<void> {
    this.update({ unsent: [...this.state.value.unsent, text] });
    await this.sendSaid();
  }

  private async sendSaid(): Promise<void> {
    const [text] = this.state.value.unsent;
    if (text === undefined) return;
    try {
      await this.link.ask('chat', { text });
      this.update({ unsent: this.state.value.unsent.slice(1) });
      await this.sendSaid();
    } catch (error) {
      if (!(error instanceof Refused)) return; // it goes out when the line is back
      this.update({ unsent: this.state.value.unsent.slice(1), refusal: error.refusal });
    }
  }
}

export const mine = (table: Table | null): number[] =>
  table ? table.seats.filter((s) => s.you).map((s) => s.seat) : [];
