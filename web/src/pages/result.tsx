// /t/KEY/result: the outcome of a finished game, the score by parts, and its analysis: winning chances over time,
// turning points, how often the best move was played, and luck.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { RefusedError } from '../link/client';
import type { Moment, SeatScore, Table } from '../kit/protocol';
import { Sentence } from '../shell/actions';
import { Bar, OfflineStrip, ThemeTool } from '../shell/bar';
import { type GameAssets, loadGameAssets } from '../shell/boards';
import { isOnline, connection, link } from '../shell/connection';
import { seatName } from '../shell/log';
import { TableSession, type TableAddress } from '../shell/table-session';
import { navigate } from '../shell/router';
import { useStore } from '../shell/store';
import { Icon, Panel, PlayerToken, ErrorBox, Loading } from '../kit/ui';
import { catalogue, fill, t } from '../kit/words';
import { download } from './replay';
import { Chart } from './result/chart';
import { FairDicePanel } from './result/fair';
import { type MovePlan, type Report, pointsText, ratedDecisions } from './result/report';
import './result/result.css';

const T = catalogue.pages.result;

const PART_COLOURS = [
  'var(--sea-2)',
  'var(--land-2)',
  'var(--leaf)',
  'var(--deep)',
  'var(--thatch)',
  'var(--rock)',
  'var(--sea-3)',
  'var(--land)',
];

export default function ResultPage({ address }: { address: TableAddress }) {
  return <Result key={JSON.stringify(address)} address={address} />;
}

function Result({ address }: { address: TableAddress }) {
  const session = useMemo(() => new TableSession(link, address, () => {}), []);
  useEffect(() => () => session.close(), []);
  const state = useStore(session.state);
  const { table } = state;
  const moment = Object.values(state.moments)[0] as Moment | undefined;
  const [assets, setAssets] = useState<GameAssets | null>(null);
  useEffect(() => {
    if (table) loadGameAssets(table.game, table.content).then(setAssets, () => {});
  }, [table?.game, table?.content]);
  const base = 'watch' in address ? `/w/${address.watch}` : 'table' in address ? `/t/${address.table}` : '/';
  const frame = (body: ComponentChildren) => (
    <div class="page">
      <Bar title={T.title} note={table?.title}>
        <ThemeTool />
      </Bar>
      <OfflineStrip />
      <main tabIndex={-1} class="wrap result">
        {body}
      </main>
    </div>
  );
  if (state.phase === 'gone' || state.phase === 'failed') {
    return frame(<ErrorBox title={T.noReport} text={state.why} />);
  }
  if (!table || !moment || !assets) return frame(<Loading />);
  if (table.phase !== 'over') {
    return frame(
      <div class="lone">
        <h1>{T.notOver}</h1>
        <a class="btn" href={base}>
          {T.back}
        </a>
      </div>,
    );
  }
  return frame(<ResultView table={table} moment={moment} assets={assets} session={session} base={base} />);
}

