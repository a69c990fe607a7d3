// Shared by the browser tests: a server in a new folder, Debian's Chromium, and TAP output.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const require = createRequire(join(root, 'web/package.json'));
const { chromium } = require('playwright-core');
export const axeSource = require('axe-core').source;
export const GAMES = ['atoll', 'takara', 'nevergiveup', 'ayeaye', 'tendays'];

export const skerry = process.argv[2] ?? join(root, 'build/src/cli/skerry');
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

function freePort() {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

export class House {
  static async open(...more) {
    const house = new House();
    house.folder = mkdtempSync(join(tmpdir(), 'skerry-web-'));
    house.port = await freePort();
    house.url = `http://127.0.0.1:${house.port}`;
    house.more = more;
    await house.start();
    return house;
  }

  async start() {
    const args = [
      'serve',
      '--listen',
      `127.0.0.1:${this.port}`,
      '--data',
      join(this.folder, 'data'),
      '--web',
      process.env.SKERRY_WEB ?? join(root, 'web/dist'),
      ...this.more,
    ];
    this.child = spawn(skerry, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    process.once('exit', () => this.child.kill('SIGKILL')); // however the test ends
    this.log = '';
    this.child.stdout.on('data', (d) => (this.log += d));
    this.child.stderr.on('data', (d) => (this.log += d));
    for (let i = 0; i < 100; i++) {
      try {
        if ((await fetch(`${this.url}/healthz`)).ok) return;
      } catch {
        // not ready yet
      }
      await wait(100);
    }
    throw new Error(`the server did not start: ${this.log}`);
  }

  async kill(signal = 'SIGKILL') {
    const gone = new Promise((done) => this.child.once('exit', done));
    this.child.kill(signal);
    await gone;
  }

  async close() {
    if (this.child.exitCode === null && this.child.signalCode === null) await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const SIZES = { desktop: [1440, 900], tablet: [820, 1180], wide: [1180, 820], phone: [390, 844] };

// One person on one device. Errors in the page are collected and fail the case that checks them.
export class Person {
  static async open(browser, house, { size = 'desktop', dark = false, motion = false } = {}) {
    const person = new Person();
    const [width, height] = SIZES[size];
    person.house = house;
    person.context = await browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: motion ? 'no-preference' : 'reduce',
      hasTouch: size !== 'desktop',
    });
    person.page = await person.context.newPage();
    person.errors = [];
    person.frames = []; // every message from the server
    person.page.on('pageerror', (e) => person.errors.push(e.message));
    person.page.on(
      'console',
      (m) =>
        m.type() === 'error' &&
        !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(m.text()) &&
        person.errors.push(m.text()),
    );
    person.page.on('websocket', (socket) => socket.on('framereceived', (f) => person.frames.push(String(f.payload))));
    return person;
  }

  go(path) {
    return this.page.goto(this.house.url + path);
  }

  close() {
    return this.context.close();
  }
}

export const launch = (...more) =>
  chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', ...more] });

let count = 0;
let failed = 0;
export async function check(name, work) {
  let wrong = null;
  try {
    await work();
  } catch (error) {
    wrong = error;
    failed++;
  }
  count++; // several cases may run at once, so they are numbered as they end
  console.log(`${wrong ? 'not ok' : 'ok'} ${count} - ${name}`);
  for (const line of wrong
    ? String(wrong.stack ?? wrong)
        .split('\n')
        .slice(0, 12)
    : []) {
    console.log(`# ${line}`);
  }
}
// Runs the work on every item, `lanes` at a time: pages mostly wait for bots.
export async function each(list, lanes, work) {
  const rest = [...list];
  const lane = async () => {
    while (rest.length) await work(rest.shift());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
export function done() {
  console.log(`1..${count}`);
  process.exit(failed ? 1 : 0);
}
export function must(holds, sentence) {
  if (!holds) throw new Error(sentence);
}
