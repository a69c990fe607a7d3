// The player's actions: the kinds of moves in rulebook order, the choices within a kind, confirmations, refusals and
// hints.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameBoard, Size } from '../kit/board';
import type { Hint, Kind, Moment, Move, Refusal } from '../kit/protocol';
import { Icon } from '../kit/ui';
import { joinWords, t } from '../kit/words';
import { isTouch } from './prefs';

// The engine's sentences have typed words in backticks; here they are only emphasised.
export function Sentence({ text }: { text: string }) {
  return (
    <>
      {text.split('`').map((part, i) =>
        i % 2 ? (
          <em key={i} class="typed">
            {part}
          </em>
        ) : (
          part
        ),
      )}
    </>
  );
}

const withoutRuleNumber = (text: string): string => text.replace(/ \(rule \d+\)\.?$/, '');

export function RuleLink({ game, rule }: { game: string; rule: number | null | undefined }) {
  if (rule === null || rule === undefined) return null;
  return (
    <a class="rule" href={`/rules/${game}#R${rule}`} target="_blank" rel="noopener">
      {t('rule', rule)}
    </a>
  );
}

// The open kinds in display order: kinds that continue something come first, late ones last, asides in a list of
// their own.
export function sortKinds(moment: Moment): { open: Kind[]; asides: Kind[]; closed: Kind[] } {
  const rank = (k: Kind) => (k.order === 2 ? 0 : k.order === 1 ? 2 : 1);
  const open = moment.kinds.filter((k) => k.open && !k.aside).sort((a, b) => rank(a) - rank(b));
  return {
    open,
    asides: moment.kinds.filter((k) => k.open && k.aside),
    closed: moment.kinds.filter((k) => !k.open && k.why),
  };
}

// A key as it is labelled on the keyboard, with a Shift sign if upper and lower case mean different kinds.
export function keyLabel(key: string, moment: Moment): string {
  const twin = moment.kinds.some((k) => k.open && k.key && k.key !== key && k.key.toLowerCase() === key.toLowerCase());
  return twin && key !== key.toLowerCase() ? `⇧ ${key}` : key.toUpperCase();
}

// The moves of one kind by their differences: the labels without the words they share at the beginning.
function differences(moves: Move[]): string {
  const split = moves.map((m) => m.label.split(' '));
  let same = 0;
  while (split.every((w) => w.length > same + 1 && w[same] === split[0][same])) same++;
  const rest = split.map((w) => w.slice(same).join(' '));
  const text = joinWords(rest, 'or');
  return text.length <= 64 && new Set(rest).size === rest.length ? text : t('acts.ways', moves.length);
}

function kindCaption(kind: Kind, moves: Move[]): string {
  const detail =
    moves.length === 1
      ? (moves[0].gain ?? (moves[0].label.toLowerCase() === kind.group.toLowerCase() ? '' : moves[0].label))
      : moves.length
        ? differences(moves)
        : '';
  // The gain may include the price: "Karas" and "costs 3 Karas".
  const names = (text: string | undefined) =>
    Boolean(kind.price && text?.toLowerCase().includes(kind.price.toLowerCase()));
  if (names(detail)) return detail;
  const price = names(moves[0]?.gain) && moves.every((m) => m.gain === moves[0].gain) ? moves[0].gain : kind.price;
  return [price, detail].filter(Boolean).join(', ');
}

// A long run of consecutive numbers is chosen with a slider.
function numberRun(moves: Move[]): number[] | null {
  if (moves.length <= 12) return null;
  const numbers = moves.map((m) => Object.values(m.args)).map((a) => (a.length === 1 ? Number(a[0]) : NaN));
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.every((n, i) => Number.isInteger(n) && n === sorted[0] + i) ? numbers : null;
}

