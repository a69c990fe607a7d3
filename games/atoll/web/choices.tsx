// Choices beside the map: dice to keep or change, roles to learn, moves at an islet.
import type { ComponentChildren } from 'preact';
import type { Move } from '@/kit/protocol';
import { Icon } from '@/kit/ui';
import type { Props } from './model';
import { COLOURS, FACES, digitKey } from './model';
import { GLYPH, RISING_WATER, ROLE_ICON } from './shapes';
import { WORDS } from './words';

// A colour die. Black means rising water, white a special point.
function Die({ face, size }: { face: string; size: number }) {
  const day = face === 'black' || face === 'white';
  return (
    <svg
      class={`at-die ${face} ${day ? 'day' : ''}`}
      viewBox="0 0 48 48"
      width={size}
      height={size}
      aria-hidden="true"
      style={day ? undefined : { color: `var(--el-${face})` }}
    >
      <rect class="shade" x="3" y="5.500" width="42" height="42" rx="9" />
      <rect class="key" x="3" y="3" width="42" height="42" rx="9" />
      <rect class="cube" x="3" y="3" width="42" height="42" rx="9" />
      <g class="face" transform="translate(9.600 9.600) scale(1.2)">
        {face === 'black' ? (
          <path d={RISING_WATER} />
        ) : (
          <use href={`#${face === 'white' ? 'bolt' : GLYPH[face]}`} width="24" height="24" />
        )}
      </g>
    </svg>
  );
}

const gainOf = (move: Move | undefined): string =>
  /\d+ \D+ \d+$|^\d+ \D+ \d+/.exec(move?.gain ?? '')?.[0].replace(/^.*?(\d+ \D+ \d+).*$/, '$1') ?? '';
// What keeping the die brings, as short as possible; the label has the full sentence.
const captionOf = (die: DieButton): string =>
  die.kept ? WORDS.kept : die.face === 'black' ? WORDS.rises : gainOf(die.move) || (die.move?.gain ? WORDS.full : '');
const sentence = (move: Move): string => (move.gain ? `${move.label}: ${move.gain}` : move.label);

interface DieButton {
  face: string;
  kept: boolean;
  move?: Move; // keeps the die
  change: boolean; // whether it can be chosen for a change
  key: string | null;
}

export function diceOf(props: Props): DieButton[] {
  const { view, moves, kind } = props;
  const changing = kind === 'change' || (kind === null && !moves.some((m) => m.kind === 'keep'));
  const kept: DieButton[] = FACES.flatMap((face) =>
    Array.from({ length: view.kept[face] }, () => ({ face, kept: true, change: false, key: null })),
  );
  const table: DieButton[] = FACES.flatMap((face) =>
    Array.from({ length: view.dice[face] }, () => ({
      face,
      kept: false,
      key: null,
      move: changing ? undefined : moves.find((m) => m.kind === 'keep' && m.args.face === face),
      change: changing && moves.some((m) => m.kind === 'change' && m.args.face === face),
    })),
  );
  table.forEach((die, i) => {
    if (kind === null && (die.move || die.change)) die.key = digitKey(i, table.length);
    else if (die.move) die.key = digitKey(moves.indexOf(die.move), 0);
  });
  return [...kept, ...table];
}

interface DiceProps {
  props: Props;
  first: string | null; // the die to change
  choose: (first: string | null) => void;
  words: boolean; // whether there is room for buttons other than dice
}

export function Dice({ props, first, choose, words: roomy }: DiceProps) {
  const { moves, words, play, moment, reducedMotion } = props;
  const into = first === null ? [] : moves.filter((m) => m.kind === 'change' && m.args.face === first);
  const rolled = !reducedMotion && props.events.some((e) => e.event === 'rolled');
  if (first !== null && into.length) {
    return (
      <ChoiceBox title={WORDS.into} onClose={() => choose(null)}>
        <div class="at-dice">
          <button type="button" class="at-cell chosen" aria-pressed="true" onClick={() => choose(null)}>
            <Die face={first} size={44} />
            <b>{words[`face.${first}`] ?? first}</b>
          </button>
          <svg class="ic at-arrow" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 12h15M13 6l6 6-6 6" />
          </svg>
          {COLOURS.map((colour) => into.find((m) => m.args.into === colour)).map(
            (move, i) =>
              move && (
                <button
                  key={i}
                  type="button"
                  class="at-cell may small"
                  title={sentence(move)}
                  onClick={() => play(move)}
                >
                  <Die face={String(move.args.into)} size={36} />
                  {props.kind !== null && props.size !== 'phone' && digitKey(moves.indexOf(move), 0) && (
                    <kbd class="at-key" aria-hidden="true">
                      {digitKey(moves.indexOf(move), 0)}
                    </kbd>
                  )}
                  <b>{words[`colour.${move.args.into}`] ?? move.args.into}</b>
                  <span class="vh">, {sentence(move)}</span>
                </button>
              ),
          )}
        </div>
      </ChoiceBox>
    );
  }
  const plain = moves.filter(
    (m) => (props.kind === null || props.kind === m.kind) && (m.kind === 'reroll' || m.kind === 'stand'),
  );
  return (
    <ChoiceBox title={WORDS.table}>
      <div class="at-dice">
        {diceOf(props).map((die, i) => (
          <DieCell
            key={`${moment.version}-${i}`}
            die={die}
            props={props}
            tumble={rolled && !die.kept}
            onChange={() => choose(die.face)}
          />
        ))}
        {roomy &&
          plain.map((move) => (
            <button
              key={move.text}
              type="button"
              class="at-cell may word"
              title={sentence(move)}
              onClick={() => play(move)}
            >
              <Icon name={move.kind === 'reroll' ? 'dice' : 'check'} />
              <b>{props.moment.kinds.find((k) => k.kind === move.kind)?.group ?? move.label}</b>
            </button>
          ))}
      </div>
    </ChoiceBox>
  );
}

