// The board's own words: titles of panels and what the engine does not say.
import { catalogue } from '../../words';

export const T = {
  ...catalogue.boards.tendays,
  dashed: catalogue.boards.tendays.dashed as Record<string, string>,
  state: catalogue.boards.tendays.state as Record<string, string>,
  gear: catalogue.boards.tendays.gear as Record<string, string>,
  kinds: catalogue.boards.tendays.kinds as Record<string, string>,
};
