// The line to the server as a WebSocket: opens, greets, beats, and opens again by itself with growing pauses.
import { Lost, Refused, type Answers, type LineState, type Push, type TableLink } from './client';

const BEAT = 20_000; // between pings
const DEAD = 10_000; // without the answer to one
const AWAKE = 4_000; // the same, after sleep or a change of network
const SLOW = 700;
const UNANSWERED = 1_500; // then the line itself is asked
const TICK = 2_000; // a clock that jumps further than this, and then some, has slept
const PAUSES = [300, 1000, 2000, 4000, 8000, 15000];
// What the server would have closed with, had it opened: by the status of its door.
const DOORS: Record<number, number> = { 401: 4401, 403: 4403, 429: 4429, 503: 4409 };

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
  sent: number;
}

export class SocketLink implements TableLink {
  state: LineState = {
    phase: 'connecting',
    tries: 0,
    since: Date.now(),
    latency: null,
    restarted: false,
    why: '',
    me: null,
    ahead: 0,
    origin: location.origin,
    features: [],
  };
  private socket: WebSocket | null = null;
  private greeted = false;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private watchers = new Set<(state: LineState) => void>();
  private listeners = new Set<(push: Push) => void>();
  private pause = 0; // timers
  private beat = 0;
  private dead = 0;
  private heard = Date.now();
  private ticked = Date.now();
  private tick = 0;
  private stopped = false;

  constructor(
    private readonly address: string = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
  ) {
    addEventListener('online', this.awake);
    addEventListener('offline', this.offline);
    addEventListener('pageshow', this.awake);
    document.addEventListener('visibilitychange', this.awake);
    document.addEventListener('resume', this.awake);
    this.tick = window.setInterval(this.slept, TICK);
    this.open();
  }

  watch(told: (state: LineState) => void): () => void {
    this.watchers.add(told);
    return () => this.watchers.delete(told);
  }

  listen(told: (push: Push) => void): () => void {
    this.listeners.add(told);
    return () => this.listeners.delete(told);
  }

  ask<What extends keyof Answers>(what: What, members: object = {}): Promise<Answers[What]> {
    if (!this.greeted) return Promise.reject(new Lost());
    const answer = this.send<What>(what, members);
    const unanswered = window.setTimeout(() => this.ping(AWAKE), UNANSWERED);
    const done = () => clearTimeout(unanswered);
    answer.then(done, done);
    return answer;
  }

  again(): void {
    clearTimeout(this.pause);
    if (this.socket) this.drop();
    clearTimeout(this.pause);
    this.open();
  }

  stop(): void {
    this.stopped = true;
    removeEventListener('online', this.awake);
    removeEventListener('offline', this.offline);
    removeEventListener('pageshow', this.awake);
    document.removeEventListener('visibilitychange', this.awake);
    document.removeEventListener('resume', this.awake);
    clearInterval(this.tick);
    this.drop();
    clearTimeout(this.pause);
  }

  private set(change: Partial<LineState>): void {
    this.state = { ...this.state, ...change };
    for (const told of [...this.watchers]) told(this.state);
  }

