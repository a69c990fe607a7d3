// The water gauge: the water level and how many spaces flood each turn; vertical, or horizontal on phones.
import type { Props } from './model';
import { Glyph } from './islet';
import { WORDS, fill } from './words';

interface Band {
  from: number;
  to: number;
  floods: number;
}

function bandsOf(floods: number[]): Band[] {
  const bands: Band[] = [];
  floods.forEach((n, i) => {
    const last = bands[bands.length - 1];
    if (last && last.floods === n) last.to = i;
    else bands.push({ from: i, to: i, floods: n });
  });
  return bands;
}

const gaugeLabel = ({ view, content }: Props): string =>
  view.water >= content.water.floods.length
    ? WORDS.staffSkull
    : fill(WORDS.staffLabel, view.water, content.water.floods.length, content.water.floods[view.water]);

// One E-shaped mark of a surveyor's staff, open to the left or to the right.
const teeth = (left: number, top: number, height: number, flip: boolean): string => {
  const x = (n: number): number => (flip ? left + 24 - n : left + n);
  const middle = top + height / 2;
  return (
    `M${x(10)} ${top + 2}H${x(24)}V${top + height - 2}H${x(10)}V${top + height - 8}H${x(18)}` +
    `V${middle + 3}H${x(13)}V${middle - 3}H${x(18)}V${top + 8}H${x(10)}Z`
  );
};

export function WaterGauge({ props, x, top, height }: { props: Props; x: number; top: number; height: number }) {
  const { floods } = props.content.water;
  const cells = floods.length + 1;
  const step = (height - 8) / cells;
  const y = (square: number): number => top + height - 4 - (square + 1) * step; // upper edge of a square
  const { water } = props.view;
  const clip = 'at-staff-clip';
  return (
    <g class="at-staff" role="img" aria-label={gaugeLabel(props)}>
      <title>{gaugeLabel(props)}</title>
      <text class="wt" x={x + 16} y={top - 9} text-anchor="middle">
        {WORDS.staff}
      </text>
      <rect class="body" x={x} y={top} width="32" height={height} rx="4" />
      <clipPath id={clip}>
        <rect x={x + 4} y={top + 4} width="24" height={height - 8} />
      </clipPath>
      <g clip-path={`url(#${clip})`}>
        <rect
          class="at-water"
          x={x + 4}
          y={0}
          width="24"
          height={height}
          style={{ transform: `translateY(${y(water)}px)` }}
        />
      </g>
      {floods.map((_, i) => (
        <g key={i}>
          <path class="teeth" d={teeth(x + 4, y(i), step, i % 2 === 1)} />
          {i !== water && (
            <text class="square" x={x - 5} y={y(i) + step / 2 + 4} text-anchor="end">
              {i}
            </text>
          )}
        </g>
      ))}
      <rect class="skull" x={x + 4} y={top + 4} width="24" height={step - 0.5} />
      <g class="on-skull">
        <Glyph name="skull" x={x + 4} y={top + 4 + step / 2 - 12} size={24} pen={1.8} />
      </g>
      {bandsOf(floods).map((band) => {
        const now = water >= band.from && water <= band.to;
        const middle = (y(band.to) + y(band.from) + step) / 2;
        return (
          <g key={band.from} class={`band ${now ? 'now' : ''}`}>
            <path d={`M${x + 37} ${y(band.to) + 4}h6V${y(band.from) + step - 4}h-6`} />
            <text class="nm" x={x + 50} y={middle + 5}>
              {band.floods}
            </text>
            {now && (
              <text class="unit" x={x + 50} y={middle + 18}>
                {fill(WORDS.floods, band.floods)}
              </text>
            )}
          </g>
        );
      })}
      <g class="at-level" style={{ transform: `translateY(${y(water)}px)` }}>
        <path class="surface" d={`M${x - 2} 0q4-4 8 0t8 0 8 0 8 0 8 0`} />
        <g transform={`translate(${x - 18} ${step / 2})`}>
          <path class="flag" d="M-14-11H6L17 0 6 11H-14Z" />
          {water < floods.length ? (
            <text x="-4" y="4.700" text-anchor="middle">
              {water}
            </text>
          ) : (
            <g class="on-flag">
              <Glyph name="skull" x={-13} y={-9} size={18} pen={2} />
            </g>
          )}
        </g>
      </g>
    </g>
  );
}

export function FlatWaterGauge({ props }: { props: Props }) {
  const { floods } = props.content.water;
  const { water } = props.view;
  const step = 350 / (floods.length + 1);
  const x = (square: number): number => 8 + square * step;
  return (
    <div class="at-flat">
      <svg viewBox="0 -2 366 45" role="img" aria-label={gaugeLabel(props)}>
        {floods.map((_, i) => (
          <g key={i}>
            <rect class={i <= water ? 'wet' : 'air'} x={x(i)} y="20" width={step} height="18" />
            {i !== water && (
              <text class="square" x={x(i) + step / 2} y="33" text-anchor="middle">
                {i}
              </text>
            )}
          </g>
        ))}
        <path
          class="surface"
          d={`M${x(0)} 24.500${`q${step / 4}-3 ${step / 2} 0t${step / 2} 0`.repeat(Math.min(water, floods.length))}`}
        />
        <rect class="skull" x={x(floods.length)} y="20" width={step} height="18" />
        <g class="on-skull">
          <Glyph name="skull" x={x(floods.length) + step / 2 - 8} y={21} size={16} pen={2} />
        </g>
        <g class="at-level" style={{ transform: `translateX(${x(water)}px)` }}>
          <rect class="flag" x="-1" y="18" width={step + 2} height="22" />
          {water < floods.length ? (
            <text x={step / 2} y="34" text-anchor="middle">
              {water}
            </text>
          ) : (
            <g class="on-flag">
              <Glyph name="skull" x={step / 2 - 8} y={21} size={16} pen={2} />
            </g>
          )}
        </g>
        {bandsOf(floods).map((band) => {
          const now = water >= band.from && water <= band.to;
          return (
            <g key={band.from} class={`band ${now ? 'now' : ''}`}>
              <path d={`M${x(band.from) + 3} 17v-3H${x(band.to + 1) - 3}v3`} />
              <text x={(x(band.from) + x(band.to + 1)) / 2} y="9" text-anchor="middle">
                {now ? `${band.floods} ${fill(WORDS.floods, band.floods)}` : band.floods}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
