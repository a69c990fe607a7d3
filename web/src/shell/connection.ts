// The page's connection and its state.
import { FairDice } from '../link/fair-dice';
import { SocketClient } from '../link/socket';
import type { ConnectionState, TableClient } from '../link/client';
import { Store } from './store';

export const link: TableClient = new SocketClient();
export const connection = new Store<ConnectionState>(link.state);
link.watch((state) => connection.set(state));

// The browser's storage, or a map in memory if it is blocked.
function storage(
  which: 'sessionStorage' | 'localStorage',
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {
  try {
    return window[which];
  } catch {
    const map = new Map<string, string>();
    return {
      getItem: (k) => map.get(k) ?? null,
      setItem: (k, v) => void map.set(k, v),
      removeItem: (k) => void map.delete(k),
      key: (i) => [...map.keys()][i] ?? null,
      get length() {
        return map.size;
      },
    };
  }
}

// Takes part in fair dice on every page.
export const fairDice = new FairDice(link, storage('sessionStorage'), storage('localStorage'));

export const isOnline = (state: ConnectionState): boolean => state.phase === 'online' || state.phase === 'slow';

// Resolves as soon as the connection is up.
export function whenOnline(): Promise<void> {
  if (isOnline(connection.value)) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = connection.watch(() => {
      if (!isOnline(connection.value)) return;
      stop();
      resolve();
    });
  });
}

// Server time, as well as it is known.
export const serverNow = (): number => Date.now() + connection.value.clockOffset;
