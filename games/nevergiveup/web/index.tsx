// Never Give Up. It is often a newcomer's first game, so the board itself shows what can be done and why.
import type { Moment, Move } from '@/kit/protocol';
import type { BoardProps, GameBoard, PlayerCaption } from '@/kit/board';
import { Cover } from './cover';
import { Board } from './island-board';
import { numberText, turnStatus, say, sheetOf, type Props } from './model';
import { Hand } from './sheet';
import { Side } from './side';
import { WORDS } from './words';
import './nevergiveup.css';

const ICONS: Record<string, string> = {
  reroll: 'dice',
  plus: 'plus',
  go: 'map',
  cross: 'boat',
  'free-dig': 'puzzle',
  'free-letter': 'star',
  'free-skip': 'pass',
  move: 'cat',
  dig: 'spade',
  letter: 'star',
  done: 'check',
};

// A move with a pet has the pet's icon, a move to a place the place's.
function icon(move: Move | string): string {
  if (typeof move === 'string') return ICONS[move] ?? 'dice';
  if (move.kind === 'move') return String(move.args.pet);
  const place: Record<string, string> = { waterfall: 'fall', pirates: 'hook' };
  if (move.kind === 'go') return place[String(move.args.location)] ?? String(move.args.location);
  return ICONS[move.kind] ?? 'dice';
}

// With five or six seats, and on tablets, there is one line per player: those still to act come first.
function captions({ view, content, names, size }: Props, seat: number): PlayerCaption[] {
  const brief = names.length > 4 || size === 'tablet';
  const sheet = sheetOf(view, content, seat);
  const count: PlayerCaption = {
    icon: 'puzzle',
    text: say(WORDS.boxes, sheet.boxes.filter((b) => b.marked).length, sheet.boxes.length),
  };
  const list: PlayerCaption[] = [];
  const state = turnStatus(view, seat);
  if (view.phase !== 'over' && view.active === seat) {
    list.push({ icon: 'dice', text: brief ? WORDS.leadsShort : WORDS.leads });
  }
  if (state === 'planning') list.push({ icon: 'clock', text: WORDS.planning });
  if (state === 'done') list.push({ icon: 'check', text: WORDS.done });
  if (state === 'waits') list.push({ icon: 'pause', text: brief ? WORDS.waitsShort : WORDS.waits });
  return brief ? [...list, count].slice(0, 2) : [count, ...list];
}

// The steps of a turn, on screens where the bar does not take space from the board.
function phases({ view, size }: Props) {
  if (size === 'phone' || view.phase === 'over' || innerHeight < 1000) return null;
  const double = view.double_now > 0;
  const steps = [
    { title: WORDS.stepRoll, note: WORDS.stepRollNote },
    { title: WORDS.stepPlace, note: WORDS.stepPlaceNote },
    ...(double ? [{ title: WORDS.stepBoat, note: WORDS.stepBoatNote }] : []),
    { title: WORDS.stepDig, note: double ? WORDS.stepDigAlone : WORDS.stepDigNote },
    { title: WORDS.stepShow, note: WORDS.stepShowNote },
  ];
  const current = { dig: double ? 3 : 2, cross: 2, free: 2, dice: 1 }[view.phase as string] ?? 0;
  return { steps, current };
}

// Asks before "done" if a dig is still open, at whatever penalty, or if no pet has moved yet.
function confirm({ moves: open }: Moment, moves: Move[]): string {
  if (moves.every((m) => m.kind !== 'done')) return '';
  const digs = open.filter((m) => m.kind === 'dig' || m.kind === 'letter');
  if (!digs.length) return open.some((m) => m.kind === 'move') ? WORDS.givesUpAll : '';
  const [first] = digs;
  const what = `${first.label[0].toLowerCase()}${first.label.slice(1)}${first.gain ? ` (${first.gain})` : ''}`;
  return say(digs.length > 1 ? WORDS.givesUpMany : WORDS.givesUp, what, digs.length - 1);
}

const board: GameBoard = {
  id: 'nevergiveup',
  Board,
  Hand,
  handTitle: () => WORDS.sheetTab,
  Side,
  phases: (props: BoardProps) => phases(props),
  captions: (props: BoardProps, seat) => captions(props, seat),
  score: ({ moment }: BoardProps, seat) => numberText(moment.score.seats.find((s) => s.seat === seat)?.points ?? 0),
  round: ({ view }: BoardProps) => say(WORDS.turn, view.turn),
  needsAttention: ({ moves }: BoardProps) =>
    moves.some((m) => m.kind === 'cross' || m.kind === 'free-dig' || m.kind === 'go'),
  confirm,
  icon,
  Cover,
};

export default board;
