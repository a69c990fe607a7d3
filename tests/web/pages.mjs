// Every page: axe finds nothing serious, light and dark, phone and desktop; pictures of all of them, at all sizes, are
// written to a folder to be looked at (build/shots, or the one named); and how much goes over the wire to a board.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GAMES, House, Person, SIZES, axeSource, check, done, launch, must, root, wait } from './lib.mjs';
import { playOn } from './play.mjs';

const folder = process.argv[3] ?? join(root, 'build/shots');
mkdirSync(folder, { recursive: true });
const house = await House.open();
const browser = await launch();

async function axe(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
  return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
}

async function looked(person, name, size, dark) {
  await wait(250);
  await person.page.screenshot({ path: join(folder, `${name}-${size}${dark ? '-dark' : ''}.png`) });
  if (size !== 'desktop' && size !== 'phone') return;
  await check(`${name}, ${size}, ${dark ? 'dark' : 'light'}: axe finds nothing serious`, async () => {
    const found = await axe(person.page);
    must(found.length === 0, found.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join('; ')}`).join('\n'));
  });
}

// One finished game, to look back at.
const player = await Person.open(browser, house);
await player.go('/');
await player.page.locator('#game-atoll button.btn.may').click();
await player.page.waitForURL(/\/t\//);
await player.page.locator('.acts .act').first().waitFor();
await playOn(player.page);
const over = new URL(player.page.url()).pathname;

// In short: every page at phone and desktop size, the tables alone on tablets. SKERRY_LONG: everything at every size.
const long = Boolean(process.env.SKERRY_LONG);
for (const size of Object.keys(SIZES)) {
  const brief = !long && (size === 'tablet' || size === 'wide');
  for (const dark of [false, true]) {
    const person = await Person.open(browser, house, { size, dark });
    await person.context.addCookies(await player.context.cookies());
    for (const [name, path, ready] of [
      ['lobby', '/', '#games'], ['setup', '/new/takara', '.setup .panel'], ['rules', '/rules/takara?q=rockfall', '.rules'],
      ['me', '/me', 'main'], ['missing', '/nowhere', 'main'], ['ended', over, '.ended'], ['replay', `${over}/replay?at=9`, '.slider'],
      ['result', `${over}/result`, '.result'],
    ].filter(() => !brief)) {
      await person.go(path);
      await person.page.locator(ready).first().waitFor({ timeout: 20000 });
      await looked(person, name, size, dark);
    }
    for (const game of GAMES) {
      await person.go('/');
      await person.page.locator(`#game-${game} button.btn.may`).click();
      await person.page.waitForURL(/\/t\//);
      await person.page.locator('.acts .act').first().waitFor();
      await playOn(person.page, { most: 14 });
      await looked(person, game, size, dark);
    }
    await check(`${size}, ${dark ? 'dark' : 'light'}: nothing went wrong in the pages`, async () => must(person.errors.length === 0, person.errors.join('\n')));
    await person.close();
  }
}

for (const game of GAMES) {
  await check(`${game}: at most 400 KB over the wire to a playable board`, async () => {
    const person = await Person.open(browser, house);
    const devtools = await person.context.newCDPSession(person.page);
    let bytes = 0;
    await devtools.send('Network.enable');
    devtools.on('Network.loadingFinished', (e) => (bytes += e.encodedDataLength));
    await person.go('/');
    await person.page.locator(`#game-${game} button.btn.may`).click();
    await person.page.locator('.acts .act').first().waitFor();
    await wait(500);
    console.log(`# ${game}: ${Math.round(bytes / 1024)} KB`);
    must(bytes <= 400 * 1024, `${Math.round(bytes / 1024)} KB`);
    await person.close();
  });
}
await browser.close();
await house.close();
done();
