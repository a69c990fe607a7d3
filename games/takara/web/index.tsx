// Takara Island: a cross-section of the island with six shafts, the village on top, and what the viewer knows of the
// tiles.
import type { GameBoard, PlayerCaption } from '@/kit/board';
import { Cover } from './art';
import { Board, needsAttention } from './board';
import { WORDS, moveIcon, say, specialistName, type Props } from './model';
import { Hand, Side, stonesOf } from './panels';
import './takara.css';

function captions(p: Props, seat: number): PlayerCaption[] {
  const { view } = p;
  const i = seat - 1;
  const team = view.available[i] + view.used[i] + view.hospital[i] + view.break_room[i];
  const active = view.active === seat && !p.moment.over;
  const out: PlayerCaption[] = [
    { icon: 'coin', text: say(WORDS.karas, view.karas[i]) },
    { icon: 'people', text: active ? say(WORDS.ofLeft, view.available[i], team) : String(team) },
  ];
  if (view.hospital[i]) out.push({ icon: 'bed', text: say(WORDS.away, view.hospital[i]), bad: true });
  if (view.break_room[i]) out.push({ icon: 'bed', text: say(WORDS.breaks, view.break_room[i]) });
  const stones = stonesOf(view, seat);
  if (stones) out.push({ icon: 'stone', text: say(WORDS.stones, stones) });
  if (view.sword && active) out.push({ icon: 'sword', text: WORDS.sword });
  const specialist = view.specialist[i];
  if (specialist !== 'none') {
    out.push({
      icon: 'shield',
      text: say(view.resting[i] ? WORDS.resting : WORDS.working, specialistName(p, specialist)),
    });
  }
  return out;
}

// The three parts of a day (R7), on wide screens only.
function phases(p: Props) {
  if (p.size !== 'desktop' || p.moment.over || typeof p.view.active !== 'number') return null;
  const ready = p.view.available[p.view.active - 1] > 0 || p.view.job !== 'nothing';
  const rent = p.moment.kinds.some((k) => k.kind === 'rent' && k.open);
  const current = rent ? 0 : ready ? 1 : 2;
  return { steps: [{ title: WORDS.phaseSword }, { title: WORDS.phaseTeam }, { title: WORDS.phaseEnd }], current };
}

const takara: GameBoard = {
  id: 'takara',
  Board,
  Hand,
  handTitle: () => WORDS.hand,
  Side,
  phases,
  captions,
  score: (p, seat) => String(p.moment.score.seats.find((s) => s.seat === seat)?.points ?? 0),
  round: (p) => say(WORDS.day, p.moment.turn),
  needsAttention,
  icon: moveIcon,
  Cover,
};

export default takara;
