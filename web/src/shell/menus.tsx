// The table's bar and menu, the list of keys, and the description of a card or place.
import { useEffect, useState } from 'preact/hooks';
import type { Size } from '../kit/board';
import type { Moment, Table } from '../kit/protocol';
import { Dialog, Icon, SegmentedControl, Loading } from '../kit/ui';
import { t } from '../kit/words';
import { Sentence, keyLabel, sortKinds } from './actions';
import { Bar, SoundTool, ThemeTool } from './bar';
import { Invite } from './invite';
import { LeaveBox, canLeave, leaveInfo, leaveAction } from './leave';
import { connection, link } from './connection';
import { prefs } from './prefs';
import { ownSeats, type TableSession } from './table-session';
import { navigate } from './router';
import { useStore } from './store';

export interface LookTarget {
  list: string;
  entry: string;
}

export function TableBar({
  table,
  round,
  yours,
  elsewhere,
  menu,
}: {
  table: Table;
  round: string;
  yours: boolean;
  elsewhere: boolean;
  menu: () => void;
}) {
  useEffect(() => {
    document.title = yours ? t('title.turn', table.title) : t('title.table', table.title, table.name);
    return () => void (document.title = t('brand'));
  }, [yours, table.title, table.name]);
  const note = [table.seats.length > 1 ? t('table.called', table.name) : table.name, round].filter(Boolean).join(', ');
  return (
    <Bar title={table.title} note={note} elsewhere={elsewhere}>
      {table.spectators > 0 && (
        <span class="conn watched">
          <Icon name="eye" />
          <span>{t('table.watched', table.spectators)}</span>
        </span>
      )}
      <a class="tool wide" href={`/rules/${table.game}`} aria-label={t('rules')} target="_blank" rel="noopener">
        <Icon name="rules" />
        <span>{t('rules')}</span>
      </a>
      <SoundTool />
      <ThemeTool />
      <button type="button" class="tool keep" aria-label={t('menu')} title={t('menu')} onClick={menu}>
        <Icon name="menu" />
      </button>
    </Bar>
  );
}

// Notifications need a secure page and the person's permission.
export const canNotify = (): boolean => 'Notification' in window && isSecureContext;

export function Settings() {
  const set = useStore(prefs);
  const yesNo = [
    { value: 'on', text: t('on') },
    { value: 'off', text: t('off') },
  ];
  const notify = async (on: boolean) =>
    prefs.update({ notify: on && (await Notification.requestPermission()) === 'granted' });
  return (
    <div class="settings">
      <div class="op">
        <div>
          <b>{t('theme')}</b>
        </div>
        <SegmentedControl
          label={t('theme')}
          value={set.theme}
          choices={[
            { value: 'system', text: t('theme.system') },
            { value: 'light', text: t('theme.light') },
            { value: 'dark', text: t('theme.dark') },
          ]}
          choose={(theme) => prefs.update({ theme })}
        />
      </div>
      <div class="op">
        <div>
          <b>{t('sound')}</b>
          <small>{t('sound.help')}</small>
        </div>
        <SegmentedControl
          label={t('sound')}
          value={set.sound ? 'on' : 'off'}
          choices={yesNo}
          choose={(v) => prefs.update({ sound: v === 'on' })}
        />
      </div>
      <div class="op">
        <div>
          <b>{t('tap')}</b>
          <small>{t('tap.help')}</small>
        </div>
        <SegmentedControl
          label={t('tap')}
          value={set.tap ? 'on' : 'off'}
          choices={yesNo}
          choose={(v) => prefs.update({ tap: v === 'on' })}
        />
      </div>
      <div class="op">
        <div>
          <b>{t('notify')}</b>
          <small>{t(canNotify() ? 'notify.help' : 'notify.cannot')}</small>
        </div>
        <SegmentedControl
          label={t('notify')}
          value={set.notify ? 'on' : 'off'}
          choices={yesNo.map((c) => ({ ...c, off: !canNotify() }))}
          choose={(v) => void notify(v === 'on')}
        />
      </div>
    </div>
  );
}

