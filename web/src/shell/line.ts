// The one line of this page, and what it says of itself.
import { SocketLink } from '../link/socket';
import type { LineState, TableLink } from '../link/link';
import { Store } from './store';

export const link: TableLink = new SocketLink();
export const line = new Store<LineState>(link.state);
link.watch((state) => line.set(state));

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