// Dice that settled without a choice are no longer in the view. Their faces stay visible until the next move.
export function settledDice(props: Props): { face: string; kept: boolean }[] {
  const { events } = props.moment;
  if (events.some((e) => e.event === 'hidden')) return [];
  const kept = events.filter((e) => e.event === 'kept').map((e) => String(e.args.face));
  return events
    .filter((e) => e.event === 'rolled')
    .map((e) => {
      const at = kept.indexOf(String(e.args.face));
      if (at >= 0) kept.splice(at, 1);
      return { face: String(e.args.face), kept: at >= 0 };
    });
}

export function SettledDice({ props, small }: { props: Props; small: boolean }) {
  if (small) {
    const text = settledDice(props)
      .map((die) => [props.words[`face.${die.face}`] ?? die.face, ...(die.kept ? [WORDS.kept] : [])].join(' '))
      .join(', ');
    return (
      <span class="at-pill past" role="img" aria-label={`${WORDS.showed}: ${text}`} title={`${WORDS.showed}: ${text}`}>
        {settledDice(props).map((die, i) => (
          <span key={i} class="at-face">
            <Die face={die.face} size={28} />
            {die.kept && (
              <i class="at-tick">
                <Icon name="check" />
              </i>
            )}
          </span>
        ))}
      </span>
    );
  }
  return (
    <ChoiceBox title={WORDS.showed}>
      <div class="at-dice past">
        {settledDice(props).map((die, i) => (
          <DieCell
            key={`${props.moment.version}-${i}`}
            die={{ ...die, change: false, key: null }}
            props={props}
            tumble={!props.reducedMotion && props.events.length > 0}
            onChange={() => {}}
          />
        ))}
      </div>
    </ChoiceBox>
  );
}

function DieCell({
  die,
  props,
  tumble,
  onChange,
}: {
  die: DieButton;
  props: Props;
  tumble: boolean;
  onChange: () => void;
}) {
  const { words, play } = props;
  const name = words[`face.${die.face}`] ?? die.face;
  const inner = (
    <>
      <span class={`at-face ${tumble ? 'at-tumble' : ''}`}>
        <Die face={die.face} size={44} />
        {die.kept && (
          <i class="at-tick">
            <Icon name="check" />
          </i>
        )}
      </span>
      {die.key && props.size !== 'phone' && (
        <kbd class="at-key" aria-hidden="true">
          {die.key}
        </kbd>
      )}
      <b>{name}</b> <small>{captionOf(die)}</small>
    </>
  );
  const { move } = die;
  if (!move && !die.change) return <span class={`at-cell ${die.kept ? 'kept' : ''}`}>{inner}</span>;
  const label = move ? `${sentence(move)}, ${WORDS.keepIt}` : `${name}, ${WORDS.changeIt}`;
  return (
    <button
      type="button"
      class="at-cell may"
      title={move ? sentence(move) : label}
      onClick={() => (move ? play(move) : onChange())}
    >
      {inner}
      <span class="vh">, {label}</span>
    </button>
  );
}

export function Roles({ props }: { props: Props }) {
  const { moves, words, play, choose } = props;
  return (
    <ChoiceBox title={WORDS.learn} onClose={() => choose(null)}>
      <div class="at-learn">
        {moves
          .filter((m) => m.kind === 'school')
          .map((move) => (
            <button
              key={move.text}
              type="button"
              class="at-do"
              title={move.label}
              aria-label={move.label}
              onClick={() => play(move)}
            >
              <Icon name={ROLE_ICON[move.args.role] ?? 'cap'} />
              {words[`role.${move.args.role}`] ?? move.args.role}
            </button>
          ))}
      </div>
    </ChoiceBox>
  );
}

export interface Choice {
  label: string;
  icon: string;
  price?: string;
  quiet?: boolean; // not a move
  run: () => void;
}

export function Menu({ title, choices, onClose }: { title: string; choices: Choice[]; onClose: () => void }) {
  return (
    <ChoiceBox title={title} onClose={onClose}>
      <div class="at-choices">
        {choices.map((choice) => (
          <button key={choice.label} type="button" class={`at-do ${choice.quiet ? 'quiet' : ''}`} onClick={choice.run}>
            <Icon name={choice.icon} />
            <span>
              {choice.label}
              {choice.price && <small>{choice.price}</small>}
            </span>
          </button>
        ))}
      </div>
    </ChoiceBox>
  );
}

function ChoiceBox({ title, onClose, children }: { title: string; onClose?: () => void; children: ComponentChildren }) {
  return (
    <section class="at-tray" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {onClose && (
          <button type="button" class="at-close" aria-label={WORDS.close} title={WORDS.close} onClick={onClose}>
            <Icon name="x" />
          </button>
        )}
      </header>
      {children}
    </section>
  );
}
