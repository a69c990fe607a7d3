// Fair dice in the browser: the hashes against node's own and the values in docs/protocol.md, the client's reaction to
// a cheating server, and two people whose downloaded record proves the game.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { House, Person, check, done, launch, must, root, skerry, wait } from './lib.mjs';
import { playTogether } from './play.mjs';

const { buildSync } = createRequire(createRequire(join(root, 'web/package.json')).resolve('vite'))('esbuild');
async function compiled(file) {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'web/src', file)],
    bundle: true,
    format: 'esm',
    target: 'es2020',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
const fairCrypto = await compiled('link/fair-crypto.ts');
const { FairDice, parseProof, verifyShares } = await compiled('link/fair-dice.ts');
const plain = (bytes) => Buffer.from(bytes).toString('hex');

await check('SHA-256 and HMAC are those of node, at every length around a block', async () => {
  for (const n of [...Array(140).keys(), 1000, 65537]) {
    const bytes = randomBytes(n);
    must(
      fairCrypto.toHex(fairCrypto.sha256(bytes)) === createHash('sha256').update(bytes).digest('hex'),
      `SHA-256 of ${n} bytes: ${plain(bytes)}`,
    );
    const key = randomBytes(n);
    must(
      fairCrypto.toHex(fairCrypto.hmac(key, bytes)) === createHmac('sha256', key).update(bytes).digest('hex'),
      `HMAC with a key of ${n} bytes`,
    );
  }
});

await check('the values of docs/protocol.md come out', async () => {
  const text = readFileSync(join(root, 'docs/protocol.md'), 'utf8');
  const seal = fairCrypto.commitment('a5'.repeat(16), 2, '5a'.repeat(32));
  must(text.includes(`\`${seal}\``), `a commitment of ${seal}`);
  const draws = [0, 1, 2].map((n) => fairCrypto.draw('07'.repeat(32), n, 1000000)).join(', ');
  must(text.includes(`are ${draws}.`), `draws of ${draws}`);
});

// A connection whose server is simulated here.
class Line {
  state = { phase: 'online' };
  sent = [];
  answer = () => ({});
  watch(listener) {
    this.up = () => listener({ phase: 'online' });
    this.down = () => listener({ phase: 'reconnecting' });
    return () => {};
  }
  listen(listener) {
    this.push = listener;
    return () => {};
  }
  async request(what, members) {
    this.sent.push([what, members]);
    return this.answer(what, members);
  }
}
class Kept {
  map = new Map();
  getItem = (k) => this.map.get(k) ?? null;
  setItem = (k, v) => void this.map.set(k, v);
  removeItem = (k) => void this.map.delete(k);
  key = (i) => [...this.map.keys()][i] ?? null;
  get length() {
    return this.map.size;
  }
}
const TAG = '0b'.repeat(16);
const SERVER = '11'.repeat(32);
const party = (seat, commit, share = null) => ({ seat, commit, share });
const sealed = fairCrypto.commitment(TAG, 0, SERVER);
const asks = (step, parties, tag = TAG) => ({
  push: 'dice',
  table: 'k',
  seat: 1,
  wait: 3000,
  dice: { tag, step, parties },
});

// Runs both steps with an honest server, except for the given changes. Returns what the device stores.
async function exchange({
  line = new Line(),
  session = new Kept(),
  browser = new Kept(),
  between = () => {},
  change = (p) => p,
} = {}) {
  let fair = new FairDice(line, session, browser);
  line.push(asks('commit', [party(0, sealed), party(1, null)]));
  await wait(0);
  fair = between(fair, line, session, browser) ?? fair;
  await wait(0);
  const own = line.sent.find(([what]) => what === 'commit')[1].commit;
  line.push(asks('open', change([party(0, sealed), party(1, own)])));
  await wait(0);
  await wait(0);
  const share = line.sent.find(([what]) => what === 'share')?.[1].share ?? null;
  return { fair, line, session, browser, own, share };
}
const over = (own, share, server = SERVER) => ({
  key: 'k',
  dice: { tag: TAG, step: 'done', parties: [party(0, sealed, server), party(1, own, share)] },
});

await check('a device seals, opens when all have sealed, and finds its share in the end', async () => {
  const { fair, line, own, share, session } = await exchange();
  must(
    /^[0-9a-f]{64}$/.test(share) && fairCrypto.commitment(TAG, 1, share) === own,
    'the share does not match the commitment',
  );
  must(
    line.sent.length === 2 && line.sent.every(([, m]) => m.tag === TAG && m.seat === 1),
    'unexpected messages were sent',
  );
  must(session.length === 0, 'the share is still stored although it has been sent');
  must(
    fair.findError({ key: 'k', dice: { ...over(own, null).dice, parties: [party(0, sealed), party(1, own)] } }) ===
      null,
    'there must be no result while the game runs',
  );
  must(fair.findError(over(own, share)) === null, 'an honest result was rejected');
  const again = (await exchange()).share;
  must(again !== share, 'two games used the same share');
});