export function TableMenu({
  table,
  session,
  seat,
  size,
  close,
  keys,
}: {
  table: Table;
  session: TableSession;
  seat: number;
  size: Size;
  close: () => void;
  keys: () => void;
}) {
  const seats = ownSeats(table);
  const person = seat > 0 ? table.seats[seat - 1] : null;
  const thinking = table.seats.find((s) => s.thinking || (s.who === 'bot' && s.thinking));
  const playing = table.phase === 'playing';
  const [leaving, setLeaving] = useState(false);
  const mayLeave = canLeave(useStore(connection));
  return (
    <div class="menu">
      <p class="dim sm">{t(table.spectators ? 'menu.watched' : 'menu.about', table.name, table.spectators)}</p>
      <div class="menu-row">
        <a class="btn small" href={`/rules/${table.game}`} target="_blank" rel="noopener">
          <Icon name="rules" />
          {t('rules')}
        </a>
        {size !== 'phone' && (
          <button type="button" class="btn small" onClick={keys}>
            {t('keys')}
          </button>
        )}
        {playing && person && !person.bot && (
          <button
            type="button"
            class="btn small"
            onClick={() => {
              void session.request('hand-over', { seat });
              close();
            }}
          >
            <Icon name="bot" />
            {t('hand-over')}
          </button>
        )}
        {playing && person?.bot && (
          <button
            type="button"
            class="btn small"
            onClick={() => {
              void session.request('come-back', { seat });
              close();
            }}
          >
            {t('seat.come-back')}
          </button>
        )}
        {playing && thinking && (
          <button
            type="button"
            class="btn small"
            onClick={() => void session.request('move-now', { seat: thinking.seat })}
          >
            {t('move-now', thinking.name)}
          </button>
        )}
        {playing && table.walkthrough && table.key && seats.length > 0 && (
          <a class="btn small" href={`/learn/${table.game}?anew=${table.key}`}>
            <Icon name="play" />
            {t('coach.anew')}
          </a>
        )}
        <a class="btn small" href="/">
          <Icon name="door" />
          {t('to-lobby')}
        </a>
        {mayLeave && seats.length > 0 && (
          <button type="button" class="btn small" aria-haspopup="dialog" onClick={() => setLeaving(true)}>
            <Icon name="x" />
            {t(`leave.${leaveAction(leaveInfo(table))}`)}
          </button>
        )}
      </div>
      {leaving && <LeaveBox leaving={leaveInfo(table)} close={() => setLeaving(false)} left={() => navigate('/')} />}
      {playing && seats.length > 1 && (
        <div class="op">
          <div>
            <b>{t('open-play')}</b>
            <small>{t('open-play.help')}</small>
          </div>
          <SegmentedControl
            label={t('open-play')}
            value={table.open_play ? 'on' : 'off'}
            choices={[
              { value: 'off', text: t('off') },
              { value: 'on', text: t('on') },
            ]}
            choose={(v) => void session.request('open-play', { open: v === 'on' })}
          />
        </div>
      )}
      {table.watch && <Invite table={table} watch />}
      <Settings />
    </div>
  );
}

export function KeysHelp({ moment, close }: { moment: Moment; close: () => void }) {
  const { open, asides } = sortKinds(moment);
  const rows: [string, string][] = [
    ...[...open, ...asides].filter((k) => k.key).map((k) => [keyLabel(k.key!, moment), k.group] as [string, string]),
    ['1–9', t('keys.choice')],
    ['← ↑ → ↓', t('keys.arrows')],
    [t('keys.enter'), t('keys.act')],
    ['Esc', t('keys.back')],
    ['U', t('undo')],
    ['H', t('hint')],
    ['?', t('keys.this')],
  ];
  return (
    <Dialog title={t('keys')} close={close}>
      <dl class="keys">
        {rows.map(([key, what]) => (
          <div key={key + what}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

export function DescriptionDialog({
  seat,
  at,
  words,
  close,
}: {
  seat: number;
  at: LookTarget;
  words: Record<string, string>;
  close: () => void;
}) {
  const [text, set] = useState<string[] | null>(null);
  useEffect(() => {
    link.request('look', { seat: seat || null, list: at.list, entry: at.entry }).then(
      (a) => set(a.text),
      (e: Error) => set([e.message]),
    );
  }, [at.list, at.entry]);
  return (
    <Dialog title={words[`${at.list}.${at.entry}`] ?? at.entry} close={close}>
      {text ? (
        text.map((s, i) => (
          <p key={i}>
            <Sentence text={s} />
          </p>
        ))
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}
