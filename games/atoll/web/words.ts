// Words of this board that the game's catalogue does not contain.
import own from './words.json';

export { fill, fillNamed } from '@/kit/words';

export const WORDS = {
  ...own,
  element: own.element as Record<string, string>,
  may: own.may as Record<string, string>,
};
