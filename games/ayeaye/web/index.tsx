// Aye Aye Island: a map of the island and the sea, and panels over it for questions: the Plank, a duel, a battle, a
// card.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AyeayeView } from '@/generated/games';
import type { Move } from '@/kit/protocol';
import type { BoardProps, GameBoard, PlayerCaption } from '@/kit/board';
import { QuestionPanel, Dice, QuestStrip, mapBoxBeside, panelFor } from './question-panel';
import { PlankPanel } from './battle';
import { Chart, PhoneMap } from './map';
import { Cover } from './cover';
import { Duel, exchanges } from './duel';
import { Hand, handTitle } from './hand';
import { FRAME, currentBattle, frameOf, layoutOf, currentShooting } from './model';
import type { Props } from './model';
import { shotAnimation, hasShot } from './shot';
import type { ShotAnimation } from './shot';
import { Side } from './side';
import { WORDS, fill } from './words';
import { Wrath } from './wrath';
import './ayeaye.css';

// A picture that stays visible although the game has moved on: a shot in flight, or the end of a duel.
type HeldPicture = { kind: 'shot'; animation: ShotAnimation; view: AyeayeView } | { kind: 'duel'; view: AyeayeView };

function useHeldPicture(p: Props): [HeldPicture | null, () => void] {
  const [held, set] = useState<HeldPicture | null>(null);
  const last = useRef<{ version: number; view: AyeayeView } | null>(null);
  useEffect(() => {
    const { moment } = p;
    const was = last.current;
    last.current = { version: moment.version, view: p.view };
    if (was?.version === moment.version) return;
    const next =
      was && (moment.after === undefined ? moment.version === was.version + 1 : moment.after === was.version);
    const previousView = p.previousView ?? (next ? was.view : null);
    const events = p.events.length ? p.events : p.reducedMotion && next ? moment.events : [];
    if (!previousView || !events.length) return;
    if (hasShot(events)) {
      const shot = shotAnimation(p.content.plank, events, previousView);
      if (shot && (!p.reducedMotion || !currentShooting(p.view))) {
        set({ kind: 'shot', animation: shot, view: previousView });
      }
    } else if (
      previousView.duel_round > 0 &&
      !p.view.duel_round &&
      events.some((e) => e.event === 'duel-won' || e.event === 'duel-tied')
    ) {
      set({ kind: 'duel', view: previousView });
    }
  }, [p.moment.version, p.previousView, p.events]);
  const done = () => set(null);
  useEffect(() => {
    if (held?.kind !== 'duel') return;
    const wait = setTimeout(done, p.reducedMotion ? 1200 : 1400);
    return () => clearTimeout(wait);
  }, [held]);
  return [held, done];
}

function Board(props: BoardProps) {
  const p = props as Props;
  const [held, done] = useHeldPicture(p);
  exchanges(p);
  const v = p.view;
  const phone = p.size === 'phone';
  let inside;
  if (held?.kind === 'shot') {
    inside = (
      <PlankPanel
        p={{ ...p, view: currentShooting(v) ? v : held.view, moves: [] }}
        animation={held.animation}
        done={done}
      />
    );
  } else if (held?.kind === 'duel') {
    inside = (
      <div class="aye-fill" onClick={done}>
        <Duel p={{ ...p, moves: [] }} view={held.view} over />
      </div>
    );
  } else if (currentShooting(v) || currentBattle(v)) inside = <PlankPanel p={p} animation={null} done={done} />;
  else if (frameOf(v, FRAME.duel) && v.duel_round > 0 && v.ask !== 'skill' && v.ask !== 'discard') {
    inside = <Duel p={p} view={v} />;
  } else {
    const panel = panelFor(p);
    inside = (
      <>
        {panel === 'strip' && <QuestStrip p={p} />}
        <div class="aye-main">
          {phone ? <PhoneMap p={p} /> : <Chart p={p} box={panel === 'column' ? mapBoxBeside(p) : undefined} />}
          {v.ask !== 'thrown' && v.ask !== 'search' && v.die[0] > 0 && !phone && (
            <div class="aye-corner">
              <Dice p={p} />
            </div>
          )}
        </div>
        {(panel === 'column' || panel === 'card') && <QuestionPanel p={p} over={panel === 'card' && !phone} />}
        {(phone || p.seat === null) && <Wrath p={p} />}
      </>
    );
    if (panel === 'column' && !phone && p.seat !== null) return <div class="aye-board beside">{inside}</div>;
  }
  return <div class={`aye-board${phone ? ' phone' : ''}`}>{inside}</div>;
}

