// Draws an islet: dry, flooded or sunk, with its treasure and danger mark.
import type { AtollColour } from '@/generated/games';
import type { Space, State } from './model';
import { GLYPH, HALF, HILL, PENTAGON, VIGNETTE, islet, wave } from './shapes';

export function Glyph({
  name,
  x,
  y,
  size,
  pen = 2.3,
  colour,
}: {
  name: string;
  x: number;
  y: number;
  size: number;
  pen?: number;
  colour?: string;
}) {
  return (
    <g class="at-pen" stroke-width={pen} style={colour ? { color: `var(--el-${colour})` } : undefined}>
      <use href={`#${name}`} x={x} y={y} width={size} height={size} />
    </g>
  );
}

const shapes = new Map<string, { coast: string; ring: string; land: string; focus: string }>();

export function shapeOf(space: { row: number; column: number }) {
  const key = `${space.row},${space.column}`;
  const seed = space.row * 7 + space.column * 3 + 1;
  let shape = shapes.get(key);
  if (!shape) {
    shape = {
      coast: islet(HALF, HALF, 15, seed, 1.5),
      ring: islet(HALF + 2.5, HALF + 2.5, 13, seed, 0.5),
      land: islet(29, 20, 9, seed + 5, 1.6),
      focus: islet(HALF + 6, HALF + 6, 16, seed, 0.3),
    };
    shapes.set(key, shape);
  }
  return shape;
}

function nameLines(name: string): string[] {
  if (name.length <= 12 || !name.includes(' ')) return [name];
  const words = name.split(' ');
  let best = 1;
  const length = (from: number, to: number): number => words.slice(from, to).join(' ').length;
  for (let cut = 1; cut < words.length; cut++) {
    if (Math.max(length(0, cut), length(cut, words.length)) < Math.max(length(0, best), length(best, words.length))) {
      best = cut;
    }
  }
  return [words.slice(0, best).join(' '), words.slice(best).join(' ')];
}

