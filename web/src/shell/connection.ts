// The one line of this page, and what it says of itself.
import { FairDice } from '../link/fair-dice';
import { SocketLink } from '../link/socket';
import type { LineState, TableLink } from '../link/client';
import { Store } from './store';

export const link: TableLink = new SocketLink();
export const line = new Store<LineState>(link.state);
link.watch((state) => line.set(state));

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
export const fair = new FairDice(link, storage('sessionStorage'), storage('localStorage'));

export const isUp = (state: LineState): boolean => state.phase === 'on' || state.phase === 'slow';

// When the line is up: now, or as soon as it is.
export function whenUp(): Promise<void> {
  if (isUp(line.value)) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = line.watch(() => {
      if (!isUp(line.value)) return;
      stop();
      resolve();
    });
  });
}

// The server's clock, as well as we know it.
export const serverNow = (): number => Date.now() + line.value.ahead;
