// Taboo Atoll Express in the browser: one explorer, an atoll that sinks, four treasures.
import type { BoardProps, GameBoard } from '@/kit/board';
import { Board } from './board';
import { Cover } from './cover';
import type { Props } from './model';
import { Side } from './side';
import { WORDS, fill } from './words';
import { KIND_ICON, ROLE_ICON } from './shapes';
import './atoll.css';

const STEP: Record<string, number> = { action: 0, roll: 1, keep: 1, flood: 2, flee: 2, role: 3 };

function phases(given: BoardProps) {
  const { view, content } = given as Props;
  const current = STEP[view.phase];
  if (current === undefined) return null;
  const floods = content.water.floods[view.water];
  const notes = [
    fill(WORDS.actions, view.actions, content.turn.actions),
    fill(WORDS.dice, content.search.dice, content.search.keep),
    floods === undefined ? '' : fill(WORDS.spaces, floods),
    WORDS.die,
  ];
  return { steps: WORDS.steps.map((title, i) => ({ title, note: notes[i] })), current };
}

function captions(given: BoardProps) {
  const { view, words } = given as Props;
  const role =
    view.role === 'none'
      ? []
      : [{ icon: ROLE_ICON[view.role] ?? 'cap', text: words[`role.${view.role}`] ?? view.role }];
  return [...role, { icon: 'bolt', text: fill(WORDS.special, view.special) }];
}

const board: GameBoard = {
  id: 'atoll',
  Board,
  Hand: null,
  Side,
  phases,
  captions,
  round: (given) => fill(WORDS.turn, (given as Props).view.turn),
  needsAttention: (given) => given.moves.length > 0 && ['keep', 'flee'].includes((given as Props).view.phase),
  icon: (move) => KIND_ICON[typeof move === 'string' ? move : move.kind] ?? 'move',
  Cover,
};
export default board;
