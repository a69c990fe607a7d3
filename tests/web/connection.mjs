// Bad connections: slow, breaking, silently dead; two tabs; a sleeping device. A test proxy between the pages and the
// server delays, cuts or drops the traffic.
import { connect, createServer } from 'node:net';
import { House, Person, check, done, launch, must, wait } from './lib.mjs';
import { playOn } from './play.mjs';

class Wire {
  static async to(port) {
    const wire = new Wire();
    wire.delay = 0; // milliseconds each way
    wire.dead = false; // nothing passes, and neither side is told
    wire.pairs = new Set();
    wire.server = createServer((near) => wire.join(near, connect(port, '127.0.0.1')));
    await new Promise((ready) => wire.server.listen(0, '127.0.0.1', ready));
    wire.url = `http://127.0.0.1:${wire.server.address().port}`;
    return wire;
  }

  join(near, far) {
    const pair = [near, far];
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [pair, [far, near]]) {
      let lost = false; // once a dead wire has dropped data, the rest would make no sense
      from.on('data', (data) => {
        lost ||= this.dead;
        if (!lost) setTimeout(() => to.writable && to.write(data), this.delay);
      });
      from.on('error', end);
      from.on('close', () => !this.dead && setTimeout(end, this.delay));
    }
  }

  cut() {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  close() {
    this.cut();
    this.server.close();
  }
}

const house = await House.open();
const wire = await Wire.to(house.port);
const browser = await launch();
const anna = await Person.open(browser, { url: wire.url });
const { page } = anna;
const says = (word) => page.locator('.conn', { hasText: word }).first();
const offered = (on) => on.locator('.acts .act, .choices .choice').first().waitFor({ timeout: 30000 });

// The version of the latest moment that a page has received.
const version = (person) =>
  Math.max(
    0,
    ...person.frames
      .map((frame) => JSON.parse(frame))
      .flatMap((m) => [m.moment, ...(m.moments ?? [])])
      .filter(Boolean)
      .map((m) => m.version),
  );

// Clicks until the game has advanced by `far` versions, or the time is up.
async function playUntil(who, far, patience = 40000) {
  const from = version(anna);
  let tries = 0; // different clicks each time: some lead nowhere
  for (const begun = Date.now(); version(anna) < from + far && Date.now() < begun + patience;) {
    await playOn(who, { most: 4, patience: 1500, seed: ++tries });
  }
  must(version(anna) >= from + far, `the game advanced only from ${from} to ${version(anna)}`);
}

await check('a slow line says so, and is played on', async () => {
  await anna.go('/');
  await page.locator('#game-takara button.btn.may').click();
  await page.locator('.acts .act').first().waitFor();
  await says('Connected').waitFor();
  wire.delay = 900;
  await playUntil(page, 1);
  await says('Slow').waitFor({ timeout: 25000 });
  wire.delay = 0;
});

await check('a line that breaks again and again loses nothing', async () => {
  const breaking = setInterval(() => wire.cut(), 1500);
  try {
    await playUntil(page, 3);
  } finally {
    clearInterval(breaking);
  }
  await says(/Connected|Slow/).waitFor();
});

await check('a dead line is noticed within seconds of a move, which goes out when it is back', async () => {
  await offered(page);
  const before = version(anna);
  wire.dead = true;
  const lost = page
    .locator('body.lost')
    .waitFor({ timeout: 25000 })
    .then(
      () => true,
      () => false,
    );
  for (let i = 0; i < 12; i++) await playOn(page, { most: 1, patience: 400, seed: i }); // one of these is a whole move
  const noticed = await lost;
  wire.dead = false;
  must(noticed, 'the page did not notice the dead connection');
  await says(/Connected|Slow/).waitFor();
  for (let i = 0; i < 150 && version(anna) === before; i++) await wait(100);
  must(version(anna) > before, 'the queued move is missing');
});

await check('two tabs: the older one watches, until it is to be played in again', async () => {
  await offered(page);
  const second = await anna.context.newPage();
  await second.goto(page.url());
  await offered(second);
  await says('Open in another tab').waitFor();
  await playUntil(second, 1);
  await page.getByRole('button', { name: 'Play here' }).click();
  await second.locator('.conn', { hasText: 'Open in another tab' }).waitFor();
  await playUntil(page, 1);
  await second.close();
});

await check('a page that slept on a dead line is up to date within seconds of waking', async () => {
  await offered(page);
  const devtools = await anna.context.newCDPSession(page);
  await devtools.send('Page.enable');
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  wire.dead = true; // the device sleeps, and the server's side closes without the page noticing
  for (const [, far] of wire.pairs) far.destroy();
  await wait(6500);
  wire.dead = false;
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await playUntil(page, 1, 20000);
  await says('Connected').waitFor();
});

await check('nothing went wrong in the page', async () => must(anna.errors.length === 0, anna.errors.join('\n')));

await browser.close();
wire.close();
await house.close();
done();
