// Whose eyes this screen shows. With one seat that is settled; with several at one screen the one to act comes next,
// behind the curtain where the next view holds what the others may not see.
import { useEffect, useState } from 'preact/hooks';
import { hasSecrets, type Game } from '../link/api';
import type { Moment, Table } from '../kit/protocol';
import type { Motion } from './motion';
import { isStill } from './prefs';
import { mine, type Room, type RoomState } from './table-session';
import { useStore } from './store';

export interface HotSeat {
  seat: number; // 0: a spectator's
  latest: Moment | undefined; // the newest of that seat
  next: number | undefined; // another seat of this screen that is to act
  secret: boolean; // the curtain is needed
  curtain: number | null; // for whom it hangs
  hang: (seat: number) => void;
  turnTo: (seat: number) => void;
}

function firstSeat(table: Table, state: RoomState): number {
  const seats = mine(table);
  const acts = Object.values(state.moments)[0]?.to_act ?? [];
  return seats.find((s) => acts.includes(s)) ?? seats[0] ?? 0;
}

export function useHotSeat(room: Room, table: Table, state: RoomState, motion: Motion, game: Game): HotSeat {
  const busy = useStore(motion.busy);
  const seats = mine(table);
  const over = Object.values(state.moments)[0]?.over ?? false;
  const secret = seats.length > 1 && hasSecrets(game) && !table.open_play && !over;
  const [seat, setSeat] = useState(() => firstSeat(table, state));
  const [curtain, hang] = useState<number | null>(() => (secret ? seat : null)); // whoever loads the page may be anybody
  const latest = state.moments[seat];
  const toAct = latest?.to_act ?? [];
  const next =
    seats.length > 1 && !toAct.includes(seat)
      ? seats.find((s) => toAct.includes(s) && !table.seats[s - 1].bot)
      : undefined;

  const turnTo = (to: number) => {
    setSeat(to);
    hang(null);
    const fresh = room.state.value.moments[to]; // not what this call was drawn with: it may come late
    if (fresh) motion.show(fresh);
  };
  useEffect(() => {
    if (latest && motion.shown.value?.moment.seat !== latest.seat) motion.show(latest);
  }, [seat, state.moments]);
  useEffect(() => {
    if (next === undefined || secret || busy) return;
    const timer = setTimeout(() => turnTo(next), isStill() ? 0 : 700); // long enough to see what came of it
    return () => clearTimeout(timer);
  }, [next, secret, busy]);
  useEffect(() => {
    if (!latest) turnTo(firstSeat(table, state)); // somebody sat down or stood up: our seat may be another
  }, [state.moments]);
  useEffect(() => {
    if (curtain !== null && !secret) hang(null);
  }, [secret]);
  return { seat, latest, next, secret, curtain, hang, turnTo };
}
