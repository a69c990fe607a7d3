// The connection as a WebSocket: greets the server, pings it, and reconnects by itself with growing delays. All times
// are in milliseconds.
import {
  ConnectionLostError,
  RefusedError,
  type Answers,
  type ConnectionState,
  type Push,
  type TableClient,
} from './client';

const PING_INTERVAL = 20_000;
const PING_TIMEOUT = 10_000;
const WAKE_TIMEOUT = 4_000; // the same after sleep or a change of network
const SLOW_LATENCY = 700;
const PROBE_AFTER = 1_500; // without an answer, test the connection with a ping
const TICK_INTERVAL = 2_000; // if a tick comes more than 5 s late, the device has slept
const RETRY_DELAYS = [300, 1000, 2000, 4000, 8000, 15000];
// Close codes that correspond to the status of /api/door, for a socket that never opened.
const CLOSE_CODES: Record<number, number> = { 401: 4401, 403: 4403, 429: 4429, 503: 4409 };

interface PendingRequest {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
  sent: number;
}

export class SocketClient implements TableClient {
  state: ConnectionState = {
    phase: 'connecting',
    tries: 0,
    since: Date.now(),
    latency: null,
    restarted: false,
    why: '',
    me: null,
    clockOffset: 0,
    origin: location.origin,
    features: [],
  };
  private socket: WebSocket | null = null;
  private ready = false;
  private nextId = 1;
  private pending = new Map<number, PendingRequest>();
  private watchers = new Set<(state: ConnectionState) => void>();
  private listeners = new Set<(push: Push) => void>();
  private retryTimer = 0;
  private pingTimer = 0;
  private openTimer = 0;
  private lastMessageAt = Date.now();
  private lastTickAt = Date.now();
  private tickTimer = 0;
  private stopped = false;

  constructor(
    private readonly address: string = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
  ) {
    addEventListener('online', this.onWake);
    addEventListener('offline', this.onOffline);
    addEventListener('pageshow', this.onWake);
    document.addEventListener('visibilitychange', this.onWake);
    document.addEventListener('resume', this.onWake);
    this.tickTimer = window.setInterval(this.checkForSleep, TICK_INTERVAL);
    this.open();
  }

  watch(listener: (state: ConnectionState) => void): () => void {
    this.watchers.add(listener);
    return () => this.watchers.delete(listener);
  }

  listen(listener: (push: Push) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  request<What extends keyof Answers>(what: What, members: object = {}): Promise<Answers[What]> {
    if (!this.ready) return Promise.reject(new ConnectionLostError());
    const answer = this.send<What>(what, members);
    const unanswered = window.setTimeout(() => this.ping(WAKE_TIMEOUT), PROBE_AFTER);
    const done = () => clearTimeout(unanswered);
    answer.then(done, done);
    return answer;
  }

  reconnect(): void {
    clearTimeout(this.retryTimer);
    if (this.socket) this.dropSocket();
    clearTimeout(this.retryTimer);
    this.open();
  }

  stop(): void {
    this.stopped = true;
    removeEventListener('online', this.onWake);
    removeEventListener('offline', this.onOffline);
    removeEventListener('pageshow', this.onWake);
    document.removeEventListener('visibilitychange', this.onWake);
    document.removeEventListener('resume', this.onWake);
    clearInterval(this.tickTimer);
    this.dropSocket();
    clearTimeout(this.retryTimer);
  }

  private update(change: Partial<ConnectionState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of [...this.watchers]) listener(this.state);
  }

