// Shows moments one after another, so that boards can animate their events. Once the animations have taken 1.5 s in
// all, the rest is shown in one step; any click does the same. Times are in milliseconds.
import type { GameEvent, Moment } from '../kit/protocol';
import { prefersReducedMotion } from './prefs';
import { Store } from './store';

interface ShownMoment {
  moment: Moment;
  previousView: Moment['view'] | null;
  events: GameEvent[];
}

const QUEUE_MAX = 1500;
const ONE_EVENT = 260;
const SEVERAL_EVENTS = 480;

export class AnimationQueue {
  readonly shown = new Store<ShownMoment | null>(null);
  readonly busy = new Store(false);
  private queue: Moment[] = [];
  private timer = 0;
  private spent = 0;

  constructor(private readonly onEvents: (events: GameEvent[]) => void = () => {}) {}

  // Shows a moment without animation: for another seat, after a gap, in a replay.
  show(moment: Moment): void {
    this.stop();
    this.shown.set({ moment, previousView: null, events: [] });
  }

  add(moment: Moment): void {
    const now = this.shown.value;
    if (!now || now.moment.seat !== moment.seat || prefersReducedMotion() || document.visibilityState === 'hidden') {
      if (now && now.moment.seat === moment.seat) this.onEvents(moment.events);
      this.show(moment);
      return;
    }
    this.queue.push(moment);
    if (!this.timer) this.next();
  }

  // Skips to the newest moment.
  finish(): void {
    if (!this.queue.length) return;
    clearTimeout(this.timer);
    this.spent = QUEUE_MAX;
    this.next();
  }

  // Stops all animation; the shown moment stays.
  settle(): void {
    this.finish();
    const now = this.shown.value;
    if (now) this.shown.set({ moment: now.moment, previousView: null, events: [] });
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
    const step = this.spent >= QUEUE_MAX ? this.queue.splice(0) : this.queue.splice(0, 1);
    const moment = step[step.length - 1];
    const events = step.flatMap((m) => m.events);
    const length = events.length === 0 ? 0 : events.length === 1 ? ONE_EVENT : SEVERAL_EVENTS;
    this.spent += length;
    this.busy.set(this.queue.length > 0);
    this.shown.set({ moment, previousView: this.shown.value?.moment.view ?? null, events });
    this.onEvents(events);
    this.timer = window.setTimeout(this.next, length);
  };
}
