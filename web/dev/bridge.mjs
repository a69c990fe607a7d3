// A small stand-in for the server while working on the client: serves dist/ and speaks the table protocol over
// `skerry engine`. Everything is in memory, everybody is one guest; no clocks, no replays.
// Usage: node dev/bridge.mjs [PORT [LAG_MS]]
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const [port = '8099', lag = '0'] = process.argv.slice(2);
const child = spawn(process.env.SKERRY ?? join(web, '../build/src/cli/skerry'), ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
let turn = Promise.resolve();
const engine = (request) =>
  (turn = turn.then(async () => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    return JSON.parse((await lines.next()).value);
  }));

const { games } = await engine({ do: 'games' });
const words = { common: (await engine({ do: 'words' })).words };
const about = { atoll: ['The island sinks under you. Four treasures, one way off, and the tide reads your dice.', 15], takara: ['Six shafts, two Stones of Legend. Peek, dig, bluff about what you saw.', 45], nevergiveup: ['A cat, a monkey, a parrot and a phrase to dig up letter by letter.', 30], ayeaye: ['Build a raft before the other scoundrels. Duels with sabres, shots on the Plank.', 90], tendays: ['Keep three castaways alive, trade hard, and be chosen when a sail appears.', 60] };
for (const g of games) {
  words[g.game] = (await engine({ do: 'words', game: g.game })).words;
  Object.assign(g, { title: words[g.game].title, about: about[g.game]?.[0] ?? '', designer: 'A. Designer', minutes: about[g.game]?.[1] ?? 30 });
}
const tables = new Map();
const me = { id: 1, name: 'Marit' };
const names = ['Storm Petrel', 'Kittiwake', 'Gannet Rock', 'Black Guillemot'];
const bots = ['Quill', 'Tern', 'Sorrel', 'Fulmar', 'Pip', 'Knot'];
const clients = new Set();
const key = () => randomBytes(8).toString('hex');
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const shown = (t) => ({ key: t.key, watch: `w${t.key}`, code: 'TERN-42', name: t.name, game: t.game, title: words[t.game].title, options: t.options, content: t.game, public: t.public, phase: t.phase, why: '', host: true, spectators: 0, since: t.since, clock: null, rematch: null, open_play: t.open, seats: t.seats });
const row = (t) => ({ key: t.key, name: t.name, game: t.game, title: words[t.game].title, phase: t.phase, seats: t.seats.map((s) => ({ name: s.name, who: s.who, you: s.you })), free: t.seats.filter((s) => s.who === 'open').length, your_turn: t.phase === 'playing' && t.toAct.some((s) => t.seats[s - 1].you), since: t.since });
const lobby = () => ({ tables: [...tables.values()].filter((t) => t.public).map(row), mine: [...tables.values()].filter((t) => t.seats.some((s) => s.you)).map(row) });
const push = (t, message) => { for (const c of clients) if (c.table === t || (t === null && c.lobby)) c.send(message); };

const viewers = (t) => t.seats.filter((s) => s.you).map((s) => s.seat);
async function tell(t) {
  const list = viewers(t).length ? viewers(t) : ['spectator'];
  for (const seat of list) {
    const { moment } = await engine({ do: 'moment', handle: t.handle, seat });
    const known = t.moments[seat];
    if (known && known.version === moment.version && known.can_undo === moment.can_undo && known.moves.length === moment.moves.length) continue;
    t.toAct = moment.to_act;
    t.phase = moment.over ? 'over' : 'playing';
    const log = moment.log.map((l) => ({ ...l, version: moment.version }));
    t.logs[seat] = [...(t.logs[seat] ?? []), ...log];
    t.moments[seat] = moment;
    if (known) push(t, { push: 'moment', moment: { ...moment, after: known.version } });
  }
}
async function run(t) {
  if (t.running) return;
  t.running = true;
  while (t.phase === 'playing') {
    const where = await engine({ do: 'view', handle: t.handle, seat: 'spectator' });
    if (where.over) break;
    const seat = where.to_act.find((s) => t.seats[s - 1].who === 'bot' || t.seats[s - 1].bot);
    if (!seat) break;
    push(t, { push: 'thinking', seat, done: 1, of: 2 });
    const hint = await engine({ do: 'hint', handle: t.handle, seat, games: 1 });
    const legal = hint.moves?.[0]?.text ?? (await engine({ do: 'moment', handle: t.handle, seat })).moment.moves[0].text;
    await sleep(Number(process.env.PACE ?? 250));
    await engine({ do: 'act', handle: t.handle, seat, move: legal });
    await tell(t);
  }
  t.running = false;
  push(t, { push: 'table', table: shown(t) });
}
async function start(t) {
  t.seats.forEach((s, i) => { if (s.who === 'open') Object.assign(s, { who: 'bot', level: 'easy', name: bots[i] }); });
  const opened = await engine({ do: 'new', game: t.game, seats: t.seats.length, seed: t.seed, names: t.seats.map((s) => s.name), ...(Object.keys(t.options).length ? { options: t.options } : {}) });
  if (opened.error) throw opened.error;
  t.handle = opened.handle;
  t.phase = 'playing';
  await tell(t);
  push(t, { push: 'table', table: shown(t) });
  void run(t);
}

