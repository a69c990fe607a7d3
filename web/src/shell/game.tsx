// A table while it is played: lays out board, hand, players, prompt, actions and log for the three sizes, and turns what
// is chosen into moves.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardProps } from '../boards/board';
import type { Hint, Moment, Move, Table } from '../protocol';
import { Dialog, Icon } from '../ui';
import { joined, t } from '../words';
import { Acts, Ask, HintBox, Said, Toast, sortKinds, type Asked } from './acts';
import { LostStrip } from './bar';
import type { Kit } from './boards';
import { hasSecrets } from '../link/api';
import { CoachCard, CoachNote, advisedMove, coachKey } from './coach';
import { Curtain } from './curtain';
import { Ended } from './ended';
import { useKeys } from './keys';
import { isUp, line, link } from './line';
import { Chat, Log, nameAt } from './log';
import { KeysHelp, LookBox, TableBar, TableMenu, type LookAt } from './menus';
import { Motion } from './motion';
import { isFinger, isStill, keep, kept, prefs } from './prefs';
import { mine, type Room, type RoomState } from './room';
import { Seats } from './seats';
import { useLayout } from './size';
import { useStore } from './store';

type Tab = 'board' | 'hand' | 'log' | 'chat' | 'table';

// What was learnt of kinds of moves, by game: whether they could be taken back. Those that can need no second tap.
const softKey = (game: string) => `skerry.soft.${game}`;
type Learnt = Record<string, boolean>;

export interface GameProps {
  room: Room;
  kit: Kit;
  motion: Motion;
  table: Table;
  state: RoomState;
  doorPath: string;
}

