// Words of this board that the engine's catalogue does not contain.
import own from './words.json';

export const WORDS = {
  ...own,
  dashed: own.dashed as Record<string, string>,
  state: own.state as Record<string, string>,
  gear: own.gear as Record<string, string>,
  kinds: own.kinds as Record<string, string>,
};
