// What the server gives over plain addresses: games, words, content packs. Asked once, then kept for the visit.
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
  minutes: number | string; // empty: nobody says
  seats: { from: number; to: number };
  options: GameOption[];
  scenes: number[]; // rules with a scene to play
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
    answer.catch(() => cache.delete(address)); // the next one may have more luck
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

// Games with something that only its owner sees: at one screen they need the curtain.
export const hasSecrets = (game: Game): boolean => game.fields.some((f) => f.see === 'owner' || f.see === 'entry');
