// The few words of this board that the game's catalogue does not hold.
import own from './words.json';

export const T = own;
