// The bar on top of every page: where one is, whether one is connected, and what is always at hand.
import type { ComponentChildren } from 'preact';
import { Icon, Logo } from '../kit/ui';
import { t } from '../kit/words';
import { isUp, line, link } from './connection';
import { isDark, prefs, turnTheme } from './prefs';
import { useStore } from './store';

// Arcs and a word. The word hides on a phone while all is well.
function Connection({ elsewhere = false }: { elsewhere?: boolean }) {
  const state = useStore(line);
  const well = isUp(state) && !elsewhere;
  const word = elsewhere
    ? t('line.elsewhere')
    : state.phase === 'on'
      ? t('line.on')
      : state.phase === 'slow'
        ? t('line.slow')
        : state.phase === 'connecting'
          ? t('line.connecting')
          : state.phase === 'off' || state.phase === 'refused'
            ? t('line.off')
            : state.restarted
              ? t('line.restarted')
              : t('line.again', state.tries + 1);
  const icon = elsewhere
    ? 'link'
    : well || state.phase === 'connecting'
      ? 'signal'
      : state.phase === 'again'
        ? 'undo'
        : 'link';
  const tip = state.latency === null ? word : `${word}, ${t('line.latency', state.latency)}`;
  return (
    <span
      class={[
        'conn',
        well && state.phase === 'on' ? 'ok' : state.phase === 'connecting' ? '' : 'bad',
        state.phase === 'again' ? 'bob' : '',
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
      onClick={turnTheme}
    >
      <Icon name="moon" />
    </button>
  );
}

export function NameTool() {
  const { me } = useStore(line);
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

// A strip under the bar whenever the line is lost: since when, and what can be done.
export function LostStrip({
  elsewhere = false,
  playHere,
  waits = false,
}: {
  elsewhere?: boolean;
  playHere?: () => void;
  waits?: boolean;
}) {
  const state = useStore(line);
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
  if (isUp(state) || (state.phase === 'connecting' && state.tries < 2)) return null;
  const since = new Date(state.since).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return (
    <div class="offbar" role="status">
      <Icon name="link" />
      <p>
        <b>{t(state.restarted ? 'line.restarted.since' : 'line.off.since', since)}</b>{' '}
        {state.phase === 'refused' ? state.why || t('line.refused') : t(waits ? 'line.off.kept' : 'line.off.text')}
      </p>
      <span class="sp" />
      <button type="button" class="btn small" onClick={() => link.again()}>
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
      <Connection elsewhere={elsewhere} />
      {children}
    </header>
  );
}
