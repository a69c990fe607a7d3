// Ten Days: the entry point for the shell.
import cards from './cards.svg?raw';
import portraits from './portraits.svg?raw';
import { addSpriteSheet } from '@/kit/sprites';
import type { BoardProps, GameBoard, PlayerCaption } from '@/kit/board';
import { Board } from './board';
import { Cover } from './cover';
import { Hand } from './hand';
import { type Props, fill, frame, frames, hour } from './model';
import { moveIcon } from './shared';
import { Side } from './side';
import './tendays.css';
import './pages.css';
import './phone.css';
import { WORDS } from './words';

const addSheets = (): void => {
  addSpriteSheet('cards', cards);
  addSpriteSheet('portraits', portraits);
};
const withSheets = (Part: (p: Props) => preact.JSX.Element | null) =>
  function Sheeted(props: BoardProps) {
    addSheets();
    return <Part {...props} />;
  };

function captions(p: BoardProps, seat: number): PlayerCaption[] {
  const v = (p as Props).view;
  const out: PlayerCaption[] = [];
  const alive = v.island[seat - 1].length;
  const home = v.saved[seat - 1].length;
  const words = [alive ? fill(WORDS.alive, alive) : '', home ? fill(WORDS.home, home) : ''].filter(Boolean).join(', ');
  out.push({ icon: alive ? 'people' : home ? 'ship' : 'skull', text: words || WORDS.nobodyLeft, bad: !alive && !home });
  const entered = v.island[seat - 1].filter((c) => v.bid[c] !== 'none').length;
  const attack = frame(v, 'attack');
  if (frame(v, 'bids') && entered) out.push({ icon: 'ship', text: fill(WORDS.isEntered, entered) });
  else if (attack && v.laid_n[seat - 1]) out.push({ icon: 'check', text: fill(WORDS.laid, v.laid_n[seat - 1]) });
  if (v.souls[seat - 1]) out.push({ icon: 'ghost', text: fill(WORDS.souls, v.souls[seat - 1]) });
  if (alive && out.length < 3) out.push({ icon: 'log', text: fill(WORDS.cardCount, v.held[seat - 1]) });
  return out;
}

function phases(p: BoardProps): { steps: { title: string }[]; current: number } | null {
  const at = ['dawn', 'day', 'dusk', 'night'].indexOf(hour(p.view));
  // The steps of a day. The beach shows the hour anyway, so the bar appears only if there is height to spare.
  return at < 0 || p.size === 'phone' || innerHeight < 960
    ? null
    : { steps: WORDS.phases.map((title) => ({ title })), current: at };
}

function round(p: BoardProps): string {
  const [day, of] = [p.view.day as number, p.content.days.length as number];
  const words = {
    landing: WORDS.landing,
    dawn: fill(WORDS.dawnOf, day),
    day: fill(WORDS.dayOf, day, of),
    dusk: fill(WORDS.duskOf, day),
    night: fill(WORDS.nightOf, day),
    over: WORDS.end,
  };
  return words[hour(p.view)];
}

const ASKING_FRAMES = new Set([
  'bids',
  'battle',
  'raid',
  'attack',
  'spoils',
  'death',
  'team',
  'ghost',
  'leave',
  'dusk',
]);

const board: GameBoard = {
  id: 'tendays',
  Board: withSheets(Board),
  Hand: withSheets(Hand),
  handTitle: () => WORDS.handTitle,
  Side: withSheets(Side),
  phases,
  captions,
  round,
  needsAttention: (p) =>
    p.seat !== null && p.moment.to_act.includes(p.seat) && frames(p.view).some((f) => ASKING_FRAMES.has(f.name)),
  icon: moveIcon,
  Cover,
};
export default board;
