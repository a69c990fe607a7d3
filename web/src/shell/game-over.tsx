// The end: how it came, how everybody stands, and what next. Rematch is the solid button.
import type { Moment, Table } from '../kit/protocol';
import { Icon, Token, useReach } from '../kit/ui';
import { t } from '../kit/words';
import { Said } from './actions';
import { link } from './connection';
import type { Room } from './table-session';
import { go } from './router';

export function Ended({
  table,
  moment,
  room,
  doorPath,
  names,
}: {
  table: Table;
  moment: Moment;
  room: Room;
  doorPath: string;
  names: string[];
}) {
  const standings = useReach<HTMLOListElement>();
  const seats = [...moment.score.seats].sort((a, b) => a.place - b.place);
  const lost = seats.length === 1 && seats[0].place !== 1; // alone against the game
  const rematch = () => {
    if (table.rematch) return go(`/t/${table.rematch}`);
    link.ask('rematch').then(
      (answer) => go(`/t/${answer.table}`),
      (error) => room.refuse(error),
    );
  };
  return (
    <div class="ended">
      <div class="prompt">
        <Icon name={lost ? 'skull' : 'cup'} class="ic flare quiet" />
        <h2>
          {seats.length === 1 && `${t(lost ? 'ended.lost' : 'ended.won')} `}
          {moment.ended ? <Said text={moment.ended} /> : t('ended')}
        </h2>
      </div>
      <ol class={`standings ${seats.length === 1 ? 'alone' : ''}`} ref={standings}>
        {seats.map((s) => (
          <li key={s.seat}>
            {seats.length > 1 && <span class="place num">{s.place}</span>}
            <Token seat={s.seat} size={26} />
            <span>
              <b>{names[s.seat - 1]}</b>
              {s.said && <small>{s.said}</small>}
            </span>
            <span class="sc num">{String(s.points).replace(/^-/, '−')}</span>
          </li>
        ))}
      </ol>
      <div class="ended-do">
        {table.seats.some((s) => s.you) && (
          <button type="button" class="btn go" onClick={rematch}>
            <Icon name="play" />
            {t(table.rematch ? 'rematch.join' : 'rematch')}
          </button>
        )}
        <a class="btn" href={`${doorPath}/result`}>
          {t('result')}
        </a>
        <a class="btn quiet" href={`${doorPath}/replay`}>
          {t('replay')}
        </a>
        <a class="btn quiet" href="/">
          {t('to-lobby')}
        </a>
      </div>
    </div>
  );
}
