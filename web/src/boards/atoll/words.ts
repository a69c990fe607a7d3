// What Atoll's board says beyond the game's own catalogue.
import { catalogue } from '../../words';

export { fill, fillNamed } from '../../words';

export const T = {
  ...catalogue.boards.atoll,
  element: catalogue.boards.atoll.element as Record<string, string>,
  may: catalogue.boards.atoll.may as Record<string, string>,
};