  private send<What extends keyof Answers>(what: string, members: object): Promise<Answers[What]> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as never, reject, sent: performance.now() });
      try {
        this.socket!.send(JSON.stringify({ do: what, id, ...members }));
      } catch {
        this.pending.delete(id);
        reject(new ConnectionLostError());
      }
    });
  }

  private open(): void {
    if (this.stopped || this.socket) return;
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.address, 'skerry');
    } catch {
      this.onLost(0, '');
      return;
    }
    this.socket = socket;
    this.openTimer = window.setTimeout(() => socket === this.socket && this.dropSocket(), PING_TIMEOUT);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.send<'hello'>('hello', { protocol: 1, dice: true, final: true }).then(
        (hello) => {
          clearTimeout(this.openTimer);
          this.ready = true;
          this.lastMessageAt = Date.now();
          this.pingTimer = window.setInterval(() => this.ping(PING_TIMEOUT), PING_INTERVAL);
          this.ping(PING_TIMEOUT);
          if (hello.house) for (const listener of [...this.listeners]) listener({ push: 'house', house: hello.house });
          this.update({
            phase: 'online',
            tries: 0,
            since: Date.now(),
            restarted: false,
            why: '',
            me: hello.me,
            clockOffset: hello.server.now - Date.now(),
            origin: hello.server.origin || location.origin,
            features: hello.server.features ?? [],
          });
        },
        (error) => error instanceof RefusedError && this.update({ phase: 'refused', why: error.refusal.text }),
      );
    };
    socket.onmessage = (message) => this.onMessage(String(message.data));
    socket.onclose = (close) => {
      if (socket !== this.socket) return;
      if (opened) this.onLost(close.code, close.reason);
      else void this.onNeverOpened(socket);
    };
  }

  private onMessage(text: string): void {
    this.lastMessageAt = Date.now();
    let message: { id?: number; error?: never; moment?: never; push?: string };
    try {
      message = JSON.parse(text);
    } catch {
      return; // not a message of ours
    }
    if (message.push !== undefined) {
      for (const listener of [...this.listeners]) listener(message as Push);
      return;
    }
    const waiting = this.pending.get(message.id ?? -1);
    if (!waiting) return;
    this.pending.delete(message.id!);
    if (message.error) waiting.reject(new RefusedError(message.error, message.moment));
    else waiting.resolve(message as never);
  }

  // Measures the latency and checks that the connection is alive.
  private ping(patience: number): void {
    if (!this.ready) return;
    const socket = this.socket;
    const sent = performance.now();
    const slow = window.setTimeout(
      () => this.ready && socket === this.socket && this.update({ phase: 'slow' }),
      SLOW_LATENCY * 2,
    );
    const dead = window.setTimeout(() => socket === this.socket && this.dropSocket(), patience);
    const done = () => {
      clearTimeout(slow);
      clearTimeout(dead);
    };
    this.send<'ping'>('ping', {}).then((answer) => {
      done();
      const latency = Math.round(performance.now() - sent);
      this.update({
        latency,
        phase: latency > SLOW_LATENCY ? 'slow' : 'online',
        clockOffset: answer.now + latency / 2 - Date.now(),
      });
    }, done);
  }

  // After sleep, on return to the foreground or after a change of network, a socket that looks open may be dead.
  private onWake = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.ready && Date.now() - this.lastMessageAt > 5_000) this.ping(WAKE_TIMEOUT);
    else if (!this.socket) this.reconnect();
  };

  // No event tells when a device slept with the page in front, but the clock does.
  private checkForSleep = (): void => {
    const away = Date.now() - this.lastTickAt;
    this.lastTickAt = Date.now();
    if (away > TICK_INTERVAL + 5_000) this.onWake();
  };

  private onOffline = (): void => {
    if (this.ready) this.ping(WAKE_TIMEOUT);
    else this.update({ phase: 'offline' });
  };

  private dropSocket(): void {
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    this.onLost(0, '');
  }

  private onLost(code: number, reason: string): void {
    const wasReady = this.ready;
    this.socket = null;
    this.ready = false;
    clearTimeout(this.openTimer);
    clearInterval(this.pingTimer);
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const waiting of lost) waiting.reject(new ConnectionLostError());
    if (this.stopped) return;
    const tries = wasReady ? 0 : this.state.tries + 1;
    const final = code === 4403 || code === 4409;
    this.update({
      phase: final
        ? 'refused'
        : navigator.onLine === false
          ? 'offline'
          : this.state.me || tries > 2
            ? 'reconnecting'
            : 'connecting',
      tries,
      since: wasReady || this.state.phase === 'connecting' ? Date.now() : this.state.since,
      restarted: code === 1001 || (this.state.restarted && !wasReady),
      why: reason || (final ? '' : this.state.why),
    });
    if (final) return;
    const pause = code === 4429 ? 15_000 : RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length - 1)];
    this.retryTimer = window.setTimeout(
      () => (code === 4401 ? this.renewCookie() : this.open()),
      pause * (0.8 + Math.random() * 0.4), // spread, so that not all clients return at once
    );
  }

  // The socket never opened. Browsers do not say why, so ask the server.
  private async onNeverOpened(socket: WebSocket): Promise<void> {
    let code = 0;
    let why = '';
    try {
      const answer = await fetch(`/api/door?origin=${encodeURIComponent(location.origin)}`, {
        credentials: 'same-origin',
        cache: 'no-store',
      });
      const access: { status: number; text: string } = await answer.json();
      code = CLOSE_CODES[access.status] ?? 0;
      why = access.text;
    } catch {
      // no server either, or one too old to have this address
    }
    if (socket === this.socket) this.onLost(code, code ? why : '');
  }

  // The cookie is missing: loading a page of the server sets one.
  private renewCookie(): void {
    fetch('/', { credentials: 'same-origin', cache: 'no-store' }).then(
      () => this.open(),
      () => this.open(),
    );
  }
}
