// Two browsers at one table: an invitation by link, moves seen on both sides, a reload and a killed server in mid-game.
// Neither is ever sent anything that its seat must not know.
import { House, Person, check, done, launch, must, wait } from './lib.mjs';
import { playTogether } from './play.mjs';

const house = await House.open();
const browser = await launch();
const anna = await Person.open(browser, house);
const ben = await Person.open(browser, house, { size: 'phone' });
const log = (person) => person.page.evaluate(() => document.querySelector('.log')?.textContent ?? '');

// Both play until one has made this many clicks or the game is over.
let seed = 0;
const both = (clicks) => playTogether([anna.page, ben.page], { most: clicks, seed: (seed += 2) });

await check('a friend sits down by the link', async () => {
  await anna.go('/new/takara');
  const rows = anna.page.locator('main .panel').first().locator('ul > li');
  await rows.nth(1).getByText('Friend', { exact: true }).click();
  for (let i = 2; i < (await rows.count()); i++) await rows.nth(i).getByText('Empty', { exact: true }).click();
  await anna.page.getByRole('button', { name: /Invite/ }).click();
  await anna.page.waitForURL(/\/t\//);
  await ben.page.goto(anna.page.url());
  await ben.page.getByRole('button', { name: 'Sit down here' }).click();
  await anna.page.getByRole('button', { name: 'Start', exact: true }).click(); // not "Start with a bot in the free seat"
  for (const p of [anna, ben]) await p.page.locator('.table').first().waitFor();
});

await check('both play, and both are told', async () => {
  await both(20);
  must((await log(anna)).length > 200, "the first player's log is nearly empty");
});

await check('a page loaded again is where it was', async () => {
  const before = await anna.page.evaluate(() => document.querySelectorAll('.log .at').length);
  await anna.page.reload();
  await anna.page.locator('.log .at').first().waitFor();
  const after = await anna.page.evaluate(() => document.querySelectorAll('.log .at').length);
  must(after >= Math.min(before, 100), `${before} lines before, ${after} after`);
});

await check('the server is killed: both see it, come back by themselves and play on', async () => {
  await house.kill('SIGKILL');
  await anna.page.locator('body.lost').waitFor({ timeout: 20000 });
  await house.start();
  for (const p of [anna, ben]) await p.page.locator('body:not(.lost)').waitFor({ timeout: 40000 });
  const before = anna.frames.length;
  await both(10);
  must(anna.frames.length > before, 'no more messages arrived');
});

await check('the game comes to its end on both sides', async () => {
  must(await both(3000), 'the game is not over');
  for (const p of [anna, ben]) await p.page.locator('.ended').waitFor({ timeout: 10000 });
});

// In Takara, only the seat that viewed a tile knows it. While the game runs, no message to one seat may name a tile
// that only the other has seen.
await check('no frame tells a seat what only the other has seen', async () => {
  for (const [person, seat] of [
    [anna, 1],
    [ben, 2],
  ]) {
    for (const frame of person.frames) {
      const message = JSON.parse(frame);
      for (const moment of [message.moment, ...(message.moments ?? [])].filter(Boolean)) {
        must(moment.seat === seat || moment.over, `a moment of seat ${moment.seat} was sent to seat ${seat}`);
        for (const line of moment.log) {
          must(!line.only || line.seat === seat || line.seat === null, `"${line.text}" was told to seat ${seat}`);
        }
      }
      must(!/"(state|resample|seed)"\s*:/.test(frame), 'a message contains more than views');
    }
    must(person.frames.length > 20, 'too few messages to prove anything');
  }
});

await check('nothing went wrong in either page', async () => {
  await wait(100);
  must(anna.errors.length + ben.errors.length === 0, [...anna.errors, ...ben.errors].join('\n'));
});

await browser.close();
await house.close();
done();
