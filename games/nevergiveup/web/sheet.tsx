// The player's sheet: the phrase with its marks, NEVER GIVE UP, boat boxes, rerolls and the running total. Boxes that
// can be marked now are buttons; if several pets could dig for one, a second click chooses the pet.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Move } from '@/kit/protocol';
import { Icon, PlayerToken } from '@/kit/ui';
import { DiceBox, pointsText } from './dice';
import {
  costOf,
  shownSeat,
  numberText,
  GIVE,
  NEVER,
  say,
  sheetOf,
  UP,
  type Box,
  type Motto,
  type Props,
  type Sheet,
} from './model';
import { drawMark, schedule } from './motion';
import { Choices } from './choice-popup';
import { WORDS } from './words';

const Cross = () => (
  <svg class="ngu-x" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 6l14 13M19 5L6 19" />
  </svg>
);

interface OpenChoice {
  moves: Move[]; // all moves that would mark the same thing
  id: string;
}

type OpenChoiceHandler = (chosenId: OpenChoice) => void;

const BOX = new Set(['dig', 'free-dig']);
const LETTER = new Set(['letter', 'free-letter']);
const boxMoves = (moves: Move[], n: number): Move[] => moves.filter((m) => BOX.has(m.kind) && Number(m.args.box) === n);
const letterMoves = (moves: Move[], id: string): Move[] =>
  moves.filter((m) => LETTER.has(m.kind) && m.args.letter === id);

function Cell({
  label,
  letter,
  small,
  moves,
  id,
  openChoice,
  on,
  now,
  tag,
  children,
}: {
  label: string;
  letter: string;
  small?: boolean;
  moves: Move[];
  id: string;
  openChoice: OpenChoiceHandler;
  on: boolean;
  now?: boolean;
  tag?: number | null;
  children: ComponentChildren;
}) {
  const name = `ngu-box ${small ? 's' : ''} ${now ? 'next' : ''} ${moves.length ? 'may' : ''} ${on ? 'on' : ''}`;
  const inside = (
    <>
      <b>{letter}</b> <i>{children}</i>{' '}
      {tag !== null && tag !== undefined && <em title={say(WORDS.mark, tag)}>{tag}</em>}
    </>
  );
  if (!moves.length) {
    return (
      <span class={name} role="img" aria-label={label}>
        {inside}
      </span>
    );
  }
  const gain = moves.length === 1 ? moves[0].gain : '';
  return (
    <button
      class={name}
      type="button"
      aria-pressed={on}
      title={gain || undefined}
      onClick={() => openChoice({ moves, id })}
    >
      {inside}
      <span class="vh">, {[label, WORDS.mayMark, gain].filter(Boolean).join(', ')}</span>
    </button>
  );
}

// The phrase and the motto: on the sheet, and on a phone's board during a free dig.
export function Boxes({
  props,
  sheet,
  moves,
  openChoice,
  chosenId,
  motto = true,
}: {
  props: Props;
  sheet: Sheet;
  moves: Move[];
  openChoice: OpenChoiceHandler;
  chosenId: string | null;
  motto?: boolean;
}) {
  const { view, words } = props;
  const planned = view.phase === 'dig' ? view.dig_box[sheet.seat - 1] : null;
  const what = (box: Box) => {
    if (box.marked) return box.penalty ? say(WORDS.boxPenalty, box.penalty) : WORDS.boxMarked;
    return String(box.n) === planned ? WORDS.boxPlanned : WORDS.boxOpen;
  };
  return (
    <>
      <div class="ngu-words" style={{ '--longest': Math.max(8, ...sheet.words.map((w) => w.text.length)) }}>
        {sheet.words.map((word) => (
          <span key={word.boxes[0].n} class="ngu-word">
            {word.boxes.map((box) => {
              const open = box.marked ? [] : boxMoves(moves, box.n);
              const cost = costOf(open, sheet);
              return (
                <Cell
                  key={box.n}
                  label={`${say(WORDS.box, box.n, box.letter, word.text)}, ${what(box)}`}
                  letter={box.letter}
                  moves={open}
                  id={`box ${box.n}`}
                  openChoice={openChoice}
                  on={chosenId === `box ${box.n}`}
                  now={box === sheet.next}
                  tag={box.mark}
                >
                  {box.marked && (
                    <span class={box.penalty ? 'ngu-pen' : ''} data-box={box.n}>
                      {box.penalty || <Cross />}
                    </span>
                  )}
                  {!box.marked && String(box.n) === planned && (
                    <span class="ngu-plan">
                      <Cross />
                    </span>
                  )}
                  {open.length > 0 && cost > 0 && (
                    <span class="ngu-cost" aria-hidden="true">
                      {numberText(-cost)}
                    </span>
                  )}
                </Cell>
              );
            })}
          </span>
        ))}
      </div>
      {motto && (
        <MottoBoxes
          props={props}
          sheet={sheet}
          moves={moves}
          openChoice={openChoice}
          chosenId={chosenId}
          words={words}
        />
      )}
    </>
  );
}

