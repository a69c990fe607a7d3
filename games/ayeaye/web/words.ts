// The board's own words, and the engine's catalogue put into sentences. Keys and patterns are those of
// games/ayeaye/words/en.json: {0} is a value, {0|one|many} a choice by number, {0|0:none|one|many} one with a case of its
// own.

import { fill } from '@/kit/words';
import own from './words.json';

export { fill };

export const T = {
  ...own,
  omen: own.omen as Record<string, string>,
};

type Value = string | number;

export type Words = Record<string, string>;
export const wordsFor = (words: Words, key: string, ...values: Value[]): string => fill(words[key] ?? key, ...values);
export const capitalise = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);
// "the Gull": on a picture of it only "Gull".
export const withoutArticle = (s: string): string => capitalise(s.replace(/^the /, ''));