function captions(props: BoardProps, seat: number): PlayerCaption[] {
  const p = props as Props;
  const v = p.view;
  const out: PlayerCaption[] = [];
  const spot = layoutOf(p.content).byId.get(v.place[seat - 1] ?? '');
  if (frameOf(v, FRAME.duel) && v.duel_side.includes(seat)) {
    out.push({ icon: 'sword', text: v.duel_side[v.duel_attacker] === seat ? WORDS.attacks : WORDS.answers });
  }
  if (spot?.kind === 'sea') out.push({ icon: 'raft', text: p.words[`space.${spot.id}`] });
  else if (spot?.kind === 'final') out.push({ icon: 'flag', text: WORDS.final });
  else out.push({ icon: 'raft', text: fill(WORDS.itemsOf, v.items[seat - 1]?.length ?? 0).replace(/ items$/, '') });
  out.push(
    {
      icon: 'coin',
      text: fill(WORDS.cards, v.ffcs[seat - 1] ?? 0),
    },
    { icon: 'xp', text: fill(WORDS.xpOnly, v.xp[seat - 1] ?? 0) },
  );
  if (v.suspended[seat - 1] > 0) out.push({ icon: 'clock', text: fill(WORDS.sits, v.suspended[seat - 1]), bad: true });
  const card = v.card[seat - 1];
  if (card && card !== 'none') out.push({ icon: 'log', text: p.words[`card.${card}`] });
  return out;
}

const ICONS: Record<string, string> = {
  land: 'anchor',
  skip: 'pass',
  go: 'move',
  throw: 'dice',
  ahead: 'ship',
  astern: 'undo',
  stay: 'anchor',
  cast: 'raft',
  on: 'next',
  dig: 'spade',
  fight: 'sword',
  against: 'sword',
  flip: 'coin',
  leave: 'pass',
  pay: 'check',
  refuse: 'x',
  place: 'pin',
  aim: 'target',
  push: 'move',
  stop: 'pause',
  lay: 'sword',
  answer: 'shield',
  look: 'eye',
  take: 'hook',
  blind: 'eyeoff',
  enough: 'check',
  allow: 'check',
  cards: 'trade',
  give: 'shore',
  'give-ffc': 'trade',
  swap: 'trade',
  put: 'pin',
  peek: 'eye',
  dismiss: 'door',
  post: 'flag',
  set: 'ghost',
  skill: 'star',
  discard: 'x',
  spend: 'coin',
  legs: 'move',
  trim: 'wind',
  again: 'dice',
  sober: 'rum',
  spy: 'eye',
  shot: 'target',
  calm: 'wind',
  doublette: 'coin',
  flag: 'flag',
  riposte: 'star',
  wind: 'wind',
  grapeshot: 'target',
  wright: 'forge',
  lantern: 'torch',
};

const board: GameBoard = {
  id: 'ayeaye',
  Board,
  Hand: (props) => <Hand {...(props as Props)} />,
  handTitle: (props) => handTitle(props as Props),
  Side: (props) => <Side {...(props as Props)} />,
  captions,
  score: (props, seat) => `${(props.view as AyeayeView).items[seat - 1]?.length ?? 0}/6`,
  round: ({ view }) => ((view as AyeayeView).round ? fill(WORDS.round, (view as AyeayeView).round) : WORDS.noRound),
  needsAttention: (props) => {
    const p = props as Props;
    return (
      !!(currentShooting(p.view) || frameOf(p.view, FRAME.duel) || currentBattle(p.view)) ||
      panelFor(p) === 'column' ||
      panelFor(p) === 'card'
    );
  },
  icon: (move: Move | string) => ICONS[typeof move === 'string' ? move : move.kind] ?? 'move',
  Cover,
};
export default board;
