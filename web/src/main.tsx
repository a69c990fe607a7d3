// Entry point: adds the styles and the icon sheet, then shows the page for the current address.
import { render, type ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/components.css';
import './styles/pages.css';
import './styles/table.css';
import { NotFound } from './pages/not-found';
import { HostNotice } from './shell/notice';
import { route } from './shell/router';
import { useStore } from './shell/store';
import { addIcons } from './kit/sprites';
import { ErrorBox, Loading } from './kit/ui';
import { t } from './kit/words';
import './shell/prefs';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Page = ComponentType<any>;
type Load = () => Promise<{ default: Page }>;

const routes: [RegExp, Load, (m: RegExpMatchArray) => object][] = [
  [/^\/$/, () => import('./pages/lobby'), () => ({})],
  [/^\/new\/([a-z0-9-]+)$/, () => import('./pages/setup'), (m) => ({ game: m[1] })],
  [/^\/t\/([^/]+)$/, () => import('./pages/table'), (m) => ({ address: { table: m[1] } })],
  [/^\/w\/([^/]+)$/, () => import('./pages/table'), (m) => ({ address: { watch: m[1] } })],
  [/^\/c\/([^/]+)$/, () => import('./pages/table'), (m) => ({ address: { code: decodeURIComponent(m[1]) } })],
  [
    /^\/(t|w)\/([^/]+)\/replay$/,
    () => import('./pages/replay'),
    (m) => ({ address: m[1] === 't' ? { table: m[2] } : { watch: m[2] } }),
  ],
  [
    /^\/(t|w)\/([^/]+)\/result$/,
    () => import('./pages/result'),
    (m) => ({ address: m[1] === 't' ? { table: m[2] } : { watch: m[2] } }),
  ],
  [/^\/rules\/([a-z0-9-]+)$/, () => import('./pages/rules'), (m) => ({ game: m[1] })],
  [/^\/learn\/([a-z0-9-]+)$/, () => import('./pages/walkthrough'), (m) => ({ game: m[1] })],
  [/^\/try\/([a-z0-9-]+)\/(\d{1,4})$/, () => import('./pages/play-rule'), (m) => ({ game: m[1], rule: Number(m[2]) })],
  [/^\/me$/, () => import('./pages/settings'), () => ({})],
  [/^\/host$/, () => import('./pages/host'), () => ({})],
];

function App() {
  const { path } = useStore(route);
  const [page, set] = useState<{ path: string; Page: Page; props: object } | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let gone = false;
    const found = routes
      .map(([pattern, load, props]) => ({ match: path.match(pattern), load, props }))
      .find((r) => r.match);
    if (!found) {
      set({ path, Page: NotFound, props: {} });
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
        <ErrorBox
          title={t('failed.page')}
          text={t('failed.page.text')}
          retry={() => (tries > 0 ? location.reload() : setTries(tries + 1))}
        />
      </main>
    );
  }
  if (!page) return <Loading />;
  return (
    <>
      <page.Page {...page.props} />
      {path !== '/host' && <HostNotice />}
    </>
  );
}

addIcons();
render(<App />, document.getElementById('app')!);
