// Creates tables and goes there.
import { loadGames } from '../link/api';
import type { NewTable } from '../kit/protocol';
import { connection, link, whenOnline } from './connection';
import { navigate } from './router';

export const ownName = (): string => connection.value.me?.name ?? '';

export async function createTable(table: NewTable): Promise<void> {
  await whenOnline();
  const answer = await link.request('create', table);
  navigate(`/t/${answer.table}`);
}

// Starts at once: one person and easy bots.
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

// Continues from a moment of a finished game, with bots in the other seats.
export async function playFromMoment(
  from: { table: string } | { watch: string },
  seat: number | null,
  at: number,
  as: number,
): Promise<void> {
  const { table } = await link.request('create', { from: { ...from, seat, at, as } });
  navigate(`/t/${table}`);
}

// Creates a table from the scene that shows a rule. It replaces the current address in the history.
export async function playRule(game: string, rule: number, isWanted: () => boolean): Promise<void> {
  await whenOnline();
  if (!isWanted()) return;
  const { table } = await link.request('create', { game, rule });
  if (isWanted()) navigate(`/t/${table}`, true);
}

// Starts a game's walkthrough, replacing the current address in the history. An unfinished one is resumed, unless
// restartKey names it: then it is closed and a new one starts.
export async function startWalkthrough(
  game: string,
  isWanted: () => boolean,
  restartKey: string | null,
): Promise<void> {
  await whenOnline();
  if (!isWanted()) return;
  // if that fails, the old one stays in the list
  if (restartKey) await link.request('leave', { table: restartKey }).catch(() => {});
  const resume = !restartKey && link.state.features.includes('go-on') ? { go_on: true } : {};
  const { table } = await link.request('create', { game, walkthrough: true, ...resume });
  if (isWanted()) navigate(`/t/${table}`, true);
}