function NumberSlider({ moves, numbers, play }: { moves: Move[]; numbers: number[]; play: (move: Move) => void }) {
  const min = Math.min(...numbers);
  const max = Math.max(...numbers);
  const [at, set] = useState(Math.round((min + max) / 2));
  const slider = useRef<HTMLInputElement>(null);
  // so that the arrow keys work at once
  useEffect(() => void (isTouch() || slider.current?.focus({ preventScroll: true })), []);
  const move = moves[numbers.indexOf(Math.min(max, Math.max(min, at)))] ?? moves[0];
  return (
    <div class="run">
      <p>
        <b>{move.label}</b>
        {move.gain && <small>{move.gain}</small>}
      </p>
      <div class="run-row">
        <button type="button" class="btn small" aria-label={t('acts.less')} onClick={() => set(Math.max(min, at - 1))}>
          −
        </button>
        <input
          ref={slider}
          type="range"
          min={min}
          max={max}
          value={at}
          aria-label={move.label}
          aria-valuetext={`${move.label}${move.gain ? `, ${move.gain}` : ''}`}
          onInput={(e) => set(Number(e.currentTarget.value))}
          onKeyDown={(e) => e.key === 'Enter' && (e.preventDefault(), play(move))}
        />
        <button
          type="button"
          class="btn small"
          aria-label={t('acts.more-by-one')}
          onClick={() => set(Math.min(max, at + 1))}
        >
          +
        </button>
      </div>
      <button type="button" class="btn go" onClick={() => play(move)}>
        {move.label}
      </button>
    </div>
  );
}

export function Choices({
  moves: unsorted,
  play,
  back,
  size,
  tipMove,
}: {
  moves: Move[];
  play: (move: Move) => void;
  back: () => void;
  size: Size;
  tipMove?: Move;
}) {
  const moves = tipMove
    ? [...unsorted].sort((a, b) => Number(b.text === tipMove.text) - Number(a.text === tipMove.text))
    : unsorted;
  const [filter, setFilter] = useState('');
  const run = numberRun(moves);
  const found = filter
    ? moves.filter((m) => `${m.label} ${m.gain ?? ''}`.toLowerCase().includes(filter.toLowerCase()))
    : moves;
  const rows = useRef<HTMLUListElement>(null);
  return (
    <div class="choices">
      {size === 'phone' && (run || moves.length > 12) && (
        <button type="button" class="btn small back" onClick={back}>
          <Icon name="prev" />
          {t('acts.back')}
        </button>
      )}
      {run ? (
        <NumberSlider moves={moves} numbers={run} play={play} />
      ) : (
        <>
          {moves.length > 12 && (
            <label class="find">
              <Icon name="search" />
              <span class="vh">{t('acts.find')}</span>
              <input
                type="search"
                value={filter}
                placeholder={t('acts.find')}
                onInput={(e) => setFilter(e.currentTarget.value)}
                onKeyDown={(e) => e.key === 'Enter' && found.length && (e.preventDefault(), play(found[0]))}
              />
            </label>
          )}
          <ul ref={rows} class={moves.length > 6 ? 'long' : ''}>
            {size === 'phone' && moves.length <= 12 && (
              <li>
                <button type="button" class="choice back" onClick={back}>
                  <span>
                    <b>{t('acts.back')}</b>
                  </span>
                </button>
              </li>
            )}
            {found.map((m, i) => (
              <li key={m.text}>
                <button
                  type="button"
                  class={`choice ${m.text === tipMove?.text ? 'advised' : ''}`}
                  data-n={i < 9 ? i + 1 : undefined}
                  onClick={() => play(m)}
                >
                  <span>
                    <b>{m.label}</b>
                    {m.gain && <small>{m.gain}</small>}
                  </span>
                  {i < 9 && size !== 'phone' && <kbd aria-hidden="true">{i + 1}</kbd>}
                </button>
              </li>
            ))}
          </ul>
          {!found.length && <p class="none">{t('acts.none-found', filter)}</p>}
        </>
      )}
    </div>
  );
}

// A confirmation before moves are sent: the engine's question, or the second tap on touch screens.
export interface Confirmation {
  moves: Move[];
  why: 'doubt' | 'final'; // final: the move cannot be undone
  text?: string;
}

