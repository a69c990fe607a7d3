// /t/KEY/result: how a finished game came out, what everybody's points are made of, and a look back at it: the chance to
// win over time, what turned it, how often the best move was played, and luck.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Refused } from '../link/client';
import type { Moment, SeatScore, Table } from '../kit/protocol';
import { Said } from '../shell/actions';
import { Bar, LostStrip, ThemeTool } from '../shell/bar';
import { type Kit, loadKit } from '../shell/boards';
import { isUp, line, link } from '../shell/connection';
import { nameAt } from '../shell/log';
import { Room, type Door } from '../shell/table-session';
import { go } from '../shell/router';
import { useStore } from '../shell/store';
import { Icon, Panel, Token, Trouble, Wait } from '../kit/ui';
import { catalogue, fill, t } from '../kit/words';
import { download } from './replay';
import { Chart } from './result/chart';
import { Fair } from './result/fair';
import { type Line, type Report, points, told } from './result/report';
import './result/result.css';

const T = catalogue.pages.result;

const WASH = [
  'var(--sea-2)',
  'var(--land-2)',
  'var(--leaf)',
  'var(--deep)',
  'var(--thatch)',
  'var(--rock)',
  'var(--sea-3)',
  'var(--land)',
];

export default function ResultPage({ door }: { door: Door }) {
  return <Result key={JSON.stringify(door)} door={door} />;
}

function Result({ door }: { door: Door }) {
  const room = useMemo(() => new Room(link, door, () => {}), []);
  useEffect(() => () => room.leave(), []);
  const state = useStore(room.state);
  const { table } = state;
  const moment = Object.values(state.moments)[0] as Moment | undefined;
  const [kit, setKit] = useState<Kit | null>(null);
  useEffect(() => {
    if (table) loadKit(table.game, table.content).then(setKit, () => {});
  }, [table?.game, table?.content]);
  const base = 'watch' in door ? `/w/${door.watch}` : 'table' in door ? `/t/${door.table}` : '/';
  const frame = (body: ComponentChildren) => (
    <div class="page">
      <Bar title={T.title} note={table?.title}>
        <ThemeTool />
      </Bar>
      <LostStrip />
      <main tabIndex={-1} class="wrap result">
        {body}
      </main>
    </div>
  );
  if (state.phase === 'gone' || state.phase === 'failed') return frame(<Trouble title={T.noReport} text={state.why} />);
  if (!table || !moment || !kit) return frame(<Wait />);
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
  return frame(<Whole table={table} moment={moment} kit={kit} room={room} base={base} />);
}

function Whole({
  table,
  moment,
  kit,
  room,
  base,
}: {
  table: Table;
  moment: Moment;
  kit: Kit;
  room: Room;
  base: string;
}) {
  const names = table.seats.map((s) => nameAt(table, s.seat));
  const { report, done, of, failed, again } = useReport();
  const rematch = () => {
    if (table.rematch) return go(`/t/${table.rematch}`);
    link.ask('rematch').then(
      (answer) => go(`/t/${answer.table}`),
      (error) => room.refuse(error),
    );
  };
  const save = () =>
    link.ask('record').then(
      ({ record }) => download(`${table.game}.rec`, record),
      (error) => room.refuse(error),
    );
  return (
    <>
      <header class="result-head">
        <div>
          <h1>
            {moment.score.seats.length === 1 && `${t(moment.score.seats[0].place === 1 ? 'ended.won' : 'ended.lost')} `}
            <Said text={moment.ended || moment.prompt} />
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
            <Count seats={moment.score.seats} names={names} words={kit.words} />
          </Panel>
          <Panel title={T.chance} aside={<span class="sm dim">{T.chanceNote}</span>}>
            {report ? (
              <Chart report={report} title={T.chartLabel} />
            ) : failed ? (
              <div class="result-wait">
                <p>{failed}</p>
                <button type="button" class="btn small" onClick={again}>
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
              <Worst report={report} names={names} base={base} />
            </Panel>
          )}
        </div>
        {(report || table.dice) && (
          <aside class="result-side">
            {report && <Found report={report} names={names} base={base} />}
            <Fair table={table} file={`${table.game}.rec`} />
          </aside>
        )}
      </div>
    </>
  );
}

