// The host's page in the browser: the key, actions on people and tables, and their effect for the others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { House, Person, axeSource, check, done, launch, must, wait } from './lib.mjs';

const house = await House.open();
const key = readFileSync(join(house.folder, 'data/host-key'), 'utf8').trim();
const browser = await launch();

async function axe(page, name) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }),
  );
  const found = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
  must(
    found.length === 0,
    `${name}: ${found
      .map(
        (v) =>
          `${v.id}: ${v.nodes
            .slice(0, 3)
            .map((n) => n.target.join(' '))
            .join('; ')}`,
      )
      .join('\n')}`,
  );
}

const guest = await Person.open(browser, house);
await guest.go('/me');
await guest.page.getByLabel('Your name').fill('Rowdy');
await guest.page.getByRole('button', { name: 'Save' }).click();
await guest.go('/');
await guest.page.locator('#game-takara button.btn.may').click();
await guest.page.waitForURL(/\/t\//);
await guest.page.locator('.acts .act').first().waitFor();

const host = await Person.open(browser, house);
const { page } = host;
const said = (text) => page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 10000 });

await check('a wrong key is refused in words, the right one opens', async () => {
  await host.go('/host');
  await page.getByLabel('The host’s key').fill('wrong');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText("That is not the host's key.").waitFor();
  await page.getByLabel('The host’s key').fill(key);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'The house' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'The house' }).waitFor();
  must(
    !(await page.context().storageState()).origins.some((o) => o.localStorage.some((l) => l.value.includes(key))),
    'the key is kept after the tab is closed',
  );
});

await check('a notice is on everybody’s page until it is taken down', async () => {
  await page.getByLabel('Notice to everyone').fill('We close at ten.');
  await page.getByRole('button', { name: 'Post' }).click();
  await guest.page.getByText('We close at ten.').waitFor();
  await guest.page.reload();
  await guest.page.getByText('We close at ten.').waitFor();
  await page.getByRole('button', { name: 'Take down' }).click();
  await guest.page.getByText('We close at ten.').waitFor({ state: 'detached' });
});

await check('chat off: there is nothing to type into', async () => {
  await guest.page.getByRole('tab', { name: 'Chat' }).click();
  await guest.page.locator('.say').waitFor();
  await page.getByRole('radiogroup', { name: 'Chat' }).getByRole('radio', { name: 'off' }).click();
  await guest.page.getByText('The host has turned off chat on this server.').waitFor();
  await guest.page.locator('.say').waitFor({ state: 'detached' });
  await page.getByRole('radiogroup', { name: 'Chat' }).getByRole('radio', { name: 'on' }).click();
  await guest.page.locator('.say').waitFor();
});

await check('people are found, renamed and muted', async () => {
  await page.getByLabel('People: Find by name').fill('rowd');
  await page.getByRole('button', { name: 'Rename: Rowdy' }).click();
  await page.getByLabel('New name').fill('Meek');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('People: Find by name').fill('meek');
  await page.getByRole('button', { name: 'Mute: Meek' }).click();
  await page.getByRole('button', { name: 'Unmute: Meek' }).waitFor();
  await page.getByLabel('People: Find by name').fill('nobody of that name');
  await page.getByText('No matches.').waitFor();
  await page.getByLabel('People: Find by name').fill('');
  await page.getByRole('button', { name: 'Unmute: Meek' }).click();
});

await check('a record is saved as a file', async () => {
  await page.getByRole('button', { name: /^Export: / }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
  ]);
  must(
    readFileSync(await file.path(), 'utf8').startsWith('skerry record 1\ngame takara'),
    'the downloaded file is not a record',
  );
});

for (const [size, dark] of [
  ['desktop', false],
  ['desktop', true],
  ['phone', false],
  ['phone', true],
]) {
  await check(`${size}, ${dark ? 'dark' : 'light'}: axe finds nothing serious`, async () => {
    const person = await Person.open(browser, house, { size, dark });
    await person.go('/host');
    await axe(person.page, 'the key');
    await person.page.getByLabel('The host’s key').fill(key);
    await person.page.getByRole('button', { name: 'Open' }).click();
    await person.page.getByRole('button', { name: /^End: / }).waitFor();
    await axe(person.page, 'the house');
    must(
      await person.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      'the page is wider than the screen',
    );
    await person.page.getByRole('button', { name: /^End: / }).click();
    await axe(person.page, 'the question');
    await person.page.getByRole('button', { name: 'Cancel' }).click();
    must(person.errors.length === 0, person.errors.join('\n'));
    await person.close();
  });
}

await check('what cannot be taken back is asked once more', async () => {
  await page.getByRole('button', { name: 'Remove: Meek' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await wait(300);
  must((await guest.page.getByText('removed you from this server').count()) === 0, 'removed without a confirmation');
  await page.getByRole('button', { name: 'Remove: Meek' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await guest.page.getByText('removed you from this server').first().waitFor();
  await page.getByRole('button', { name: 'Let back in: Meek' }).waitFor();
});

await check('a closed house says so', async () => {
  await page.getByRole('radio', { name: 'closed' }).click();
  await said('Done.');
  const stranger = await Person.open(browser, house);
  const answer = await stranger.page.goto(`${house.url}/`);
  must(answer.status() === 403, `${answer.status()}`);
  await stranger.page.getByText('This server is closed').waitFor();
  await axe(stranger.page, 'the closed door');
  const link = await page.locator('.lk').textContent();
  await stranger.page.goto(link);
  await stranger.page.locator('#games').waitFor();
  await stranger.close();
});

await check('nothing went wrong in the page', async () =>
  must(host.errors.filter((e) => !/401/.test(e)).length === 0, host.errors.join('\n')),
);
await browser.close();
await house.close();
done();
