// The pages around the boards: choosing a game for friends, codes, your own content, the waiting room on a phone,
// confirmations before a move, leaving a table, the log, replays and playing on from them, and rules that name buttons
// and can be played.
import { GAMES, House, Person, check, done, launch, must, wait } from './lib.mjs';
import { playOn } from './play.mjs';

const house = await House.open();
const browser = await launch();
const anna = await Person.open(browser, house);
const ben = await Person.open(browser, house, { size: 'phone' });
const { page } = anna;
const answers = (person) => person.frames.map((f) => JSON.parse(f));

await check('a table for friends: the game is asked for, and its set-up opens', async () => {
  await anna.go('/');
  await page.getByRole('button', { name: 'Table for friends' }).click();
  const links = page.getByRole('dialog').getByRole('link');
  await links.first().waitFor();
  must((await links.count()) === GAMES.length - 1, `${await links.count()} games to choose from`); // Atoll is for one player
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Takara Island/ })
    .click();
  await page.waitForURL(/\/new\/takara$/);
});

await check('phrases and packs that do not fit: a sentence beside the field, and no start', async () => {
  await anna.go('/new/nevergiveup');
  const start = page.locator('.sum .btn.go');
  await page.locator('textarea').fill('to be or not to be\nshort');
  await page
    .locator('#phrases-bad')
    .getByText(/^Phrase 2, “SHORT”, .*\b8\b.*\.$/)
    .waitFor();
  must(await start.isDisabled(), 'the table could be created anyway');
  await page.locator('textarea').fill('to be or not to be\nall is well that ends');
  await page
    .locator('#phrases-bad')
    .getByText(/3 players need 3 phrases|No two puzzles/)
    .waitFor();
  await page.locator('textarea').fill('');
  await page.locator('#phrases-bad').waitFor({ state: 'detached' });
  const file = (text) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await file('{"turns":\n5,,}');
  await page
    .locator('#pack-bad')
    .getByText(/invalid JSON at line 2/)
    .waitFor();
  await file('{"turns": "many"}');
  await page
    .locator('#pack-bad')
    .getByText(/^mine.json does not work with this game. turns must be a whole number/)
    .waitFor();
  must(await start.isDisabled(), 'the table could be created anyway');
  await file('{"turns": 50}');
  await page.locator('#pack-bad').waitFor({ state: 'detached' });
  await page.getByText('Using mine.json.').waitFor();
});

