// Writes src/generated/games.ts from `skerry games --json`: names of lists, views, moves and events of every game.
// Usage: node tools/types.mjs [SKERRY]; without it, ../build/src/cli/skerry.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const skerry = process.argv[2] ?? process.env.SKERRY ?? join(web, '../build/src/cli/skerry');
const games = JSON.parse(execFileSync(skerry, ['games', '--json'], { maxBuffer: 1 << 26 }));
const list = Array.isArray(games) ? games : games.games;

const camel = (name) => name.replace(/(^|[-_ ])(\w)/g, (_, __, c) => c.toUpperCase());
const quote = (name) => JSON.stringify(name);

function one(game) {
  const prefix = camel(game.game);
  const out = [];
  const typed = (name) => (name === 'seat' || !(name in game.lists) ? 'number' : `${prefix}${camel(name)}`);
  for (const [name, entries] of Object.entries(game.lists)) {
    if (name === 'seat') continue;
    out.push(`export type ${prefix}${camel(name)} = ${entries.length ? entries.map(quote).join(' | ') : 'string'};`);
  }
  const value = (field) => {
    if (!field.list) return 'number';
    const base = field.list === 'seat' ? 'number' : `${typed(field.list)}`;
    return field.set ? `${base}[]` : field.list === 'seat' ? `number | 'none'` : `${base} | 'none'`;
  };
  out.push(`export interface ${prefix}View {`);
  for (const field of game.fields) {
    const hidden = field.see === 'public' ? '' : ' | null';
    let type = value(field) + hidden;
    if (field.columns > 1 || field.column_list) {
      type = field.column_list
        ? `Record<${field.column_list === 'seat' ? 'string' : typed(field.column_list)}, ${type}>`
        : `(${type})[]`;
    }
    if (field.rows > 1) type = `(${type})[]`;
    out.push(`  ${quote(field.name)}: ${type};`);
  }
  out.push('}');
  out.push(
    `export type ${prefix}MoveKind = ${game.moves
      .filter((m) => !m.chance)
      .map((m) => quote(m.name))
      .join(' | ')};`,
  );
  out.push(`export type ${prefix}EventKind = ${game.events.map((e) => quote(e.name)).join(' | ')};`);
  return out.join('\n');
}

const text = `// Made by tools/types.mjs from \`skerry games --json\`. Not kept in the repository.\n${list.map(one).join('\n\n')}\n`;
const path = join(web, 'src/generated/games.ts');
mkdirSync(dirname(path), { recursive: true });
let old = '';
try {
  old = readFileSync(path, 'utf8');
} catch {
  // the first time
}
if (old !== text) writeFileSync(path, text);
