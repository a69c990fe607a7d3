// The client's own words: one catalogue, words.json. {0} is filled in; {0|one place|{0} places} chooses by number.
import catalogue from './words.json';

export type Word = keyof typeof catalogue;

const fill = (text: string, values: (string | number)[]): string =>
  text
    .replace(/\{(\d)\|([^|{}]*)\|((?:[^{}]|\{\d\})*)\}/g, (_, n, one, many) => (Number(values[n]) === 1 ? one : many))
    .replace(/\{(\d)\}/g, (_, n) => String(values[n] ?? ''));

export function t(key: Word, ...values: (string | number)[]): string {
  return fill((catalogue as Record<string, string>)[key] ?? key, values);
}

// "a, b and c"
export function joined(words: string[], last: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${t(`list.${last}`)} ${words[words.length - 1]}`;
}

// 0:42, 12:05, 3 h 20 min, 2 days: a span of time in the fewest words that help.
export function span(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000));
  if (s < 3600) return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
  const h = Math.floor(s / 3600);
  return h < 48 ? t('time.hours', h, Math.floor((s % 3600) / 60)) : t('time.days', Math.floor(h / 24));
}

export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60000);
  if (minutes < 1) return t('time.now');
  if (minutes < 60) return t('time.minutes-ago', minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t('time.hours-ago', hours) : t('time.days-ago', Math.floor(hours / 24));
}
