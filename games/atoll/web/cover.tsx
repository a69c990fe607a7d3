// The lobby's picture: a corner of the atoll, half of it sunk.
import { GLYPH, HILL, PAWN, PENTAGON, VIGNETTE, islet, reefOutline } from './shapes';
import { Glyph } from './islet';

const TILES: [number, number, 'dry' | 'flooded' | 'sunk', string?][] = [
  [0, 1, 'dry', 'lookout-hill'],
  [0, 2, 'flooded'],
  [0, 3, 'sunk'],
  [1, 0, 'flooded'],
  [1, 1, 'dry', 'temple-reef'],
  [1, 2, 'dry', 'secret-eden'],
  [1, 3, 'dry', 'wave-fortress'],
  [1, 4, 'flooded'],
  [2, 1, 'sunk'],
  [2, 2, 'dry', 'benders-crossing'],
  [2, 3, 'flooded'],
];
const STEP = 49;

export function Cover({ size }: { size: number }) {
  const edge = reefOutline(
    TILES.map(([row, column]) => ({ row, column })),
    4,
  );
  return (
    <svg
      class="cover atoll-cover"
      viewBox="0 0 260 156"
      width={size}
      height={Math.round(size * 0.6)}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <g class="at-chart">
        <rect class="open" width="260" height="156" />
        <g transform={`translate(7 5) scale(${STEP / 102})`}>
          {[
            ['far', 74],
            ['near', 34],
            ['reef', 6],
          ].map(([name, width]) => (
            <g key={name} class={`zone ${name}`}>
              <path class="line" d={edge} stroke-width={Number(width) + 3} />
              <path class="fill" d={edge} stroke-width={width} />
            </g>
          ))}
        </g>
      </g>
      {TILES.map(([row, column, state, what], i) => {
        const shape = islet(22.5, 22.5, 7.5, i + 3, 0.9);
        return (
          <g key={i} transform={`translate(${column * STEP + 31.5} ${row * STEP + 29.5})`}>
            {state === 'dry' && (
              <>
                <path class="at-shade" d={shape} transform="translate(0 2)" />
                <path class="at-land" d={shape} />
              </>
            )}
            {state === 'dry' && (
              <path
                class="at-vignette"
                d={VIGNETTE[what ?? ''] ?? HILL}
                transform="translate(0 1) scale(.6)"
                stroke-width="2.3"
              />
            )}
            {state === 'flooded' && (
              <>
                <path class="at-shallow" d={shape} />
                <path class="at-dash" d={shape} />
                <path class="at-waves" d="M-12-6q5.500-5.500 11 0t11 0M-8 7q5.500-5.500 11 0t11 0" />
              </>
            )}
            {state === 'sunk' && (
              <>
                <path class="at-deep" d={shape} />
                <g class="at-rock">
                  <ellipse rx="13" ry="10" stroke-dasharray=".1 3.500" />
                  <path d="M-5 0H5M0-5V5" />
                </g>
              </>
            )}
          </g>
        );
      })}
      <g class="at-treasure" transform="translate(192 83) scale(.62)" style={{ color: 'var(--el-blue)' }}>
        <path class="key" d={PENTAGON} />
        <path class="gem" d={PENTAGON} />
        <Glyph name={GLYPH.blue} x={-9} y={-9} size={18} />
      </g>
      <g class="at-pawn" transform="translate(129.500 74) scale(.85)">
        <ellipse class="shade" cy="17" rx="15" ry="5" />
        <path class="key" d={PAWN} />
        <path class="body" d={PAWN} style={{ fill: 'var(--pA)' }} />
      </g>
    </svg>
  );
}
