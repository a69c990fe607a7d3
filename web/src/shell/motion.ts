// Shows moments one after another, so that boards can set their events in motion. What waits longer than 1.5 s in all
// is merged into one step; any click finishes at once.
import type { GameEvent, Moment } from '../kit/protocol';
import { isStill } from './prefs';
import { Store } from './store';

interface Shown {
  moment: Moment;
  before: Moment['view'] | null;
  events: GameEvent[];
}

const MOST = 1500;
const MOVE = 260;
const TELL = 480;

export class Motion {
  readonly shown = new Store<Shown | null>(null);
  readonly busy = new Store(false);
  private queue: Moment[] = [];
  private timer = 0;
  private spent = 0;

  constructor(private readonly told: (events: GameEvent[]) => void = () => {}) {}

  // As it is, without motion: another seat, after a gap, a replay.
  show(moment: Moment): void {
    this.stop();
    this.shown.set({ moment, before: null, events: [] });
  }

  add(moment: Moment): void {
    const now = this.shown.value;
    if (!now || now.moment.seat !== moment.seat || isStill() || document.visibilityState === 'hidden') {
      if (now && now.moment.seat === moment.seat) this.told(moment.events);
      this.show(moment);
      return;
    }
    this.queue.push(moment);
    if (!this.timer) this.next();
  }

  // To the end of what is known, now.
  finish(): void {
    if (!this.queue.length) return;
    clearTimeout(this.timer);
    this.spent = MOST;
    this.next();
  }

  // Nothing moves any more; what is shown stays.
  settle(): void {
    this.finish();
    const now = this.shown.value;
    if (now) this.shown.set({ moment: now.moment, before: null, events: [] });
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.spent = 0;
    this.queue = [];
    this.busy.set(false);
  }

  private next = (): void => {
    this.timer = 0;
    if (!this.queue.length) {
      this.spent = 0;
      this.busy.set(false);
      return;
    }
    const step = this.spent >= MOST ? this.queue.splice(0) : this.queue.splice(0, 1);
    const moment = step[step.length - 1];
    const events = step.flatMap((m) => m.events);
    const length = events.length === 0 ? 0 : events.length === 1 ? MOVE : TELL;
    this.spent += length;
    this.busy.set(this.queue.length > 0);
    this.shown.set({ moment, before: this.shown.value?.moment.view ?? null, events });
    this.told(events);
    this.timer = window.setTimeout(this.next, length);
  };
}
