// Words of this board that the game's catalogue does not contain.
import own from './words.json';

export const WORDS = own;
