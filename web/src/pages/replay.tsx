// /t/KEY/replay and /w/KEY/replay: steps through a game moment by moment. While the game runs you see only your own
// views, afterwards everyone's. The address contains the moment and the viewer.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardProps } from '../kit/board';
import type { LogLine, Moment, Table } from '../kit/protocol';
import { RefusedError } from '../link/client';
import { SideColumn, HandPanel } from '../shell/side-panel';
import { Bar, OfflineStrip, ThemeTool } from '../shell/bar';
import { type GameAssets, loadGameAssets } from '../shell/boards';
import { playFromMoment } from '../shell/create';
import { DescriptionDialog, type LookTarget } from '../shell/menus';
import { copy as copyText } from '../shell/invite';
import { isOnline, connection, link } from '../shell/connection';
import { seatName } from '../shell/log';
import { TableSession, ownSeats, type TableAddress } from '../shell/table-session';
import { navigate, route } from '../shell/router';
import { Seats } from '../shell/seats';
import { useLayout } from '../shell/size';
import { useStore } from '../shell/store';
import { Icon, Panel, PlayerToken, ErrorBox, Loading } from '../kit/ui';
import { catalogue, fill, t } from '../kit/words';
import { Slider, type Turn } from './replay/slider';
import './replay/replay.css';

const T = catalogue.pages.replay;

interface ReplayMoment {
  moment: Moment;
  at: number;
  of: number;
}

// Caches the moments, because the slider moves back and forth over them.
function useMoment(
  viewer: number | null,
  at: number | null,
  ready: boolean,
): { seen: ReplayMoment | null; failed: boolean } {
  const cache = useRef(new Map<string, ReplayMoment>());
  const [seen, set] = useState<ReplayMoment | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!ready) return;
    let here = true;
    const ask = (n: number | null): Promise<ReplayMoment> => {
      const key = `${viewer}:${n}`;
      const known = cache.current.get(key);
      if (known) return Promise.resolve(known);
      return link.request('replay', { seat: viewer, at: n ?? 1e9 }).then((answer) => {
        if (n !== null) cache.current.set(key, answer);
        return answer;
      });
    };
    setFailed(false);
    ask(at).then(
      (answer) => {
        if (!here) return;
        set(answer);
        if (answer.at < answer.of) void ask(answer.at + 1).catch(() => {}); // prefetch the next one
      },
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, [viewer, at, ready]);
  return { seen, failed };
}

// The viewer's first moment in this turn. Each viewer's moments are numbered separately, but turns are the same for
// all.
async function momentOfTurn(viewer: number | null, turn: number): Promise<number> {
  let { of: high } = await link.request('replay', { seat: viewer, at: 1e9 });
  let low = 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { moment } = await link.request('replay', { seat: viewer, at: middle });
    if (moment.turn < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}

const turnsOf = (lines: LogLine[]): Turn[] => {
  const out: Turn[] = [];
  for (const { turn, version = 0 } of lines) {
    if (!out.length || out[out.length - 1].turn < turn) out.push({ turn, from: version });
  }
  return out;
};

export default function ReplayPage({ address }: { address: TableAddress }) {
  const key = JSON.stringify(address);
  return <Replay key={key} address={address} />;
}

function Replay({ address }: { address: TableAddress }) {
  const session = useMemo(() => new TableSession(link, address, () => {}), []);
  useEffect(() => () => session.close(), []);
  const state = useStore(session.state);
  const { table } = state;
  const [assets, setAssets] = useState<GameAssets | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (table) loadGameAssets(table.game, table.content).then(setAssets, () => setFailed(true));
  }, [table?.game, table?.content]);
  const base = 'watch' in address ? `/w/${address.watch}` : 'table' in address ? `/t/${address.table}` : '/';
  const frame = (body: preact.ComponentChildren) => (
    <div class="page">
      <Bar title={T.title} note={table?.title}>
        <ThemeTool />
      </Bar>
      <OfflineStrip />
      <main tabIndex={-1} class="wrap">
        {body}
      </main>
    </div>
  );
  if (state.phase === 'gone' || state.phase === 'failed') return frame(<ErrorBox title={T.failed} text={state.why} />);
  if (failed) return frame(<ErrorBox title={T.failed} text="" />);
  if (table?.phase === 'gathering') {
    return frame(
      <div class="lone">
        <h1>{T.none}</h1>
        <a class="btn" href={base}>
          {T.back}
        </a>
      </div>,
    );
  }
  if (!table || !assets || state.phase !== 'open') return frame(<Loading text={T.opening} />);
  return <ReplayView table={table} assets={assets} logs={state.logs} base={base} />;
}