const does = {
  hello: () => ({ me, server: { version: 'dev', now: Date.now() }, limits: {} }),
  ping: () => ({ now: Date.now() }),
  name: (c, m) => { me.name = m.name; return { me }; },
  lobby: (c) => { c.lobby = true; return lobby(); },
  'lobby-off': (c) => { c.lobby = false; return {}; },
  create: async (c, m) => {
    const t = { key: key(), game: m.game, name: names[tables.size % names.length], options: Object.fromEntries(Object.entries(m.options ?? {}).map(([k, v]) => [k, /^\d+$/.test(v) ? Number(v) : v])), public: m.public ?? false, open: false, phase: 'gathering', since: Date.now(), toAct: [], moments: {}, logs: {}, chat: [], seed: Number(process.env.SEED ?? 7) };
    t.seats = m.seats.map((s, i) => ({ seat: i + 1, who: s.who === 'me' ? 'person' : s.who, name: s.name ?? (s.who === 'me' ? me.name : s.who === 'bot' ? bots[i] : ''), level: s.level ?? '', you: s.who === 'me', connected: true, bot: false, thinking: null, clock: null }));
    tables.set(t.key, t);
    if (m.start) await start(t);
    push(null, { push: 'lobby', ...lobby() });
    return { table: t.key };
  },
  open: (c, m) => {
    const t = m.code ? [...tables.values()].at(-1) : tables.get(m.table ?? m.watch?.slice(1));
    if (!t) throw { status: 'gone', rule: null, text: 'There is no such table, or it is not for you.' };
    c.table = t;
    const seats = Object.keys(t.moments);
    return { table: shown(t), moments: seats.map((s) => t.moments[s]), logs: seats.map((s) => t.logs[s].filter((l) => l.version > (m.have?.[s] ?? -1))), chat: t.chat };
  },
  close: (c) => { c.table = null; return {}; },
  link: () => ({ path: `/in/${key()}`, expires: Date.now() + 600000 }),
  'sign-out-others': () => ({ count: 0 }),
  seat: (c, m) => { const s = c.table.seats[m.seat - 1]; Object.assign(s, { who: m.who === 'me' ? 'person' : m.who, you: m.who === 'me', level: m.level ?? '', name: m.who === 'bot' ? bots[m.seat - 1] : m.who === 'me' ? me.name : '' }); push(c.table, { push: 'table', table: shown(c.table) }); return {}; },
  sit: (c, m) => does.seat(c, { ...m, who: 'me' }),
  stand: (c, m) => does.seat(c, { ...m, who: 'open' }),
  start: async (c) => { await start(c.table); return {}; },
  act: async (c, m) => {
    for (const move of m.moves) {
      const answer = await engine({ do: 'act', handle: c.table.handle, seat: m.seat, move });
      if (answer.error) throw answer.error;
      await tell(c.table);
    }
    void run(c.table);
    return { done: true };
  },
  undo: async (c, m) => { const a = await engine({ do: 'undo', handle: c.table.handle, seat: m.seat }); if (a.error) throw a.error; await tell(c.table); return { done: true }; },
  hint: async (c, m) => {
    const h = await engine({ do: 'hint', handle: c.table.handle, seat: m.seat, games: 20 });
    return { only: false, said: [], lines: (h.moves ?? []).slice(0, 3).map((x) => ({ moves: [x.text], labels: [x.label ?? x.text], chance: x.chance ?? null, reasons: x.reasons ?? [] })) };
  },
  look: () => ({ text: ['All about it.'] }),
  'hand-over': (c, m) => { c.table.seats[m.seat - 1].bot = true; push(c.table, { push: 'table', table: shown(c.table) }); void run(c.table); return {}; },
  'come-back': (c, m) => { c.table.seats[m.seat - 1].bot = false; push(c.table, { push: 'table', table: shown(c.table) }); return {}; },
  'move-now': () => ({}),
  'open-play': (c, m) => { c.table.open = m.open; push(c.table, { push: 'table', table: shown(c.table) }); return {}; },
  chat: (c, m) => { const line = { who: me.name, seat: viewers(c.table)[0] ?? null, text: m.text, at: Date.now(), version: 1 }; c.table.chat.push(line); push(c.table, { push: 'chat', line }); return {}; },
  rematch: async (c) => { const t = c.table; const r = await does.create(c, { game: t.game, options: t.options, seats: t.seats.map((s) => ({ who: s.you ? 'me' : 'bot', level: s.level, name: s.name })), start: true }); return r; },
};

