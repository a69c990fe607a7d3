// Which seat this screen shows. If several people share the screen, it switches to the seat that must act, behind the
// curtain if the game has secrets.
import { useEffect, useState } from 'preact/hooks';
import { hasSecrets, type Game } from '../link/api';
import type { Moment, Table } from '../kit/protocol';
import type { AnimationQueue } from './motion';
import { prefersReducedMotion } from './prefs';
import { ownSeats, type TableSession, type TableSessionState } from './table-session';
import { useStore } from './store';

export interface HotSeat {
  seat: number; // 0 for a spectator
  latest: Moment | undefined; // that seat's newest moment
  next: number | undefined; // another seat at this screen that must act
  needsCurtain: boolean;
  curtainFor: number | null; // the seat that the screen is hidden for; null: not hidden
  showCurtain: (seat: number) => void;
  switchSeat: (seat: number) => void;
}

function firstSeat(table: Table, state: TableSessionState): number {
  const seats = ownSeats(table);
  const acts = Object.values(state.moments)[0]?.to_act ?? [];
  return seats.find((s) => acts.includes(s)) ?? seats[0] ?? 0;
}

export function useHotSeat(
  session: TableSession,
  table: Table,
  state: TableSessionState,
  animations: AnimationQueue,
  game: Game,
): HotSeat {
  const busy = useStore(animations.busy);
  const seats = ownSeats(table);
  const over = Object.values(state.moments)[0]?.over ?? false;
  const needsCurtain = seats.length > 1 && hasSecrets(game) && !table.open_play && !over;
  const [seat, setSeat] = useState(() => firstSeat(table, state));
  // anyone may have loaded the page
  const [curtainFor, showCurtain] = useState<number | null>(() => (needsCurtain ? seat : null));
  const latest = state.moments[seat];
  const toAct = latest?.to_act ?? [];
  const next =
    seats.length > 1 && !toAct.includes(seat)
      ? seats.find((s) => toAct.includes(s) && !table.seats[s - 1].bot)
      : undefined;

  const switchSeat = (to: number) => {
    setSeat(to);
    showCurtain(null);
    const newest = session.state.value.moments[to]; // not `state`: this may run after a later render
    if (newest) animations.show(newest);
  };
  useEffect(() => {
    if (latest && animations.shown.value?.moment.seat !== latest.seat) animations.show(latest);
  }, [seat, state.moments]);
  useEffect(() => {
    if (next === undefined || needsCurtain || busy) return;
    // long enough to see the result of the move
    const timer = setTimeout(() => switchSeat(next), prefersReducedMotion() ? 0 : 700);
    return () => clearTimeout(timer);
  }, [next, needsCurtain, busy]);
  useEffect(() => {
    if (!latest) switchSeat(firstSeat(table, state)); // someone sat down or stood up, so our seat may have changed
  }, [state.moments]);
  useEffect(() => {
    if (curtainFor !== null && !needsCurtain) showCurtain(null);
  }, [needsCurtain]);
  return { seat, latest, next, needsCurtain, curtainFor, showCurtain, switchSeat };
}
