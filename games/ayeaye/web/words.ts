// The board's own words, and helpers for the game's catalogue (games/ayeaye/words/en.json). kit/words.ts explains the
// patterns.

import { fill } from '@/kit/words';
import own from './words.json';

export { fill };

export const WORDS = {
  ...own,
  omen: own.omen as Record<string, string>,
};

type Value = string | number;

export type Words = Record<string, string>;
export const wordsFor = (words: Words, key: string, ...values: Value[]): string => fill(words[key] ?? key, ...values);
export const capitalise = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);
// "the Gull" becomes "Gull" on its picture.
export const withoutArticle = (s: string): string => capitalise(s.replace(/^the /, ''));
