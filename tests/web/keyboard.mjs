// Keyboard and accessible names only, without a mouse: one complete game, and one turn of each of the others.
import { GAMES, House, Person, check, done, launch, must, wait } from './lib.mjs';
import { playOn } from './play.mjs';

const house = await House.open();
const browser = await launch();

// Presses Tab until the focused element has this name. Everything on the way must have a name and a visible focus ring.
async function tabTo(page, wanted, most = 160) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const e = document.activeElement;
      const name = e?.getAttribute('aria-label') ?? e?.textContent ?? '';
      return {
        name: name.trim(),
        body: e === document.body,
        inputs: e instanceof HTMLInputElement || e instanceof HTMLTextAreaElement,
      };
    });
    if (!at.body) must(at.name !== '' || at.inputs, 'a focused element has no name');
    if (wanted.test(at.name)) return at.name;
  }
  throw new Error(`Tab did not reach anything called ${wanted}`);
}

async function enterGame(person, title) {
  await person.go('/');
  await person.page.locator('#games').waitFor();
  await tabTo(person.page, new RegExp(`^(Play|Start).*${title}|${title}.*(bots|solo|alone)`, 'i'));
  await person.page.keyboard.press('Enter');
  await person.page.waitForURL(/\/t\//);
  await person.page.locator('.acts .act').first().waitFor();
}

// The slider has the focus; Tab moves on to the button below it.
async function chooseRun(page) {
  const there = () => page.evaluate(() => document.activeElement?.matches('.run .btn.go'));
  for (let i = 0; i < 4 && !(await there()); i++) await page.keyboard.press('Tab');
  must(await there(), 'Tab does not lead from the slider to its button');
  await page.keyboard.press('Enter');
}

// Makes one decision: the key of a kind, then the number of a choice, or Enter if a confirmation is asked.
async function decide(page, seed) {
  const keys = await page.evaluate(() =>
    [...document.querySelectorAll('.acts .act[aria-keyshortcuts]')]
      .filter((e) => e.getAttribute('aria-disabled') !== 'true')
      .map((e) => e.getAttribute('aria-keyshortcuts')),
  );
  if (!keys.length) return false;
  await page.keyboard.press(keys[seed % keys.length]);
  await wait(40);
  const many = await page.locator('.choices .choice[data-n]').count();
  if (many) await page.keyboard.press(String((seed % Math.min(9, many)) + 1));
  else if (await page.locator('.choices .run').count()) {
    await chooseRun(page);
  }
  await wait(40);
  if (await page.locator('.ask').count()) await page.keyboard.press('Enter');
  await wait(60);
  return true;
}

const titles = {
  atoll: 'Taboo Atoll Express',
  takara: 'Takara Island',
  nevergiveup: 'Never Give Up',
  ayeaye: 'Aye Aye Island',
  tendays: 'Ten Days',
};
for (const game of GAMES) {
  const whole = game === 'atoll';
  await check(`${game}: ${whole ? 'a whole game' : 'a turn'} by keyboard and names alone`, async () => {
    const person = await Person.open(browser, house);
    await enterGame(person, titles[game]);
    const versions = () => person.page.evaluate(() => document.querySelector('.log .at')?.textContent ?? '');
    const before = await versions();
    let made = 0;
    for (let i = 0; i < (whole ? 600 : 40); i++) {
      if (await person.page.locator('.ended').count()) break;
      made += (await decide(person.page, i * 7 + 3)) ? 1 : (await wait(150), 0);
      if (!whole && made >= 4) break;
    }
    if (whole) must(await person.page.locator('.ended').count(), `not over after ${made} decisions`);
    else must((await versions()) !== before, 'nothing happened');
    must(person.errors.length === 0, person.errors.join('\n'));
    console.log(`# ${game}: ${made} decisions`);
    await person.close();
  });
}

await check('a long run of numbers is a slider: arrows, Tab to its button, Enter', async () => {
  const person = await Person.open(browser, house);
  const { page } = person;
  await enterGame(person, titles.ayeaye);
  const runs = page.locator('.acts [data-kind=place], .acts [data-kind=aim], .acts [data-kind=push]');
  // until a shot at the Plank
  for (let i = 0; i < 150 && !(await runs.count()); i++) await playOn(page, { most: 1, patience: 4000, seed: i });
  if (!(await runs.count())) return console.log('# no shot came up');
  await page.keyboard.press(await runs.first().getAttribute('aria-keyshortcuts'));
  await page.locator('.choices .run').waitFor();
  const label = () => page.locator('.run .btn.go').innerText();
  const before = await label();
  await page.keyboard.press('ArrowRight');
  must((await label()) !== before, 'the arrows do not reach the slider');
  await chooseRun(page);
  await page.locator('.choices .run').waitFor({ state: 'detached' });
  await person.close();
});

await check('the keys are told by ?, and Escape closes it', async () => {
  const person = await Person.open(browser, house);
  await enterGame(person, titles.nevergiveup);
  await person.page.keyboard.press('?');
  await person.page.getByRole('dialog').waitFor();
  await person.page.keyboard.press('Escape');
  await person.page.getByRole('dialog').waitFor({ state: 'detached' });
  await person.close();
});

await browser.close();
await house.close();
done();
