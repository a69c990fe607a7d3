// The one line of this page, and what it says of itself.
import { FairDice } from '../link/fair-dice';
import { SocketLink } from '../link/socket';
import type { ConnectionState, TableLink } from '../link/client';
import { Store } from './store';

export const link: TableLink = new SocketLink();
export const connection = new Store<ConnectionState>(link.state);
link.watch((state) => connection.set(state));

// What the browser keeps, or, where it keeps nothing, the page.
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

// This device's part in the dice, whatever page is open.
export const fairDice = new FairDice(link, storage('sessionStorage'), storage('localStorage'));

export const isOnline = (state: ConnectionState): boolean => state.phase === 'online' || state.phase === 'slow';

// When the line is up: now, or as soon as it is.
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

// The server's clock, as well as we know it.
export const serverNow = (): number => Date.now() + connection.value.clockOffset;