function ResultView({
  table,
  moment,
  assets,
  session,
  base,
}: {
  table: Table;
  moment: Moment;
  assets: GameAssets;
  session: TableSession;
  base: string;
}) {
  const names = table.seats.map((s) => seatName(table, s.seat));
  const { report, done, of, failed, retry } = useReport();
  const rematch = () => {
    if (table.rematch) return navigate(`/t/${table.rematch}`);
    link.request('rematch').then(
      (answer) => navigate(`/t/${answer.table}`),
      (error) => session.showRefusal(error),
    );
  };
  const save = () =>
    link.request('record').then(
      ({ record }) => download(`${table.game}.rec`, record),
      (error) => session.showRefusal(error),
    );
  return (
    <>
      <header class="result-head">
        <div>
          <h1>
            {moment.score.seats.length === 1 && `${t(moment.score.seats[0].place === 1 ? 'ended.won' : 'ended.lost')} `}
            <Sentence text={moment.ended || moment.prompt} />
          </h1>
          <p class="dim">{fill(T.over, table.name, moment.turn)}</p>
        </div>
        <div class="row">
          <a class="btn" href={`${base}/replay`}>
            <Icon name="play" />
            {T.replay}
          </a>
          <button type="button" class="btn" onClick={save}>
            <Icon name="log" />
            {T.record}
          </button>
          {table.seats.some((s) => s.you) && (
            <button type="button" class="btn go" onClick={rematch}>
              <Icon name="play" />
              {table.rematch ? T.join : T.rematch}
            </button>
          )}
        </div>
      </header>
      <div class="result-cols">
        <div class="result-main">
          <Panel title={T.count}>
            <ScoreTable seats={moment.score.seats} names={names} words={assets.words} />
          </Panel>
          <Panel title={T.chance} headerExtra={<span class="sm dim">{T.chanceNote}</span>}>
            {report ? (
              <Chart report={report} title={T.chartLabel} />
            ) : failed ? (
              <div class="result-wait">
                <p>{failed}</p>
                <button type="button" class="btn small" onClick={retry}>
                  {T.again}
                </button>
              </div>
            ) : (
              <div class="result-wait" role="status">
                <p>{T.looking}</p>
                {of > 0 && (
                  <>
                    <progress value={done} max={of} aria-label={T.looking} />
                    <p class="sm dim">{fill(T.progress, done, of)}</p>
                  </>
                )}
              </div>
            )}
          </Panel>
          {report && (
            <Panel title={T.worst}>
              {report.judged_by === 'points' && <p class="sm dim">{T.forPoints}</p>}
              <WorstMoves report={report} names={names} base={base} />
            </Panel>
          )}
        </div>
        {(report || table.dice) && (
          <aside class="result-side">
            {report && <AnalysisPanels report={report} names={names} base={base} />}
            <FairDicePanel table={table} file={`${table.game}.rec`} />
          </aside>
        )}
      </div>
    </>
  );
}

// Requests the analysis once the connection is up; its parts arrive as pushes.
function useReport(): { report: Report | null; done: number; of: number; failed: string; retry: () => void } {
  const [report, setReport] = useState<Report | null>(null);
  const [[done, of], setProgress] = useState<[number, number]>([0, 0]);
  const [failed, setFailed] = useState('');
  const [tries, setTries] = useState(0);
  const online = isOnline(useStore(connection));
  useEffect(
    () =>
      link.listen((push) => {
        if (push.push !== 'analysis') return;
        setProgress([push.part, push.of]);
        if (push.report) setReport(push.report as Report);
      }),
    [],
  );
  useEffect(() => {
    if (!online || report) return;
    setFailed('');
    link
      .request('analyze')
      .catch((error) => setFailed(error instanceof RefusedError ? error.refusal.text : T.noReport));
  }, [online, tries]);
  return { report, done, of, failed, retry: () => setTries(tries + 1) };
}

function ScoreTable({ seats, names, words }: { seats: SeatScore[]; names: string[]; words: Record<string, string> }) {
  const parts = [...new Set(seats.flatMap((s) => Object.keys(s.parts)))].filter((p) => seats.some((s) => s.parts[p]));
  const most = Math.max(
    1,
    ...seats.map((s) =>
      Object.values(s.parts)
        .filter((n) => n > 0)
        .reduce((a, b) => a + b, 0),
    ),
  );
  const word = (part: string) => words[`part.${part}`] ?? words[`score.${part}`] ?? part;
  return (
    <>
      <ol class={`count ${seats.length === 1 ? 'alone' : ''}`}>
        {[...seats]
          .sort((a, b) => a.place - b.place)
          .map((s) => (
            <li key={s.seat} class={s.place === 1 && seats.length > 1 ? 'first' : ''}>
              {seats.length > 1 && <span class="place num">{s.place}</span>}
              <PlayerToken seat={s.seat} size={28} />
              <span class="called">
                <b>{names[s.seat - 1]}</b>
                <small>{s.said}</small>
              </span>
              <span class="bars" aria-hidden="true">
                {parts.map((part, i) =>
                  s.parts[part] > 0 ? (
                    <span
                      key={part}
                      title={`${word(part)}: ${s.parts[part]}`}
                      style={{
                        flexBasis: `${(100 * s.parts[part]) / most}%`,
                        background: PART_COLOURS[i % PART_COLOURS.length],
                        color: PART_COLOURS[i % PART_COLOURS.length] === 'var(--deep)' ? 'var(--on-deep)' : undefined,
                      }}
                    >
                      {s.parts[part] / most > 0.05 ? s.parts[part] : ''}
                    </span>
                  ) : null,
                )}
              </span>
              <span class="sc num">{String(s.points).replace(/^-/, '−')}</span>
            </li>
          ))}
      </ol>
      <ul class="legend sm">
        {parts.map((part, i) => (
          <li key={part}>
            <i style={{ background: PART_COLOURS[i % PART_COLOURS.length] }} />
            {word(part)}
          </li>
        ))}
      </ul>
    </>
  );
}