function ReplayView({
  table,
  assets,
  logs,
  base,
}: {
  table: Table;
  assets: GameAssets;
  logs: Record<number, LogLine[]>;
  base: string;
}) {
  const { board, words, content } = assets;
  const [layout, size] = useLayout();
  const now = useStore(connection);
  const online = isOnline(now);
  const mayPlayOn = table.phase === 'over' && now.features.includes('from');
  const [bad, setBad] = useState('');
  const { query } = useStore(route);
  const own = ownSeats(table);
  const viewers = table.phase === 'over' ? [null, ...table.seats.map((s) => s.seat)] : own.length ? own : [null];
  const wantedViewer = query.get('seat') ? Number(query.get('seat')) : (own[0] ?? null);
  const viewer = viewers.includes(wantedViewer) ? wantedViewer : viewers[0];
  const at = query.get('at') ? Number(query.get('at')) : null;
  const toTurn = at === null && query.get('turn') ? Number(query.get('turn')) : null;
  const { seen, failed } = useMoment(viewer, at, online);
  const [look, openLook] = useState<LookTarget | null>(null);
  const [copied, setCopied] = useState(false);
  const names = useMemo(() => table.seats.map((s) => seatName(table, s.seat)), [table]);
  const goTo = (to: number, whose = viewer) =>
    navigate(`${base}/replay?${whose === null ? '' : `seat=${whose}&`}at=${to}`, true);
  const viewAs = (whose: number | null) => {
    if (seen) {
      momentOfTurn(whose, seen.moment.turn).then(
        (n) => goTo(n, whose),
        () => {},
      );
    }
  };
  useEffect(() => {
    setCopied(false);
    setBad('');
  }, [at, viewer]);
  useEffect(() => {
    if (toTurn !== null && online) {
      momentOfTurn(viewer, toTurn).then(
        (n) => goTo(n),
        () => {},
      );
    }
  }, [toTurn, online]);
  const lines = logs[viewer ?? 0] ?? Object.values(logs)[0] ?? [];
  const turns = useMemo(() => turnsOf(logs[viewer ?? 0] ?? []), [logs, viewer]);
  if (failed) {
    return (
      <div class="page">
        <Bar title={T.title} />
        <main class="wrap">
          <ErrorBox title={T.failed} text="" retry={() => location.reload()} />
        </main>
      </div>
    );
  }
  if (!seen) {
    return (
      <div class="page">
        <Bar title={T.title} />
        <main class="wrap">
          <Loading text={T.opening} />
        </main>
      </div>
    );
  }
  const { moment } = seen;
  const props: BoardProps = {
    table,
    moment,
    view: moment.view,
    previousView: null,
    events: [],
    content,
    words,
    seat: viewer,
    names,
    size,
    kind: null,
    moves: [],
    play: () => {},
    choose: () => {},
    look: (list, entry) => openLook({ list, entry }),
    reducedMotion: true,
  };
  const Hand = board.Hand;
  const name = viewer === null ? '' : names[viewer - 1];
  const here = `${base}/replay?${viewer === null ? '' : `seat=${viewer}&`}at=${seen.at}`;
  const copy = () => void copyText(`${location.origin}${here}`).then(setCopied);
  const playOn = () => {
    const from = base.startsWith('/w/') ? { watch: base.slice(3) } : { table: base.slice(3) };
    setBad('');
    playFromMoment(from, viewer, seen.at, viewer ?? own[0] ?? 1).catch((error) =>
      setBad(error instanceof RefusedError ? error.refusal.text : t('failed.create')),
    );
  };
  const save = () =>
    link.request('record').then(
      ({ record }) => download(`${table.game}.rec`, record),
      () => {},
    );
  return (
    <div class={`table replay ${layout}`}>
      <div class="bar-area">
        <Bar title={T.title} note={`${table.title}, ${table.name}`}>
          <ThemeTool />
        </Bar>
      </div>
      <OfflineStrip />
      <SideColumn>
        <section class="panel players" aria-label={fill(T.at, seen.at)}>
          <Seats table={table} board={board} props={props} acting={moment.to_act} at={0} chosen={viewer} />
        </section>
        {viewer !== null && table.phase === 'over' && table.seats.length > 1 && (
          <p class="sm dim replay-others">
            <Icon name="eye" />
            {fill(T.others, name)}
          </p>
        )}
        <Panel title={T.happened} class="replay-here">
          {moment.log.length === 0 && <p class="sm dim">{T.nothing}</p>}
          <ul class="replay-said" aria-live="polite">
            {moment.log.map((l) => (
              <li key={l.text} class={l.only ? 'only' : ''}>
                {l.seat ? <PlayerToken seat={l.seat} size={16} /> : <Icon name="dice" />}
                <span>{l.text}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </SideColumn>
      <main class="mid" tabIndex={-1}>
        <div class="chart p-board">
          <div class="sheet">
            <board.Board {...props} />
          </div>
        </div>
        <Slider
          at={seen.at}
          of={seen.of}
          turns={turns}
          go={goTo}
          turnWord={board.round?.(props) ?? fill(T.turn, moment.turn)}
        >
          <div class="replay-eyes" role="group" aria-label={T.seenBy}>
            <span class="sm dim">{T.seenBy}</span>
            {viewers.map((e) => (
              <button
                key={String(e)}
                type="button"
                class={`eye ${e === viewer ? 'on' : ''}`}
                aria-pressed={e === viewer}
                title={e === null ? T.everybody : fill(T.seat, names[e - 1])}
                aria-label={e === null ? T.everybody : fill(T.seat, names[e - 1])}
                onClick={() => viewAs(e)}
              >
                {e === null ? <Icon name="people" /> : <PlayerToken seat={e} size={24} />}
              </button>
            ))}
          </div>
        </Slider>
        {Hand && viewer !== null && (
          <HandPanel title={fill(T.held, name)} class="held">
            <Hand {...props} />
          </HandPanel>
        )}
      </main>
      <div class="right">
        <Panel title={T.share}>
          <p class="replay-link">{here}</p>
          <div class="row">
            <button type="button" class="btn may small" onClick={copy}>
              <Icon name="link" />
              {copied ? T.copied : T.copy}
            </button>
            {table.phase === 'over' && (
              <button type="button" class="btn small" onClick={save}>
                {T.record}
              </button>
            )}
          </div>
          <p class="xs dim">{T.own}</p>
        </Panel>
        <section class="panel grow logbox">
          <header>
            <h2>{T.moments}</h2>
          </header>
          <MomentList lines={lines} at={seen.at} mineOnly={logs[viewer ?? 0] !== undefined} go={goTo} />
        </section>
        <section class="panel replay-foot">
          {mayPlayOn && (
            <p class="sm dim">
              {bad || (moment.over ? T.playOnOver : table.seats.length > 1 ? T.playOnText : T.playOnText1)}
            </p>
          )}
          {mayPlayOn && (
            <button type="button" class="btn go" disabled={moment.over || !online} onClick={playOn}>
              <Icon name="play" />
              {T.playOn}
            </button>
          )}
          {table.phase === 'over' && (
            <a class={`btn ${mayPlayOn ? '' : 'go'}`} href={`${base}/result`}>
              <Icon name="cup" />
              {T.result}
            </a>
          )}
          <a class="btn" href={base}>
            {T.back}
          </a>
        </section>
      </div>
      {look && <DescriptionDialog seat={viewer ?? 1} at={look} words={words} close={() => openLook(null)} />}
    </div>
  );
}

// Newest first, like the table's log.
function MomentList({
  lines,
  at,
  mineOnly,
  go: turn,
}: {
  lines: LogLine[];
  at: number;
  mineOnly: boolean;
  go: (at: number) => void;
}) {
  const now = useRef<HTMLButtonElement>(null);
  // Scrolls only the list. scrollIntoView would move the board off a phone's screen.
  useEffect(() => {
    const list = now.current?.closest('ol');
    if (!list) return;
    const [row, box] = [now.current!.getBoundingClientRect(), list.getBoundingClientRect()];
    if (row.top < box.top || row.bottom > box.bottom) list.scrollTop += row.top - box.top - box.height / 3;
  }, [at]);
  if (!mineOnly) return <p class="none">{T.nothing}</p>;
  const current = lines.filter((l) => (l.version ?? 0) <= at).pop()?.version;
  return (
    <ol class="replay-list" tabIndex={0}>
      {[...lines].reverse().map((l, i, all) => (
        <li key={lines.length - i}>
          {(i === 0 || all[i - 1].turn !== l.turn) && <h3>{fill(T.turn, l.turn)}</h3>}
          <button
            type="button"
            ref={l.version === current ? now : undefined}
            class={l.version === current ? 'on' : ''}
            aria-current={l.version === current ? 'step' : undefined}
            onClick={() => turn(l.version ?? 1)}
          >
            {l.only ? <Icon name="eye" /> : l.seat ? <PlayerToken seat={l.seat} size={16} /> : <Icon name="dice" />}
            <span>{l.text}</span>
            <span class="at">#{l.version}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const a = document.createElement('a');
  a.href = url;
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
