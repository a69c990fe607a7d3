// Follows every walkthrough in the browser, by its tips alone, to the last one and one move beyond.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GAMES, House, Person, axeSource, check, done, launch, must } from './lib.mjs';
import { playOn } from './play.mjs';

// Runs inside the page: clicks the suggested moves until the last tip, or the one looked for, is shown.
async function followTips({ most, patience, until }) {
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].find(
      (e) => e.offsetParent !== null && e.getAttribute('aria-disabled') !== 'true',
    );
  const steps = [];
  for (let idle = 0; steps.length < most && idle < patience; idle += 20) {
    const card = document.querySelector('.coach');
    if (until && document.querySelector(until)) return { steps, last: null };
    const step = card?.querySelector('.cap .num')?.textContent;
    if (card && step !== steps[steps.length - 1] && card.querySelector('.words p')) steps.push(step);
    if (card?.classList.contains('last')) return { steps, last: card.querySelector('.words p').textContent };
    const button = shown('.ask .btn.go') ?? shown('.choice.advised') ?? shown('.act.advised:not(.sel)');
    if (card && button) {
      button.click();
      idle = 0;
    }
    await pause(20);
  }
  return { steps, last: null };
}

const house = await House.open();
const browser = await launch();
const folder = process.env.SKERRY_SHOTS;
if (folder) mkdirSync(folder, { recursive: true });

// Checks the layout: the card must not cover the board and must stay on the screen.
async function checkLayout(page) {
  const box = (selector) => page.locator(selector).first().boundingBox();
  const card = await box('.coach');
  const board = await box('.chart');
  const view = page.viewportSize();
  const apart =
    card.x >= board.x + board.width - 1 || card.y >= board.y + board.height - 1 || board.y >= card.y + card.height - 1;
  must(apart, `the card covers the board: ${JSON.stringify({ card, board })}`);
  must(
    card.y >= 0 && card.y + card.height <= view.height + 1 && card.x + card.width <= view.width + 1,
    `the card is off the screen: ${JSON.stringify(card)}`,
  );
}

// Short run: each at one size, alternating. SKERRY_LONG: each at both.
for (const [i, game] of GAMES.entries()) {
  for (const size of process.env.SKERRY_LONG ? ['desktop', 'phone'] : [i % 2 ? 'desktop' : 'phone']) {
    const person = await Person.open(browser, house, { size, dark: size === 'phone' });
    const { page } = person;
    await check(`${game}, ${size}: the advice is followed to its end`, async () => {
      await person.go(`/learn/${game}`);
      await page.waitForURL(/\/t\//);
      await page.locator('.coach').waitFor();
      await checkLayout(page);
      if (folder) await page.screenshot({ path: join(folder, `lesson-${game}-${size}.png`) });
      const { steps, last } = await page.evaluate(followTips, { most: 40, patience: 15000 });
      const of = Number((steps[0] ?? '').split(' ').pop());
      must(last, `no last words after ${steps.join(', ')}`);
      must(of >= 8 && of <= 15 && steps.length === of, `steps ${steps.join(', ')}`);
      if (folder) await page.screenshot({ path: join(folder, `lesson-${game}-${size}-end.png`) });
    });
    await check(`${game}, ${size}: then the game is the player's own`, async () => {
      await page.locator('.coach .btn').click();
      must((await page.locator('.coach').count()) === 0, 'the last tip does not disappear');
      const { made } = await playOn(page, { most: 6, patience: 8000 });
      must(made > 0, 'no move can be made');
      must((await page.locator('.coach').count()) === 0, 'a tip is shown again');
      must(person.errors.length === 0, person.errors.join('\n'));
    });
    await person.close();
  }
}

const person = await Person.open(browser, house);
await check('another move leaves the walkthrough, and says so once', async () => {
  const { page } = person;
  await person.go('/');
  await page.locator('#game-takara a[href="/learn/takara"]').click();
  await page.waitForURL(/\/t\//);
  await page.locator('.coach').waitFor();
  must((await page.locator('.coach a.rule').getAttribute('href')) === '/rules/takara#R11', 'the rule is not a link');
  await page.evaluate(axeSource);
  const found = await page.evaluate(() =>
    window.axe.run('.coach', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }),
  );
  must(found.violations.length === 0, found.violations.map((v) => v.help).join('; '));
  await page.getByRole('button', { name: 'Got it' }).click();
  must((await page.locator('.coach .words').count()) === 0, 'the card does not collapse');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.locator('.act[data-kind="dive"]').click();
  await page.locator('.coach.last').waitFor();
  must(/left the walkthrough/.test(await page.locator('.coach').textContent()), 'the page does not say so');
  await page.locator('.act[data-kind="dive"]').click();
  await page.locator('.coach').waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL(`${house.url}/`);
  must(person.errors.length === 0, person.errors.join('\n'));
});
await check('one that is not finished goes on, and can be begun anew', async () => {
  const { page } = person;
  await person.go('/learn/atoll');
  await page.waitForURL(/\/t\//);
  const first = page.url();
  await page.locator('.coach').waitFor();
  await page.locator('.act.advised').first().click();
  await person.go('/learn/atoll');
  await page.waitForURL(/\/t\//);
  must(page.url() === first, 'another table was created');
  await page.locator('.coach-note a').click();
  await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.href !== first);
  await page.locator('.coach').waitFor();
  must(/^1 of/.test(await page.locator('.coach .num').innerText()), 'it does not start at the first step');
  await person.go(new URL(first).pathname);
  await page.getByText(/ended this game/).waitFor();
});
await check('reload in the middle: the advice is where it was', async () => {
  const { page } = person;
  await person.go('/learn/nevergiveup');
  await page.locator('.act.advised').first().waitFor();
  await page.evaluate(followTips, { most: 4, patience: 4000 });
  await page.waitForTimeout(300);
  const before = await page.locator('.coach .num').textContent();
  await page.reload();
  await page.locator('.coach').waitFor();
  must((await page.locator('.coach .num').textContent()) === before, 'the tip differs');
});
await check('a duel that must scroll on a phone can be scrolled by the keyboard', async () => {
  const small = await Person.open(browser, house, { size: 'phone' });
  await small.page.setViewportSize({ width: 390, height: 620 });
  await small.go('/learn/ayeaye');
  await small.page.locator('.coach').waitFor();
  await small.page.evaluate(followTips, { most: 40, patience: 15000, until: '.exch' });
  const box = small.page.locator('.exch');
  must(await box.evaluate((e) => e.scrollHeight > e.clientHeight), 'everything fits, so this test proves nothing');
  must((await box.getAttribute('tabindex')) === '0', 'it cannot take the focus'); // Chromium would make it focusable, Safari does not
  await box.focus();
  await small.page.keyboard.press('End');
  await small.page.waitForFunction(() => document.querySelector('.exch').scrollTop > 0, null, { timeout: 5000 });
  await small.close();
});
await check('a game that does not exist', async () => {
  await person.go('/learn/chess');
  await person.page.getByText('There is no game chess.').waitFor();
});
await person.close();
await browser.close();
await house.close();
done();
