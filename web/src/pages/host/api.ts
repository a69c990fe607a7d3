// The host's requests: POST /api/admin with the host key, which is kept only in this tab's session storage.
export interface HostPerson {
  id: number;
  name: string;
  online: number;
  muted: boolean;
  removed: boolean;
  tables: number;
}

export interface HostSeat {
  seat: number;
  who: 'open' | 'person' | 'bot';
  name: string;
  person: number;
  bot: boolean;
}

export interface HostTable {
  id: number;
  name: string;
  game: string;
  title: string;
  phase: 'gathering' | 'playing' | 'over' | 'stuck';
  why: string;
  public: boolean;
  since: number;
  here: number;
  seats: HostSeat[];
}

export interface HouseInfo {
  closed: boolean;
  chat: boolean;
  notice: string;
  invite: string;
  origin: string;
  version: string;
  since: number;
  sockets: number;
  people: number;
  tables: number;
}

const STORAGE_KEY = 'skerry.host-key';

export const storedKey = (): string => sessionStorage.getItem(STORAGE_KEY) ?? '';
export const storeKey = (key: string): void =>
  key ? sessionStorage.setItem(STORAGE_KEY, key) : sessionStorage.removeItem(STORAGE_KEY);

// A refusal, with the server's sentence.
export class HostRefusedError extends Error {
  constructor(
    text: string,
    readonly wrongKey: boolean,
  ) {
    super(text);
  }
}

export async function hostRequest<Answer>(what: string, members: object = {}): Promise<Answer> {
  const response = await fetch('/api/admin', {
    method: 'POST',
    credentials: 'same-origin',
    cache: 'no-store',
    headers: { authorization: `Bearer ${storedKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ do: what, ...members }),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new HostRefusedError(answer.error?.text ?? `${response.status}`, response.status === 401);
  return answer as Answer;
}
