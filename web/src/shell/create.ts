// Makes a table and goes there.
import { games } from '../link/api';
import type { NewTable } from '../kit/protocol';
import { line, link, whenUp } from './connection';
import { go } from './router';

// One's own words for a seat: the name one has, or none yet.
export const ownName = (): string => line.value.me?.name ?? '';

export async function create(table: NewTable): Promise<void> {
  await whenUp();
  const answer = await link.ask('create', table);
  go(`/t/${answer.table}`);
}

// Straight to the table: oneself and easy bots.
export async function playBots(id: string): Promise<void> {
  const game = (await games()).find((g) => g.game === id);
  if (!game) throw new Error(id);
  const bots = Math.min(Math.max(game.seats.from - 1, Math.min(2, game.seats.to - 1)), game.seats.to - 1);
  const options = Object.fromEntries(game.options.map((o) => [o.name, String(o.standard)]));
  await create({
    game: id,
    seats: [{ who: 'me' }, ...Array.from({ length: bots }, () => ({ who: 'bot' as const, level: 'easy' }))],
    options,
    start: true,
  });
}

// Play on from a moment of a finished game: bots take the other seats.
export async function playFrom(
  from: { table: string } | { watch: string },
  seat: number | null,
  at: number,
  as: number,
): Promise<void> {
  const { table } = await link.ask('create', { from: { ...from, seat, at, as } });
  go(`/t/${table}`);
}

// A scene that shows a rule, to be played on from; it takes the place of the address that asked for it.
export async function tryRule(game: string, rule: number, still: () => boolean): Promise<void> {
  await whenUp();
  if (!still()) return;
  const { table } = await link.ask('create', { game, rule });
  if (still()) go(`/t/${table}`, true);
}

// A game's first game, told step by step; it takes the place of the address that asked for it. One that is not finished goes
// on, unless it is to be begun anew: then it is closed.
export async function learn(game: string, still: () => boolean, anew: string | null): Promise<void> {
  await whenUp();
  if (!still()) return;
  if (anew) await link.ask('leave', { table: anew }).catch(() => {}); // it stays on the list
  const again = !anew && link.state.features.includes('go-on') ? { go_on: true } : {};
  const { table } = await link.ask('create', { game, walkthrough: true, ...again });
  if (still()) go(`/t/${table}`, true);
}
