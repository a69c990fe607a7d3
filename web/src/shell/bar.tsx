// The bar at the top of every page: title, connection and tools.
import type { ComponentChildren } from 'preact';
import { Icon, Logo } from '../kit/ui';
import { t } from '../kit/words';
import { isOnline, connection, link } from './connection';
import { isDark, prefs, toggleTheme } from './prefs';
import { useStore } from './store';

// The text is hidden on phones while the connection is good.
function ConnectionStatus({ elsewhere = false }: { elsewhere?: boolean }) {
  const state = useStore(connection);
  const well = isOnline(state) && !elsewhere;
  const word = elsewhere
    ? t('line.elsewhere')
    : state.phase === 'online'
      ? t('line.on')
      : state.phase === 'slow'
        ? t('line.slow')
        : state.phase === 'connecting'
          ? t('line.connecting')
          : state.phase === 'offline' || state.phase === 'refused'
            ? t('line.off')
            : state.restarted
              ? t('line.restarted')
              : t('line.again', state.tries + 1);
  const icon = elsewhere
    ? 'link'
    : well || state.phase === 'connecting'
      ? 'signal'
      : state.phase === 'reconnecting'
        ? 'undo'
        : 'link';
  const tip = state.latency === null ? word : `${word}, ${t('line.latency', state.latency)}`;
  return (
    <span
      class={[
        'conn',
        well && state.phase === 'online' ? 'ok' : state.phase === 'connecting' ? '' : 'bad',
        state.phase === 'reconnecting' ? 'bob' : '',
      ].join(' ')}
      role="status"
      title={tip}
    >
      <Icon name={icon} />
      <span>{word}</span>
    </span>
  );
}

export function SoundTool() {
  const { sound } = useStore(prefs);
  return (
    <button
      type="button"
      class={`tool ${sound ? '' : 'mute'}`}
      aria-pressed={sound}
      aria-label={t('sound')}
      title={t(sound ? 'sound.on' : 'sound.off')}
      onClick={() => prefs.update({ sound: !sound })}
    >
      <Icon name="sound" />
    </button>
  );
}

export function ThemeTool() {
  useStore(prefs);
  return (
    <button
      type="button"
      class="tool"
      aria-label={t('theme.turn')}
      aria-pressed={isDark()}
      title={t('theme.turn')}
      onClick={toggleTheme}
    >
      <Icon name="moon" />
    </button>
  );
}

export function NameTool() {
  const { me } = useStore(connection);
  const name = me?.name || t('guest');
  return (
    <a class="who" href="/me" title={t('me.title')}>
      <span class="who-mark" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <span class="who-name">{me?.name ? me.name : t('guest')}</span>
    </a>
  );
}

// A strip under the bar while the connection is lost: since when, and what to do.
export function OfflineStrip({
  elsewhere = false,
  playHere,
  moveQueued: moveQueued = false,
}: {
  elsewhere?: boolean;
  playHere?: () => void;
  moveQueued?: boolean;
}) {
  const state = useStore(connection);
  if (elsewhere) {
    return (
      <div class="offbar" role="status">
        <Icon name="link" />
        <p>
          <b>{t('line.elsewhere')}.</b> {t('line.elsewhere.text')}
        </p>
        <span class="sp" />
        <button type="button" class="btn small" onClick={playHere}>
          {t('line.play-here')}
        </button>
      </div>
    );
  }
  if (isOnline(state) || (state.phase === 'connecting' && state.tries < 2)) return null;
  const since = new Date(state.since).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return (
    <div class="offbar" role="status">
      <Icon name="link" />
      <p>
        <b>{t(state.restarted ? 'line.restarted.since' : 'line.off.since', since)}</b>{' '}
        {state.phase === 'refused' ? state.why || t('line.refused') : t(moveQueued ? 'line.off.kept' : 'line.off.text')}
      </p>
      <span class="sp" />
      <button type="button" class="btn small" onClick={() => link.reconnect()}>
        {t('try-now')}
      </button>
    </div>
  );
}

export function Bar({
  title,
  note,
  children,
  nav,
  elsewhere,
  home = false,
}: {
  title?: string;
  note?: string;
  children?: ComponentChildren;
  nav?: ComponentChildren;
  elsewhere?: boolean;
  home?: boolean;
}) {
  return (
    <header class={`bar ${home ? 'home' : ''}`}>
      <a class="brand" href="/" aria-label={t('brand.home')}>
        <Logo />
        <span>{t('brand')}</span>
      </a>
      {nav}
      {title !== undefined && <div class="sep" />}
      {title !== undefined && (
        <div class="crumb">
          <b>{title}</b>
          {note && <i>{note}</i>}
        </div>
      )}
      <div class="sp" />
      <ConnectionStatus elsewhere={elsewhere} />
      {children}
    </header>
  );
}
