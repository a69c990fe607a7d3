// Refused connections. The browser does not tell the page why, so the page asks the server and shows the reason.
import http from 'node:http';
import net from 'node:net';
import { House, Person, check, done, launch, must } from './lib.mjs';

const house = await House.open();
const browser = await launch();

// A wrongly configured proxy that hides its own name: to the server, the pages seem to come from another site.
const hidden = (headers) => ({ ...headers, host: 'inside.example' });
const proxy = http.createServer((from, to) => {
  from.pipe(
    http.request(
      { port: house.port, host: '127.0.0.1', method: from.method, path: from.url, headers: hidden(from.headers) },
      (answer) => {
        to.writeHead(answer.statusCode, answer.headers);
        answer.pipe(to);
      },
    ),
  );
});
proxy.on('upgrade', (from, line) => {
  const far = net.connect(house.port, '127.0.0.1', () => {
    const lines = Object.entries(hidden(from.headers)).map(([name, value]) => `${name}: ${value}`);
    far.write(`GET ${from.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    far.pipe(line).pipe(far);
  });
  for (const end of [far, line]) end.on('error', () => (far.destroy(), line.destroy()));
});
await new Promise((ready) => proxy.listen(0, '127.0.0.1', ready));

await check('a page whose address the server does not know says where the server is', async () => {
  const person = await Person.open(browser, { url: `http://127.0.0.1:${proxy.address().port}` });
  await person.go('/');
  await person.page.getByText(`which is at ${house.url}`).waitFor();
  must(person.frames.length === 0, 'the server answered a page of another origin');
  await person.close();
});

await check('too many pages: the page says so, and comes in when there is room', async () => {
  const person = await Person.open(browser, house);
  await person.go('/');
  const fill = () =>
    person.page.evaluate(async () => {
      window.held = [];
      for (let i = 0; i < 15; i++) {
        const socket = new WebSocket(`ws://${location.host}/ws`, 'skerry');
        await new Promise((opened) => (socket.onopen = opened));
        window.held.push(socket);
      }
    });
  await person.page.getByText('Connected').first().waitFor();
  await fill();
  const second = await person.context.newPage();
  await second.goto(`${house.url}/`);
  await second.getByText('too many pages of this server open').waitFor();
  await person.page.evaluate(() => window.held.forEach((socket) => socket.close()));
  await second.getByRole('button', { name: 'Try now' }).click();
  await second.getByText('Connected').first().waitFor();
  await person.close();
});

await check('a cookie that is lost is fetched again without a word', async () => {
  const person = await Person.open(browser, house);
  await person.go('/');
  await person.page.getByText('Connected').first().waitFor();
  await person.context.clearCookies();
  await house.kill('SIGTERM');
  await house.start();
  await person.page.waitForTimeout(300);
  await person.page.getByText('Connected').first().waitFor();
  must(
    (await person.context.cookies()).some((cookie) => cookie.name === 'skerry'),
    'the cookie is missing',
  );
  must(person.errors.length === 0, person.errors.join('\n'));
  await person.close();
});

proxy.closeAllConnections();
proxy.close();
await browser.close();
await house.close();
done();
