// The log, newest first, with a link from each line to its moment; and the chat.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { LogLine, Table } from '../kit/protocol';
import { Icon, PlayerToken } from '../kit/ui';
import { t } from '../kit/words';
import { hostSettings } from './notice';
import { nameOf } from './seats';
import { useStore } from './store';
import type { TableSessionState } from './table-session';

const LINES_SHOWN = 120;

// Lines of the last move are highlighted.
export function Log({
  lines,
  replay,
  round,
}: {
  lines: LogLine[];
  replay: string | null;
  round: (turn: number) => string;
}) {
  const [shownCount, setShownCount] = useState(LINES_SHOWN);
  const recent = lines.slice(-shownCount);
  const last = recent.length ? recent[recent.length - 1].version : undefined;
  const groups: { turn: number; lines: LogLine[] }[] = [];
  for (const line of recent) {
    const group = groups[groups.length - 1];
    if (group && group.turn === line.turn) group.lines.push(line);
    else groups.push({ turn: line.turn, lines: [line] });
  }
  if (!lines.length) return <p class="none">{t('log.none')}</p>;
  return (
    <div class="log" tabIndex={0} role="region" aria-label={t('log')}>
      <h2 class="vh">{t('log')}</h2>
      <ol aria-live="polite" aria-relevant="additions">
        {[...groups].reverse().map((group) => (
          <li key={group.turn} class="lh">
            <h3>{round(group.turn)}</h3>
            <ol>
              {[...group.lines].reverse().map((line, i) => (
                <li
                  key={`${line.version}.${group.lines.length - i}`}
                  class={`${line.only ? 'secret' : ''} ${line.version === last ? 'last' : ''}`}
                >
                  {line.only ? (
                    <Icon name="eye" />
                  ) : line.seat ? (
                    <PlayerToken seat={line.seat} size={16} />
                  ) : (
                    <Icon name="dice" />
                  )}
                  <span>
                    {line.text}
                    {line.only && <span class="vh"> {t('log.only-you')}</span>}
                  </span>
                  {replay && line.version !== undefined ? (
                    <a class="at" href={`${replay}at=${line.version}`} aria-label={t('log.at', line.version)}>
                      #{line.version}
                    </a>
                  ) : (
                    <span class="at">{line.version !== undefined && `#${line.version}`}</span>
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
      {lines.length > recent.length && (
        <button type="button" class="btn quiet small" onClick={() => setShownCount(shownCount * 4)}>
          {t('log.earlier', lines.length - recent.length)}
        </button>
      )}
    </div>
  );
}

const quick = ['chat.well-played', 'chat.moment', 'chat.your-turn'] as const;

export function Chat({
  state,
  table,
  say,
  online,
}: {
  state: TableSessionState;
  table: Table;
  say: (text: string) => void;
  online: boolean;
}) {
  const [text, set] = useState('');
  const { chat: chatAllowed } = useStore(hostSettings);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = end.current?.parentElement;
    if (box) box.scrollTop = box.scrollHeight;
  }, [state.chat.length, state.queuedChat.length]);
  const own = (who: string, seat: number | null) =>
    table.seats.some((s) => s.you && (seat === s.seat || (seat === null && s.name === who)));
  return (
    <>
      <div class="chat" tabIndex={0} role="log" aria-label={t('chat')}>
        {!state.chat.length && !state.queuedChat.length && <p class="sys">{t('chat.none')}</p>}
        {state.chat.map((line, i) => (
          <div key={i} class={`msg ${own(line.who, line.seat) ? 'me' : ''}`}>
            {line.seat ? <PlayerToken seat={line.seat} size={18} /> : <Icon name="eye" />}
            <span class="by">
              {line.who}
              <span class="at">{line.version ? `#${line.version}` : ''}</span>
            </span>
            <p>{line.text}</p>
          </div>
        ))}
        {state.queuedChat.map((line, i) => (
          <div key={`u${i}`} class="msg me">
            <Icon name="clock" />
            <span class="by">{t('chat.you')}</span>
            <p>{line}</p>
          </div>
        ))}
        {state.queuedChat.length > 0 && !online && <p class="sys">{t('chat.unsent')}</p>}
        <div ref={end} />
      </div>
      {!chatAllowed && (
        <p class="none" role="status">
          {t('chat.off')}
        </p>
      )}
      {chatAllowed && (
        <div class="quick">
          {quick.map((key) => (
            <button key={key} type="button" onClick={() => say(t(key))}>
              {t(key)}
            </button>
          ))}
        </div>
      )}
      {chatAllowed && (
        <form
          class="say"
          onSubmit={(e) => {
            e.preventDefault();
            if (text.trim()) say(text.trim());
            set('');
          }}
        >
          <input
            value={text}
            maxLength={500}
            aria-label={t('chat.say')}
            placeholder={t('chat.say')}
            onInput={(e) => set(e.currentTarget.value)}
          />
          <button type="submit" class="btn small" disabled={!text.trim()}>
            {t('chat.send')}
          </button>
        </form>
      )}
    </>
  );
}

export const seatName = (table: Table, seat: number): string => nameOf(table.seats[seat - 1]);
