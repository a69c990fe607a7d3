// What the server offers over plain HTTP: games, words and content packs. Each address is fetched once per visit.
export interface GameOption {
  name: string;
  values?: string[];
  from?: number;
  to?: number;
  standard: string | number;
}

export interface Game {
  game: string;
  title: string;
  about: string;
  designer: string;
  minutes: number | string; // empty if unknown
  seats: { from: number; to: number };
  options: GameOption[];
  scenes: number[]; // numbers of the rules that have a scene to play
  fields: { name: string; see: 'public' | 'owner' | 'secret' | 'entry' }[];
}

const cache = new Map<string, Promise<unknown>>();

export function fetchCached<Value>(address: string): Promise<Value> {
  let answer = cache.get(address) as Promise<Value> | undefined;
  if (!answer) {
    answer = fetch(address, { credentials: 'same-origin' }).then((response) => {
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      return response.json() as Promise<Value>;
    });
    cache.set(address, answer);
    answer.catch(() => cache.delete(address)); // so that the next call tries again
  }
  return answer;
}

export const loadGames = (): Promise<Game[]> =>
  fetchCached<{ games: Game[] }>('/api/games').then((answer) => answer.games);
const wordsIn = (answer: Record<string, string> | { words: Record<string, string> }) =>
  (typeof answer.words === 'object' ? answer.words : answer) as Record<string, string>;

export const loadWords = (game: string): Promise<Record<string, string>> =>
  Promise.all([
    fetchCached<Record<string, string>>('/api/words/common'),
    fetchCached<Record<string, string>>(`/api/words/${game}`),
  ]).then(([common, own]) => ({ ...wordsIn(common), ...wordsIn(own) }));
export const loadContent = (id: string): Promise<unknown> => fetchCached(`/api/content/${id}`);

// Whether the game has information that only its owner may see. If so, people who share a screen need the curtain.
export const hasSecrets = (game: Game): boolean => game.fields.some((f) => f.see === 'owner' || f.see === 'entry');