export function Game({ room, kit, motion, table, state, doorPath }: GameProps) {
  const { board, words, content, game } = kit;
  const [layout, size] = useLayout();
  const up = isUp(useStore(line));
  const shown = useStore(motion.shown);
  const busy = useStore(motion.busy);
  const { tap } = useStore(prefs);
  const seats = mine(table);
  const [seat, setSeat] = useState<number>(() => firstSeat(table, state));
  const [curtain, setCurtain] = useState<number | null>(null);
  const [kind, choose] = useState<string | null>(null);
  const [asked, ask] = useState<Asked | null>(null);
  const [hint, setHint] = useState<Hint | 'asked' | null>(null);
  const [tab, setTab] = useState<Tab>('board');
  const [side, setSide] = useState<'log' | 'chat'>('log');
  const [read, setRead] = useState(state.chat.length);
  const [box, openBox] = useState<'keys' | 'menu' | LookAt | null>(null);
  const [understood, setUnderstood] = useState('');
  const called = useRef(false);
  const panel = useRef<HTMLElement>(null); // what one may do
  const inside = useRef(false); // whether the focus was there last
  const tableAt = useMemo(() => Date.now(), [table]); // clocks run on from here

  // Hot seat: the one to act next, if it is not the one shown.
  const latest = state.moments[seat];
  const toAct = latest?.to_act ?? [];
  const next = seats.length > 1 && !toAct.includes(seat) ? seats.find((s) => toAct.includes(s) && !table.seats[s - 1].bot) : undefined;
  const secret = seats.length > 1 && hasSecrets(game) && !table.open_play && !latest?.over;
  const turnTo = (to: number) => {
    choose(null);
    ask(null);
    setHint(null);
    setSeat(to);
    setCurtain(null);
    const fresh = room.state.value.moments[to]; // not what this call was drawn with: it may come late
    if (fresh) motion.show(fresh);
  };
  useEffect(() => {
    if (state.moments[seat] && (!motion.shown.value || motion.shown.value.moment.seat !== state.moments[seat].seat)) motion.show(state.moments[seat]);
  }, [seat, state.moments]);
  useEffect(() => {
    if (next === undefined || secret || busy) return;
    const timer = setTimeout(() => turnTo(next), isStill() ? 0 : 700); // long enough to see what came of it
    return () => clearTimeout(timer);
  }, [next, secret, busy]);
  // Somebody sat down or stood up: our seat may be another.
  useEffect(() => {
    if (!state.moments[seat]) turnTo(firstSeat(table, state));
  }, [state.moments]);

  const moment = shown && shown.moment.seat === (seat || null) ? shown.moment : latest;
  useEffect(() => {
    choose(null);
    ask(null);
    setHint(null);
  }, [moment?.version, moment?.seat]);
  useEffect(() => {
    // What had the focus may be gone with the move: the next Tab goes on from the actions, not from the top.
    if (inside.current && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [moment?.version, asked, kind]);
  useEffect(() => {
    const note = (e: FocusEvent) => (inside.current = panel.current?.contains(e.target as Node) ?? false);
    addEventListener('focusin', note);
    return () => removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (side === 'chat' || tab === 'chat') setRead(state.chat.length);
  }, [side, tab, state.chat.length]);
  useEffect(() => {
    document.body.dataset.tab = size === 'phone' ? tab : '';
    return () => void delete document.body.dataset.tab;
  }, [tab, size]);
  useEffect(() => {
    document.body.classList.toggle('lost', !up || state.elsewhere);
    return () => document.body.classList.remove('lost');
  }, [up, state.elsewhere]);

  // Whatever held the queue up: what is known is shown in the end.
  const behind = Boolean(shown && latest && shown.moment.seat === latest.seat && shown.moment.version !== latest.version);
  useEffect(() => {
    if (!behind) return;
    const timer = setTimeout(() => motion.show(room.state.value.moments[seat]), 2000);
    return () => clearTimeout(timer);
  }, [behind, latest?.version]);

  const playing = seat > 0 && !table.seats[seat - 1]?.bot && table.phase === 'playing';
  const caughtUp = moment !== undefined && moment.version === latest?.version;
  const live = up && playing && caughtUp && !state.elsewhere && !state.outbox.length && !moment?.over;
  const names = useMemo(() => table.seats.map((s) => nameAt(table, s.seat)), [table]);

  const send = async (moves: Move[]) => {
    ask(null);
    choose(null);
    setHint(null);
    motion.finish();
    if (await room.act(seat, moves)) learn(table.game, moves, room.state.value.moments[seat]?.can_undo ?? false);
  };
  const play = (one: Move | Move[]) => {
    const moves = Array.isArray(one) ? one : [one];
    if (!live || !moves.length) return;
    room.clear();
    const same = asked && asked.moves.map((m) => m.text).join() === moves.map((m) => m.text).join();
    if (same) return void send(moves);
    const soft = kept<Learnt>(softKey(table.game), {});
    if (moves.some((m) => m.doubt)) ask({ moves, why: 'doubt' });
    else if (tap && isFinger() && !moves.every((m) => soft[m.kind])) ask({ moves, why: moves.some((m) => soft[m.kind] === false) ? 'final' : 'tap' });
    else void send(moves);
  };
  const undo = () => void (live && moment?.can_undo && room.ask('undo', { seat }));
  const askHint = () => {
    if (!live || !moment?.moves.length) return;
    setHint('asked');
    link.ask('hint', { seat }).then(setHint, (error) => {
      setHint(null);
      room.refuse(error);
    });
  };
  const { open, asides } = moment ? sortKinds(moment) : { open: [], asides: [] };
  const choosable = [...open, ...asides];
  useKeys(
    {
      kind: (key) => {
        const found = choosable.find((k) => k.key === key) ?? choosable.find((k) => k.key?.toLowerCase() === key.toLowerCase());
        if (!found || !live) return false;
        const moves = moment!.moves.filter((m) => m.kind === found.kind);
        if (moves.length === 1) play(moves);
        else choose(kind === found.kind ? null : found.kind);
        return true;
      },
      choice: (n) => {
        const row = document.querySelector<HTMLElement>(`.choice[data-n="${n}"]`);
        row?.click();
        return row !== null;
      },
      back: () => (asked ? ask(null) : hint ? setHint(null) : kind ? choose(null) : room.clear()),
      undo, hint: askHint,
      help: () => openBox('keys'),
      any: () => motion.finish(),
    },
    box === null && curtain === null,
  );

  if (curtain !== null) return <Curtain seat={curtain} name={names[curtain - 1]} before={seat ? names[seat - 1] : ''} show={() => turnTo(curtain)} />;
  if (!moment) return null;

  // Advice lights up one move; the others stay in the list, and on the board once it is understood.
  const coach = moment.coach;
  const folded = coach !== undefined && understood === coachKey(coach);
  const advised = folded ? undefined : advisedMove(moment);

  const props: BoardProps = {
    table, moment, view: moment.view, before: shown?.before ?? null, events: shown?.events ?? [], content, words,
    seat: seat || null, names, size, kind, moves: !live ? [] : kind ? moment.moves.filter((m) => m.kind === kind) : advised ? [advised] : moment.moves,
    play, choose: (k) => live && choose(k), look: (list, entry) => openBox({ list, entry }), still: isStill(),
  };
  const calls = board.calls?.(props) ?? false;
  if (calls !== called.current) {
    called.current = calls;
    if (calls && size === 'phone' && tab !== 'board') setTab('board'); // a question takes the board's place
  }
  const phases = moment.over ? null : board.phases?.(props);
  const round = board.round?.(props) ?? t('turn', moment.turn);
  const Hand = board.Hand;
  const Side = board.Side;
  const hand = Hand && seat > 0 && <section class="hand p-hand" aria-label={board.handTitle?.(props) ?? t('tab.hand')}><Hand {...props} /></section>;
  const sidePanels = Side && <Side {...props} />;
  const unread = Math.max(0, state.chat.length - read);
  const replay = `${doorPath}/replay?${seat && table.phase === 'playing' ? `seat=${seat}&` : seat ? `seat=${seat}&` : ''}`;
  const acting = moment.to_act;
  const yours = playing && acting.includes(seat);

  const seatsPanel = (full: boolean) => (
    <section class="panel players" aria-label={t(full ? 'players.full' : 'players')}>
      <Seats table={table} board={board} props={props} acting={acting} at={tableAt} thinking={state.thinking} chosen={seat || null} choose={secret ? undefined : turnTo} />
    </section>
  );
  const tools = (
    <>
      <button type="button" class="btn small" disabled={!live || !moment.can_undo} onClick={undo}><Icon name="undo" /><span>{t('undo')}</span></button>
      <button type="button" class="btn quiet small" disabled={!live || !moment.moves.length || hint === 'asked'} onClick={askHint}><Icon name="hint" /><span>{t(hint === 'asked' ? 'hint.thinks' : 'hint')}</span></button>
    </>
  );
  const prompt = (
    <div class="prompt" aria-live="polite">
      <Icon name={!up ? 'clock' : moment.over ? 'cup' : yours ? 'flare' : seat ? 'clock' : 'eye'} class={`ic flare ${yours && up ? 'lit' : 'quiet'}`} key={`${yours}`} />
      <h2 class={moment.prompt.length > 80 ? 'long' : ''}>{up ? <Said text={moment.prompt} /> : t('prompt.lost')}</h2>
      {up && moment.note && size !== 'phone' && <p><Said text={moment.note} /></p>}
      {!up && <p>{t('prompt.lost.note', round)}</p>}
      {size === 'phone' && <span class="prompt-tools">{tools}</span>}
    </div>
  );
  const actPanel = (
    <section class="panel p-act" aria-label={t('actions')} ref={panel} tabIndex={-1}>
      {moment.over ? <Ended table={table} moment={moment} room={room} doorPath={doorPath} names={names} /> : (
        <>
          {prompt}
          {moment.alarm.length > 0 && <div class="alarm" role="status"><Icon name="bell" /><div>{moment.alarm.map((a, i) => <p key={i}><Said text={a} /></p>)}</div></div>}
          {size === 'phone' && moment.asides.length > 0 && <div class="alarm quiet"><Icon name="trade" /><div>{moment.asides.map((a, i) => <p key={i}><Said text={a} /></p>)}</div></div>}
          {next !== undefined && secret && (
            <div class="handon">
              <p>{t('curtain.next', names[next - 1])}</p>
              <button type="button" class="btn go" onClick={() => setCurtain(next)}>{t('curtain.hand', names[next - 1])}</button>
            </div>
          )}
          {seat > 0 && table.seats[seat - 1].bot && (
            <div class="handon">
              <p>{t('seat.bot-plays-yours')}</p>
              <button type="button" class="btn go" onClick={() => void room.ask('come-back', { seat })}>{t('seat.come-back')}</button>
            </div>
          )}
          {asked ? <Ask asked={asked} yes={() => void send(asked.moves)} no={() => ask(null)} />
            : <div class="actscroll"><Acts moment={moment} board={board} game={table.game} size={size} kind={kind} live={live} choose={choose} play={play} advised={advised} /></div>}
          {hint && hint !== 'asked' && (
            <HintBox hint={hint} close={() => setHint(null)} play={(text) => { const m = moment.moves.find((x) => x.text === text); if (m) play(m); }} />
          )}
          {state.refusal && <Toast refusal={state.refusal} game={table.game} clear={() => room.clear()} />}
          {state.outbox.length > 0 && !up && <p class="outbox"><Icon name="lock" /><span><b>{t('kept')}</b> {t('kept.text', state.outbox[0].label)}</span></p>}
          {size !== 'phone' && seat > 0 && <div class="foot">{tools}<span class="sp" /><button type="button" class="plain keys-tip" onClick={() => openBox('keys')}>{t('keys.press')} <kbd>?</kbd> {t('keys.for')}</button></div>}
        </>
      )}
    </section>
  );
  const log = <Log lines={state.logs[seat] ?? []} replay={replay} round={(turn) => t('turn', turn)} />;
  const chat = <Chat room={state} table={table} say={(text) => void room.say(text)} up={up} />;
  const logPanel = (
    <section class="panel grow logbox p-log" aria-label={t('log-and-chat')}>
      <div class="tabs" role="tablist" aria-label={t('log-and-chat')}>
        <button type="button" role="tab" aria-selected={side === 'log'} onClick={() => setSide('log')}>{t('log')}</button>
        <button type="button" role="tab" aria-selected={side === 'chat'} onClick={() => setSide('chat')}>{t('chat')}{unread > 0 && <span class="cnt">{unread}</span>}</button>
      </div>
      {side === 'log' ? log : chat}
    </section>
  );
  const chart = (
    <div class="chart p-board" onPointerDown={() => motion.finish()}>
      <div class="sheet"><board.Board {...props} /></div>
    </div>
  );
  const steps = phases && (
    <ol class="phases p-board" aria-label={t('phases')}>
      {phases.steps.map((s, i) => <li key={i} aria-current={i === phases.current ? 'step' : undefined}>{s.title}{s.note && <small>{s.note}</small>}</li>)}
    </ol>
  );
  const menu = <TableMenu table={table} room={room} seat={seat} size={size} close={() => openBox(null)} keys={() => openBox('keys')} />;
  const dialogs = (
    <>
      {box === 'keys' && <KeysHelp moment={moment} close={() => openBox(null)} />}
      {box === 'menu' && <Dialog title={t('menu')} close={() => openBox(null)}>{menu}</Dialog>}
      {box && typeof box === 'object' && <LookBox seat={seat} at={box} words={words} close={() => openBox(null)} />}
    </>
  );
  const tabs: [Tab, string, string][] = [
    ['board', 'map', t('tab.board')],
    ...(hand ? [['hand', 'puzzle', board.handTitle?.(props) ?? t('tab.hand')] as [Tab, string, string]] : []),
    ['log', 'log', t('log')], ['chat', 'chat', t('chat')], ['table', 'menu', t('tab.table')],
  ];

  return (
    <div class={`table ${layout} ${hand ? 'with-hand' : ''}`}>
      <TableBar table={table} round={round} yours={yours} elsewhere={state.elsewhere} menu={() => (size === 'phone' ? setTab('table') : openBox('menu'))} />
      <LostStrip elsewhere={state.elsewhere} playHere={() => room.playHere()} waits={state.outbox.length > 0} />
      {state.notice && <p class="notice" role="status"><Icon name="bell" />{state.notice}</p>}
      <aside class="left">
        {seatsPanel(false)}
        {size === 'desktop' && sidePanels}
        {size === 'desktop' && coach && <CoachNote coach={coach} />}
      </aside>
      <main tabIndex={-1} class="mid">
        <h1 class="vh">{table.title}</h1>
        {size !== 'phone' ? <>{chart}{steps}{hand}{size === 'tablet' && sidePanels && <div class="side-row">{sidePanels}</div>}{layout === 'upright' && logPanel}</>
          : tab === 'hand' ? hand
          : tab === 'log' ? <div class="logbox fill">{log}</div>
          : tab === 'chat' ? <div class="logbox fill">{chat}</div>
          : tab === 'table' ? <div class="fill scroll tabletab">{seatsPanel(true)}{sidePanels}<section class="panel">{menu}</section></div>
          : <>{chart}{steps}</>}
      </main>
      <div class="right">
        {(size !== 'phone' || tab === 'board' || tab === 'hand') && coach && <CoachCard coach={coach} move={advisedMove(moment)} game={table.game} folded={folded} fold={(fold) => setUnderstood(fold ? coachKey(coach) : '')} />}
        {(size !== 'phone' || tab === 'board' || tab === 'hand') && actPanel}
        {(layout === 'desktop' || layout === 'across') && logPanel}
      </div>
      {size === 'phone' && (
        <nav aria-label={t('tab.table')} class="tabnav"><div class="tabbar" role="tablist">
          {tabs.map(([id, icon, word]) => (
            <button key={id} type="button" role="tab" aria-selected={tab === id} onClick={() => setTab(id)}>
              <Icon name={icon} />{word}{id === 'chat' && unread > 0 && <span class="badge">{unread}</span>}
            </button>
          ))}
        </div></nav>
      )}
      {dialogs}
    </div>
  );
}

function firstSeat(table: Table, state: RoomState): number {
  const seats = mine(table);
  const acts = Object.values(state.moments)[0]?.to_act ?? [];
  return seats.find((s) => acts.includes(s)) ?? seats[0] ?? 0;
}

// What could be taken back once can be taken back again, as a rule; what could not asks next time.
function learn(game: string, moves: Move[], undoable: boolean): void {
  const soft = kept<Learnt>(softKey(game), {});
  for (const m of moves) soft[m.kind] = undoable;
  keep(softKey(game), soft);
}

export const waitingFor = (table: Table, seats: number[]): string => joined(seats.map((s) => nameAt(table, s)));
