// A table that cannot go on: why, and below it the last position that is certain, to be looked at and nothing more.
import type { BoardProps } from '../kit/board';
import type { Table } from '../kit/protocol';
import { Trouble } from '../kit/ui';
import { t } from '../kit/words';
import type { Kit } from './boards';
import { nameAt } from './log';
import { mine, type RoomState } from './table-session';
import { useLayout } from './size';
import './table-stuck.css';

function Still({ table, state, kit }: { table: Table; state: RoomState; kit: Kit }) {
  const [, size] = useLayout();
  const seat = mine(table)[0] ?? null;
  const moment = state.moments[seat ?? 0] ?? Object.values(state.moments)[0];
  const { board, content, words } = kit;
  const props: BoardProps = {
    table,
    moment,
    view: moment.view,
    before: null,
    events: [],
    content,
    words,
    seat,
    names: table.seats.map((s) => nameAt(table, s.seat)),
    size,
    kind: null,
    moves: [],
    play: () => {},
    choose: () => {},
    look: () => {},
    still: true,
  };
  return (
    <div class="chart p-board stuck-board">
      <div class="sheet">
        <board.Board {...props} />
      </div>
    </div>
  );
}

export function Stuck({ table, state, kit }: { table: Table; state: RoomState; kit: Kit | null }) {
  return (
    <>
      <Trouble title={t('stuck.title')} text={table.why} />
      <p>
        <a class="btn" href="/">
          {t('to-lobby')}
        </a>
      </p>
      {kit && Object.keys(state.moments).length > 0 && <Still table={table} state={state} kit={kit} />}
    </>
  );
}