  private send<What extends keyof Answers>(what: string, members: object): Promise<Answers[What]> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as never, reject, sent: performance.now() });
      try {
        this.socket!.send(JSON.stringify({ do: what, id, ...members }));
      } catch {
        this.waiting.delete(id);
        reject(new Lost());
      }
    });
  }

  private open(): void {
    if (this.stopped || this.socket) return;
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.address, 'skerry');
    } catch {
      this.lost(0, '');
      return;
    }
    this.socket = socket;
    this.dead = window.setTimeout(() => socket === this.socket && this.drop(), DEAD);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.send<'hello'>('hello', { protocol: 1, dice: true, final: true }).then(
        (hello) => {
          clearTimeout(this.dead);
          this.greeted = true;
          this.heard = Date.now();
          this.beat = window.setInterval(() => this.ping(DEAD), BEAT);
          this.ping(DEAD);
          if (hello.house) for (const told of [...this.listeners]) told({ push: 'house', house: hello.house });
          this.set({
            phase: 'on',
            tries: 0,
            since: Date.now(),
            restarted: false,
            why: '',
            me: hello.me,
            ahead: hello.server.now - Date.now(),
            origin: hello.server.origin || location.origin,
            features: hello.server.features ?? [],
          });
        },
        (error) => error instanceof Refused && this.set({ phase: 'refused', why: error.refusal.text }),
      );
    };
    socket.onmessage = (message) => this.hear(String(message.data));
    socket.onclose = (close) => {
      if (socket !== this.socket) return;
      if (opened) this.lost(close.code, close.reason);
      else void this.turned(socket);
    };
  }

  private hear(text: string): void {
    this.heard = Date.now();
    let message: { id?: number; error?: never; moment?: never; push?: string };
    try {
      message = JSON.parse(text);
    } catch {
      return; // not ours
    }
    if (message.push !== undefined) {
      for (const told of [...this.listeners]) told(message as Push);
      return;
    }
    const waiting = this.waiting.get(message.id ?? -1);
    if (!waiting) return;
    this.waiting.delete(message.id!);
    if (message.error) waiting.reject(new Refused(message.error, message.moment));
    else waiting.resolve(message as never);
  }

  // Measures the line and finds out whether it still holds.
  private ping(patience: number): void {
    if (!this.greeted) return;
    const socket = this.socket;
    const sent = performance.now();
    const slow = window.setTimeout(
      () => this.greeted && socket === this.socket && this.set({ phase: 'slow' }),
      SLOW * 2,
    );
    const dead = window.setTimeout(() => socket === this.socket && this.drop(), patience);
    const done = () => {
      clearTimeout(slow);
      clearTimeout(dead);
    };
    this.send<'ping'>('ping', {}).then((answer) => {
      done();
      const latency = Math.round(performance.now() - sent);
      this.set({ latency, phase: latency > SLOW ? 'slow' : 'on', ahead: answer.now + latency / 2 - Date.now() });
    }, done);
  }

  // After sleep, in the foreground again or on another network: a line that looks open may be long dead.
  private awake = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.greeted && Date.now() - this.heard > 5_000) this.ping(AWAKE);
    else if (!this.socket) this.again();
  };

  // A lid closed over a page that stays in front: nothing tells of it but the clock.
  private slept = (): void => {
    const away = Date.now() - this.ticked;
    this.ticked = Date.now();
    if (away > TICK + 5_000) this.awake();
  };

  private offline = (): void => {
    if (this.greeted) this.ping(AWAKE);
    else this.set({ phase: 'off' });
  };

  private drop(): void {
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    this.lost(0, '');
  }

  private lost(code: number, reason: string): void {
    const before = this.greeted;
    this.socket = null;
    this.greeted = false;
    clearTimeout(this.dead);
    clearInterval(this.beat);
    const broken = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of broken) waiting.reject(new Lost());
    if (this.stopped) return;
    const tries = before ? 0 : this.state.tries + 1;
    const firm = code === 4403 || code === 4409;
    this.set({
      phase: firm
        ? 'refused'
        : navigator.onLine === false
          ? 'off'
          : this.state.me || tries > 2
            ? 'again'
            : 'connecting',
      tries,
      since: before || this.state.phase === 'connecting' ? Date.now() : this.state.since,
      restarted: code === 1001 || (this.state.restarted && !before),
      why: reason || (firm ? '' : this.state.why),
    });
    if (firm) return;
    const pause = code === 4429 ? 15_000 : PAUSES[Math.min(tries, PAUSES.length - 1)];
    this.pause = window.setTimeout(
      () => (code === 4401 ? this.greetAgain() : this.open()),
      pause * (0.8 + Math.random() * 0.4), // so that not everybody comes back at once
    );
  }

  // It never opened. Browsers keep to themselves why; the server says it to whoever asks.
  private async turned(socket: WebSocket): Promise<void> {
    let code = 0;
    let why = '';
    try {
      const answer = await fetch(`/api/door?origin=${encodeURIComponent(location.origin)}`, {
        credentials: 'same-origin',
        cache: 'no-store',
      });
      const door: { status: number; text: string } = await answer.json();
      code = DOORS[door.status] ?? 0;
      why = door.text;
    } catch {
      // there is no server either, or an older one
    }
    if (socket === this.socket) this.lost(code, code ? why : '');
  }

  // No cookie: a page of the server sets one.
  private greetAgain(): void {
    fetch('/', { credentials: 'same-origin', cache: 'no-store' }).then(
      () => this.open(),
      () => this.open(),
    );
  }
}
