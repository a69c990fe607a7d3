// Parses games/ID/rules.md, with the subset of Markdown that it uses, into blocks and numbered rules. It draws
// nothing.

export type Inline = { kind: 'text' | 'strong' | 'em' | 'code' | 'do'; text: string }; // do: a button's label

export type Block =
  | { kind: 'p'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string };

export interface Rule {
  number: number;
  origin: string[]; // a list of: book, printed, deduced, ours
  blocks: Block[];
}

export interface Section {
  id: string;
  title: string;
  level: number;
  parts: ({ rule: Rule } | { block: Block })[];
}

export interface Page {
  title: string;
  intro: Block[];
  sections: Section[];
}

export const plain = (inlines: Inline[]): string => inlines.map((i) => i.text).join('');

export function blockText(block: Block): string {
  if (block.kind === 'p') return plain(block.inlines);
  if (block.kind === 'code') return block.text;
  if (block.kind === 'list') return block.items.map(plain).join(' ');
  return [block.head, ...block.rows].map((row) => row.map(plain).join(' ')).join(' ');
}

export function readInline(text: string): Inline[] {
  const out: Inline[] = [];
  const pattern = /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`|\[([^\]]+)\]\([^)]*\)/g;
  let at = 0;
  for (let m = pattern.exec(text); m; m = pattern.exec(text)) {
    if (m.index > at) out.push({ kind: 'text', text: text.slice(at, m.index) });
    if (m[1] !== undefined) out.push({ kind: 'strong', text: m[1] });
    else if (m[2] !== undefined) out.push({ kind: 'em', text: m[2] });
    else if (m[3] !== undefined) {
      out.push(m[3][0] === '=' ? { kind: 'do', text: m[3].slice(1) } : { kind: 'code', text: m[3] });
    } else out.push({ kind: 'text', text: m[4] });
    at = m.index + m[0].length;
  }
  if (at < text.length) out.push({ kind: 'text', text: text.slice(at) });
  return out;
}

const cells = (line: string): Inline[][] =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => readInline(cell.trim()));

function readTable(lines: string[]): Block {
  const rows = lines.filter((line) => !/^[|\s:-]+$/.test(line) || /\w/.test(line));
  const headed = lines.length > 1 && /^[|\s:-]+$/.test(lines[1]) && /\w/.test(lines[0]);
  return { kind: 'table', head: headed ? cells(rows[0]) : [], rows: (headed ? rows.slice(1) : rows).map(cells) };
}

function readList(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line);
    if (item) items.push(item[1]);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: 'list', ordered: /^\s*\d+\./.test(lines[0]), items: items.map(readInline) };
}

// Blocks are separated by blank lines, except inside a code fence.
function chunks(text: string): string[][] {
  const out: string[][] = [];
  let now: string[] = [];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    if (!fenced && line.trim() === '' && now.length) {
      out.push(now);
      now = [];
    } else if (line.trim() !== '' || fenced) now.push(line);
  }
  if (now.length) out.push(now);
  return out;
}

function readBlock(lines: string[]): Block {
  if (lines[0].startsWith('```')) return { kind: 'code', text: lines.slice(1, -1).join('\n') };
  if (lines[0].startsWith('|')) return readTable(lines);
  if (/^\s*([-*]|\d+\.)\s/.test(lines[0])) return readList(lines);
  return { kind: 'p', inlines: readInline(lines.join(' ')) };
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function readRule(text: string): Rule | null {
  const m = /^\*\*R(\d+)\*\*\s*(?:\(([^)]*)\))?\s*([\s\S]*)$/.exec(text);
  if (!m) return null;
  const origin = (m[2] ?? '')
    .split(/[;,]/)
    .map((word) => word.trim())
    .filter(Boolean);
  return { number: Number(m[1]), origin, blocks: [{ kind: 'p', inlines: readInline(m[3].trim()) }] };
}

export function readRules(text: string): Page {
  const page: Page = { title: '', intro: [], sections: [] };
  let section: Section | null = null;
  let rule: Rule | null = null;
  for (const lines of chunks(text)) {
    const heading = /^(#+)\s+(.*)$/.exec(lines[0]);
    if (heading) {
      rule = null;
      if (heading[1].length === 1) page.title = heading[2];
      else {
        section = { id: slug(heading[2]), title: heading[2], level: heading[1].length, parts: [] };
        page.sections.push(section);
      }
      if (lines.length > 1) lines.shift();
      else continue;
    }
    const found: Rule | null = readRule(lines.join(' '));
    if (!section) page.intro.push(readBlock(lines));
    else if (found) section.parts.push({ rule: (rule = found) });
    else if (rule && !lines[0].startsWith('**')) rule.blocks.push(readBlock(lines));
    else section.parts.push({ block: readBlock(lines) });
  }
  return page;
}