function MottoBoxes({
  props,
  sheet,
  moves,
  openChoice,
  chosenId,
  words,
}: {
  props: Props;
  sheet: Sheet;
  moves: Move[];
  openChoice: OpenChoiceHandler;
  chosenId: string | null;
  words: Props['words'];
}) {
  const { never, give_up: give } = props.content.sheet;
  const planned = props.view.phase === 'dig' ? props.view.dig_letter[sheet.seat - 1] : null;
  const what = (id: Motto) =>
    sheet.motto.has(id) ? WORDS.boxMarked : planned === id ? WORDS.boxPlanned : WORDS.boxOpen;
  const row = (list: { id: Motto; letter: string }[]) => (
    <span class="ngu-word">
      {list.map(({ id, letter }) => (
        <Cell
          key={id}
          small
          letter={letter}
          id={id}
          openChoice={openChoice}
          on={chosenId === id}
          moves={sheet.motto.has(id) ? [] : letterMoves(moves, id)}
          label={`${words[`motto.${id}`]}, ${what(id)}`}
        >
          {sheet.motto.has(id) && (
            <span data-motto={id}>
              <Cross />
            </span>
          )}
          {planned === id && (
            <span class="ngu-plan">
              <Cross />
            </span>
          )}
        </Cell>
      ))}
    </span>
  );
  const count = (list: { id: Motto }[]) => list.filter(({ id }) => sheet.motto.has(id)).length;
  const [n, g] = [count(NEVER), count(GIVE) + count(UP)];
  const goal = (got: boolean, text: string) => <span class={got ? 'got' : ''}>{text}</span>;
  return (
    <div class="ngu-motto">
      <span>
        {row(NEVER)}
        <span class="ngu-goals">
          {goal(n >= never.reroll_at, say(WORDS.neverReroll, never.reroll_at))}
          {goal(n >= never.points_at, say(WORDS.neverPoints, never.points_at, never.points))}
        </span>
      </span>
      <span>
        <span class="ngu-two">
          {row(GIVE)}
          {row(UP)}
        </span>
        <span class="ngu-goals">
          {goal(g >= give.plus_at, say(WORDS.givePlus, give.plus_at, pointsText(give.points)))}
          {goal(g >= give.more_at, say(WORDS.giveMore, give.more_at, give.more_points))}
        </span>
      </span>
    </div>
  );
}

// The sets of boat boxes. A set is a button when a double lets the player choose one.
export function Sets({ props, sheet, moves }: { props: Props; sheet: Sheet; moves: Move[] }) {
  return (
    <span class="ngu-sets">
      {props.content.sheet.boat.map((size, i) => {
        const move = moves.find((m) => m.kind === 'cross' && Number(m.args.set) === i + 1);
        const cells = Array.from({ length: size }, (_, j) => <i key={j}>{j < sheet.crossed[i] && <Cross />}</i>);
        const label = say(WORDS.cross, i + 1, sheet.crossed[i], size);
        if (!move) {
          return (
            <span key={i} role="img" aria-label={label}>
              {cells}
            </span>
          );
        }
        return (
          <button
            key={i}
            type="button"
            class="may"
            aria-label={[label, move.gain].filter(Boolean).join(', ')}
            title={move.gain}
            onClick={() => props.play(move)}
          >
            {cells}
          </button>
        );
      })}
    </span>
  );
}

function Sum({ props, seat }: { props: Props; seat: number }) {
  const score = props.moment.score.seats.find((s) => s.seat === seat);
  if (!score) return null;
  return (
    <p class="ngu-sum">
      {Object.entries(score.parts).map(([part, n]) => (
        <span key={part}>
          {props.words[`part.${part}`] ?? part} <b class={n < 0 ? 'neg' : ''}>{numberText(n)}</b>
        </span>
      ))}
      <span class="tot">
        {props.moment.over ? WORDS.score : WORDS.now} <b>{numberText(score.points)}</b>
      </span>
    </p>
  );
}

