// A sign-in link for another device: opening it does not use it up, its button does. The server accepts the page's
// form, whatever a browser sends along with it.
import { House, Person, check, done, launch, must } from './lib.mjs';

const house = await House.open();
const browser = await launch();
const first = await Person.open(browser, house);
const second = await Person.open(browser, house, { size: 'phone' });

// Sends one request over a separate socket of the page, with its cookie.
const ask = (person, what) =>
  person.page.evaluate(
    (what) =>
      new Promise((found) => {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'skerry');
        socket.onopen = () => socket.send(JSON.stringify({ do: 'hello', id: 1, protocol: 1 }));
        socket.onmessage = (m) => {
          const answer = JSON.parse(m.data);
          if (answer.id === 1) socket.send(JSON.stringify({ ...what, id: 2 }));
          if (answer.id !== 2) return;
          socket.close();
          found(answer);
        };
      }),
    what,
  );

await first.go('/');
const { me } = await ask(first, { do: 'name', name: 'Marit' });
const { path } = await ask(first, { do: 'link' });

await check('the page asks, and looks like ours', async () => {
  await second.go(path);
  await second.page.getByRole('button', { name: 'Play here too' }).waitFor();
  const look = await second.page.evaluate(() => getComputedStyle(document.querySelector('button')).minHeight);
  must(look === '44px', `the style sheet is missing: ${look}`);
  await second.page.reload();
  await second.page.getByRole('button', { name: 'Play here too' }).waitFor();
});

await check('its button makes this device the same person', async () => {
  await second.page.getByRole('button', { name: 'Play here too' }).click();
  await second.page.waitForURL(`${house.url}/`);
  const now = await ask(second, { do: 'name', name: 'Marit' });
  must(now.me.id === me.id, 'the device is signed in as someone else');
});

await check('a used link says so', async () => {
  const answer = await second.page.goto(house.url + path);
  must(answer.status() === 404, `status ${answer.status()}`);
  await second.page.getByText('no longer works').waitFor();
});

await check('nothing went wrong in the pages', async () =>
  must(first.errors.length + second.errors.length === 0, [...first.errors, ...second.errors].join('\n')),
);
await browser.close();
await house.close();
done();
