// Every page: axe finds nothing serious in light and dark, on phone and desktop; the layout at twice the size; and the
// download size of a board. To save pictures of all pages: `node tests/web/pages.mjs SKERRY FOLDER`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { GAMES, House, Person, SIZES, axeSource, check, done, each, launch, must, wait } from './lib.mjs';
import { playOn } from './play.mjs';

const folder = process.argv[3];
if (folder) mkdirSync(folder, { recursive: true });
const picture = (page, name, more = {}) => folder && page.screenshot({ path: join(folder, `${name}.png`), ...more });
const house = await House.open();
const browser = await launch();

// In dark mode, only contrast can differ from light mode.
async function axe(page, dark) {
  await page.evaluate((source) => window.axe || (0, eval)(source), axeSource);
  const { violations } = await page.evaluate(
    (only) => window.axe.run(document, { runOnly: only, resultTypes: ['violations'] }),
    dark ? { type: 'rule', values: ['color-contrast'] } : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  );
  return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
}

// Finds text that is cut off: captions of players, letters at the bottom of the bar, lobby text that overlaps the
// islands.
const cut = (page) =>
  page.evaluate(() => {
    const out = [];
    for (const fact of document.querySelectorAll('.left .seat .stat')) {
      const [own, box] = [fact.getBoundingClientRect(), fact.parentElement.getBoundingClientRect()];
      if (
        own.height &&
        own.top < box.bottom - 1 &&
        (own.right > box.right + 1 || own.bottom > box.bottom + 1 || fact.scrollWidth > fact.clientWidth + 1)
      ) {
        out.push(fact.textContent);
      }
    }
    const words = document.querySelector('.hero .txt')?.getBoundingClientRect();
    for (const name of words ? document.querySelectorAll('.isle text') : []) {
      const { left, top } = name.getBoundingClientRect();
      if (left < words.right && left > 0 && top > words.top && top < words.bottom) {
        out.push(`${name.textContent} under the words`);
      }
    }
    for (const title of document.querySelectorAll('.crumb b, .crumb i')) {
      if (title.scrollHeight > title.clientHeight && title.clientHeight) out.push(title.textContent);
    }
    return out;
  });

// Checks the page at this size and colour scheme: takes a picture, and runs axe at phone and desktop size.
async function checkPage(person, name, size, dark) {
  const [width, height] = SIZES[size];
  const judged = size === 'desktop' || size === 'phone';
  if (dark && !judged && !folder) return; // needed only for the picture
  await person.page.setViewportSize({ width, height });
  await person.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  await person.page.evaluate(() =>
    document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
  await wait(160); // colours fade between light and dark
  await picture(person.page, `${name}-${size}${dark ? '-dark' : ''}`);
  if (!dark) {
    await check(`${name}, ${size}: nothing said of the players or the table is cut`, async () =>
      must((await cut(person.page)).length === 0, (await cut(person.page)).join('; ')),
    );
  }
  if (!judged) return;
  await check(`${name}, ${size}, ${dark ? 'dark' : 'light'}: axe finds nothing serious`, async () => {
    const found = await axe(person.page, dark);
    must(
      found.length === 0,
      found
        .map(
          (v) =>
            `${v.id}: ${v.nodes
              .slice(0, 3)
              .map((n) => n.target.join(' '))
              .join('; ')}`,
        )
        .join('\n'),
    );
  });
}

// A table of each game after some moves, and Atoll also at its end. Also measures the download size of the first visit.
const tables = {};
await each(GAMES, 2, async (game) => {
  const person = await Person.open(browser, house);
  const devtools = await person.context.newCDPSession(person.page);
  let bytes = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.loadingFinished', (e) => (bytes += e.encodedDataLength));
  await check(`${game}: at most 400 KB over the wire to a playable board`, async () => {
    await person.go('/');
    await person.page.locator(`#game-${game} button.btn.may`).click();
    await person.page.locator('.acts .act').first().waitFor();
    await person.page.waitForLoadState('networkidle');
    console.log(`# ${game}: ${Math.round(bytes / 1024)} KB`);
    must(bytes <= 400 * 1024, `${Math.round(bytes / 1024)} KB`);
  });
  await playOn(person.page, { most: 14 });
  const path = () => new URL(person.page.url()).pathname;
  tables[game] = { path: path(), cookies: await person.context.cookies() };
  if (game === 'atoll') {
    await person.go('/');
    await person.page.locator('#game-atoll button.btn.may').click();
    await person.page.waitForURL(/\/t\//);
    await person.page.locator('.acts .act').first().waitFor();
    await playOn(person.page);
    tables.over = { path: path(), cookies: tables.atoll.cookies };
  }
  await person.close();
});

const over = tables.over.path;
const pages = [
  ['lobby', '/', '#games'],
  ['setup', '/new/takara', '.setup .panel'],
  ['rules', '/rules/takara?q=rockfall', '.rules'],
  ['me', '/me', 'main'],
  ['missing', '/nowhere', 'main'],
  ['code', '/c/TERN-42', '.joinform'],
  ['ended', over, '.ended'],
  ['replay', `${over}/replay?at=9`, '.slider'],
  ['result', `${over}/result`, '.result'],
  ...GAMES.map((game) => [game, tables[game].path, '.acts .act, .ended, .p-act']),
];

// Small sizes use touch, large ones a mouse. Each page is loaded once per input kind and then resized.
const long = Boolean(process.env.SKERRY_LONG);
await each(
  [
    ['phone', 'tablet'],
    ['desktop', 'wide'],
  ],
  2,
  async ([first, second]) => {
    const person = await Person.open(browser, house, { size: first });
    for (const [name, path, ready] of pages) {
      await person.context.addCookies(tables[name]?.cookies ?? tables.over.cookies);
      const [width, height] = SIZES[first];
      await person.page.setViewportSize({ width, height });
      await person.go(path);
      await person.page.locator(ready).first().waitFor({ timeout: 20000 });
      // Short run: every page at phone and desktop size, the lobby and the tables on tablets too. SKERRY_LONG: every page
      // at every size.
      for (const size of long || name === 'lobby' || GAMES.includes(name) ? [first, second] : [first]) {
        for (const dark of [false, true]) await checkPage(person, name, size, dark);
      }
      await check(`${name}, ${first} and ${second}: nothing went wrong in the page`, async () =>
        must(person.errors.length === 0, person.errors.splice(0).join('\n')),
      );
    }
    await person.close();
  },
);
// Twice as large on a small screen (1280 x 800 and 1440 x 900 at 200 %), as narrow as at 400 %, and a phone in
// landscape: no horizontal scrolling, a board large enough to play on, and every action can be scrolled into view and
// is not covered.
async function checkReachable(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  must(wide <= 0, `${name}: the page is ${wide} px wider than the screen`);
  if (!GAMES.includes(name)) return;
  const { height: high } = await page.locator('.chart').first().boundingBox({ timeout: 5000 });
  must(high >= 300, `${name}: the board is only ${Math.round(high)} px high`);
  for (const act of await page.locator('.acts .act:visible').all()) {
    await act.scrollIntoViewIfNeeded({ timeout: 5000 });
    const seen = await act.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return Boolean(at && button.contains(at));
    });
    must(seen, `${name}: ${(await act.innerText()).replaceAll('\n', ' ')} is covered or off the screen`);
  }
}
// In landscape, a phone shows board and actions side by side, without scrolling.
async function checkSideBySide(page, name) {
  const [board, act] = [
    await page.locator('.chart').first().boundingBox(),
    await page.locator('.acts .act, .ended .btn').first().boundingBox(),
  ];
  must(board.y <= 390 - 240, `${name}: only ${Math.round(390 - board.y)} px of the board are on the screen`);
  must(
    act.x >= board.x + board.width && act.y <= 390 - 24,
    `${name}: the first action is not next to the board, or it is off the screen`,
  );
}
await each(
  [
    [640, 400],
    [720, 450],
    [320, 512],
    [844, 390],
  ],
  2,
  async ([width, height]) => {
    const person = await Person.open(browser, house);
    await person.page.setViewportSize({ width, height });
    const wide = width > 700 && !long; // short run: only the tables at these two sizes
    for (const [name, path, ready] of pages.filter(([n]) => !wide || GAMES.includes(n))) {
      await check(`${name}, ${width} x ${height}: all of it can be read and reached`, async () => {
        await person.context.addCookies(tables[name]?.cookies ?? tables.over.cookies);
        await person.go(path);
        await person.page.locator(ready).first().waitFor({ timeout: 20000 });
        await picture(person.page, `${name}-${width}`, { fullPage: true });
        if (width === 844 && GAMES.includes(name)) await checkSideBySide(person.page, name);
        await checkReachable(person.page, name);
      });
    }
    await person.close();
  },
);

