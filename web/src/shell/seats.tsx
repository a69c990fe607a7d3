// The list of players: token, name, captions, status and score.
import { useEffect, useState } from 'preact/hooks';
import type { BoardProps, GameBoard, PlayerCaption } from '../kit/board';
import type { Seat, Table } from '../kit/protocol';
import { Icon, PlayerToken } from '../kit/ui';
import { durationText, t } from '../kit/words';

export const nameOf = (seat: Seat): string =>
  seat.name || (seat.who === 'open' ? t('seat.open') : seat.you ? t('seat.yourself') : t('seat.guest', seat.seat));

// A clock that keeps running between the server's messages.
function Clock({ left, runs, at }: { left: number; runs: boolean; at: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  const remaining = runs ? left - (Math.max(now, at) - at) : left;
  return (
    <span class={`stat ${remaining < 60_000 ? 'bad' : ''}`}>
      <Icon name="clock" />
      {durationText(remaining)}
    </span>
  );
}

function seatStatus(
  seat: Seat,
  acts: boolean,
  over: boolean,
  thinks?: { done: number; of: number } | null,
): PlayerCaption | null {
  if (seat.who === 'open') return { icon: 'link', text: t('seat.free') };
  if (over) return seat.who === 'bot' ? { icon: 'bot', text: t('seat.bot', levelName(seat.level)) } : null;
  if (seat.who === 'person' && seat.bot) return { icon: 'bot', text: t('seat.bot-plays') };
  if (seat.who === 'person' && !seat.connected && !seat.you) return { icon: 'link', text: t('seat.away'), bad: true };
  if (seat.who === 'bot') {
    return {
      icon: 'bot',
      text: acts
        ? thinks && thinks.of > 1
          ? t('seat.thinks-at', Math.round((100 * thinks.done) / thinks.of))
          : t('seat.thinks')
        : t('seat.bot', levelName(seat.level)),
    };
  }
  return acts && !seat.you ? { icon: 'clock', text: t('seat.choosing') } : null;
}

export function levelName(level: string): string {
  const known: Record<string, string> = {
    easy: t('level.easy'),
    medium: t('level.medium'),
    hard: t('level.hard'),
    expert: t('level.expert'),
  };
  return known[level] ?? level;
}

export function Seats({
  table,
  board,
  props,
  acting,
  at,
  chosen,
  choose,
  thinking = {},
}: {
  table: Table;
  board: GameBoard;
  props: BoardProps;
  acting: number[];
  at: number;
  chosen: number | null;
  choose?: (seat: number) => void;
  thinking?: Record<number, { done: number; of: number }>;
}) {
  const { moment } = props;
  // Urgent captions come first, because narrow screens hide the last ones.
  const caption = (f: PlayerCaption, i = -1) => (
    <span key={i} class={`stat ${f.bad ? 'bad' : ''}`}>
      <Icon name={f.icon} />
      {f.text}
    </span>
  );
  const minus = (text: string) => text.replace(/^-/, '−');
  return (
    <ul class={`seats ${table.seats.length > 4 ? 'many' : ''}`}>
      {table.seats.map((seat) => {
        const acts = acting.includes(seat.seat) && !moment.over;
        const status = seatStatus(seat, acts, moment.over, thinking[seat.seat] ?? seat.thinking);
        const captions = board.captions(props, seat.seat).slice(0, table.seats.length > 4 ? 2 : undefined);
        const points = moment.score.seats.find((s) => s.seat === seat.seat)?.points ?? 0;
        const score = board.score?.(props, seat.seat) ?? String(points);
        const name = nameOf(seat);
        const other = choose && seat.you && seat.seat !== chosen;
        return (
          <li
            key={seat.seat}
            class={`seat ${acts ? (seat.you && !seat.bot ? 'now' : 'waited') : ''}`}
            aria-current={acts ? 'true' : undefined}
            title={table.seats.length > 4 ? name : undefined}
          >
            <PlayerToken seat={seat.seat} size={32} />
            {other ? (
              <b>
                <button type="button" class="plain" onClick={() => choose(seat.seat)}>
                  {name}
                </button>
              </b>
            ) : (
              <b>
                {name}
                {seat.you && seat.name && <span class="tagyou">{t('seat.you')}</span>}
              </b>
            )}
            <span class="sc num">{minus(score)}</span>
            <span class="sub">
              {seat.clock && <Clock left={seat.clock.left} runs={seat.clock.runs} at={at} />}
              {status?.bad && caption(status)}
              {captions.map(caption)}
              {status && !status.bad && caption(status)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
