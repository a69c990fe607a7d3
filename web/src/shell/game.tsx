// A table while it is played: lays out board, hand, players, actions and log for each size of screen.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardProps } from '../kit/board';
import type { Table } from '../kit/protocol';
import { Dialog, Icon } from '../kit/ui';
import { t } from '../kit/words';
import { ActPanel } from './action-panel';
import { Aside, Held } from './side-panel';
import { LostStrip } from './bar';
import type { Kit } from './boards';
import { CoachCard, CoachNote, advisedMove, useAdvice } from './tip';
import { Curtain } from './curtain';
import { useHotSeat } from './hotseat';
import { isUp, line } from './connection';
import { Chat, Log, nameAt } from './log';
import { KeysHelp, LookBox, TableBar, TableMenu, type LookAt } from './menus';
import type { Motion } from './motion';
import { useMoves } from './moves';
import { isStill } from './prefs';
import type { Room, RoomState } from './table-session';
import { Seats } from './seats';
import { Tried } from './rule-card';
import { useLayout } from './size';
import { useStore } from './store';

type Tab = 'board' | 'hand' | 'log' | 'chat' | 'table';

interface GameProps {
  room: Room;
  kit: Kit;
  motion: Motion;
  table: Table;
  state: RoomState;
  doorPath: string;
}

// The page's body says what its style sheets need to know: the tab of a phone, a lost line.
function useBody(tab: string, lost: boolean): void {
  useEffect(() => {
    document.body.dataset.tab = tab;
    return () => void delete document.body.dataset.tab;
  }, [tab]);
  useEffect(() => {
    document.body.classList.toggle('lost', lost);
    return () => document.body.classList.remove('lost');
  }, [lost]);
}

