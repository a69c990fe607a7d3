// The two dice, the places they fit, and the available changes. Red has round pips, blue has square ones.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Move } from '@/kit/protocol';
import { Icon } from '@/kit/ui';
import { numberText, fittingLocations, say, fillParts, type Props } from './model';
import { schedule, tumble } from './motion';
import { WORDS } from './words';

export type Colour = 'red' | 'blue';
type Press = (colour: Colour) => void;
const COLOURS: Colour[] = ['red', 'blue'];

const PIPS: Record<number, [number, number][]> = {
  1: [[27, 27]],
  2: [
    [14, 14],
    [40, 40],
  ],
  3: [
    [14, 14],
    [27, 27],
    [40, 40],
  ],
  4: [
    [14, 14],
    [40, 14],
    [14, 40],
    [40, 40],
  ],
  5: [
    [14, 14],
    [40, 14],
    [27, 27],
    [14, 40],
    [40, 40],
  ],
  6: [
    [14, 13],
    [40, 13],
    [14, 27],
    [40, 27],
    [14, 41],
    [40, 41],
  ],
};

export const Face = ({
  colour,
  pips,
  x,
  y,
  size,
}: {
  colour: Colour;
  pips: number;
  x?: number;
  y?: number;
  size?: number;
}) => (
  <svg class="day" viewBox="0 0 54 54" x={x} y={y} width={size} height={size} aria-hidden="true">
    <rect
      x="2"
      y="2"
      width="50"
      height="50"
      rx="9"
      fill={colour === 'red' ? 'var(--pC)' : 'var(--pB)'}
      stroke="var(--ink)"
      stroke-width="2.500"
    />
    {(PIPS[pips] ?? []).map(([px, py]) =>
      colour === 'red' ? (
        <circle cx={px} cy={py} r="4.700" fill="var(--raised)" />
      ) : (
        <rect x={px - 4} y={py - 4} width="8" height="8" fill="var(--raised)" />
      ),
    )}
  </svg>
);

const isDiceMove = (move: Move): boolean => move.kind === 'reroll' || move.kind === 'plus';
export const movesOf = (moves: Move[], colour: Colour): Move[] =>
  moves.filter((m) => isDiceMove(m) && m.args.die === colour);

// A die; a button if it can be changed.
function Die({ props, colour, press, pressed }: { props: Props; colour: Colour; press?: Press; pressed?: boolean }) {
  const { view, words, moves, events, reducedMotion, moment } = props;
  const ref = useRef<HTMLSpanElement>(null);
  const pips = view.die[colour];
  useLayoutEffect(() => {
    if (reducedMotion || !ref.current) return;
    const rolls = events.some((e) => e.event === 'rolled' || (e.event === 'rerolled' && e.args.die === colour));
    if (rolls) tumble(ref.current, schedule(events).dice, colour === 'red' ? 1 : -1);
  }, [moment.version]);
  const label = say(WORDS.die, words[`die.${colour}`], pips);
  const open = movesOf(moves, colour);
  const face = (
    <span ref={ref} class="ngu-face">
      <Face colour={colour} pips={pips} />
    </span>
  );
  if (!open.length || !press) {
    return (
      <span class="ngu-die" role="img" aria-label={label}>
        {face}
      </span>
    );
  }
  return (
    <button
      class={`ngu-die may ${pressed ? 'on' : ''}`}
      type="button"
      aria-pressed={pressed}
      aria-label={`${label}; ${open.map((m) => m.label).join(', ')}`}
      onClick={() => press(colour)}
    >
      {face}
    </button>
  );
}

const isRolled = ({ view }: Props): boolean => view.die.red > 0 && view.phase !== 'roll';

// "Red 5 and blue 2 fit Waterfall and Hut."
function FittingPlaces({ props }: { props: Props }) {
  const { view, words } = props;
  const dealing = view.puzzle.some((p, i) => i < props.names.length && p === 'none');
  if (!isRolled(props)) return <>{dealing ? WORDS.dealing : WORDS.rolling}</>;
  const name = (location: string) => <b>{words[`location.${location}`]}</b>;
  const { red, blue } = view.die;
  if (view.location !== 'none') return <>{fillParts(words['describe.chosen'], red, blue, name(view.location))}</>;
  const [a, b] = fittingLocations(red, blue);
  return <>{fillParts(words['describe.fits'], red, blue, name(a), name(b))}</>;
}

const changeText = (move: Move, props: Props): string => {
  if (move.kind === 'plus') return WORDS.plus;
  return move.args.with === 'free' ? say(WORDS.free, props.view.rerolls[(props.seat ?? 1) - 1]) : WORDS.everyTurn;
};

const moveText = (move: Move): string => [move.label, move.gain].filter(Boolean).join(': ');

// All changes of a die, in words, below it on wide screens.
const Changes = ({ props, colour }: { props: Props; colour: Colour }) => (
  <div class="ngu-changes">
    {movesOf(props.moves, colour).map((move) => (
      <button key={move.text} class="ngu-change" type="button" title={moveText(move)} onClick={() => props.play(move)}>
        <Icon name={move.kind === 'plus' ? 'plus' : 'dice'} />
        <span>
          <b>{move.kind === 'plus' ? WORDS.addOne : WORDS.reroll}</b>{' '}
          {move.kind === 'reroll' && <small>{changeText(move, props)}</small>}
          <span class="vh">, {moveText(move)}</span>
        </span>
      </button>
    ))}
  </div>
);

export function DiceBox(props: Props) {
  const full = COLOURS.some((colour) => movesOf(props.moves, colour).length > 1);
  return (
    <section class={`panel ngu-dicebox ${full ? 'full' : ''}`} aria-label={WORDS.dice}>
      <div class="ngu-dice">
        {COLOURS.map((colour) => (
          <div key={colour}>
            <Die props={props} colour={colour} />
            <Changes props={props} colour={colour} />
          </div>
        ))}
      </div>
      {!full && (
        <p class="sm">
          <FittingPlaces props={props} />
        </p>
      )}
    </section>
  );
}

// The strip above the board on phones. A die opens its changes in the board's popup.
export function DiceStrip({ props, die, press }: { props: Props; die: Colour | null; press: Press }) {
  const may = props.moves.some(isDiceMove);
  return (
    <div class="ngu-strip">
      {isRolled(props) &&
        COLOURS.map((colour) => (
          <Die key={colour} props={props} colour={colour} press={press} pressed={die === colour} />
        ))}
      <p>
        <FittingPlaces props={props} />
        {may && ` ${WORDS.tapDie}`}
      </p>
    </div>
  );
}

export const pointsText = (n: number): string => (n === 1 ? WORDS.point : say(WORDS.points, numberText(n)));
