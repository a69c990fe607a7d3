// A table during play: lays out board, hand, players, actions and log for each screen size.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardProps } from '../kit/board';
import type { Table } from '../kit/protocol';
import { Dialog, Icon } from '../kit/ui';
import { t } from '../kit/words';
import { ActionPanel } from './action-panel';
import { SideColumn, HandPanel } from './side-panel';
import { OfflineStrip } from './bar';
import type { GameAssets } from './boards';
import { TipCard, TipNote, activeTipMove, useTip } from './tip';
import { Curtain } from './curtain';
import { useHotSeat } from './hotseat';
import { isOnline, connection } from './connection';
import { Chat, Log, seatName } from './log';
import { KeysHelp, DescriptionDialog, TableBar, TableMenu, type LookTarget } from './menus';
import type { AnimationQueue } from './motion';
import { useMoves } from './moves';
import { prefersReducedMotion } from './prefs';
import type { TableSession, TableSessionState } from './table-session';
import { Seats } from './seats';
import { RuleCard } from './rule-card';
import { useLayout } from './size';
import { useStore } from './store';

type Tab = 'board' | 'hand' | 'log' | 'chat' | 'table';

interface GameProps {
  session: TableSession;
  assets: GameAssets;
  animations: AnimationQueue;
  table: Table;
  state: TableSessionState;
  tablePath: string;
}

// Tells the style sheets, through the body element, which tab a phone shows and whether the connection is lost.
function useBodyState(tab: string, lost: boolean): void {
  useEffect(() => {
    document.body.dataset.tab = tab;
    return () => void delete document.body.dataset.tab;
  }, [tab]);
  useEffect(() => {
    document.body.classList.toggle('lost', lost);
    return () => document.body.classList.remove('lost');
  }, [lost]);
}