// Only the text is twice as large (the browser's default font size), and the layout's breakpoints follow it. Nothing
// overlaps, and no word sticks out of its button.
async function checkNoOverlap(page, name) {
  const wrong = await page.evaluate(() => {
    const out = [];
    const shown = (list) =>
      [...list].filter((e) => e.getClientRects().length && getComputedStyle(e).position !== 'absolute');
    const named = (e) => `${e.className || e.tagName} "${(e.innerText ?? '').slice(0, 24).replaceAll('\n', ' ')}"`;
    for (const group of document.querySelectorAll('.bar, .seats, .left, .mid, .acts, .gs, .gc .row, .tabbar')) {
      const own = shown(group.children).map((e) => [e, e.getBoundingClientRect()]);
      for (const [i, [a, p]] of own.entries()) {
        for (const [b, q] of own.slice(i + 1)) {
          if (
            Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 &&
            Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1
          ) {
            out.push(`${named(a)} and ${named(b)} overlap`);
          }
        }
      }
    }
    for (const e of shown(document.querySelectorAll('.btn, .act, .tool, .seat b, .prompt h2, .gb h2'))) {
      if (e.scrollWidth > e.clientWidth + 1) out.push(`${named(e)} is cut off`);
    }
    return out;
  });
  must(wrong.length === 0, `${name}: ${wrong.slice(0, 6).join('; ')}`);
}
{
  const large = await launch('--blink-settings=defaultFontSize=32,defaultFixedFontSize=26');
  const person = await Person.open(large, house);
  for (const [name, path, ready] of pages.filter(([n]) => n === 'lobby' || GAMES.includes(n))) {
    await check(
      `${name}, 1440 x 900, a default font of 32 px: laid out as at twice the size, all of it reached`,
      async () => {
        await person.context.addCookies(tables[name]?.cookies ?? tables.over.cookies);
        await person.go(path);
        await person.page.locator(ready).first().waitFor({ timeout: 20000 });
        await picture(person.page, `${name}-font`);
        must((await person.page.locator('.table.desktop').count()) === 0, `${name}: three columns, with room for two`);
        await checkNoOverlap(person.page, name);
        await checkReachable(person.page, name);
        if (name !== 'lobby') {
          must(await person.page.locator('.prompt h2').first().isVisible(), `${name}: the prompt is not shown`);
        }
      },
    );
  }
  await large.close();
}
await browser.close();
await house.close();
done();
