// Before the game: who sits where, the invitation, and the start.
import { useEffect, useState } from 'preact/hooks';
import type { Seat, Table } from '../kit/protocol';
import { Icon, Panel, Seg, Token } from '../kit/ui';
import { t } from '../kit/words';
import { Toast } from './actions';
import { words as loadWords } from '../link/api';
import { Cover } from './cover';
import { Invite } from './invite';
import { Chat } from './log';
import { LeaveBox, leavable, leavingOf } from './leave';
import { isUp, line, link } from './connection';
import type { Room, RoomState } from './table-session';
import { go } from './router';
import { levelWord, nameOf } from './seats';
import { useStore } from './store';

export const LEVELS = ['easy', 'medium', 'hard', 'expert'];

function Row({ seat, table, room }: { seat: Seat; table: Table; room: Room }) {
  const small =
    seat.who === 'open'
      ? t('gather.free')
      : seat.who === 'bot'
        ? t('seat.bot', levelWord(seat.level))
        : seat.you
          ? t('gather.you')
          : seat.connected
            ? t('gather.here')
            : t('seat.away');
  const now = seat.who === 'bot' ? 'bot' : seat.you ? 'me' : 'open';
  const arrange = (who: string) =>
    void room.ask('seat', { seat: seat.seat, who, ...(who === 'bot' ? { level: 'easy' } : {}) });
  return (
    <li class={`sr ${seat.who === 'open' ? 'off' : ''}`}>
      <Token seat={seat.seat} size={34} />
      <span>
        <b>{nameOf(seat)}</b>
        <small>{small}</small>
      </span>
      <span class="sr-do">
        {seat.who === 'bot' && table.host && (
          <label class="pick">
            <span class="vh">{t('setup.level', nameOf(seat))}</span>
            <select
              value={seat.level}
              onChange={(e) => void room.ask('seat', { seat: seat.seat, who: 'bot', level: e.currentTarget.value })}
            >
              {LEVELS.map((l) => (
                <option key={l} value={l}>
                  {levelWord(l)}
                </option>
              ))}
            </select>
          </label>
        )}
        {table.host && (seat.who !== 'person' || seat.you) ? (
          <Seg
            label={t('setup.seat', seat.seat)}
            value={now}
            choose={arrange}
            choices={[
              { value: 'me', text: t('setup.me'), icon: 'flag' },
              { value: 'open', text: t('setup.friend'), icon: 'link' },
              { value: 'bot', text: t('setup.bot'), icon: 'bot' },
            ]}
          />
        ) : seat.who === 'open' ? (
          <button type="button" class="btn may" onClick={() => void room.ask('sit', { seat: seat.seat })}>
            {t('gather.sit')}
          </button>
        ) : seat.you ? (
          <button type="button" class="btn" onClick={() => void room.ask('stand', { seat: seat.seat })}>
            {t('gather.stand')}
          </button>
        ) : null}
      </span>
    </li>
  );
}

function NameField({ room }: { room: Room }) {
  const { me } = useStore(line);
  const [name, set] = useState(me?.name ?? '');
  return (
    <form
      class="join"
      onSubmit={(e) => {
        e.preventDefault();
        if (name.trim()) {
          link.ask('name', { name: name.trim() }).then(
            (answer) => line.update({ me: answer.me }),
            (error) => room.refuse(error),
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

export function Gathering({ table, room, state }: { table: Table; room: Room; state: RoomState }) {
  const now = useStore(line);
  const { me } = now;
  const [words, setWords] = useState<Record<string, string>>({});
  useEffect(() => void loadWords(table.game).then(setWords, () => {}), [table.game]);
  const free = table.seats.filter((s) => s.who === 'open').length;
  const seated = table.seats.some((s) => s.you);
  const [leaving, leave] = useState(false);
  const may = leavable(now);
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
                <Row key={seat.seat} seat={seat} table={table} room={room} />
              ))}
            </ul>
          </section>
          <section class="panel logbox gather-chat">
            <header>
              <h2>{t('chat')}</h2>
            </header>
            <Chat room={state} table={table} say={(text) => void room.say(text)} up={isUp(now)} />
          </section>
          {state.refusal && <Toast refusal={state.refusal} game={table.game} clear={() => room.clear()} />}
        </div>
        <div class="col">
          {!me?.name && (
            <section class="panel">
              <header>
                <h2>{t('me.who')}</h2>
              </header>
              <NameField room={room} />
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
          {may && table.host && (
            <button type="button" class="btn quiet small leave" aria-haspopup="dialog" onClick={() => leave(true)}>
              <Icon name="door" />
              {t('leave.close')}
            </button>
          )}
          {leaving && <LeaveBox leaving={leavingOf(table)} close={() => leave(false)} left={() => go('/')} />}
        </div>
        <Panel class="startbar">
          {table.host ? (
            <>
              <button type="button" class="btn go full" onClick={() => void room.ask('start', { fill: free > 0 })}>
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
