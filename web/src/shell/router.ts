// Addresses of the client. A link of our own site changes the page without leaving it.
import { Store } from './store';

export interface Place {
  path: string;
  query: URLSearchParams;
}

const here = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });
export const place = new Store<Place>(here());

export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  place.set(here());
  if (!location.hash) scrollTo(0, 0);
}

addEventListener('popstate', () => place.set(here()));

// Pages of ours; /in, /api and the like are the server's.
const ours = /^\/($|new\/|t\/|w\/|c\/|rules\/|learn\/|try\/|me$|replay|result)/;

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest?.('a');
  const href = link?.getAttribute('href');
  if (!link || !href || link.getAttribute('target') || link.hasAttribute('download')) return;
  const url = new URL(href, location.href);
  if (url.origin !== location.origin || !ours.test(url.pathname)) return;
  if (url.pathname === location.pathname && url.hash) return;
  event.preventDefault();
  go(url.pathname + url.search + url.hash);
});
