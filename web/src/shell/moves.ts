// From what is chosen to a move that is sent: the kind picked, the question before it (a doubt, the second tap), undo,
// hints, and the keys for all of it.
import { useEffect, useState } from 'preact/hooks';
import type { GameBoard } from '../kit/board';
import type { Hint, Moment, Move } from '../kit/protocol';
import { sortKinds, type Asked } from './actions';
import { useKeys } from './shortcuts';
import { link } from './connection';
import type { Motion } from './motion';
import { isFinger, prefs } from './prefs';
import type { Room } from './table-session';

export interface Moves {
  kind: string | null;
  choose: (kind: string | null) => void;
  asked: Asked | null;
  play: (one: Move | Move[]) => void;
  send: (moves: Move[]) => void; // without asking
  dismiss: () => void; // the question
  undo: () => void;
  hint: Hint | 'asked' | null;
  askHint: () => void;
  closeHint: () => void;
}

// A board may make up a move that is one of too many to be listed: it is as final as its kind.
const isFinal = (moment: Moment, move: Move): boolean =>
  move.final ??
  (moment.moves.every((m) => m.text !== move.text) && moment.moves.some((m) => m.kind === move.kind && m.final));

// What is asked before moves go out; null: nothing. A finger slips: what cannot be taken back asks for a second tap.
function question(board: GameBoard, moment: Moment, moves: Move[]): Pick<Asked, 'why' | 'doubt'> | null {
  const doubt =
    moves
      .map((m) => m.doubt)
      .filter(Boolean)
      .join(' ') || board.doubt?.(moment, moves);
  if (doubt) return { why: 'doubt', doubt };
  if (!prefs.value.tap || !isFinger()) return null;
  return moves.some((m) => isFinal(moment, m)) ? { why: 'final' } : null;
}

const same = (a: Move[], b: Move[]): boolean => a.map((m) => m.text).join('\n') === b.map((m) => m.text).join('\n');

export function useMoves(
  board: GameBoard,
  moment: Moment | undefined,
  seat: number,
  live: boolean,
  room: Room,
  motion: Motion,
  keysOn: boolean,
  help: () => void,
): Moves {
  const [kind, choose] = useState<string | null>(null);
  const [asked, ask] = useState<Asked | null>(null);
  const [hint, setHint] = useState<Hint | 'asked' | null>(null);
  const forget = () => {
    choose(null);
    ask(null);
    setHint(null);
  };
  useEffect(forget, [moment?.version, moment?.seat]);

  const send = async (moves: Move[]) => {
    forget();
    motion.finish();
    await room.act(seat, moves);
  };
  const play = (one: Move | Move[]) => {
    const moves = Array.isArray(one) ? one : [one];
    if (!live || !moves.length) return;
    room.clear();
    const why = asked && same(asked.moves, moves) ? null : question(board, moment!, moves); // played again: meant
    if (why) ask({ moves, ...why });
    else void send(moves);
  };
  const undo = () => void (live && moment?.can_undo && room.ask('undo', { seat }));
  const askHint = () => {
    if (!live || !moment?.moves.length) return;
    setHint('asked');
    link.ask('hint', { seat }).then(setHint, (error) => {
      setHint(null);
      room.refuse(error);
    });
  };
  const byKey = (key: string): boolean => {
    if (!moment || !live) return false;
    const { open, asides } = sortKinds(moment);
    const all = [...open, ...asides];
    const found = all.find((k) => k.key === key) ?? all.find((k) => k.key?.toLowerCase() === key.toLowerCase());
    if (!found) return false;
    const moves = moment.moves.filter((m) => m.kind === found.kind);
    if (moves.length === 1) play(moves);
    else choose(kind === found.kind ? null : found.kind);
    return true;
  };
  const byDigit = (n: number): boolean => {
    const row = document.querySelector<HTMLElement>(`.choice[data-n="${n}"]`);
    row?.click();
    return row !== null;
  };
  const back = () => (asked ? ask(null) : hint ? setHint(null) : kind ? choose(null) : room.clear());
  useKeys({ kind: byKey, choice: byDigit, back, undo, hint: askHint, help, any: () => motion.finish() }, keysOn);
  return {
    kind,
    choose: (k) => live && choose(k),
    asked,
    play,
    send: (moves) => void send(moves),
    dismiss: () => ask(null),
    undo,
    hint,
    askHint,
    closeHint: () => setHint(null),
  };
}
