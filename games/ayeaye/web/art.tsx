// The static parts of the pictures: sea, island, coasts, palms, compass rose. Nothing here depends on the game's
// state.
import { memo } from 'preact/compat';
import { Palm, strokeWidthAt } from '@/kit/figure';
import { CHANNEL, GREEN_1, GREEN_2, GREEN_3, ISLAND, LAGOON, TREASURE } from './outlines';

export { Palm };
export const wave = (x: number, y: number, n: number): string => `M${x} ${y}` + 'q4-4 8 0q4 4 8 0'.repeat(n);
export const pen = strokeWidthAt;

export function Volcano({ x, y, s }: { x: number; y: number; s: number }) {
  return (
    <g class="art aye-line" transform={`translate(${x} ${y}) scale(${s})`} stroke-width={pen(s)}>
      <path class="st2" d="M-60 10L-16-52q8 6 16 0t16 0L60 10Z" />
      <path class="lava" d="M-16-52q8 6 16 0t16 0l-6 10q-10 6-20 0Z" />
      <path class="lava-line" d="M-4-40c2 14-6 22-4 36M8-38c0 12 8 18 8 30" stroke-width="3" />
      <path d="M-40 0l10-14M40 2l-8-14" />
      <path class="rock" d="M-10-56c-10-2-10-14 0-14 0-10 14-12 17-3 9-3 13 9 5 13-2 6-16 8-22 4Z" />
    </g>
  );
}

const RIBS = 'M0 8c2-14 2-22-2-30M12 8c2-18 2-26-2-36M24 8c2-18 2-24-2-34M36 8c2-12 2-18-2-26';

function Coasts() {
  const s = 0.5925;
  const at = (x: number, y: number) => ({
    class: 'art aye-line',
    transform: `translate(${x} ${y}) scale(${s})`,
    'stroke-width': pen(s),
  });
  return (
    <>
      <g {...at(420.3, 122.1)}>
        <path
          class="rock"
          d="M-44 8c4-24 8-34 12-46 6 10 8 24 10 34 4-20 8-44 14-56 8 14 10 36 12 54 4-16 8-28 12-34 6 12 10 30 12 48Z"
        />
        <path d="M-32-30l4 14M-8-52l5 22M18-26l4 14" />
      </g>
      <g {...at(532.1, 268.4)}>
        <ellipse class="sea2" cx="0" cy="4" rx="42" ry="11" />
        <path d="M-26 2c0-16-2-24-6-32M-18 4c0-18 2-28 6-36M10 6c0-14 0-24-4-32M20 4c0-16 4-26 8-34M32 2c0-10 2-16 6-22" />
        <path class="st3" d="M-35-32c-2 6 6 8 6 2ZM-14-34c0 6 6 8 6 0ZM3-28c0 6 6 6 5-1ZM26-32c0 6 6 6 5-1Z" />
        <path d="M-8 4q4-3 8 0M14 8q4-3 8 0" />
      </g>
      <g {...at(420.3, 509.6)}>
        <path class="paper" d="M-40 8c-6-16 4-36 22-36 10 0 14 8 12 16-4 2-4 6-2 10-6 6-14 2-16 10Z" />
        <circle class="void" cx="-20" cy="-12" r="4.5" />
        <path d={RIBS} stroke-width="5" />
        <path class="paper-line" d={RIBS} stroke-width="2.6" />
      </g>
      <Volcano x={196.5} y={509.6} s={0.6162} />
      <g {...at(84.7, 315.8)}>
        <path class="rock" d="M-40 10v-34h80v34ZM-40-24v-8h10v8h10v-8h10v8h10v-8h10v8h10v-8h10v8h10v-8h10v8Z" />
        <path class="st3" d="M-10 10v-14a10 10 0 0 1 20 0v14Z" />
        <path d="M0-32v-28" />
        <path class="lava" d="M1-60c10-4 14 4 22 0v13c-8 4-12-4-22 0Z" />
      </g>
      <g {...at(196.5, 122.1)}>
        <path
          class="sea2"
          d="M-50 10c20-2 24-14 40-14 18 0 22-18 44-16 10 1 14 8 12 14-12-4-20 4-28 10-14 10-44 10-68 14Z"
        />
        <path class="st3-line" d="M-8-6l6-16M6-10l4-18M-12-20l24-8M-10-13l22-8" stroke-width="2.6" />
        <path d="M-20 5q4-3 8 0M16-14q4-3 8 0" />
      </g>
    </>
  );
}