export function ConfirmBox({ confirmation, yes, no }: { confirmation: Confirmation; yes: () => void; no: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), [confirmation]);
  const label = confirmation.moves.map((m) => m.label).join(', ');
  return (
    <div class="ask" role="alertdialog" aria-label={t('ask.title')}>
      <p>
        <Icon name="hint" />
        <span>{confirmation.why === 'doubt' ? confirmation.text : t('ask.final', label)}</span>
      </p>
      <div class="row">
        <button type="button" class="btn go" ref={button} onClick={yes}>
          {confirmation.why === 'doubt' ? t('ask.anyway', label) : label}
        </button>
        <button type="button" class="btn" onClick={no}>
          {t('ask.no')}
        </button>
      </div>
    </div>
  );
}

export function Toast({ refusal, game, clear }: { refusal: Refusal; game: string; clear: () => void }) {
  const text = refusal.status === 'lost' ? t('line.not-sent') : withoutRuleNumber(refusal.text);
  return (
    <div class="toast" role="alert">
      <Icon name={refusal.status === 'stale' ? 'clock' : 'x'} />
      <p>
        <Sentence text={text} />
      </p>
      {refusal.rule !== null ? (
        <RuleLink game={game} rule={refusal.rule} />
      ) : (
        <button type="button" class="tool tiny" aria-label={t('close')} onClick={clear}>
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}

export function HintBox({ hint, play, close }: { hint: Hint; play: (text: string) => void; close: () => void }) {
  return (
    <div class="hintbox" aria-label={t('hint')} role="region">
      <header>
        <Icon name="hint" />
        <h3>{t('hint.title')}</h3>
        <button type="button" class="tool tiny" aria-label={t('close')} onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      {hint.said
        .filter((s) => !hint.lines.length || !/^\d+\. /.test(s))
        .map((s, i) => (
          <p key={i}>
            <Sentence text={s} />
          </p>
        ))}
      <ol>
        {hint.lines.map((line, i) => (
          <li key={i}>
            <button type="button" class="choice" onClick={() => play(line.moves[0])}>
              <span>
                <b>{line.labels.join(', ')}</b>
                {line.alike.length > 0 && <small>{t('hint.alike', line.alike.join(', '))}</small>}
                {line.reasons.map((r, k) => (
                  <small key={k}>
                    <Sentence text={r} />
                  </small>
                ))}
              </span>
              {line.chance !== null && (
                <span class="chance num">
                  {Math.round(line.chance * 100)} %<small>{t('hint.chance')}</small>
                </span>
              )}
              {line.points !== null && (
                <span class="chance num">
                  {line.points}
                  <small>{t('hint.points')}</small>
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
      {!hint.lines.length && !hint.said.length && <p>{t('hint.none')}</p>}
    </div>
  );
}

interface ActionListProps {
  moment: Moment;
  board: GameBoard;
  game: string;
  size: Size;
  kind: string | null;
  canPlay: boolean; // whether a move can be played now
  choose: (kind: string | null) => void;
  play: (moves: Move[]) => void;
  tipMove?: Move; // the move that a walkthrough suggests; comes first and is highlighted
}

const PHONE_ACTIONS_MAX = 6;
const CLOSED_KINDS_MAX = 3;

// The list of kinds. A kind with one move plays it at once; otherwise its moves are highlighted on the board and
// listed.
export function ActionList({ moment, board, game, size, kind, canPlay, choose, play, tipMove }: ActionListProps) {
  const [all, showAll] = useState(false);
  useEffect(() => showAll(false), [moment.version, moment.seat]);
  const { open, asides, closed } = sortKinds(moment);
  const tipFirst = (a: Kind, b: Kind) => Number(b.kind === tipMove?.kind) - Number(a.kind === tipMove?.kind);
  for (const list of [open, asides]) list.sort(tipFirst);
  const movesOf = (k: Kind) => moment.moves.filter((m) => m.kind === k.kind);
  const chooseKind = (k: Kind) => {
    const moves = movesOf(k);
    if (!canPlay) return;
    if (moves.length === 1) play(moves);
    else choose(kind === k.kind ? null : k.kind);
  };
  const kindButton = (k: Kind) => {
    const moves = movesOf(k);
    const chosen = kind === k.kind;
    return (
      <button
        key={k.kind}
        type="button"
        class={`act ${chosen ? 'sel' : ''} ${k.kind === tipMove?.kind ? 'advised' : ''}`}
        aria-pressed={moves.length > 1 ? chosen : undefined}
        aria-disabled={!canPlay}
        aria-keyshortcuts={k.key}
        onClick={() => chooseKind(k)}
        data-kind={k.kind}
      >
        <span class="bx">
          <Icon name={board.icon(moves.length === 1 ? moves[0] : k.kind)} />
        </span>
        <span>
          <b>{k.group}</b>
          {k.kind === tipMove?.kind && <span class="vh">{t('coach.advised')}</span>}
          {kindCaption(k, moves) && <small>{kindCaption(k, moves)}</small>}
        </span>
        {k.key ? <kbd aria-hidden="true">{keyLabel(k.key, moment)}</kbd> : <span />}
      </button>
    );
  };
  const picked = kind ? [...open, ...asides].find((k) => k.kind === kind) : undefined;
  const choices = picked && canPlay && (
    <Choices
      key={picked.kind}
      moves={movesOf(picked)}
      play={(m) => play([m])}
      back={() => choose(null)}
      size={size}
      tipMove={tipMove}
    />
  );
  const rows: ComponentChildren[] = [];
  if (size === 'phone') {
    if (choices) return <div class="acts-phone">{choices}</div>;
    const every = [...open, ...asides].sort(tipFirst);
    // The last kind continues the turn (search, end the day), so it is never hidden.
    const last = open[open.length - 1];
    const few = every.filter((k) => k !== last).slice(0, PHONE_ACTIONS_MAX - 2);
    const shown = every.length > PHONE_ACTIONS_MAX && !all ? (last ? [...few, last] : few) : every;
    rows.push(...shown.map(kindButton));
    if (shown.length < every.length) {
      rows.push(
        <button key="more" type="button" class="act" onClick={() => showAll(true)}>
          <span class="bx">
            <Icon name="plus" />
          </span>
          <span>
            <b>{t('acts.more', every.length - shown.length)}</b>
          </span>
        </button>,
      );
    }
    return rows.length ? <div class={`acts n${Math.min(every.length, 6)} ${all ? 'all' : ''}`}>{rows}</div> : null;
  }
  for (const k of open) {
    rows.push(kindButton(k));
    if (k === picked) rows.push(choices);
  }
  const closedShown = all ? closed : closed.slice(0, CLOSED_KINDS_MAX);
  return (
    <>
      {rows.length + closedShown.length > 0 && (
        <div class="acts">
          {rows}
          {closedShown.map((k) => (
            <div key={k.kind} class="act off" tabIndex={0} role="note">
              <span class="bx">
                <Icon name={board.icon(k.kind)} />
              </span>
              <span>
                <b>{k.group}</b>
                <small>
                  <Sentence text={withoutRuleNumber(k.why!)} />
                </small>
              </span>
              <RuleLink game={game} rule={k.rule} />
            </div>
          ))}
          {closedShown.length < closed.length && (
            <button type="button" class="btn quiet small more" onClick={() => showAll(true)}>
              {t('acts.closed', closed.length - closedShown.length)}
            </button>
          )}
        </div>
      )}
      {asides.length > 0 && (
        <div class="acts asides" role="group" aria-label={t('acts.asides')}>
          <h3>{t('acts.asides')}</h3>
          {moment.asides.map((s, i) => (
            <p key={i} class="sm">
              <Sentence text={s} />
            </p>
          ))}
          {asides.map((k) => [kindButton(k), k === picked && choices])}
        </div>
      )}
    </>
  );
}