await check('a page loaded again between seal and opening goes on with the same share', async () => {
  const { share, own } = await exchange({
    between: (_, line, session, browser) => new FairDice(line, session, browser),
  });
  must(share && fairCrypto.commitment(TAG, 1, share) === own, 'another share was sent, or none');
});

await check('a line that breaks before the answer sends the same once more', async () => {
  const line = new Line();
  line.answer = () => Promise.reject(new Error('lost'));
  const { own, share } = await exchange({
    line,
    between: () => {
      line.answer = () => ({});
      line.down();
      line.up();
    },
  });
  const commits = line.sent.filter(([what]) => what === 'commit').map(([, m]) => m.commit);
  must(commits.length === 2 && commits[0] === commits[1] && commits[0] === own, `sent ${commits.length} seals`);
  must(share, 'the share was not sent');
});

await check('a server that changes its seal, or drops ours, gets no share and is told of', async () => {
  const turned = await exchange({ change: ([, mine]) => [party(0, 'ee'.repeat(32)), mine] });
  must(
    turned.share === null && turned.fair.findError({ key: 'k', dice: null }) === 'promise',
    'a changed server commitment was accepted',
  );
  const dropped = await exchange({ change: ([server]) => [server, party(1, null)] });
  must(
    dropped.share === null && dropped.fair.findError({ key: 'k', dice: null }) === 'own',
    'a dropped commitment was accepted',
  );
});

await check('a server that shows other values later is told of', async () => {
  const { fair, own, share } = await exchange();
  const { dice } = over(own, share);
  must(fair.findError(over(own, share, '22'.repeat(32))) === 'server', 'a changed server share was accepted');
  must(fair.findError(over(own, share, null)) === 'server', 'a missing server share was accepted');
  must(fair.findError(over(own, null)) === 'own', 'a missing share was accepted');
  must(
    fair.findError({ key: 'k', dice: { ...dice, tag: '0c'.repeat(16) } }) === 'own',
    'the data of another match was accepted',
  );
  must(
    fair.findError({
      key: 'k',
      dice: {
        ...dice,
        parties: [party(0, fairCrypto.commitment(TAG, 0, '22'.repeat(32)), '22'.repeat(32)), dice.parties[1]],
      },
    }) === 'seals',
    'another commitment with a matching share was accepted',
  );
  must(
    verifyShares(dice).key ===
      createHash('sha256')
        .update('skerry dice 1 key\n')
        .update(Buffer.from(`${TAG}00${SERVER}01${share}`, 'hex'))
        .digest('hex'),
    'the key differs',
  );
});

// ---- with the real server ------------------------------------------------------------------------------------------
const house = await House.open();
const browser = await launch();
const anna = await Person.open(browser, house);
const ben = await Person.open(browser, house, { size: 'phone' });
let record = '';
const pushed = (person, step) =>
  person.frames.map((f) => JSON.parse(f)).filter((m) => m.push === 'dice' && m.dice.step === step);

function verify(text) {
  const file = join(house.folder, 'game.rec');
  writeFileSync(file, text);
  return spawnSync(skerry, ['replay', file, '--verify'], { encoding: 'utf8' });
}

// Anna invites a friend to Takara, and the friend sits down.
async function seated(friend) {
  await anna.go('/new/takara');
  const rows = anna.page.locator('main .panel').first().locator('ul > li');
  await rows.nth(1).getByText('Friend', { exact: true }).click();
  for (let i = 2; i < (await rows.count()); i++) await rows.nth(i).getByText('Empty', { exact: true }).click();
  await anna.page.getByRole('button', { name: /Invite/ }).click();
  await anna.page.waitForURL(/\/t\//);
  await friend.page.goto(anna.page.url());
  await friend.page.getByRole('button', { name: 'Sit down here' }).click();
  // Shown once the friend has a seat and no bot would take it.
  await anna.page.getByRole('button', { name: 'Start', exact: true }).waitFor();
}

await check('a page loaded again while the other device is silent still opens its share', async () => {
  const silent = await Person.open(browser, house);
  await silent.page.addInitScript(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      if (!String(text).includes('"do":"commit"')) send.call(this, text);
    };
  });
  await seated(silent);
  await anna.page.getByRole('button', { name: 'Start', exact: true }).click();
  const start = Date.now();
  while (
    !(await anna.page.evaluate(() => Object.values(sessionStorage).some((v) => v.includes('"taken":true')))) &&
    Date.now() - start < 2500
  ) {
    await wait(20);
  }
  await anna.page.reload();
  const slow = Date.now() - start > 2500; // this machine is too busy to measure it
  await anna.page.locator('.table').first().waitFor();
  const { dice } = anna.frames
    .map((f) => JSON.parse(f))
    .filter((m) => m.table?.dice)
    .pop().table;
  must(dice.parties[2].commit === null, 'the silent device took part');
  const [receipt] = await anna.page.evaluate(() => JSON.parse(localStorage.getItem('skerry.dice-receipts') ?? '[]'));
  if (slow) console.log('# too slow to measure');
  else {
    must(
      receipt?.taken && receipt.tag === dice.tag && (await anna.page.evaluate(() => sessionStorage.length)) === 0,
      'the share is not part of the key',
    );
  }
  anna.frames.length = 0;
  await silent.close();
});

