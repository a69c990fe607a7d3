// A table that cannot continue: the reason, and the last known position, read-only.
import type { BoardProps } from '../kit/board';
import type { Table } from '../kit/protocol';
import { ErrorBox } from '../kit/ui';
import { t } from '../kit/words';
import type { GameAssets } from './boards';
import { seatName } from './log';
import { ownSeats, type TableSessionState } from './table-session';
import { useLayout } from './size';
import './table-stuck.css';

function ReadOnlyBoard({ table, state, assets }: { table: Table; state: TableSessionState; assets: GameAssets }) {
  const [, size] = useLayout();
  const seat = ownSeats(table)[0] ?? null;
  const moment = state.moments[seat ?? 0] ?? Object.values(state.moments)[0];
  const { board, content, words } = assets;
  const props: BoardProps = {
    table,
    moment,
    view: moment.view,
    previousView: null,
    events: [],
    content,
    words,
    seat,
    names: table.seats.map((s) => seatName(table, s.seat)),
    size,
    kind: null,
    moves: [],
    play: () => {},
    choose: () => {},
    look: () => {},
    reducedMotion: true,
  };
  return (
    <div class="chart p-board stuck-board">
      <div class="sheet">
        <board.Board {...props} />
      </div>
    </div>
  );
}

export function TableStuck({
  table,
  state,
  assets,
}: {
  table: Table;
  state: TableSessionState;
  assets: GameAssets | null;
}) {
  return (
    <>
      <ErrorBox title={t('stuck.title')} text={table.why} />
      <p>
        <a class="btn" href="/">
          {t('to-lobby')}
        </a>
      </p>
      {assets && Object.keys(state.moments).length > 0 && <ReadOnlyBoard table={table} state={state} assets={assets} />}
    </>
  );
}
