// All text of the client is in its catalogues, web/src/words.json and games/ID/web/words.json: no text in the markup,
// every key used, and every pattern well-formed.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { check, done, must, root } from './lib.mjs';

const ts = createRequire(join(root, 'web/package.json'))('typescript');
const boards = readdirSync(join(root, 'games')).filter((id) => existsSync(join(root, 'games', id, 'web')));
const folders = ['web/src', ...boards.map((id) => `games/${id}/web`)];
const files = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((f) => /\.tsx?$/.test(f) && !f.includes('/generated/'));
const trees = files.map((name) =>
  ts.createSourceFile(
    name,
    readFileSync(join(root, name), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  ),
);
const wordsOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'words.json'), 'utf8'));
const words = {
  ...wordsOf('web/src'),
  boards: Object.fromEntries(boards.map((id) => [id, wordsOf(`games/${id}/web`)])),
};

function walk(node, seen) {
  seen(node);
  ts.forEachChild(node, (child) => walk(child, seen));
}
const at = (node) => {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
};

// Within a call or an index, a string is a key, not text.
function inCall(part, top) {
  for (let up = part.parent; up !== top; up = up.parent) {
    if (ts.isCallExpression(up) || ts.isElementAccessExpression(up)) return true;
  }
  return false;
}

// Attributes that are shown or read aloud.
const TEXT_ATTRIBUTES = new Set([
  'aria-label',
  'aria-valuetext',
  'aria-description',
  'title',
  'placeholder',
  'alt',
  'label',
]);
// Letters used as symbols: players' letters, XP and K on coins, keyboard keys.
const SYMBOL = /^[^A-Za-z]*([A-Z]|XP|K|R|Esc|U|H)?[^A-Za-z]*$/;

await check('no text stands in the markup', async () => {
  const found = [];
  for (const tree of trees) {
    walk(tree, (node) => {
      if (ts.isJsxText(node) && !SYMBOL.test(node.text.trim())) found.push(`${at(node)} ${node.text.trim()}`);
      if (
        ts.isJsxAttribute(node) &&
        TEXT_ATTRIBUTES.has(node.name.getText()) &&
        node.initializer &&
        ts.isStringLiteral(node.initializer) &&
        /[A-Za-z]/.test(node.initializer.text)
      ) {
        found.push(`${at(node)} ${node.getText()}`);
      }
      if (ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.has(node.name.getText()) && node.initializer) {
        walk(node.initializer, (part) => {
          if (
            ts.isTemplateExpression(part) &&
            [part.head, ...part.templateSpans.map((s) => s.literal)].some((p) => /[a-z]{2}/.test(p.text)) &&
            !inCall(part, node)
          ) {
            found.push(`${at(part)} ${part.getText()}`);
          }
        });
      }
      if (
        ts.isJsxExpression(node) &&
        !ts.isJsxAttribute(node.parent) &&
        node.expression &&
        ts.isTemplateExpression(node.expression) &&
        [node.expression.head, ...node.expression.templateSpans.map((s) => s.literal)].some((p) =>
          /[a-z]{2}/.test(p.text),
        )
      ) {
        found.push(`${at(node)} ${node.getText()}`);
      }
      // A string that is shown as it is: {'text'}, or one branch of a conditional.
      if (ts.isStringLiteral(node) && /[a-z]{2}.* |^[A-Z][a-z]+$/.test(node.text)) {
        let up = node.parent;
        while (ts.isConditionalExpression(up) || ts.isParenthesizedExpression(up)) up = up.parent;
        if (ts.isJsxExpression(up) && !ts.isJsxAttribute(up.parent)) found.push(`${at(node)} ${node.text}`);
      }
    });
  }
  must(found.length === 0, found.join('\n'));
});

// All strings, templates and members in some sources, to find the keys they use.
function usedKeys(trees) {
  const strings = new Set();
  const templates = [];
  for (const tree of trees) {
    walk(tree, (node) => {
      if (ts.isStringLiteralLike(node)) strings.add(node.text);
      if (ts.isPropertyAccessExpression(node) && /^(T|WORDS)$/.test(node.expression.getText())) {
        strings.add(node.name.text);
      }
      if (!ts.isTemplateExpression(node) || !/^[a-z-]+\./.test(node.head.text)) return;
      const literals = [node.head, ...node.templateSpans.map((s) => s.literal)];
      const escaped = literals.map((part) => part.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      templates.push(new RegExp(`^${escaped.join('[a-z0-9-]+')}$`));
    });
  }
  return (name) => strings.has(name) || templates.some((x) => x.test(name));
}

await check('every word of the catalogue is used', async () => {
  const anywhere = usedKeys(trees);
  const idle = [];
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') {
      if (!anywhere(key)) idle.push(key);
    } else {
      for (const [section, own] of Object.entries(value)) {
        const there = usedKeys(
          trees.filter((tree) =>
            key === 'boards'
              ? tree.fileName.startsWith(`games/${section}/`)
              : tree.text.includes(`catalogue.${key}.${section}`),
          ),
        );
        for (const name of Object.keys(own)) if (!there(name)) idle.push(`${key}.${section}.${name}`);
      }
    }
  }
  must(idle.length === 0, idle.join('\n'));
});

await check('every pattern has its braces closed and its choices whole', async () => {
  const bad = [];
  const look = (where, value) => {
    if (typeof value === 'object') return Object.entries(value).forEach(([k, v]) => look(`${where}.${k}`, v));
    let depth = 0;
    for (const c of value) {
      depth += c === '{' ? 1 : c === '}' ? -1 : 0;
      if (depth < 0) break;
    }
    if (depth !== 0 || /\{(?!\d[|}])/.test(value) || value.trim() === '') bad.push(`${where}: ${value}`);
  };
  Object.entries(words).forEach(([k, v]) => look(k, v));
  must(bad.length === 0, bad.join('\n'));
});
done();