export function Game({ room, kit, motion, table, state, doorPath }: GameProps) {
  const { board, words, content, game } = kit;
  const [layout, size] = useLayout();
  const phone = size === 'phone';
  const up = isUp(useStore(line));
  const shown = useStore(motion.shown);
  const hot = useHotSeat(room, table, state, motion, game);
  const { seat, latest } = hot;
  const [tab, setTab] = useState<Tab>('board');
  const [side, setSide] = useState<'log' | 'chat'>('log');
  const [read, setRead] = useState(state.chat.length);
  const [box, openBox] = useState<'keys' | 'menu' | LookAt | null>(null);
  const called = useRef(false);
  const tableAt = useMemo(() => Date.now(), [table]); // clocks run on from here
  const names = useMemo(() => table.seats.map((s) => nameAt(table, s.seat)), [table]);
  useBody(phone ? tab : '', !up || state.elsewhere);
  useEffect(() => {
    if (side === 'chat' || tab === 'chat') setRead(state.chat.length);
  }, [side, tab, state.chat.length]);

  const moment = shown && shown.moment.seat === (seat || null) ? shown.moment : latest;
  // Whatever held the queue up: what is known is shown in the end.
  const behind = Boolean(moment && latest && moment.version !== latest.version);
  useEffect(() => {
    if (!behind) return;
    const timer = setTimeout(() => motion.show(room.state.value.moments[seat]), 2000);
    return () => clearTimeout(timer);
  }, [behind, latest?.version]);

  const playing = seat > 0 && !table.seats[seat - 1]?.bot && table.phase === 'playing';
  const live =
    up && playing && moment !== undefined && !behind && !state.elsewhere && !state.outbox.length && !moment.over;
  const moves = useMoves(board, moment, seat, live, room, motion, box === null && hot.curtain === null, () =>
    openBox('keys'),
  );

  const advice = useAdvice(moment);
  const advised = advisedMove(advice);

  if (hot.curtain !== null) {
    const to = hot.curtain;
    return (
      <Curtain
        seat={to}
        name={names[to - 1]}
        before={seat && seat !== to ? names[seat - 1] : ''}
        show={() => hot.turnTo(to)}
      />
    );
  }
  if (!moment) return null;

  const props: BoardProps = {
    table,
    moment,
    view: moment.view,
    before: shown?.before ?? null,
    events: shown?.events ?? [],
    content,
    words,
    seat: seat || null,
    names,
    size,
    kind: moves.kind,
    moves: !live
      ? []
      : moves.kind
        ? moment.moves.filter((m) => m.kind === moves.kind)
        : advised
          ? [advised]
          : moment.moves,
    play: moves.play,
    choose: moves.choose,
    look: (list, entry) => openBox({ list, entry }),
    still: isStill(),
  };
  const toTab = (to: Tab) => {
    if (tab === 'board' && to !== 'board') motion.settle(); // what was told is not told again on coming back
    setTab(to);
  };
  const calls = board.calls?.(props) ?? false;
  if (calls !== called.current) {
    called.current = calls;
    if (calls && phone && tab !== 'board') setTab('board'); // a question takes the board's place
  }
  const round = board.round?.(props) ?? t('turn', moment.turn);
  const yours = playing && moment.to_act.includes(seat);
  const unread = Math.max(0, state.chat.length - read);
  const replay = `${doorPath}/replay?${seat ? `seat=${seat}&` : ''}`;
  const handTitle = board.handTitle?.(props) ?? t('tab.hand');

  const hand = board.Hand && seat > 0 && (
    <Held title={handTitle}>
      <board.Hand {...props} />
    </Held>
  );
  const sidePanels = board.Side && <board.Side {...props} />;
  const players = (full: boolean) => (
    <section class="panel players" aria-label={t(full ? 'players.full' : 'players')}>
      <Seats
        table={table}
        board={board}
        props={props}
        acting={moment.to_act}
        at={tableAt}
        thinking={state.thinking}
        chosen={seat || null}
        choose={hot.secret ? undefined : hot.turnTo}
      />
    </section>
  );
  const acts = (
    <>
      {advice && <CoachCard advice={advice} game={table.game} />}
      {table.rule && seat > 0 && !moment.over && <Tried game={table.game} rule={table.rule} />}
      <ActPanel
        props={props}
        board={board}
        room={room}
        state={state}
        hot={hot}
        moves={moves}
        live={live}
        up={up}
        round={round}
        doorPath={doorPath}
        keys={() => openBox('keys')}
        advised={advised}
      />
    </>
  );
  const log = (
    <Log lines={state.logs[seat] ?? []} replay={replay} round={(turn) => (turn ? t('turn', turn) : t('turn.none'))} />
  );
  const chat = <Chat room={state} table={table} say={(text) => void room.say(text)} up={up} />;
  const logPanel = (
    <section class="panel grow logbox p-log" aria-label={t('log-and-chat')}>
      <div class="tabs" role="tablist" aria-label={t('log-and-chat')}>
        <button type="button" role="tab" aria-selected={side === 'log'} onClick={() => setSide('log')}>
          {t('log')}
        </button>
        <button type="button" role="tab" aria-selected={side === 'chat'} onClick={() => setSide('chat')}>
          {t('chat')}
          {unread > 0 && <span class="cnt">{unread}</span>}
        </button>
      </div>
      {side === 'log' ? log : chat}
    </section>
  );
  const phases = moment.over ? null : board.phases?.(props);
  const chart = (
    <>
      <div class="chart p-board" onPointerDown={() => motion.finish()}>
        <div class="sheet">
          <board.Board {...props} />
        </div>
      </div>
      {phases && (
        <ol class="phases p-board" aria-label={t('phases')}>
          {phases.steps.map((s, i) => (
            <li key={i} aria-current={i === phases.current ? 'step' : undefined}>
              {s.title}
              {s.note && <small>{s.note}</small>}
            </li>
          ))}
        </ol>
      )}
    </>
  );
  const menu = (
    <TableMenu
      table={table}
      room={room}
      seat={seat}
      size={size}
      close={() => openBox(null)}
      keys={() => openBox('keys')}
    />
  );
  const byTab = () =>
    tab === 'hand' ? (
      hand
    ) : tab === 'log' ? (
      <div class="logbox fill">{log}</div>
    ) : tab === 'chat' ? (
      <div class="logbox fill">{chat}</div>
    ) : tab === 'table' ? (
      <div class="fill scroll tabletab">
        {players(true)}
        {sidePanels}
        <section class="panel">{menu}</section>
      </div>
    ) : (
      chart
    );
  const tabs: [Tab, string, string][] = [
    ['board', 'map', t('tab.board')],
    ...(hand ? [['hand', 'puzzle', handTitle] as [Tab, string, string]] : []),
    ['log', 'log', t('log')],
    ['chat', 'chat', t('chat')],
    ['table', 'menu', t('tab.table')],
  ];
  return (
    <div class={`table ${layout} ${hand ? 'with-hand' : ''}`}>
      <TableBar
        table={table}
        round={round}
        yours={yours}
        elsewhere={state.elsewhere}
        menu={() => (phone ? toTab('table') : openBox('menu'))}
      />
      <LostStrip elsewhere={state.elsewhere} playHere={() => room.playHere()} waits={state.outbox.length > 0} />
      {state.notice && (
        <p class="notice" role="status">
          <Icon name="bell" />
          {state.notice}
        </p>
      )}
      <Aside>
        {players(false)}
        {layout === 'desktop' && advice && (
          <CoachNote of={advice.coach.of} anew={`/learn/${table.game}?anew=${table.key}`} />
        )}
        {layout === 'desktop' && sidePanels}
      </Aside>
      <main tabIndex={-1} class="mid">
        <h1 class="vh">{table.title}</h1>
        {phone ? (
          byTab()
        ) : (
          <>
            {chart}
            {hand}
            {size === 'tablet' && sidePanels && <div class="side-row">{sidePanels}</div>}
            {layout === 'upright' && logPanel}
          </>
        )}
      </main>
      <div class="right">
        {(!phone || tab === 'board' || tab === 'hand') && acts}
        {(layout === 'desktop' || layout === 'across') && logPanel}
      </div>
      {phone && (
        <nav aria-label={t('tab.table')} class="tabnav">
          <div class="tabbar" role="tablist">
            {tabs.map(([id, icon, word]) => (
              <button key={id} type="button" role="tab" aria-selected={tab === id} onClick={() => toTab(id)}>
                <Icon name={icon} />
                {word}
                {id === 'chat' && unread > 0 && <span class="badge">{unread}</span>}
              </button>
            ))}
          </div>
        </nav>
      )}
      {box === 'keys' && <KeysHelp moment={moment} close={() => openBox(null)} />}
      {box === 'menu' && (
        <Dialog title={t('menu')} close={() => openBox(null)}>
          {menu}
        </Dialog>
      )}
      {box && typeof box === 'object' && <LookBox seat={seat} at={box} words={words} close={() => openBox(null)} />}
    </div>
  );
}
