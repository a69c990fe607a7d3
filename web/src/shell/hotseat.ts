// Whose eyes this screen shows. With one seat that is settled; with several at one screen the one to act comes next,
// behind the curtain where the next view holds what the others may not see.
import { useEffect, useState } from 'preact/hooks';
import { hasSecrets, type Game } from '../link/api';
import type { Moment, Table } from '../kit/protocol';
import type { AnimationQueue } from './motion';
import { prefersReducedMotion } from './prefs';
import { ownSeats, type TableSession, type TableSessionState } from './table-session';
import { useStore } from './store';

export interface HotSeat {
  seat: number; // 0: a spectator's
  latest: Moment | undefined; // the newest of that seat
  next: number | undefined; // another seat of this screen that is to act
  needsCurtain: boolean; // the curtain is needed
  curtainFor: number | null; // for whom it hangs
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
  const [curtainFor, showCurtain] = useState<number | null>(() => (needsCurtain ? seat : null)); // whoever loads the page may be anybody
  const latest = state.moments[seat];
  const toAct = latest?.to_act ?? [];
  const next =
    seats.length > 1 && !toAct.includes(seat)
      ? seats.find((s) => toAct.includes(s) && !table.seats[s - 1].bot)
      : undefined;

  const switchSeat = (to: number) => {
    setSeat(to);
    showCurtain(null);
    const newest = session.state.value.moments[to]; // not what this call was drawn with: it may come late
    if (newest) animations.show(newest);
  };
  useEffect(() => {
    if (latest && animations.shown.value?.moment.seat !== latest.seat) animations.show(latest);
  }, [seat, state.moments]);
  useEffect(() => {
    if (next === undefined || needsCurtain || busy) return;
    const timer = setTimeout(() => switchSeat(next), prefersReducedMotion() ? 0 : 700); // long enough to see what came of it
    return () => clearTimeout(timer);
  }, [next, needsCurtain, busy]);
  useEffect(() => {
    if (!latest) switchSeat(firstSeat(table, state)); // somebody sat down or stood up: our seat may be another
  }, [state.moments]);
  useEffect(() => {
    if (curtainFor !== null && !needsCurtain) showCurtain(null);
  }, [needsCurtain]);
  return { seat, latest, next, needsCurtain, curtainFor, showCurtain, switchSeat };
}
