// Panels beside the board: the four searches, the role and the score.
import type { BoardProps } from '@/kit/board';
import { Icon, Panel } from '@/kit/ui';
import type { Props } from './model';
import { COLOURS } from './model';
import { GLYPH, ROLE_ICON } from './shapes';
import { WORDS, fill, fillNamed } from './words';

export function Side(given: BoardProps) {
  const props = given as Props;
  return (
    <>
      <Panel title={WORDS.search} class="at-search">
        <ul>
          {COLOURS.map((colour) => (
            <Track key={colour} props={props} colour={colour} />
          ))}
        </ul>
      </Panel>
      <Role props={props} />
      <ScorePanel props={props} />
    </>
  );
}

function Track({ props, colour }: { props: Props; colour: (typeof COLOURS)[number] }) {
  const { view, content, words } = props;
  const { goal } = content.search;
  const claimed = view.claimed.includes(colour);
  const points = claimed ? goal : view.track[colour];
  const place = words[`space.${view.treasure[colour]}`] ?? '';
  const sunk = !claimed && view.treasure[colour] !== 'none' && view.sunk.includes(view.treasure[colour]);
  const ready = !claimed && !sunk && points >= goal;
  return (
    <li class={`at-track ${claimed ? 'done' : ''}`} style={{ '--c': `var(--el-${colour})` }}>
      <Icon name={GLYPH[colour]} />
      <b>
        {WORDS.element[colour]}
        {!claimed && <i> {words[`colour.${colour}`] ?? colour}</i>}
      </b>
      <span class="st num">
        {claimed ? (
          <>
            <Icon name="check" />
            {WORDS.claimed}
          </>
        ) : (
          fill(WORDS.of, points, goal)
        )}
      </span>
      <span class="pips" aria-hidden="true">
        {Array.from({ length: goal }, (_, i) => (
          <i key={i} class={i < points ? 'on' : ''} />
        ))}
      </span>
      <small class={sunk ? 'bad' : ready ? 'ready' : ''}>
        {claimed ? WORDS.taken : place && fill(sunk ? WORDS.sankWith : ready ? WORDS.ready : WORDS.lies, place)}
      </small>
    </li>
  );
}

function Role({ props }: { props: Props }) {
  const { view, content, words, moves, play, look } = props;
  const { roles } = content;
  const sides = [...new Set(roles.die)];
  const role = view.role;
  const values = {
    cubes: roles.engineer_cubes,
    steps: roles.navigator_steps,
    flights: roles.pilot_flights,
    changes: roles.messenger_changes,
    left: role === 'pilot' ? view.flights : 1,
  };
  const help = fillNamed(words[`role.${role}.help`] ?? '', values);
  return (
    <Panel title={fill(WORDS.role, words[`role.${role}`] ?? role)} class="at-role">
      <div class="at-roles">
        {sides.map((side) => {
          const move =
            props.kind === 'school' ? moves.find((m) => m.kind === 'school' && m.args.role === side) : undefined;
          const name = words[`role.${side}`] ?? side;
          return (
            <button
              key={side}
              type="button"
              class={`${side === role ? 'on' : ''} ${move ? 'may' : ''}`}
              aria-label={move ? move.label : name}
              aria-current={side === role ? 'true' : undefined}
              title={move ? move.label : name}
              onClick={() => (move ? play(move) : look('role', side))}
            >
              <Icon name={ROLE_ICON[side] ?? 'cap'} />
            </button>
          );
        })}
      </div>
      <p class="sm dim">
        {help} {view.phase !== 'over' && WORDS.rolled}
      </p>
    </Panel>
  );
}

function ScorePanel({ props }: { props: Props }) {
  const { moment, words } = props;
  const score = moment.score.seats.find((s) => s.seat === (props.seat ?? 1));
  if (!score) return null;
  const parts = Object.entries(score.parts).filter(([, points]) => points !== 0);
  return (
    <Panel title={fill(moment.over ? WORDS.final : WORDS.now, score.points)} class="at-worth">
      {parts.length ? (
        <dl>
          {parts.map(([part, points]) => (
            <div key={part}>
              <dt>{words[`part.${part}`] ?? part}</dt>
              <dd class="num">{points}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="sm dim">{WORDS.nothing}</p>
      )}
    </Panel>
  );
}