await check('two people sit down; both devices seal and open, at once', async () => {
  await seated(ben);
  const start = Date.now();
  await anna.page.getByRole('button', { name: 'Start', exact: true }).click();
  for (const p of [anna, ben]) await p.page.locator('.table').first().waitFor();
  must(Date.now() - start < 2900, 'the start waited for someone');
  for (const p of [anna, ben]) {
    must(
      pushed(p, 'commit').length === 1 && pushed(p, 'open').length === 1,
      'the devices were not asked the expected number of times',
    );
    must(!p.frames.some((f) => /"share": ?"/.test(f)), 'a share was sent before the end');
  }
});

await check('they play to the end, the page loaded again on the way', async () => {
  await ben.page.reload();
  await ben.page.locator('.table').first().waitFor();
  must(await playTogether([anna.page, ben.page], { most: 3000 }), 'the game is not over');
  for (const p of [anna, ben]) await p.page.locator('.ended').waitFor({ timeout: 10000 });
  for (const p of [anna, ben]) {
    must(
      (await p.page.locator('.notice').count()) === 0,
      await p.page.locator('.notice').allTextContents().then(String),
    );
  }
});

await check('the result page says who took part, and its check passes', async () => {
  for (const p of [anna, ben]) {
    await p.page.goto(`${p.page.url()}/result`);
    const box = p.page.locator('.panel.fair');
    await box.waitFor({ timeout: 20000 });
    must(
      (await box.locator('.fair-who li.is-in').count()) === 3 && (await box.locator('.fair-who li').count()) === 3,
      await box.innerText(),
    );
    await box.getByText('This device kept its own value, and it is part of the key.').waitFor();
    await box.getByRole('button', { name: 'Check it here' }).click();
    await box.getByText(/All 3 revealed values match their seals, and the record agrees\./).waitFor();
  }
});

await check('the downloaded record is proved by skerry replay --verify, with both shares in it', async () => {
  const [file] = await Promise.all([
    anna.page.waitForEvent('download'),
    anna.page.getByRole('button', { name: 'Record' }).click(),
  ]);
  record = readFileSync(await file.path(), 'utf8');
  const proof = parseProof(record);
  must(proof && proof.parties.length === 3 && proof.parties.every((p) => p.commit && p.share), 'a share is missing');
  const shown = await ben.page.locator('.panel.fair details').evaluate((e) => e.textContent.replace(/ /g, ''));
  must(
    proof.parties.every((p) => shown.includes(p.share)),
    'the other device shows other shares',
  );
  const run = verify(record);
  must(run.status === 0, run.stderr);
  console.log(`# ${run.stdout.trim().split('\n').pop()}`);
});

await check('a record that was tampered with is found out', async () => {
  const bent = record.replace(/^(# dice 1 [0-9a-f]{64} )(.)/m, (_, head, digit) => head + (digit === '0' ? '1' : '0'));
  must(bent !== record && verify(bent).status !== 0, 'a changed share was accepted');
  const left = record.replace(/^(# dice 2 [0-9a-f]{64}) [0-9a-f]{64}$/m, '$1 -');
  must(left !== record && verify(left).status !== 0, 'a missing share was accepted');
  const { tag, parties } = parseProof(record);
  const forged = record.replace(
    /^# dice 2 .*$/m,
    `# dice 2 ${fairCrypto.commitment(tag, 2, '33'.repeat(32))} ${'33'.repeat(32)}`,
  );
  must(
    parties.length === 3 && forged !== record && verify(forged).status !== 0,
    'a changed share with a matching commitment was accepted',
  );
  const lines = record.split('\n').filter((l) => !l.startsWith('= ')); // as a forger would do: without hashes
  const tiles = lines.flatMap((l, i) => (l.startsWith('* tile ') ? [i] : []));
  const k = tiles.findIndex((at, i) => i > 0 && lines[at] !== lines[tiles[i - 1]]);
  [lines[tiles[k - 1]], lines[tiles[k]]] = [lines[tiles[k]], lines[tiles[k - 1]]];
  const swapped = verify(lines.join('\n'));
  must(k > 0 && swapped.status !== 0, `swapped tiles were accepted: ${swapped.stdout}`);
  console.log(`# ${swapped.stderr.trim()}`);
});

await check('nothing went wrong in either page', async () => {
  must(anna.errors.length + ben.errors.length === 0, [...anna.errors, ...ben.errors].join('\n'));
});

await browser.close();
await house.close();
done();
