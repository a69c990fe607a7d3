// Makes a table and goes there.
import { loadGames } from '../link/api';
import type { NewTable } from '../kit/protocol';
import { connection, link, whenOnline } from './connection';
import { navigate } from './router';

// One's own words for a seat: the name one has, or none yet.
export const ownName = (): string => connection.value.me?.name ?? '';

export async function createTable(table: NewTable): Promise<void> {
  await whenOnline();
  const answer = await link.request('create', table);
  navigate(`/t/${answer.table}`);
}

// Straight to the table: oneself and easy bots.
export async function playWithBots(id: string): Promise<void> {
  const game = (await loadGames()).find((g) => g.game === id);
  if (!game) throw new Error(id);
  const bots = Math.min(Math.max(game.seats.from - 1, Math.min(2, game.seats.to - 1)), game.seats.to - 1);
  const options = Object.fromEntries(game.options.map((o) => [o.name, String(o.standard)]));
  await createTable({
    game: id,
    seats: [{ who: 'me' }, ...Array.from({ length: bots }, () => ({ who: 'bot' as const, level: 'easy' }))],
    options,
    start: true,
  });
}

// Play on from a moment of a finished game: bots take the other seats.
export async function playFromMoment(
  from: { table: string } | { watch: string },
  seat: number | null,
  at: number,
  as: number,
): Promise<void> {
  const { table } = await link.request('create', { from: { ...from, seat, at, as } });
  navigate(`/t/${table}`);
}

// A scene that shows a rule, to be played on from; it takes the place of the address that asked for it.
export async function playRule(game: string, rule: number, isWanted: () => boolean): Promise<void> {
  await whenOnline();
  if (!isWanted()) return;
  const { table } = await link.request('create', { game, rule });
  if (isWanted()) navigate(`/t/${table}`, true);
}

// A game's first game, told step by step; it takes the place of the address that asked for it. One that is not finished goes
// on, unless it is to be begun anew: then it is closed.
export async function startWalkthrough(
  game: string,
  isWanted: () => boolean,
  restartKey: string | null,
): Promise<void> {
  await whenOnline();
  if (!isWanted()) return;
  if (restartKey) await link.request('leave', { table: restartKey }).catch(() => {}); // it stays on the list
  const resume = !restartKey && link.state.features.includes('go-on') ? { go_on: true } : {};
  const { table } = await link.request('create', { game, walkthrough: true, ...resume });
  if (isWanted()) navigate(`/t/${table}`, true);
}
