// Plays a game through `skerry engine` and saves the moments for drawing boards. Every seat plays the engine's quick
// hints.
// Usage: node tools/fixtures.mjs GAME OUT.json [SEATS [SEED [EVERY]]]
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const [game, path, seats = '3', seed = '7', every = '10'] = process.argv.slice(2);
const child = spawn(process.env.SKERRY ?? join(web, '../build/src/cli/skerry'), ['engine'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const ask = async (request) => {
  child.stdin.write(`${JSON.stringify(request)}\n`);
  return JSON.parse((await lines.next()).value);
};

const names = ['Marit', 'Ebbe', 'Sorrel', 'Quill', 'Bartholomeus van Dam', 'Io'];
const { games } = await ask({ do: 'games' });
const count = Math.min(Number(seats), games.find((g) => g.game === game)?.seats.to ?? 1);
const opened = await ask({ do: 'new', game, seats: count, seed: Number(seed), names: names.slice(0, count) });
if (opened.error) throw new Error(opened.error.text);
const handle = opened.handle;
const content = (await ask({ do: 'content', handle })).content;
const words = { ...(await ask({ do: 'words' })).words, ...(await ask({ do: 'words', game })).words };
const moments = [];
const kinds = new Set();
const before = {};
for (let step = 0; step < 4000; step++) {
  const where = await ask({ do: 'view', handle, seat: 'spectator' });
  const seat = where.over ? 1 : where.to_act[step % where.to_act.length];
  const { moment } = await ask({ do: 'moment', handle, seat });
  const fresh = moment.kinds.some((k) => k.open && !kinds.has(k.kind));
  for (const k of moment.kinds) if (k.open) kinds.add(k.kind);
  if (fresh || where.over || step % Number(every) === 0) moments.push({ step, moment, before: before[seat] ?? null });
  before[seat] = moment.view;
  if (where.over) {
    moments.push({ step, moment: (await ask({ do: 'moment', handle, seat: 'spectator' })).moment, before: null });
    break;
  }
  const hint = await ask({ do: 'hint', handle, seat, games: 1 });
  const text = hint.moves?.[0]?.text ?? moment.moves[0].text;
  const act = await ask({ do: 'act', handle, seat, move: text });
  if (act.error) throw new Error(act.error.text);
}
writeFileSync(path, JSON.stringify({ game, names: names.slice(0, count), content, words, moments }));
console.log(`${moments.length} moments, kinds of moves seen: ${[...kinds].join(' ')}`);
child.stdin.end();