// The names of the six coasts are below their pictures.
export const COASTS: [string, number, number][] = [
  ['teeth', 420.3, 141.3],
  ['marsh', 532.1, 287.6],
  ['bones', 420.3, 528.8],
  ['cinder', 196.5, 528.8],
  ['fort', 84.7, 335],
  ['creek', 196.5, 141.3],
];

const PALMS: [number, number, number, boolean][] = [
  [384.2, 114.2, 0.42, true],
  [227.8, 109.4, 0.47, false],
  [142.5, 142.6, 0.36, false],
  [498, 507.6, 0.42, true],
  [517, 398.6, 0.36, true],
  [109.3, 464.9, 0.36, false],
  [355.8, 536, 0.42, true],
  [246.8, 521.8, 0.36, false],
  [351.1, 185.3, 0.31, true],
  [261, 190, 0.31, false],
  [185.2, 337, 0.36, false],
  [355.8, 450.7, 0.31, true],
];

export function Rose({ x, y, r }: { x: number; y: number; r: number }) {
  const k = r / 46;
  const ticks = Array.from({ length: 36 }, (_, i) => {
    const a = (i * Math.PI) / 18;
    const c = Math.cos(a);
    const s = Math.sin(a);
    return `M${(39.6 * c).toFixed(1)} ${(39.6 * s).toFixed(1)}L${(46 * c).toFixed(1)} ${(46 * s).toFixed(1)}`;
  }).join('');
  return (
    <g class="aye-rose" transform={`translate(${x} ${y}) scale(${k})`}>
      <circle r="46" stroke-width="1.3" />
      <circle r="39.6" />
      <path d={ticks} />
      {[45, 135, 225, 315, 0, 90, 180, 270].map((a) => (
        <g key={a} transform={`rotate(${a})`}>
          <path class="dark" d={a % 90 ? 'M0-23L5.5-5.5L0 0Z' : 'M0-42.3L7.4-7.4L0 0Z'} />
          <path class="pale" d={a % 90 ? 'M0-23L-5.5-5.5L0 0Z' : 'M0-42.3L-7.4-7.4L0 0Z'} />
        </g>
      ))}
    </g>
  );
}

const SOUNDINGS: [number, number, string, string][] = [
  [24, 60, '22', ''],
  [96, 606, '41', ''],
  [590, 40, '48', ''],
  [590, 616, '27', '4'],
  [676, 384, '12', '5'],
  [640, 40, '9', ''],
  [726, 520, '33', ''],
];

function Land({ d }: { d: string }) {
  return (
    <>
      <path class="aye-shoal a" d={d} />
      <path class="aye-shoal b" d={d} />
      <path class="aye-shoal c" d={d} />
      <path class="aye-cliff" d={d} transform="translate(0 3)" />
      <path class="aye-land" d={d} />
    </>
  );
}

// Everything on the map that never changes.
export const Ground = memo(function Ground({ id }: { id: string }) {
  const rhumbs = Array.from(
    { length: 12 },
    (_, i) =>
      `M706 460l${Math.round(900 * Math.cos((i * Math.PI) / 6))} ${Math.round(900 * Math.sin((i * Math.PI) / 6))}`,
  ).join('');
  return (
    <g aria-hidden="true">
      <rect x="-900" y="-900" width="2600" height="2500" class="aye-sea" />
      <path class="aye-rhumb" d={rhumbs} />
      <Land d={ISLAND} />
      <path class="aye-green" d={GREEN_1 + GREEN_2 + GREEN_3} />
      <clipPath id={id}>
        <path d={ISLAND} />
      </clipPath>
      <g clip-path={`url(#${id})`}>
        <path class="aye-water edge" d={LAGOON + CHANNEL} />
        <path class="aye-water" d={LAGOON + CHANNEL} />
      </g>
      <path class="aye-tide" d={LAGOON} />
      <circle class="aye-islet" cx="417.4" cy="318" r="16.1" />
      <circle class="aye-islet" cx="486.1" cy="318" r="16.1" />
      <path
        class="aye-wave"
        d={
          wave(363.4, 299, 1) +
          wave(351, 337, 1) +
          wave(270.5, 322.7, 1) +
          wave(526.4, 319, 1) +
          wave(588, 318, 1) +
          wave(289.4, 360.7, 1)
        }
      />
      <Coasts />
      {PALMS.map(([x, y, s, f], i) => (
        <Palm key={i} x={x} y={y} s={s} flip={f} />
      ))}
      <Land d={TREASURE} />
      <Palm x={663} y={76} s={0.46} />
      <Palm x={770} y={70} s={0.42} flip />
      <Rose x={706} y={460} r={46} />
      {SOUNDINGS.map(([x, y, a, b]) => (
        <text key={a} class="wt aye-sounding" x={x} y={y}>
          {a}
          <tspan dy="3" font-size="8">
            {b}
          </tspan>
        </text>
      ))}
    </g>
  );
});