let key = '';
await check('a wrong code is a field to try again, and the right one sits down', async () => {
  await anna.go('/new/takara');
  await page.getByRole('button', { name: /Invite/ }).click();
  await page.waitForURL(/\/t\//);
  key = page.url().split('/').pop();
  const code = await page.locator('.code b').innerText();
  await ben.go('/c/AUK-1');
  await ben.page.getByRole('heading', { name: 'No table has the code AUK-1' }).waitFor();
  must(
    await ben.page.getByRole('link', { name: 'Back to lobby', exact: true }).isVisible(),
    'there is no link to the lobby',
  );
  await ben.page.getByRole('textbox').fill('nothing of the kind');
  await ben.page.getByRole('button', { name: 'Join' }).click();
  await ben.page.getByText(/not a table link or a code/).waitFor();
  await ben.page.getByRole('textbox').fill(code.toLowerCase().replace('-', ' '));
  await ben.page.getByRole('button', { name: 'Join' }).click();
  await ben.page.waitForURL(new RegExp(`/t/${key}$`));
});

await check('on a phone the start is on the screen without scrolling', async () => {
  const host = await Person.open(browser, house, { size: 'phone' });
  await host.context.addCookies(await anna.context.cookies());
  await host.go(`/t/${key}`);
  const box = await host.page.getByRole('button', { name: /^Start/ }).boundingBox();
  must(box && box.y + box.height <= 844 && box.y > 0, `the button is at ${JSON.stringify(box)}`);
  await host.close();
});

await check('a seat that goes to a bot and comes back is told in the log of both', async () => {
  await page.getByRole('button', { name: /^Start/ }).click();
  for (const p of [anna, ben]) await p.page.locator('.table').first().waitFor();
  await ben.page.getByRole('tab', { name: 'Table' }).click();
  await ben.page.getByRole('button', { name: 'Let a bot play for me' }).click();
  await page.locator('.log').getByText(/bot/).first().waitFor();
  await ben.page.getByRole('button', { name: 'Take over' }).first().click();
  await page
    .locator('.log')
    .getByText(/back in the game/)
    .first()
    .waitFor();
  await ben.page.getByRole('tab', { name: 'Log' }).click();
  must((await ben.page.locator('.log li', { hasText: /bot/ }).count()) > 0, "the other player's log does not show it");
  const told = async () =>
    (await page.locator('.log li li').allInnerTexts()).filter((text) => /bot takes over|back in the game/.test(text))
      .length;
  must((await told()) === 2, `${await told()} lines before`);
  await page.reload();
  await page
    .locator('.log')
    .getByText(/back in the game/)
    .first()
    .waitFor();
  must((await told()) === 2, `${await told()} lines after the page was loaded again`);
});

const features = answers(anna).find((m) => m.server)?.server.features ?? [];
console.log(`# the server offers ${features.join(', ') || 'nothing more'}`);

// Leaves from the person's list of games. The question says what will happen.
async function leave(person, name, button) {
  await person.go('/');
  await person.page.getByRole('button', { name }).first().click();
  await person.page.getByRole('dialog').getByRole('button', { name: button }).click();
  await person.page.getByRole('dialog').waitFor({ state: 'detached' });
}
if (features.includes('leave')) {
  await check(
    'leaving: with others a bot plays on; alone the game ends; before the start the host closes the table',
    async () => {
      await leave(anna, /^End Takara Island/, 'Leave and let a bot play');
      await page.locator('.yours .turn').waitFor({ state: 'detached' });
      await leave(ben, /^End Takara Island/, 'Leave and let a bot play');
      await page.locator('#game-atoll button.btn.may').click();
      await page.waitForURL(/\/t\//);
      const alone = page.url();
      await leave(anna, /^End Taboo Atoll Express/, 'End the game');
      await page.goto(alone);
      await page.getByRole('heading', { name: 'This table is closed' }).waitFor();
      await anna.go('/new/takara');
      await page.getByRole('button', { name: /Invite/ }).click();
      await page.waitForURL(/\/t\//);
      await ben.page.goto(page.url());
      await ben.page.getByRole('button', { name: 'Sit down here' }).waitFor();
      await page.getByRole('button', { name: 'Close the table' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close the table' }).click();
      await page.waitForURL(/\/$/);
      await ben.page.getByRole('heading', { name: 'This table is closed' }).waitFor();
    },
  );
}

// The dice are random, so another game is started every thirty tries, or when the last one is over.
async function begin(person, game, tries) {
  if (tries % 30 && !(await person.page.locator('.ended').count())) return;
  await person.go('/');
  person.frames.length = 0;
  await person.page.locator(`#game-${game} button.btn.may`).click();
  await person.page.locator('.acts .act').first().waitFor();
}

await check('Never Give Up: Done with a move or a dig open says what is given up', async () => {
  const act = page.locator('.acts [data-kind=done]');
  const last = () =>
    answers(anna)
      .map((m) => m.moment ?? m.moments?.[0])
      .filter((m) => m?.moves?.length)
      .pop();
  // The last click may have changed the offered moves since that moment arrived; then the next one is checked.
  const asked = () =>
    act
      .click({ timeout: 1500 })
      .then(() => page.locator('.ask p').waitFor({ timeout: 3000 }))
      .then(
        () => true,
        () => false,
      );
  let found = false;
  for (let i = 0; i < 240 && !found; i++) {
    await begin(anna, 'nevergiveup', i);
    found = last()?.moves.some((m) => m.kind === 'done' && m.doubt) && (await asked());
    if (!found) await playOn(page, { most: 1, patience: 2000, seed: i });
  }
  must(found, 'no move ever gave something up');
  must(
    /give up|can still mark/.test(await page.locator('.ask p').innerText()),
    await page.locator('.ask p').innerText(),
  );
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.locator('.ask').waitFor({ state: 'detached' });
});

if (features.includes('final')) {
  await check('on touch exactly what cannot be taken back asks once more', async () => {
    const seen = { soft: 0, final: 0 };
    for (let i = 0; i < 240 && !(seen.soft && seen.final); i++) {
      await begin(ben, 'atoll', i);
      const { moment } = answers(ben)
        .filter((m) => m.moment?.moves?.length || m.moments?.[0]?.moves.length)
        .map((m) => ({ moment: m.moment ?? m.moments[0] }))
        .pop();
      const plain = moment.kinds.filter(
        (k) =>
          k.open &&
          moment.moves.filter((m) => m.kind === k.kind).length === 1 &&
          !moment.moves.find((m) => m.kind === k.kind).doubt,
      );
      const kind = plain.find((k) => !seen[moment.moves.find((m) => m.kind === k.kind).final ? 'final' : 'soft']);
      const button = kind && ben.page.locator(`.acts [data-kind="${kind.kind}"]`);
      if (!kind || !(await button.count())) {
        await playOn(ben.page, { most: 1, patience: 1000, seed: i });
        continue;
      }
      const final = Boolean(moment.moves.find((m) => m.kind === kind.kind).final);
      const frames = ben.frames.length;
      // The last click may have changed the offered moves since that moment arrived; then the next one is checked.
      if (
        !(await button.tap({ timeout: 2000 }).then(
          () => true,
          () => false,
        ))
      ) {
        continue;
      }
      if (final) await ben.page.locator('.ask').waitFor();
      else for (let k = 0; k < 100 && ben.frames.length === frames; k++) await wait(20);
      must(
        (await ben.page.locator('.ask').count()) === (final ? 1 : 0),
        `${kind.kind}, ${final ? 'final' : 'not final'}, ${final ? 'does not ask' : 'asks'}`,
      );
      seen[final ? 'final' : 'soft']++;
      if (final) await ben.page.locator('.ask .btn.go').tap();
    }
    must(seen.soft && seen.final, JSON.stringify(seen));
  });
}

await check('the list of the replay runs as the log does, newest first; one plays on from a moment', async () => {
  await anna.go('/');
  await page.locator('#game-atoll button.btn.may').click();
  await page.locator('.acts .act').first().waitFor();
  must((await playOn(page)).over, 'the game is not over');
  await page.goto(`${page.url()}/replay?seat=1&at=1`); // the game may have been lost at the third step
  await page.locator('.replay-list .at').first().waitFor();
  const numbers = (await page.locator('.replay-list .at').allInnerTexts()).map((x) => Number(x.slice(1)));
  must(
    numbers.every((n, i) => i === 0 || n <= numbers[i - 1]),
    numbers.join(' '),
  );
  await ben.context.addCookies(await anna.context.cookies());
  await ben.page.goto(page.url());
  await ben.page.locator('.replay-list .at').first().waitFor();
  must((await ben.page.evaluate(() => scrollY)) === 0, 'on a phone the board is not on the screen');
  if (!features.includes('from')) return;
  const then = await page.locator('.replay-here').innerText();
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForURL(/\/t\/[^/]+$/);
  await page.locator('.acts .act').first().waitFor();
  must(then.length > 0 && (await playOn(page, { most: 3 })).made > 0, 'no move can be played there');
});

await check('the rules of every game name buttons, not what is typed, and no files', async () => {
  for (const game of GAMES) {
    await anna.go(`/rules/${game}`);
    await page.locator('.rules .rule').first().waitFor();
    const text = await page.locator('.rules-text').innerText();
    const bad = /content\.json|you type|--dump|`|\bcontent:|[a-z]+ [A-Z]{4,} [A-Z]{4,}/.exec(
      text.replaceAll('NEVER GIVE UP', ''),
    );
    must(!bad, `${game}: ${bad && text.slice(Math.max(0, bad.index - 60), bad.index + 60)}`);
    must((await page.locator('.rules .do').count()) > 10, `${game}: hardly any button is mentioned`);
  }
});

await check(
  'a rule is played from its page: its scene on the board, its words over the prompt, and one has the turn',
  async () => {
    await anna.go('/rules/takara');
    await page.locator('#R8 .rule-play').click();
    await page.waitForURL(/\/t\/[^/]+$/);
    const card = page.locator('.coach.tried');
    await card.getByText('the Sword costs 3 Karas').waitFor();
    must((await card.locator('a.rule').getAttribute('href')) === '/rules/takara#R8', 'the rule is not a link');
    must((await page.locator('.rules').count()) === 0, 'the rules are still shown');
    await card.getByRole('button', { name: 'Got it' }).click();
    await card.locator('.words').waitFor({ state: 'detached' });
    await page
      .locator('.acts')
      .getByRole('button', { name: /^Rent the Sword/ })
      .click();
    await page.locator('.log').getByText(/Sword/).first().waitFor();
    await anna.go('/rules/atoll');
    await page.locator('#R2 .rule-play').waitFor();
    must((await page.locator('#R3 .rule-play').count()) === 0, 'a rule without a scene has a link');
    await anna.go('/try/atoll/3');
    await page.getByText('Rule 3 of Taboo Atoll Express has no scene to play').waitFor();
  },
);

await check('nothing went wrong in the pages', async () => {
  must(anna.errors.length + ben.errors.length === 0, [...anna.errors, ...ben.errors].join('\n'));
});
await browser.close();
await house.close();
done();
