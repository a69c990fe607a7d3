// Adapts games/ID/rules.md for the page. The file names moves as players type them, and numbers by their path in the
// content. On the page, moves appear with the labels of their buttons and things with their names; the paths are left
// out.

import { catalogue, fill } from '../../kit/words';

const T = catalogue.pages.rules;

type Words = Record<string, string>;

// Catalogue keys that are sentences or screen texts, not names of things.
const NOT_NAMES = new RegExp(
  '^(move|event|prompt|note|alarm|gain|doubt|over|term|title|look|legend|board|howto|describe|part|phase|option|ending|' +
    'minutes|designer|summary|ask|plain|screen|typed|outcome|when|cause|lack|hint|menu|new|seat|chart|chest-what)\\.',
);

function namesOf(words: Words): Map<string, string> {
  const names = new Map<string, string>();
  for (const [key, word] of Object.entries(words)) {
    const [, name] = /^[a-z-]+\.([a-z][a-z0-9-]*)$/.exec(key) ?? [];
    if (name && !NOT_NAMES.test(key) && word.length < 40 && !/[{}]|\.$/.test(word) && !names.has(name)) {
      names.set(name, word);
    }
  }
  return names;
}

// Removes the column of typed names from a table. Any other text in that column is added to the name before it.
function withoutTypedColumn(lines: string[]): string[] {
  const cells = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|'),
  );
  const typed = (cell = '') => /^(`[^`]*`)?$/.test(cell.trim());
  const rows = cells.slice(2);
  const at = cells[0].findIndex(
    (head, i) => i > 0 && head.trim() === 'name' && rows.filter((row) => typed(row[i])).length > 0.8 * rows.length,
  );
  for (const row of at < 0 ? [] : rows) {
    if (!typed(row[at])) row[at - 1] = ` ${row[at - 1].trim()} (${row[at].trim()}) `;
  }
  const kept = at < 0 ? cells : cells.map((row) => row.filter((_, i) => i !== at));
  kept[0] = kept[0].map((head) => (head.trim() === 'you type' ? ` ${T.action} ` : head));
  return kept.map((row) => `|${row.join('|')}|`);
}

function rewriteTables(text: string): string {
  const out: string[] = [];
  let table: string[] = [];
  for (const line of [...text.split('\n'), '']) {
    if (line.startsWith('|')) table.push(line);
    else {
      if (table.length) out.push(...withoutTypedColumn(table));
      table = [];
      out.push(line);
    }
  }
  return out.join('\n');
}

// Replaces typed names by words. A button's label becomes `=Move a pet`; readInline recognises the "=".
export function forPages(text: string, words: Words): string {
  const names = namesOf(words);
  const wordFor = (typed: string, moves: boolean): string | null => {
    const [kind, ...args] = typed.split(' ');
    const button = words[`move.${kind}.group`];
    if (!args.length && names.has(kind) && !(button && moves)) return names.get(kind)!;
    if (button) return `\`=${button}\``;
    // dice and endings: the sentence itself explains them
    if ((args.length && words[`move.${kind}`]) || words[`ending.${kind}`]) return null;
    return typed.replace(/[-_]/g, ' ');
  };
  // in that section everything typed is a move
  const [rules, ...moveTable] = rewriteTables(text).split(/^(?=## Every move)/m);
  const rewrite = (part: string, moves: boolean) =>
    part
      .replace(/\s+Next\s+to\s+each\s+number\s+that\s+a\s+designer\s+can\s+change[\s\S]*?(?=\n\n)/g, '')
      .replace(/[^.]*(`skerry [^`]*`|\bspeak as `)[^.]*\./g, '')
      .replace(/\boption\s+`([a-z-]+)`/g, (_, option) => fill(T.option, words[`option.${option}.label`] ?? option))
      .replace(/\s*`(content|option):\s([^`]*)`/g, (_, kind, where) =>
        kind === 'option' || /option:/.test(where) ? ` ${T.optionHere}` : '',
      )
      .replace(
        /((?:[,:])?\s?)(\()?`([^`]*)`(\))?(, (?=counts\b))?/g,
        (_, before: string, open = '', typed: string, close = '', after = '') => {
          const word = wordFor(typed.replace(/\s+/g, ' '), moves);
          if (word === null) return open && close ? '' : open || close || (after ? ' ' : '');
          return before + open + word + close + after;
        },
      );
  return rewrite(rules, false) + moveTable.map((part) => rewrite(part, true)).join('');
}
