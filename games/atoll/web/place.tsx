// An islet on the map, with its pieces, its mark if it can be chosen, and its label for screen readers.
import { Art, Glyph, Treasure, shapeOf } from './islet';
import { newlyFlooded, inDanger, isLitByDefault, stateOf, treasureAt } from './model';
import type { Layout, Props, Space, State, Target } from './model';
import { KIND_ICON, PITCH } from './shapes';
import { WORDS, fill } from './words';

function labelOf(props: Props, space: Space, state: State, target: Target | undefined): string {
  const { words, view, content } = props;
  const treasure = treasureAt(view, space.id);
  const parts = [
    `${words[`space.${space.id}`] ?? space.id}, ${words[`colour.${space.colour}`] ?? space.colour} ${space.number}`,
    words[`state.${state}`] ?? state,
  ];
  if (view.pawn === space.id) parts.push(WORDS.here);
  if (treasure) parts.push(fill(WORDS.treasure, WORDS.element[treasure]));
  if (inDanger(view, content, space.id)) parts.push(WORDS.danger);
  if (newlyFlooded(props.moment.events).includes(space.id)) parts.push(WORDS.fresh);
  if (target?.chosen) parts.push(WORDS.chosen);
  else if (target?.lit) {
    const kinds = [...new Set(target.moves.map((m) => m.kind))];
    parts.push(...kinds.map((k) => WORDS.may[k]).filter(Boolean));
  } else if (target) parts.push(WORDS.several);
  return parts.join(', ');
}

interface PlaceProps {
  props: Props;
  space: Space;
  layout: Layout;
  target: Target | undefined;
  tab: string | null;
  onAct: () => void;
}

export function Place({ props, space, layout, target, tab, onAct }: PlaceProps) {
  const { view, content, words } = props;
  const { showNames: showNames, shortNameSize: shortNameSize } = layout;
  const state = stateOf(view, space.id);
  const { x, y } = layout.at(space.id);
  const shape = shapeOf(space);
  const treasure = treasureAt(view, space.id);
  const label = labelOf(props, space, state, target);
  const art = {
    space,
    name: words[`space.${space.id}`] ?? space.id,
    showNames,
    shortNameSize,
    sunkWord: words['board.sunk'] ?? 'SUNK',
  };
  const change = changeOf(props, space);
  const mark = target?.chosen ? 'chosen' : target?.lit ? 'may' : '';
  return (
    <g
      class={`at-islet ${mark}`}
      data-space={space.id}
      transform={`translate(${x} ${y})`}
      onClick={onAct}
      onContextMenu={(e) => {
        e.preventDefault();
        props.look('space', space.id);
      }}
    >
      <title>{label}</title>
      <g
        key={`${state}`}
        class={change ? 'at-after' : undefined}
        style={change ? { animationDelay: `${change.delay}ms` } : undefined}
      >
        <Art {...art} state={state} />
      </g>
      {change && (
        <g key={`before-${props.moment.version}`} class="at-before" style={{ animationDelay: `${change.delay}ms` }}>
          <Art {...art} state={change.from} />
        </g>
      )}
      {treasure && (
        <Treasure
          colour={treasure}
          ready={view.track[treasure] >= content.search.goal}
          x={showNames ? 25 : 22}
          y={showNames ? -4 : shortNameSize ? 6 : 12}
          scale={showNames ? 1 : shortNameSize ? 1.2 : 1.3}
        />
      )}
      {newlyFlooded(props.moment.events).includes(space.id) && <path class="at-fresh" d={shape.coast} />}
      {mark && (
        <g class="mayg">
          <path class="at-key-line" d={shape.ring} />
          <path class="at-may" d={shape.ring} />
          {mark === 'chosen' ? (
            <Tab scale={showNames ? 1 : 1.4} icons={['check']} />
          ) : (
            <Tab
              scale={showNames ? 1 : 1.4}
              letter={tab}
              icons={props.kind === null && target ? plainKinds(target) : []}
            />
          )}
        </g>
      )}
      <rect
        class="at-hit"
        x={-PITCH / 2}
        y={-PITCH / 2}
        width={PITCH}
        height={PITCH}
        role="button"
        tabIndex={0}
        aria-label={label}
        aria-pressed={target?.chosen ? true : undefined}
        onKeyDown={(e) => {
          if (e.key === 'Enter' || e.key === ' ') {
            e.preventDefault();
            onAct();
          }
        }}
      />
      <path class="at-focus" d={shape.focus} />
    </g>
  );
}

// A tab above an islet: its digit key, and icons of the available moves while no kind is chosen.
function Tab({ letter, icons, scale }: { letter?: string | null; icons: string[]; scale: number }) {
  const parts = (letter ? 1 : 0) + icons.length;
  if (!parts) return null;
  const left = (-parts * 16) / 2;
  const size = scale > 1 && parts > 1 ? 1.15 : scale; // so that two icons do not cover the signs in the corners
  return (
    <g class="at-tab" transform={`translate(0 ${scale > 1 ? -54 : -57}) scale(${size})`}>
      <rect x={left - 1} width={parts * 16 + 2} height="18" rx="4" />
      {letter && (
        <text x={left + 8} y="13.300" text-anchor="middle">
          {letter}
        </text>
      )}
      {icons.map((icon, i) => (
        <Glyph key={icon} name={icon} x={left + (letter ? 16 : 0) + i * 16 + 1} y={2} size={14} pen={2.4} />
      ))}
    </g>
  );
}

const plainKinds = (target: Target): string[] => [
  ...new Set(target.moves.filter((m) => isLitByDefault(m.kind)).map((m) => KIND_ICON[m.kind])),
];

// For animation: the islet's previous state, and when it changes.
function changeOf(props: Props, space: Space): { from: State; delay: number } | null {
  const { previousView, view, events, reducedMotion } = props;
  if (reducedMotion || !previousView || !events.length) return null;
  const from = stateOf(previousView, space.id);
  if (from === stateOf(view, space.id)) return null;
  const spaces = [...new Set(events.filter((e) => e.args.space !== undefined).map((e) => String(e.args.space)))];
  const step = Math.min(240, 1000 / Math.max(1, spaces.length));
  return { from, delay: Math.max(0, spaces.indexOf(space.id)) * step };
}
