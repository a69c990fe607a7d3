// Where the client begins: sheets of symbols, styles, the page that the address names.
import { render, type ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/components.css';
import './styles/pages.css';
import './styles/table.css';
import { Missing } from './pages/not-found';
import { HouseNotice } from './shell/notice';
import { place } from './shell/router';
import { useStore } from './shell/store';
import { addIcons } from './kit/sprites';
import { Trouble, Wait } from './kit/ui';
import { t } from './kit/words';
import './shell/prefs';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Page = ComponentType<any>;
type Load = () => Promise<{ default: Page }>;

const routes: [RegExp, Load, (m: RegExpMatchArray) => object][] = [
  [/^\/$/, () => import('./pages/lobby'), () => ({})],
  [/^\/new\/([a-z0-9-]+)$/, () => import('./pages/setup'), (m) => ({ game: m[1] })],
  [/^\/t\/([^/]+)$/, () => import('./pages/table'), (m) => ({ door: { table: m[1] } })],
  [/^\/w\/([^/]+)$/, () => import('./pages/table'), (m) => ({ door: { watch: m[1] } })],
  [/^\/c\/([^/]+)$/, () => import('./pages/table'), (m) => ({ door: { code: decodeURIComponent(m[1]) } })],
  [
    /^\/(t|w)\/([^/]+)\/replay$/,
    () => import('./pages/replay'),
    (m) => ({ door: m[1] === 't' ? { table: m[2] } : { watch: m[2] } }),
  ],
  [
    /^\/(t|w)\/([^/]+)\/result$/,
    () => import('./pages/result'),
    (m) => ({ door: m[1] === 't' ? { table: m[2] } : { watch: m[2] } }),
  ],
  [/^\/rules\/([a-z0-9-]+)$/, () => import('./pages/rules'), (m) => ({ game: m[1] })],
  [/^\/learn\/([a-z0-9-]+)$/, () => import('./pages/walkthrough'), (m) => ({ game: m[1] })],
  [/^\/try\/([a-z0-9-]+)\/(\d{1,4})$/, () => import('./pages/play-rule'), (m) => ({ game: m[1], rule: Number(m[2]) })],
  [/^\/me$/, () => import('./pages/settings'), () => ({})],
  [/^\/host$/, () => import('./pages/host'), () => ({})],
];

function App() {
  const { path } = useStore(place);
  const [page, set] = useState<{ path: string; Page: Page; props: object } | 'failed' | null>(null);
  const [tries, again] = useState(0);
  useEffect(() => {
    let gone = false;
    const found = routes
      .map(([pattern, load, props]) => ({ match: path.match(pattern), load, props }))
      .find((r) => r.match);
    if (!found) {
      set({ path, Page: Missing, props: {} });
      return;
    }
    found.load().then(
      (module) => !gone && set({ path, Page: module.default, props: found.props(found.match!) }),
      () => !gone && set('failed'),
    );
    return () => void (gone = true);
  }, [path, tries]);
  const first = useRef(true);
  useEffect(() => {
    if (!page || page === 'failed') return;
    if (first.current) first.current = false;
    else if (document.activeElement === document.body || !document.activeElement) {
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    }
  }, [page]);
  if (page === 'failed') {
    return (
      <main tabIndex={-1} class="wrap">
        <Trouble
          title={t('failed.page')}
          text={t('failed.page.text')}
          again={() => (tries > 0 ? location.reload() : again(tries + 1))}
        />
      </main>
    );
  }
  if (!page) return <Wait />;
  return (
    <>
      <page.Page {...page.props} />
      {path !== '/host' && <HouseNotice />}
    </>
  );
}

addIcons();
render(<App />, document.getElementById('app')!);
