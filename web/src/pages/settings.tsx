// /me: name, devices and settings.
import { useEffect, useState } from 'preact/hooks';
import { RefusedError } from '../link/client';
import { Bar, OfflineStrip, ThemeTool } from '../shell/bar';
import { CopyLink, Qr, isLocal, origin } from '../shell/invite';
import { isOnline, connection, link } from '../shell/connection';
import { Settings } from '../shell/menus';
import { useStore } from '../shell/store';
import { Icon, Panel } from '../kit/ui';
import { t } from '../kit/words';
import { TurnNotifications } from './settings/notifications';

const errorText = (error: unknown): string => (error instanceof RefusedError ? error.refusal.text : t('line.not-sent'));

function Name() {
  const { me } = useStore(connection);
  const [name, set] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const value = name ?? me?.name ?? '';
  const save = async (e: Event) => {
    e.preventDefault();
    try {
      const answer = await link.request('name', { name: value.trim() });
      connection.update({ me: answer.me });
      set(null);
      setNote(t('me.saved'));
    } catch (error) {
      setNote(errorText(error));
    }
  };
  return (
    <Panel title={t('me.name.title')}>
      <p class="sm dim">{t('me.name.help')}</p>
      <form class="join flat" onSubmit={save}>
        <input
          value={value}
          maxLength={24}
          aria-label={t('me.name')}
          placeholder={t('me.name')}
          onInput={(e) => {
            set(e.currentTarget.value);
            setNote('');
          }}
        />
        <button type="submit" class="btn" disabled={!value.trim()}>
          {t('me.save')}
        </button>
      </form>
      <p class="sm" role="status">
        {note}
      </p>
    </Panel>
  );
}

function Devices() {
  const online = isOnline(useStore(connection));
  const [path, set] = useState('');
  const [note, setNote] = useState('');
  const make = () =>
    link.request('link').then(
      (a) => {
        set(a.path);
        setNote('');
      },
      (e) => setNote(errorText(e)),
    );
  const out = () =>
    link.request('sign-out-others').then(
      (a) => setNote(t('me.out.done', a.count)),
      (e) => setNote(errorText(e)),
    );
  const address = `${origin()}${path}`;
  return (
    <Panel title={t('me.devices')}>
      <p class="sm dim">{t('me.devices.help')}</p>
      {path && (
        <div class="invite">
          {isLocal() && (
            <p class="warnbox">
              <Icon name="link" />
              <span>{t('invite.local')}</span>
            </p>
          )}
          <div class="invite-in">
            <Qr text={address} label={t('me.qr')} />
            <div>
              <p class="sm">{t('me.link.good')}</p>
              <CopyLink address={address} word={t('invite.copy')} />
            </div>
          </div>
        </div>
      )}
      <div class="menu-row">
        <button type="button" class="btn" disabled={!online} onClick={make}>
          <Icon name="link" />
          {t(path ? 'me.link.again' : 'me.link')}
        </button>
        <button type="button" class="btn" disabled={!online} onClick={out}>
          <Icon name="door" />
          {t('me.out')}
        </button>
      </div>
      <p class="sm" role="status">
        {note}
      </p>
    </Panel>
  );
}

export default function SettingsPage() {
  useEffect(() => {
    document.title = t('title.me');
    return () => void (document.title = t('brand'));
  }, []);
  return (
    <div class="page">
      <Bar title={t('me.title')}>
        <ThemeTool />
      </Bar>
      <OfflineStrip />
      <main tabIndex={-1} class="wrap narrow">
        <h1 class="vh">{t('me.title')}</h1>
        <Name />
        <Devices />
        <TurnNotifications />
        <section class="panel">
          <header>
            <h2>{t('me.here')}</h2>
          </header>
          <Settings />
        </section>
      </main>
    </div>
  );
}