// A pirate in coat and hat. `mark` is the player's letter.
const BELL = 'M-11 14C-10 4-8-2-5-6H5C8-2 10 4 11 14Z';
const HAT = 'M-13-5C-10-11-6-13 0-14 6-13 10-11 13-5 6-8-6-8-13-5Z';
export function Pirate({ seat, mark, lit }: { seat: number; mark: string; lit?: boolean }) {
  return (
    <g stroke-linejoin="round">
      <path class="aye-key" d={BELL + HAT} stroke-width={lit ? 9 : 6} />
      {lit && <path class="aye-lit" d={BELL + HAT} stroke-width="6" />}
      <path d={BELL} fill={`var(--p${'ABCDEF'[seat - 1]})`} stroke="var(--ink)" stroke-width="1.7" />
      <path class="aye-hat" d={HAT} />
      <text class="aye-mark" y="11" style={{ fill: `var(--on-p${'ABCDEF'[seat - 1]})` }}>
        {mark}
      </text>
    </g>
  );
}

export function Raft({ seat, mark, lit }: { seat: number; mark: string; lit?: boolean }) {
  return (
    <g stroke-linejoin="round" stroke-linecap="round">
      <path class="aye-key" d="M-15 8H15M0 8V-18L16 2H0" stroke-width={lit ? 10 : 6} />
      {lit && <path class="aye-lit" d="M-15 8H15M0 8V-18L16 2H0" stroke-width="7" />}
      <path class="aye-hull" d="M-16 6h32M-16 10h32" stroke-width="5.5" />
      <path class="aye-plk" d="M-15 6h30M-15 10h30" stroke-width="2.5" />
      <path d="M0 6V-20" stroke="var(--ink)" stroke-width="2" />
      <path d="M1-19L17 3H1Z" fill={`var(--p${'ABCDEF'[seat - 1]})`} stroke="var(--ink)" stroke-width="1.6" />
      <text class="aye-mark small" x="5.8" y="0.8" style={{ fill: `var(--on-p${'ABCDEF'[seat - 1]})` }}>
        {mark}
      </text>
    </g>
  );
}

// A Guardian is a stone head, a captain a skull with a hat.
export function Figure({ kind, lit }: { kind: 'guardian' | 'undead'; lit?: boolean }) {
  const shape =
    kind === 'guardian'
      ? 'M-9 14V-6C-9-14-5-16 0-16S9-14 9-6V14Z'
      : 'M-8-4C-8-10 8-10 8-4 9 2 7 5 5 7V12H-5V7C-7 5-9 2-8-4ZM-12-6C-9-12-5-15 0-16 5-15 9-12 12-6 6-9-6-9-12-6Z';
  return (
    <g stroke-linejoin="round" stroke-linecap="round">
      <path class="aye-key" d={shape} stroke-width={lit ? 9 : 6} />
      {lit && <path class="aye-lit" d={shape} stroke-width="6" />}
      {kind === 'guardian' ? (
        <g class="art" stroke="var(--ink)" stroke-width="1.6">
          <path d={shape} fill="var(--rock)" />
          <path d="M-6-6h4.5M1.5-6H6M0-5l-1.5 7h3M-4.5 8h9" fill="none" />
          <path d="M-9 3h-2.5v5H-9M9 3h2.5v5H9" fill="var(--rock-2)" />
        </g>
      ) : (
        <g class="art" stroke="var(--ink)" stroke-width="1.5">
          <path d="M-8-4C-8-10 8-10 8-4 9 2 7 5 5 7V12H-5V7C-7 5-9 2-8-4Z" fill="var(--paper)" />
          <path d="M-12-6C-9-12-5-15 0-16 5-15 9-12 12-6 6-9-6-9-12-6Z" fill="var(--st-void)" />
          <circle cx="-3.4" cy="-.5" r="2.1" fill="var(--st-void)" stroke="none" />
          <circle cx="3.4" cy="-.5" r="2.1" fill="var(--st-void)" stroke="none" />
          <path d="M-1.7 9v3M1.7 9v3M0 3.2v1.8" fill="none" />
        </g>
      )}
    </g>
  );
}