export function Game({ session, assets, animations, table, state, tablePath }: GameProps) {
  const { board, words, content, game } = assets;
  const [layout, size] = useLayout();
  const phone = size === 'phone';
  const online = isOnline(useStore(connection));
  const shown = useStore(animations.shown);
  const hotSeat = useHotSeat(session, table, state, animations, game);
  const { seat, latest } = hotSeat;
  const [tab, setTab] = useState<Tab>('board');
  const [side, setSide] = useState<'log' | 'chat'>('log');
  const [read, setRead] = useState(state.chat.length);
  const [dialog, setDialog] = useState<'keys' | 'menu' | LookTarget | null>(null);
  const hadAttention = useRef(false);
  const tableReceivedAt = useMemo(() => Date.now(), [table]); // the clocks' times are as of then
  const names = useMemo(() => table.seats.map((s) => seatName(table, s.seat)), [table]);
  useBodyState(phone ? tab : '', !online || state.elsewhere);
  useEffect(() => {
    if (side === 'chat' || tab === 'chat') setRead(state.chat.length);
  }, [side, tab, state.chat.length]);

  const moment = shown && shown.moment.seat === (seat || null) ? shown.moment : latest;
  // If the animation queue is stuck for any reason, show the newest moment after two seconds.
  const behind = Boolean(moment && latest && moment.version !== latest.version);
  useEffect(() => {
    if (!behind) return;
    const timer = setTimeout(() => animations.show(session.state.value.moments[seat]), 2000);
    return () => clearTimeout(timer);
  }, [behind, latest?.version]);

  const playing = seat > 0 && !table.seats[seat - 1]?.bot && table.phase === 'playing';
  const canPlay =
    online &&
    playing &&
    moment !== undefined &&
    !behind &&
    !state.elsewhere &&
    !state.queuedMoves.length &&
    !moment.over;
  const moves = useMoves(
    board,
    moment,
    seat,
    canPlay,
    session,
    animations,
    dialog === null && hotSeat.curtainFor === null,
    () => setDialog('keys'),
  );

  const tip = useTip(moment);
  const tipMove = activeTipMove(tip);

  if (hotSeat.curtainFor !== null) {
    const to = hotSeat.curtainFor;
    return (
      <Curtain
        seat={to}
        name={names[to - 1]}
        previous={seat && seat !== to ? names[seat - 1] : ''}
        show={() => hotSeat.switchSeat(to)}
      />
    );
  }
  if (!moment) return null;

  const props: BoardProps = {
    table,
    moment,
    view: moment.view,
    previousView: shown?.previousView ?? null,
    events: shown?.events ?? [],
    content,
    words,
    seat: seat || null,
    names,
    size,
    kind: moves.kind,
    moves: !canPlay
      ? []
      : moves.kind
        ? moment.moves.filter((m) => m.kind === moves.kind)
        : tipMove
          ? [tipMove]
          : moment.moves,
    play: moves.play,
    choose: moves.choose,
    look: (list, entry) => setDialog({ list, entry }),
    reducedMotion: prefersReducedMotion(),
  };
  const toTab = (to: Tab) => {
    if (tab === 'board' && to !== 'board') animations.settle(); // events already shown are not animated again later
    setTab(to);
  };
  const needsAttention = board.needsAttention?.(props) ?? false;
  if (needsAttention !== hadAttention.current) {
    hadAttention.current = needsAttention;
    if (needsAttention && phone && tab !== 'board') setTab('board'); // the board shows a question
  }
  const round = board.round?.(props) ?? t('turn', moment.turn);
  const yours = playing && moment.to_act.includes(seat);
  const unread = Math.max(0, state.chat.length - read);
  const replay = `${tablePath}/replay?${seat ? `seat=${seat}&` : ''}`;
  const handTitle = board.handTitle?.(props) ?? t('tab.hand');

  const hand = board.Hand && seat > 0 && (
    <HandPanel title={handTitle}>
      <board.Hand {...props} />
    </HandPanel>
  );
  const sidePanels = board.Side && <board.Side {...props} />;
  const players = (full: boolean) => (
    <section class="panel players" aria-label={t(full ? 'players.full' : 'players')}>
      <Seats
        table={table}
        board={board}
        props={props}
        acting={moment.to_act}
        at={tableReceivedAt}
        thinking={state.thinking}
        chosen={seat || null}
        choose={hotSeat.needsCurtain ? undefined : hotSeat.switchSeat}
      />
    </section>
  );
  const acts = (
    <>
      {tip && <TipCard tip={tip} game={table.game} />}
      {table.rule && seat > 0 && !moment.over && <RuleCard game={table.game} rule={table.rule} />}
      <ActionPanel
        props={props}
        board={board}
        session={session}
        state={state}
        hotSeat={hotSeat}
        moves={moves}
        canPlay={canPlay}
        online={online}
        round={round}
        tablePath={tablePath}
        keys={() => setDialog('keys')}
        tipMove={tipMove}
      />
    </>
  );
  const log = (
    <Log lines={state.logs[seat] ?? []} replay={replay} round={(turn) => (turn ? t('turn', turn) : t('turn.none'))} />
  );
  const chat = <Chat state={state} table={table} say={(text) => void session.sendChat(text)} online={online} />;
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
  const boardArea = (
    <>
      <div class="chart p-board" onPointerDown={() => animations.finish()}>
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
      session={session}
      seat={seat}
      size={size}
      close={() => setDialog(null)}
      keys={() => setDialog('keys')}
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
      boardArea
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
        menu={() => (phone ? toTab('table') : setDialog('menu'))}
      />
      <OfflineStrip
        elsewhere={state.elsewhere}
        playHere={() => session.playHere()}
        moveQueued={state.queuedMoves.length > 0}
      />
      {state.notice && (
        <p class="notice" role="status">
          <Icon name="bell" />
          {state.notice}
        </p>
      )}
      <SideColumn>
        {players(false)}
        {layout === 'desktop' && tip && (
          <TipNote of={tip.coach.of} restart={`/learn/${table.game}?anew=${table.key}`} />
        )}
        {layout === 'desktop' && sidePanels}
      </SideColumn>
      <main tabIndex={-1} class="mid">
        <h1 class="vh">{table.title}</h1>
        {phone ? (
          byTab()
        ) : (
          <>
            {boardArea}
            {hand}
            {size === 'tablet' && sidePanels && <div class="side-row">{sidePanels}</div>}
            {layout === 'tablet-portrait' && logPanel}
          </>
        )}
      </main>
      <div class="right">
        {(!phone || tab === 'board' || tab === 'hand') && acts}
        {(layout === 'desktop' || layout === 'tablet-landscape') && logPanel}
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
      {dialog === 'keys' && <KeysHelp moment={moment} close={() => setDialog(null)} />}
      {dialog === 'menu' && (
        <Dialog title={t('menu')} close={() => setDialog(null)}>
          {menu}
        </Dialog>
      )}
      {dialog && typeof dialog === 'object' && (
        <DescriptionDialog seat={seat} at={dialog} words={words} close={() => setDialog(null)} />
      )}
    </div>
  );
}
