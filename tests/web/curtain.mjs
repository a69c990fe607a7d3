// Several people at one screen. Behind the curtain nothing of the board may be found: not in the page's elements, not
// in text for screen readers, and not one step back in the browser's history.
import { House, Person, check, done, launch, must, wait } from './lib.mjs';

const house = await House.open();
const browser = await launch();
const home = await Person.open(browser, house);
const page = home.page;

// Starts a game with two seats of one person, as the set-up page does in a few more clicks.
async function hotSeat(game, seats) {
  await home.go('/');
  return page.evaluate(
    ([game, seats]) =>
      new Promise((found, failed) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'skerry');
        socket.onmessage = (m) => {
          const { id, table, error } = JSON.parse(m.data);
          if (error) failed(new Error(error.text));
          if (id === 1) {
            socket.send(
              JSON.stringify({
                do: 'create',
                id: 2,
                game,
                seats: Array.from({ length: seats }, (_, i) => ({ who: 'me', name: ['Ada', 'Bo', 'Cleo'][i] })),
                options: {},
                start: true,
              }),
            );
          }
          if (id === 2) {
            socket.close();
            found(table);
          }
        };
        socket.onopen = () => socket.send(JSON.stringify({ do: 'hello', id: 1, protocol: 1 }));
      }),
    [game, seats],
  );
}

// Everything the server told one seat at this screen but not the others: the labels of its moves and its own lines.
function secrets() {
  const words = new Set();
  for (const frame of home.frames.map((f) => JSON.parse(f))) {
    for (const moment of [...(frame.moments ?? []), ...(frame.moment ? [frame.moment] : [])]) {
      for (const move of moment.moves) if (move.label.length > 10) words.add(move.label);
      for (const line of moment.log) if (line.only) words.add(line.text);
      if (moment.prompt.length > 10) words.add(moment.prompt);
    }
    for (const lines of frame.logs ?? []) for (const line of lines) if (line.only) words.add(line.text);
  }
  return [...words];
}

async function nothingBehind(where) {
  await page.locator('main.curtain').waitFor();
  const found = await page.evaluate((words) => {
    const html = document.documentElement.outerHTML;
    const parts = document.querySelectorAll(
      '.acts, .act, .board, .log, .hand, .prompt, .choices, .alarm, .ended, [data-move]',
    );
    const live = [...document.querySelectorAll('[aria-live], [role=status], [role=log], [role=alert]')]
      .map((e) => e.textContent.trim())
      .filter(Boolean);
    const curtain = document.querySelector('main.curtain').innerText.trim();
    return {
      told: words.filter((w) => html.includes(w.replaceAll('&', '&amp;')) && !curtain.includes(w)),
      parts: [...parts].map((e) => e.className),
      live,
      curtain,
      all: document.body.innerText.trim(),
      title: document.title,
    };
  }, secrets());
  must(found.parts.length === 0, `${where}: ${found.parts.join(', ')} are in the page`);
  must(found.told.length === 0, `${where}: the page holds ${found.told.slice(0, 3).join(' / ')}`);
  must(
    !found.live.some((text) => secrets().some((word) => text.includes(word))),
    `${where}: read aloud: ${found.live.join(' / ')}`,
  );
  must(
    found.all.length < found.curtain.length + 200,
    `${where}: more than the curtain is shown: ${found.all.slice(0, 300)}`,
  );
  must(!secrets().some((word) => found.title.includes(word)), `${where}: the title is ${found.title}`);
}

const shown = () =>
  page
    .locator('main.curtain')
    .count()
    .then((n) => n === 0);

// Plays the current seat until the screen must be handed over and the curtain is shown.
async function playToCurtain() {
  for (let i = 0; i < 200; i++) {
    if (!(await shown())) return;
    const over = page.locator(
      '.handon .btn.go, .ask .btn.go, .choices .run .btn.go, .choices .choice, .acts .act:not(.sel):not([aria-disabled=true])',
    );
    const button = over.first();
    if (await button.isVisible().catch(() => false)) await button.click({ timeout: 2000 }).catch(() => undefined);
    await wait(40);
  }
  throw new Error('the screen was not handed over in two hundred clicks');
}

for (const [game, seats] of [
  ['takara', 2],
  ['nevergiveup', 2],
]) {
  home.frames.length = 0;
  const key = await hotSeat(game, seats);

  await check(`${game}: who loads the page meets the curtain, and nothing is behind it`, async () => {
    await home.go(`/t/${key}`);
    await nothingBehind('on loading');
    must(secrets().length > 0, 'no seat has any secret');
  });

  await check(`${game}: between two seats it hangs again, and nothing of either is behind it`, async () => {
    await page.locator('.curtain button').click();
    await page.locator('.acts .act').first().waitFor();
    await playToCurtain();
    await nothingBehind('between two');
  });

  await check(`${game}: a step back, and forth, shows no board`, async () => {
    await page.goBack();
    await wait(300);
    must((await page.locator('.acts .act, .board').count()) === 0, 'going back from the curtain shows a board');
    await page.goForward();
    await nothingBehind('forth again');
    await page.locator('.curtain button').click();
    await page.locator('.acts .act').first().waitFor();
    await home.go('/');
    await page.goBack();
    await nothingBehind('a step back to a board that was open');
  });

  await check(`${game}: a page loaded again, or opened beside it, meets the curtain`, async () => {
    await page.locator('.curtain button').click();
    await page.locator('.acts .act').first().waitFor();
    await page.reload();
    await nothingBehind('on reloading');
    const beside = await home.context.newPage();
    await beside.goto(`${house.url}/t/${key}`);
    await beside.locator('main.curtain').waitFor();
    must((await beside.locator('.acts .act, .board').count()) === 0, 'a second window shows the board');
    await beside.close();
  });
}

await check('nothing went wrong in the page', async () => must(home.errors.length === 0, home.errors.join('\n')));
await browser.close();
await house.close();
done();
