// A table before the start: seats, invitation, chat and the start button.
import { useEffect, useState } from 'preact/hooks';
import type { Seat, Table } from '../kit/protocol';
import { Icon, Panel, SegmentedControl, PlayerToken } from '../kit/ui';
import { t } from '../kit/words';
import { Toast } from './actions';
import { loadWords } from '../link/api';
import { Cover } from './cover';
import { Invite } from './invite';
import { Chat } from './log';
import { LeaveBox, canLeave, leaveInfo } from './leave';
import { isOnline, connection, link } from './connection';
import type { TableSession, TableSessionState } from './table-session';
import { navigate } from './router';
import { levelName, nameOf } from './seats';
import { useStore } from './store';

export const LEVELS = ['easy', 'medium', 'hard', 'expert'];

function Row({ seat, table, session }: { seat: Seat; table: Table; session: TableSession }) {
  const caption =
    seat.who === 'open'
      ? t('gather.free')
      : seat.who === 'bot'
        ? t('seat.bot', levelName(seat.level))
        : seat.you
          ? t('gather.you')
          : seat.connected
            ? t('gather.here')
            : t('seat.away');
  const now = seat.who === 'bot' ? 'bot' : seat.you ? 'me' : 'open';
  const setSeat = (who: string) =>
    void session.request('seat', { seat: seat.seat, who, ...(who === 'bot' ? { level: 'easy' } : {}) });
  return (
    <li class={`sr ${seat.who === 'open' ? 'off' : ''}`}>
      <PlayerToken seat={seat.seat} size={34} />
      <span>
        <b>{nameOf(seat)}</b>
        <small>{caption}</small>
      </span>
      <span class="sr-do">
        {seat.who === 'bot' && table.host && (
          <label class="pick">
            <span class="vh">{t('setup.level', seat.seat)}</span>
            <select
              value={seat.level}
              onChange={(e) =>
                void session.request('seat', { seat: seat.seat, who: 'bot', level: e.currentTarget.value })
              }
            >
              {LEVELS.map((l) => (
                <option key={l} value={l}>
                  {levelName(l)}
                </option>
              ))}
            </select>
          </label>
        )}
        {table.host && (seat.who !== 'person' || seat.you) ? (
          <SegmentedControl
            label={t('setup.seat', seat.seat)}
            value={now}
            choose={setSeat}
            choices={[
              { value: 'me', text: t('setup.me'), icon: 'flag' },
              { value: 'open', text: t('setup.friend'), icon: 'link' },
              { value: 'bot', text: t('setup.bot'), icon: 'bot' },
            ]}
          />
        ) : seat.who === 'open' ? (
          <button type="button" class="btn may" onClick={() => void session.request('sit', { seat: seat.seat })}>
            {t('gather.sit')}
          </button>
        ) : seat.you ? (
          <button type="button" class="btn" onClick={() => void session.request('stand', { seat: seat.seat })}>
            {t('gather.stand')}
          </button>
        ) : null}
      </span>
    </li>
  );
}

function NameField({ session }: { session: TableSession }) {
  const { me } = useStore(connection);
  const [name, set] = useState(me?.name ?? '');
  return (
    <form
      class="join"
      onSubmit={(e) => {
        e.preventDefault();
        if (name.trim()) {
          link.request('name', { name: name.trim() }).then(
            (answer) => connection.update({ me: answer.me }),
            (error) => session.showRefusal(error),
          );
        }
      }}
    >
      <input
        value={name}
        maxLength={24}
        aria-label={t('me.name')}
        placeholder={t('me.name')}
        onInput={(e) => set(e.currentTarget.value)}
      />
      <button type="submit" class="btn" disabled={!name.trim() || name.trim() === me?.name}>
        {t('me.save')}
      </button>
    </form>
  );
}

export function WaitingRoom({
  table,
  session,
  state,
}: {
  table: Table;
  session: TableSession;
  state: TableSessionState;
}) {
  const now = useStore(connection);
  const { me } = now;
  const [words, setWords] = useState<Record<string, string>>({});
  useEffect(() => void loadWords(table.game).then(setWords, () => {}), [table.game]);
  const free = table.seats.filter((s) => s.who === 'open').length;
  const seated = table.seats.some((s) => s.you);
  const [leaving, setLeaving] = useState(false);
  const mayLeave = canLeave(now);
  return (
    <>
      <div class="hd">
        <Cover game={table.game} />
        <div>
          <h1>{table.title}</h1>
          <p class="serif it dim">{t('table.called', table.name)}</p>
          <p>
            {t(free ? 'gather.waiting' : 'gather.full', free)}{' '}
            <a href={`/rules/${table.game}`} target="_blank" rel="noopener">
              {t('gather.rules')}
            </a>
          </p>
        </div>
      </div>
      <div class="g2 gather">
        <div class="col">
          <section class="panel">
            <header>
              <h2>{t('setup.who')}</h2>
            </header>
            <ul>
              {table.seats.map((seat) => (
                <Row key={seat.seat} seat={seat} table={table} session={session} />
              ))}
            </ul>
          </section>
          <section class="panel logbox gather-chat">
            <header>
              <h2>{t('chat')}</h2>
            </header>
            <Chat state={state} table={table} say={(text) => void session.sendChat(text)} online={isOnline(now)} />
          </section>
          {state.refusal && <Toast refusal={state.refusal} game={table.game} clear={() => session.clearRefusal()} />}
        </div>
        <div class="col">
          {!me?.name && (
            <section class="panel">
              <header>
                <h2>{t('me.who')}</h2>
              </header>
              <NameField session={session} />
            </section>
          )}
          {table.key && free > 0 && (
            <Panel title={t('invite')}>
              <Invite table={table} />
            </Panel>
          )}
          {Object.keys(table.options).length > 0 && (
            <Panel title={t('gather.table')} class="sum still">
              <dl>
                {Object.entries(table.options).map(([k, v]) => [
                  <dt key={k}>{words[`option.${k}.label`] ?? k}</dt>,
                  <dd key={`${k}v`}>{words[`option.${k}.${v}`] ?? String(v)}</dd>,
                ])}
              </dl>
            </Panel>
          )}
          {mayLeave && table.host && (
            <button type="button" class="btn quiet small leave" aria-haspopup="dialog" onClick={() => setLeaving(true)}>
              <Icon name="door" />
              {t('leave.close')}
            </button>
          )}
          {leaving && (
            <LeaveBox leaving={leaveInfo(table)} close={() => setLeaving(false)} left={() => navigate('/')} />
          )}
        </div>
        <Panel class="startbar">
          {table.host ? (
            <>
              <button
                type="button"
                class="btn go full"
                onClick={() => void session.request('start', { fill: free > 0 })}
              >
                <Icon name="play" />
                {t(free ? 'gather.start-bots' : 'gather.start', free)}
              </button>
              {free > 0 && <p class="sm dim note">{t('gather.start-note')}</p>}
            </>
          ) : (
            <p>{t(seated ? 'gather.host-starts' : 'gather.take')}</p>
          )}
        </Panel>
      </div>
    </>
  );
}
