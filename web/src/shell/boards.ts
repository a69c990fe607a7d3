// Loads boards by game id, each from its own chunk. A new game adds games/ID/web and changes nothing here.
import type { GameBoard } from '../kit/board';
import { loadContent, loadGames, loadWords, type Game } from '../link/api';

const loaders = import.meta.glob<{ default: GameBoard }>('../../../games/*/web/index.tsx');

function loadBoard(id: string): Promise<GameBoard> {
  const loader = loaders[`../../../games/${id}/web/index.tsx`];
  if (!loader) return Promise.reject(new Error(id));
  return loader().then((module) => module.default);
}

// Everything needed to draw a table of this game.
export interface GameAssets {
  board: GameBoard;
  words: Record<string, string>;
  content: unknown;
  game: Game;
}

export async function loadGameAssets(id: string, pack: string): Promise<GameAssets> {
  const [board, catalogue, packed, all] = await Promise.all([
    loadBoard(id),
    loadWords(id),
    loadContent(pack || id),
    loadGames(),
  ]);
  const game = all.find((g) => g.game === id);
  if (!game) throw new Error(id);
  return { board, words: catalogue, content: packed, game };
}

const covers = import.meta.glob<string>('../../../games/*/web/cover.svg', { query: '?raw', import: 'default' });

export const loadCover = (id: string): Promise<string> | null =>
  covers[`../../../games/${id}/web/cover.svg`]?.() ?? null;
