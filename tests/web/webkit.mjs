// One turn of each game in WebKitGTK, the closest relative of a tablet's browser in Debian. Uses the WebDriver protocol
// without a library.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { GAMES, House, check, done, must, wait } from './lib.mjs';

const DRIVER = '/usr/bin/WebKitWebDriver';
const PORT = 4790 + (process.pid % 100);
if (!existsSync(DRIVER) || !existsSync('/usr/bin/Xvfb')) {
  console.log('1..0 # SKIP WebKitWebDriver or Xvfb is not installed (Debian: webkit2gtk-driver, xvfb)');
  process.exit(0);
}
const display = `:${90 + (process.pid % 100)}`;
const screen = spawn('Xvfb', [display, '-screen', '0', '1280x900x24'], { stdio: 'ignore' });
await wait(500);
const driver = spawn(DRIVER, [`--port=${PORT}`], {
  stdio: 'ignore',
  env: {
    ...process.env,
    DISPLAY: display,
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  },
});
await wait(800);
const house = await House.open();

async function ask(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    body: body ? JSON.stringify(body) : undefined,
  });
  const { value } = await answer.json();
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

let session;
const script = (code, ...args) => ask('POST', `/session/${session}/execute/sync`, { script: code, args });
async function until(code, what, seconds = 30) {
  for (let i = 0; i < seconds * 5; i++) {
    if (await script(`return Boolean(${code})`)) return;
    await wait(200);
  }
  throw new Error(`timed out waiting for ${what}`);
}

await check('WebKitGTK opens', async () => {
  const opened = await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
          args: ['--automation'],
        },
      },
    },
  });
  session = opened.sessionId;
});
for (const game of session ? GAMES : []) {
  await check(`${game}: a turn in WebKitGTK`, async () => {
    await ask('POST', `/session/${session}/url`, { url: `${house.url}/` });
    await until(`document.querySelector('#game-${game} button.btn.may')`, 'the lobby');
    await script(`document.querySelector('#game-${game} button.btn.may').click()`);
    await until(`document.querySelector('.acts .act')`, 'the first question');
    const at = `document.querySelector('.log .at')?.textContent ?? ''`;
    const before = await script(`return ${at}`);
    let seen = before;
    for (let i = 0; i < 30 && seen === before; i++) {
      await script(`
        const usable = (e) => e.offsetParent !== null && e.getAttribute('aria-disabled') !== 'true';
        const shown = (s) => [...document.querySelectorAll(s)].filter(usable);
        const selectors = ['.ask .btn.go', '.choices .run .btn.go', '.choices .choice', '.acts .act:not(.sel)'];
        const button = selectors.map((s) => shown(s)[0]).find(Boolean);
        button?.click();`);
      await wait(300);
      seen = await script(`return ${at}`);
    }
    must(seen !== before, 'no move was made');
    must((await script(`return document.querySelectorAll('.sheet svg').length`)) > 0, 'no board is drawn');
  });
}
if (session) await ask('DELETE', `/session/${session}`).catch(() => {});
await house.close();
driver.kill();
screen.kill();
done();
