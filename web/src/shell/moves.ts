// Playing a move: the chosen kind, the confirmation before it is sent, undo, hints, and the keys for all of these.
import { useEffect, useState } from 'preact/hooks';
import type { GameBoard } from '../kit/board';
import type { Hint, Moment, Move } from '../kit/protocol';
import { sortKinds, type Confirmation } from './actions';
import { useKeys } from './shortcuts';
import { link } from './connection';
import type { AnimationQueue } from './motion';
import { isTouch, prefs } from './prefs';
import type { TableSession } from './table-session';

export interface MoveControls {
  kind: string | null;
  choose: (kind: string | null) => void;
  confirmation: Confirmation | null;
  play: (one: Move | Move[]) => void;
  send: (moves: Move[]) => void; // without confirmation
  dismiss: () => void; // closes the confirmation
  undo: () => void;
  hint: Hint | 'pending' | null;
  requestHint: () => void;
  closeHint: () => void;
}

// A board may build a move that the engine does not list because there are too many; it is as final as its kind.
const isFinal = (moment: Moment, move: Move): boolean =>
  move.final ??
  (moment.moves.every((m) => m.text !== move.text) && moment.moves.some((m) => m.kind === move.kind && m.final));

// The confirmation needed before these moves are sent, or null. On touch screens, moves that cannot be undone need a
// second tap.
function confirmationFor(board: GameBoard, moment: Moment, moves: Move[]): Pick<Confirmation, 'why' | 'text'> | null {
  const doubt =
    moves
      .map((m) => m.doubt)
      .filter(Boolean)
      .join(' ') || board.confirm?.(moment, moves);
  if (doubt) return { why: 'doubt', text: doubt };
  if (!prefs.value.tap || !isTouch()) return null;
  return moves.some((m) => isFinal(moment, m)) ? { why: 'final' } : null;
}

const isSameMoves = (a: Move[], b: Move[]): boolean =>
  a.map((m) => m.text).join('\n') === b.map((m) => m.text).join('\n');

export function useMoves(
  board: GameBoard,
  moment: Moment | undefined,
  seat: number,
  canPlay: boolean,
  session: TableSession,
  animations: AnimationQueue,
  keysOn: boolean,
  help: () => void,
): MoveControls {
  const [kind, choose] = useState<string | null>(null);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [hint, setHint] = useState<Hint | 'pending' | null>(null);
  const reset = () => {
    choose(null);
    setConfirmation(null);
    setHint(null);
  };
  useEffect(reset, [moment?.version, moment?.seat]);

  const send = async (moves: Move[]) => {
    reset();
    animations.finish();
    await session.act(seat, moves);
  };
  const play = (one: Move | Move[]) => {
    const moves = Array.isArray(one) ? one : [one];
    if (!canPlay || !moves.length) return;
    session.clearRefusal();
    // playing them again confirms them
    const repeated = confirmation !== null && isSameMoves(confirmation.moves, moves);
    const question = repeated ? null : confirmationFor(board, moment!, moves);
    if (question) setConfirmation({ moves, ...question });
    else void send(moves);
  };
  const undo = () => void (canPlay && moment?.can_undo && session.request('undo', { seat }));
  const requestHint = () => {
    if (!canPlay || !moment?.moves.length) return;
    setHint('pending');
    link.request('hint', { seat }).then(setHint, (error) => {
      setHint(null);
      session.showRefusal(error);
    });
  };
  const byKey = (key: string): boolean => {
    if (!moment || !canPlay) return false;
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
  const back = () =>
    confirmation ? setConfirmation(null) : hint ? setHint(null) : kind ? choose(null) : session.clearRefusal();
  useKeys(
    { kind: byKey, choice: byDigit, back, undo, hint: requestHint, help, any: () => animations.finish() },
    keysOn,
  );
  return {
    kind,
    choose: (k) => canPlay && choose(k),
    confirmation,
    play,
    send: (moves) => void send(moves),
    dismiss: () => setConfirmation(null),
    undo,
    hint,
    requestHint,
    closeHint: () => setHint(null),
  };
}