const types = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2', '.html': 'text/html' };
const csp = "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self'; style-src 'self'; script-src 'self'; object-src 'none'; base-uri 'self'";
const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://x');
  const json = (value) => { response.setHeader('content-type', 'application/json'); response.end(JSON.stringify(value)); };
  if (url.pathname === '/api/games') return json({ games });
  let m;
  if ((m = url.pathname.match(/^\/api\/words\/(\w+)$/))) return words[m[1]] ? json(words[m[1]]) : ((response.statusCode = 404), json({}));
  if ((m = url.pathname.match(/^\/api\/content\/(\w+)$/))) return json(JSON.parse(readFileSync(join(web, '../content', m[1], 'content.json'))));
  if ((m = url.pathname.match(/^\/api\/rules\/(\w+)$/))) return response.end(readFileSync(join(web, '../docs/rules', `${m[1]}.md`)));
  if (url.pathname === '/api/qr') { response.setHeader('content-type', 'image/svg+xml'); return response.end('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path d="M0 0h7v7H0zM14 0h7v7h-7zM0 14h7v7H0zM9 9h3v3H9zM13 12h2v4h-2zM16 16h4v3h-4z"/></svg>'); }
  const file = join(web, 'dist', url.pathname);
  const found = url.pathname.startsWith('/assets/') && existsSync(file) ? file : join(web, 'dist/index.html');
  if (url.pathname.startsWith('/assets/') && !existsSync(file)) { response.statusCode = 404; return response.end(); }
  response.setHeader('content-type', types[extname(found)] ?? 'application/octet-stream');
  response.setHeader('content-security-policy', csp);
  if (existsSync(`${found}.gz`)) { response.setHeader('content-encoding', 'gzip'); return response.end(readFileSync(`${found}.gz`)); }
  response.end(readFileSync(found));
});

// Just enough of WebSocket: text frames, close.
server.on('upgrade', (request, socket) => {
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: skerry\r\n\r\n`);
  const frame = (text) => {
    const body = Buffer.from(text);
    const head = body.length < 126 ? Buffer.from([0x81, body.length]) : body.length < 65536 ? Buffer.from([0x81, 126, body.length >> 8, body.length & 255]) : Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 0]), Buffer.from([body.length >>> 24, (body.length >> 16) & 255, (body.length >> 8) & 255, body.length & 255])]);
    socket.write(Buffer.concat([head, body]));
  };
  const client = { table: null, lobby: false, send: (message) => setTimeout(() => frame(JSON.stringify(message)), Number(lag)) };
  clients.add(client);
  socket.on('close', () => clients.delete(client));
  socket.on('error', () => clients.delete(client));
  let data = Buffer.alloc(0);
  let queue = Promise.resolve();
  socket.on('data', (chunk) => {
    data = Buffer.concat([data, chunk]);
    for (;;) {
      if (data.length < 2) return;
      let length = data[1] & 127;
      let at = 2;
      if (length === 126) { length = data.readUInt16BE(2); at = 4; } else if (length === 127) { length = Number(data.readBigUInt64BE(2)); at = 10; }
      if (data.length < at + 4 + length) return;
      const mask = data.subarray(at, at + 4);
      const body = Buffer.from(data.subarray(at + 4, at + 4 + length)).map((b, i) => b ^ mask[i % 4]);
      const kind = data[0] & 15;
      data = data.subarray(at + 4 + length);
      if (kind === 8) return socket.end();
      if (kind !== 1) continue;
      const message = JSON.parse(body.toString());
      queue = queue.then(async () => {
        try {
          const answer = await does[message.do](client, message);
          client.send({ id: message.id, ...answer });
        } catch (error) {
          client.send({ id: message.id, error: error.status ? error : { status: 'io', rule: null, text: String(error.stack ?? error) } });
        }
      });
    }
  });
});
server.listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`));