function Name({ name, state }: { name: string; state: State }) {
  const lines = nameLines(name);
  const y = state === 'sunk' ? (lines.length > 1 ? 12 : 20) : lines.length > 1 ? 24 : 34;
  return (
    <text class={`at-name ${state}`} text-anchor="middle" y={y}>
      {lines.map((line, i) => (
        <tspan key={i} x={0} dy={i ? 13 : 0}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

// The first word of the name, for when there is no room for all of it. The first words are all different.
const shortName = (name: string): string => {
  const [word] = name.split(' ');
  return word.length > 10 ? `${word.slice(0, 9)}.` : word;
};

function ShortName({ name, state, size }: { name: string; state: State; size: number }) {
  return (
    <text
      class={`at-name short ${state}`}
      text-anchor="middle"
      y={state === 'sunk' ? 38 : 41}
      style={{ fontSize: `${size}px` }}
    >
      {shortName(name)}
    </text>
  );
}

interface ArtProps {
  space: Space;
  state: State;
  name: string;
  showNames: boolean;
  shortNameSize: number; // font size of the short name; 0: not shown
  sunkWord: string;
}

// The land alone, without pieces and marks, centred on the origin.
export function Art({ space, state, name, showNames: showNames, shortNameSize: shortNameSize, sunkWord }: ArtProps) {
  const shape = shapeOf(space);
  if (state === 'sunk') {
    return (
      <g class="at-sunk">
        <path class="at-deep" d={shape.coast} />
        <path class="at-rim" d={shape.coast} />
        <g
          class="at-rock"
          transform={
            showNames
              ? 'translate(0 -18)'
              : shortNameSize
                ? 'translate(0 -10) scale(1.1)'
                : 'translate(0 -2) scale(1.25)'
          }
        >
          <ellipse rx="20" ry="14" stroke-dasharray=".1 4.5" />
          <path d="M-9 0H9M0-9V9M-5.500-5.500v.01M5.500-5.500v.01M-5.500 5.500v.01M5.500 5.500v.01" />
        </g>
        {showNames && <Name name={name} state={state} />}
        {showNames && (
          <text class="at-gone" text-anchor="middle" y="39">
            {sunkWord}
          </text>
        )}
        {shortNameSize > 0 && <ShortName name={name} state={state} size={shortNameSize} />}
      </g>
    );
  }
  const vignette = VIGNETTE[space.id] ?? HILL;
  const clip = `at-clip-${space.row}-${space.column}-${showNames ? 'n' : 'b'}`;
  const corner = showNames
    ? { plate: 18, text: 14, icon: 14, x: -43, y: -43 }
    : { plate: 28, text: 22, icon: 21, x: -43, y: -43 };
  const vignetteAt =
    state === 'dry'
      ? showNames
        ? 'translate(0 -8) scale(.86)'
        : shortNameSize
          ? 'translate(0 2) scale(.82)'
          : 'translate(0 7) scale(1.05)'
      : showNames
        ? 'translate(0 -15) scale(.6)'
        : shortNameSize
          ? 'translate(0 -7) scale(.68)'
          : 'translate(0 -5) scale(.74)';
  const scale =
    state === 'dry' ? (showNames ? 0.86 : shortNameSize ? 0.82 : 1.05) : showNames ? 0.6 : shortNameSize ? 0.68 : 0.74;
  return (
    <g class={`at-${state}`}>
      {state === 'dry' ? (
        <>
          <path class="at-shade" d={shape.coast} transform="translate(0 3)" />
          <path class="at-land" d={shape.coast} />
        </>
      ) : (
        <>
          <path class="at-shallow" d={shape.coast} />
          <clipPath id={clip}>
            <path d={shape.coast} />
          </clipPath>
          <g clip-path={`url(#${clip})`}>
            <path
              class="at-land thin"
              d={shape.land}
              transform={
                showNames
                  ? 'translate(0 -15.500)'
                  : shortNameSize
                    ? 'translate(0 -9) scale(1.15 .95)'
                    : 'translate(0 -6) scale(1.15 1.1)'
              }
            />
            {(showNames ? [9, 18, 27, 36, 45] : [10, 19, 28, 37, 46]).map((y, i) => (
              <path key={y} class="at-waves" d={wave(i % 2 ? -49.5 : -54, y, 6)} />
            ))}
          </g>
          <path class="at-dash" d={shape.coast} />
        </>
      )}
      <path class="at-vignette" d={vignette} transform={vignetteAt} stroke-width={1.5 / scale} />
      {state === 'flooded' && (
        <>
          <rect class="at-plate" x={corner.x} y={corner.y} width={corner.plate} height={corner.plate} rx="5" />
          <rect
            class="at-plate"
            x={-corner.x - corner.plate}
            y={corner.y}
            width={corner.plate}
            height={corner.plate}
            rx="5"
          />
        </>
      )}
      <text
        class="at-number"
        x={corner.x + corner.plate / 2}
        y={corner.y + corner.plate / 2 + corner.text * 0.36}
        text-anchor="middle"
        font-size={corner.text}
        style={{ fill: `var(--el-${space.colour})` }}
      >
        {space.number}
      </text>
      <Glyph
        name={GLYPH[space.colour]}
        colour={space.colour}
        x={-corner.x - corner.plate / 2 - corner.icon / 2}
        y={corner.y + corner.plate / 2 - corner.icon / 2}
        size={corner.icon}
      />
      {showNames && <Name name={name} state={state} />}
      {shortNameSize > 0 && <ShortName name={name} state={state} size={shortNameSize} />}
    </g>
  );
}

export function Treasure({
  colour,
  ready,
  x,
  y,
  scale,
}: {
  colour: AtollColour;
  ready: boolean;
  x: number;
  y: number;
  scale: number;
}) {
  return (
    <g
      class={`at-treasure ${ready ? 'ready' : ''}`}
      transform={`translate(${x} ${y}) scale(${scale})`}
      style={{ color: `var(--el-${colour})` }}
    >
      <path class="key" d={PENTAGON} />
      <path class="gem" d={PENTAGON} />
      <Glyph name={GLYPH[colour]} x={-9} y={-9} size={18} pen={2.4} />
    </g>
  );
}

// Flooded, and the game is lost if it sinks.
export function Danger({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <g class="at-danger" transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d="M0-9.500 10 8H-10Z" />
      <path class="mark" d="M0-3.500v5.200M0 5v.01" />
    </g>
  );
}
