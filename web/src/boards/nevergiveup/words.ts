// The few words of this board that the game's catalogue does not hold.
import { catalogue } from '../../words';

export const T = catalogue.boards.nevergiveup;