function Head({ props, sheet, show }: { props: Props; sheet: Sheet; show: (seat: number) => void }) {
  const mine = sheet.seat === props.seat;
  const word = sheet.next && sheet.words[sheet.next.word].text;
  return (
    <header>
      <h2>{mine ? WORDS.sheet : say(WORDS.sheetOf, props.names[sheet.seat - 1])}</h2>
      <span class="ngu-seats">
        {props.names.map((name, i) => (
          <button
            key={i}
            type="button"
            aria-pressed={sheet.seat === i + 1}
            aria-label={say(WORDS.showSheet, name)}
            title={name}
            onClick={() => show(i + 1)}
          >
            <PlayerToken seat={i + 1} size={props.size === 'phone' ? 24 : 18} />
          </button>
        ))}
      </span>
      <i class="dim sm">
        {sheet.next
          ? say(WORDS.next, sheet.next.letter, word ?? '', numberText(sheet.worth), numberText(sheet.then))
          : sheet.boxes.length > 0 && say(WORDS.whole, sheet.worth)}
      </i>
    </header>
  );
}

// Animates a new mark.
function useMarkMotion(props: Props, root: { current: HTMLElement | null }, seat: number): void {
  useLayoutEffect(() => {
    if (props.reducedMotion || !root.current) return;
    const delay = schedule(props.events).dig;
    for (const { event, seat: whose, args } of props.events) {
      if (whose !== seat) continue;
      const box = event === 'dug' || event === 'free-dug';
      if (!box && !LETTER.has(event)) continue;
      const mark = root.current.querySelector(box ? `[data-box="${args.box}"]` : `[data-motto="${args.letter}"]`);
      if (mark) drawMark(mark, event === 'dug' || event === 'letter' ? delay : 0);
    }
  }, [props.moment.version]);
}

export function Hand(props: Props) {
  const own = shownSeat(props);
  const [shown, show] = useState<number | null>(null);
  const [choice, setChoice] = useState<OpenChoice | null>(null);
  const root = useRef<HTMLElement>(null);
  const seat = shown ?? own;
  useEffect(() => setChoice(null), [props.moment.version, props.kind]);
  useEffect(() => show(null), [props.seat, props.view.turn]);
  useMarkMotion(props, root, seat);
  const sheet = sheetOf(props.view, props.content, seat);
  const moves = seat === props.seat ? props.moves : [];
  const press: OpenChoiceHandler = (next) => {
    if (next.moves.length === 1) props.play(next.moves[0]);
    else setChoice(choice?.id === next.id ? null : next);
  };
  return (
    <div class={`ngu-hand ${props.size}`}>
      <section
        class="ngu-paper"
        ref={root}
        aria-label={seat === props.seat ? WORDS.sheet : say(WORDS.sheetOf, props.names[seat - 1])}
      >
        <Head props={props} sheet={sheet} show={show} />
        <Boxes
          props={props}
          sheet={sheet}
          moves={moves}
          openChoice={press}
          chosenId={choice?.id ?? null}
          motto={false}
        />
        <div class="ngu-low">
          <MottoBoxes
            props={props}
            sheet={sheet}
            moves={moves}
            openChoice={press}
            chosenId={choice?.id ?? null}
            words={props.words}
          />
          <div class="ngu-more">
            <span>
              {WORDS.boats}
              <Sets props={props} sheet={sheet} moves={moves} />
            </span>
            <span>
              {WORDS.rerolls}
              <span class="ngu-sets" role="img" aria-label={`${WORDS.rerolls}: ${sheet.rerolls}`}>
                <span>
                  {Array.from({ length: props.content.sheet.rerolls }, (_, i) => (
                    <i key={i}>{i < props.content.sheet.rerolls - sheet.rerolls ? <Cross /> : <Icon name="dice" />}</i>
                  ))}
                </span>
              </span>
            </span>
          </div>
        </div>
        <Sum props={props} seat={seat} />
        {choice && (
          <Choices
            props={props}
            sheet={sheet}
            title={WORDS.whoDigs}
            moves={choice.moves}
            close={() => setChoice(null)}
            class="on-sheet"
          />
        )}
      </section>
      {props.size !== 'phone' && <DiceBox {...props} />}
    </div>
  );
}