function AnalysisPanels({ report, names, base }: { report: Report; names: string[]; base: string }) {
  return (
    <>
      <Panel title={T.moments}>
        {report.moments.length === 0 && <p class="sm dim">{T.none}</p>}
        <ol class="turning">
          {report.moments.map((m) => (
            <li key={m.number}>
              <span class="flag-no">{m.number}</span>
              <div>
                <p>
                  {m.seat ? <PlayerToken seat={m.seat} size={16} /> : <Icon name="dice" />}
                  <b>{m.said}</b>
                </p>
                <p class="sm">
                  <span class={`tag ${m.by_luck ? '' : m.loss > 0 ? 'bad' : 'ok'}`}>
                    <Icon name={m.by_luck ? 'dice' : m.loss > 0 ? 'x' : 'check'} />
                    {m.by_luck ? T.luck : m.loss > 0 ? T.costly : T.good}
                  </span>{' '}
                  {names[m.most - 1]} <b class="num">{pointsText(m.swing[m.most - 1])}</b>{' '}
                  <a href={`${base}/replay?turn=${m.turn}`}>{T.see}</a>
                </p>
              </div>
            </li>
          ))}
        </ol>
      </Panel>
      <Panel title={T.best}>
        <ul class="good-bars">
          {report.seats.map((s) => (
            <li key={s.seat}>
              <PlayerToken seat={s.seat} size={22} />
              <span
                class="meter"
                role="meter"
                aria-valuemin={0}
                aria-valuemax={Math.max(1, ratedDecisions(s))}
                aria-valuenow={s.good}
                aria-label={`${names[s.seat - 1]}: ${fill(T.bestOf, s.good, ratedDecisions(s))}`}
              >
                <i style={{ width: `${(100 * s.good) / Math.max(1, ratedDecisions(s))}%` }} />
              </span>
              <span class="num sm">
                {ratedDecisions(s) ? `${Math.round((100 * s.good) / ratedDecisions(s))} %` : '–'}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={T.luckTitle}>
        <ul class="luck">
          {report.seats.map((s) => (
            <li key={s.seat}>
              <PlayerToken seat={s.seat} size={18} />
              <span>{names[s.seat - 1]}</span>
              <b class="num">{pointsText(s.luck.sum)}</b>
              <span class="sm dim num">{fill(T.usual, String(Math.round(100 * s.luck.usual)))}</span>
            </li>
          ))}
        </ul>
        <p class="xs dim">{T.luckNote}</p>
      </Panel>
    </>
  );
}

// The better move and up to two moves that were meant to follow it.
const planText = (best: MovePlan): string =>
  [best.label, ...best.then_labels.slice(0, 2), ...(best.then_labels.length > 2 ? [T.andSoOn] : [])].join('; ');

function WorstMoves({ report, names, base }: { report: Report; names: string[]; base: string }) {
  const worst = report.decisions
    .filter((d) => d.sure && d.loss > 0.005)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, 8);
  if (!worst.length) return <p class="sm dim">{T.noWorst}</p>;
  return (
    <ul class="worst">
      {worst.map((d) => (
        <li key={d.decision}>
          <PlayerToken seat={d.seat} size={20} />
          <span>
            <b>{names[d.seat - 1]}</b>
            <span class="sm">
              {T.played}: {d.played.label}. {T.better}: <b>{planText(d.best)}</b>
            </span>
          </span>
          <b class="num">{pointsText(-d.loss)}</b>
          <a class="sm" href={`${base}/replay?turn=${d.turn}`}>
            {T.see}
          </a>
        </li>
      ))}
    </ul>
  );
}
