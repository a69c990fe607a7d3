// The result panel: how the game ended, the standings and what to do next.
import type { Moment, Table } from '../kit/protocol';
import { Icon, PlayerToken, useScrollFocus } from '../kit/ui';
import { t } from '../kit/words';
import { Sentence } from './actions';
import { link } from './connection';
import type { TableSession } from './table-session';
import { navigate } from './router';

export function GameOver({
  table,
  moment,
  session,
  tablePath,
  names,
}: {
  table: Table;
  moment: Moment;
  session: TableSession;
  tablePath: string;
  names: string[];
}) {
  const standings = useScrollFocus<HTMLOListElement>();
  const seats = [...moment.score.seats].sort((a, b) => a.place - b.place);
  const lost = seats.length === 1 && seats[0].place !== 1; // solo games can be lost
  const rematch = () => {
    if (table.rematch) return navigate(`/t/${table.rematch}`);
    link.request('rematch').then(
      (answer) => navigate(`/t/${answer.table}`),
      (error) => session.showRefusal(error),
    );
  };
  return (
    <div class="ended">
      <div class="prompt">
        <Icon name={lost ? 'skull' : 'cup'} class="ic flare quiet" />
        <h2>
          {seats.length === 1 && `${t(lost ? 'ended.lost' : 'ended.won')} `}
          {moment.ended ? <Sentence text={moment.ended} /> : t('ended')}
        </h2>
      </div>
      <ol class={`standings ${seats.length === 1 ? 'alone' : ''}`} ref={standings}>
        {seats.map((s) => (
          <li key={s.seat}>
            {seats.length > 1 && <span class="place num">{s.place}</span>}
            <PlayerToken seat={s.seat} size={26} />
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
        <a class="btn" href={`${tablePath}/result`}>
          {t('result')}
        </a>
        <a class="btn quiet" href={`${tablePath}/replay`}>
          {t('replay')}
        </a>
        <a class="btn quiet" href="/">
          {t('to-lobby')}
        </a>
      </div>
    </div>
  );
}
