// Parts that phones show on the board because the panels are on another tab.
import { Icon } from '@/kit/ui';
import { COLOURS } from './model';
import type { Props } from './model';
import { GLYPH, ROLE_ICON } from './shapes';
import { WORDS, fill } from './words';

// Role and special points, in the corners of the sea.
export function Pills({ props }: { props: Props }) {
  const { view, words, look, kind } = props;
  // otherwise it would be hidden behind "More" in the action list
  const search = props.moves.find((m) => m.kind === 'search');
  const special = fill(WORDS.special, view.special);
  return (
    <>
      {view.role !== 'none' && (
        <button
          type="button"
          class="at-pill west"
          aria-label={fill(WORDS.role, words[`role.${view.role}`] ?? view.role)}
          onClick={() => look('role', view.role)}
        >
          <Icon name={ROLE_ICON[view.role] ?? 'cap'} />
          {words[`role.${view.role}`] ?? view.role}
        </button>
      )}
      <span class="at-pill east" role="img" aria-label={special} title={special}>
        <Icon name="bolt" />
        <span class="num">{view.special}</span>
        <span class="word">{WORDS.specialWord}</span>
      </span>
      {search && kind === null && (
        <button type="button" class="at-pill may" aria-label={search.label} onClick={() => props.play(search)}>
          <Icon name="dice" />
          {search.label}
        </button>
      )}
    </>
  );
}

// The four searches in one line.
export function Tracks({ props }: { props: Props }) {
  const { view, content } = props;
  const text = (colour: (typeof COLOURS)[number]): string =>
    view.claimed.includes(colour) ? WORDS.claimed : fill(WORDS.of, view.track[colour], content.search.goal);
  return (
    <ul class="at-mini">
      {COLOURS.map((colour) => (
        <li
          key={colour}
          style={{ color: `var(--el-${colour})` }}
          aria-label={`${WORDS.element[colour]}: ${text(colour)}`}
        >
          <Icon name={GLYPH[colour]} />
          {view.claimed.includes(colour) ? (
            <Icon name="check" />
          ) : (
            <b class="num">
              {view.track[colour]}/{content.search.goal}
            </b>
          )}
        </li>
      ))}
    </ul>
  );
}
