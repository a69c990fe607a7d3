// The client's own words (words.json; boards have files of their own) and the patterns in them:
// {0} is a value, {0|one place|{0} places} chooses by number, {0|0:none|one|many} has an extra case for one value.
import catalogue from '../words.json';

export { catalogue };

type Catalogue = typeof catalogue;
export type Word = { [Key in keyof Catalogue]: Catalogue[Key] extends string ? Key : never }[keyof Catalogue];
type Value = string | number;

// Index of the brace that closes the one at `from`.
function closingBrace(text: string, from: number): number {
  for (let i = from, depth = 0; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return i;
  }
  return text.length;
}

// Splits at bars, except inside braces.
function splitChoices(text: string): string[] {
  const out = [''];
  let depth = 0;
  for (const c of text) {
    if (c === '{') depth++;
    if (c === '}') depth--;
    if (c === '|' && depth === 0) out.push('');
    else out[out.length - 1] += c;
  }
  return out;
}

function pickChoice(choices: string[], value: Value): string {
  const plain: string[] = [];
  for (const choice of choices) {
    const own = /^(-?\d+|none):/.exec(choice);
    if (!own) plain.push(choice);
    else if (own[1] === String(value)) return choice.slice(own[0].length);
  }
  return (plain.length > 1 && Number(value) === 1 ? plain[0] : plain[plain.length - 1]) ?? '';
}

export function fillNamed(pattern: string, values: Record<string, Value>): string {
  let out = '';
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i] !== '{') {
      out += pattern[i];
      continue;
    }
    const end = closingBrace(pattern, i);
    const [name, ...choices] = splitChoices(pattern.slice(i + 1, end));
    const value = values[name] ?? '';
    out += choices.length ? fillNamed(pickChoice(choices, value), values) : String(value);
    i = end;
  }
  return out;
}

export const fill = (pattern: string, ...values: Value[]): string =>
  fillNamed(pattern, Object.fromEntries(values.map((value, i) => [String(i), value])));

export const t = (key: Word, ...values: Value[]): string => fill(catalogue[key], ...values);

// "a, b and c"
export function joinWords(words: string[], last: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${t(`list.${last}`)} ${words[words.length - 1]}`;
}

// A duration, as short as is useful: 0:42, 12:05, 3 h 20 min, 2 days.
export function durationText(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 3600) return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
  const h = Math.floor(s / 3600);
  return h < 48 ? t('time.hours', h, Math.floor((s % 3600) / 60)) : t('time.days', Math.floor(h / 24));
}

export function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60000);
  if (minutes < 1) return t('time.now');
  if (minutes < 60) return t('time.minutes-ago', minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t('time.hours-ago', hours) : t('time.days-ago', Math.floor(hours / 24));
}
