// The client's addresses. Links to its own pages change the page without loading it.
import { Store } from './store';

export interface Route {
  path: string;
  query: URLSearchParams;
}

const currentRoute = (): Route => ({ path: location.pathname, query: new URLSearchParams(location.search) });
export const route = new Store<Route>(currentRoute());

export function navigate(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  route.set(currentRoute());
  if (!location.hash) scrollTo(0, 0);
}

addEventListener('popstate', () => route.set(currentRoute()));

// The client's own pages. Other addresses, such as /in and /api, belong to the server.
const clientPaths = /^\/($|new\/|t\/|w\/|c\/|rules\/|learn\/|try\/|me$|replay|result)/;

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest?.('a');
  const href = link?.getAttribute('href');
  if (!link || !href || link.getAttribute('target') || link.hasAttribute('download')) return;
  const url = new URL(href, location.href);
  if (url.origin !== location.origin || !clientPaths.test(url.pathname)) return;
  if (url.pathname === location.pathname && url.hash) return;
  event.preventDefault();
  navigate(url.pathname + url.search + url.hash);
});