// Asks for the look back, once the line is up; parts of it come as it goes.
function useReport(): { report: Report | null; done: number; of: number; failed: string; again: () => void } {
  const [report, set] = useState<Report | null>(null);
  const [[done, of], progress] = useState<[number, number]>([0, 0]);
  const [failed, fail] = useState('');
  const [tries, tryAgain] = useState(0);
  const up = isUp(useStore(line));
  useEffect(
    () =>
      link.listen((push) => {
        if (push.push !== 'analysis') return;
        progress([push.part, push.of]);
        if (push.report) set(push.report as Report);
      }),
    [],
  );
  useEffect(() => {
    if (!up || report) return;
    fail('');
    link.ask('analyze').catch((error) => fail(error instanceof Refused ? error.refusal.text : T.noReport));
  }, [up, tries]);
  return { report, done, of, failed, again: () => tryAgain(tries + 1) };
}

function Count({ seats, names, words }: { seats: SeatScore[]; names: string[]; words: Record<string, string> }) {
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
              <Token seat={s.seat} size={28} />
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
                        background: WASH[i % WASH.length],
                        color: WASH[i % WASH.length] === 'var(--deep)' ? 'var(--on-deep)' : undefined,
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
            <i style={{ background: WASH[i % WASH.length] }} />
            {word(part)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Found({ report, names, base }: { report: Report; names: string[]; base: string }) {
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
                  {m.seat ? <Token seat={m.seat} size={16} /> : <Icon name="dice" />}
                  <b>{m.said}</b>
                </p>
                <p class="sm">
                  <span class={`tag ${m.by_luck ? '' : m.loss > 0 ? 'bad' : 'ok'}`}>
                    <Icon name={m.by_luck ? 'dice' : m.loss > 0 ? 'x' : 'check'} />
                    {m.by_luck ? T.luck : m.loss > 0 ? T.costly : T.good}
                  </span>{' '}
                  {names[m.most - 1]} <b class="num">{points(m.swing[m.most - 1])}</b>{' '}
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
              <Token seat={s.seat} size={22} />
              <span
                class="meter"
                role="meter"
                aria-valuemin={0}
                aria-valuemax={Math.max(1, told(s))}
                aria-valuenow={s.good}
                aria-label={`${names[s.seat - 1]}: ${fill(T.bestOf, s.good, told(s))}`}
              >
                <i style={{ width: `${(100 * s.good) / Math.max(1, told(s))}%` }} />
              </span>
              <span class="num sm">{told(s) ? `${Math.round((100 * s.good) / told(s))} %` : '–'}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={T.luckTitle}>
        <ul class="luck">
          {report.seats.map((s) => (
            <li key={s.seat}>
              <Token seat={s.seat} size={18} />
              <span>{names[s.seat - 1]}</span>
              <b class="num">{points(s.luck.sum)}</b>
              <span class="sm dim num">{fill(T.usual, String(Math.round(100 * s.luck.usual)))}</span>
            </li>
          ))}
        </ul>
        <p class="xs dim">{T.luckNote}</p>
      </Panel>
    </>
  );
}

// What would have been better, and the two moves it is meant to go on with.
const plan = (best: Line): string =>
  [best.label, ...best.then_labels.slice(0, 2), ...(best.then_labels.length > 2 ? [T.andSoOn] : [])].join('; ');

function Worst({ report, names, base }: { report: Report; names: string[]; base: string }) {
  const worst = report.decisions
    .filter((d) => d.sure && d.loss > 0.005)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, 8);
  if (!worst.length) return <p class="sm dim">{T.noWorst}</p>;
  return (
    <ul class="worst">
      {worst.map((d) => (
        <li key={d.decision}>
          <Token seat={d.seat} size={20} />
          <span>
            <b>{names[d.seat - 1]}</b>
            <span class="sm">
              {T.played}: {d.played.label}. {T.better}: <b>{plan(d.best)}</b>
            </span>
          </span>
          <b class="num">{points(-d.loss)}</b>
          <a class="sm" href={`${base}/replay?turn=${d.turn}`}>
            {T.see}
          </a>
        </li>
      ))}
    </ul>
  );
}
