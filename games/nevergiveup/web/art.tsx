// Things in the pictures, drawn with their feet at 0, 0. The class "art" keeps their colours from being inverted in the
// dark theme.
import type { ComponentChildren } from 'preact';
import { Figure, Palm, type Placement as Stands } from '@/kit/figure';

export { Palm };

interface Placed extends Stands {
  dark?: boolean; // use the second green
}

const At = ({
  dark: _,
  fill = 'none',
  ...at
}: Placed & { pen?: number; fill?: string; children: ComponentChildren }) => <Figure fill={fill} {...at} />;

// A symbol from the icon sheet inside a drawing, with its own size and colour.
export const Glyph = ({
  name,
  x,
  y,
  size,
  pen = 1.75,
  ink,
}: {
  name: string;
  x: number;
  y: number;
  size: number;
  pen?: number;
  ink?: string;
}) => (
  <svg
    class="ngu-glyph"
    x={x}
    y={y}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    stroke-width={pen}
    style={ink ? { color: ink } : undefined}
  >
    <use href={`#${name}`} />
  </svg>
);

export const Tree = (p: Placed) => (
  <At {...p}>
    <path d="M-2.500 0c1-6 0-10-1-15h7c-1 5-2 9-.5 15Z" fill="var(--st-3)" />
    <path
      d="M-11-14c-8-2-8-12-1-14-1-8 7-12 12-8 6-5 14 0 13 7 7 2 7 12 0 14-4 5-9 4-12 1-4 4-9 4-12 0Z"
      fill={p.dark ? 'var(--leaf-2)' : 'var(--leaf)'}
    />
    <path d="M-4-28c2-2 5-2 7 0M3-20c2-2 5-2 6 0" opacity=".6" />
  </At>
);

export const Pine = (p: Placed) => (
  <At {...p}>
    <path d="M-2.500 0v-8h5v8Z" fill="var(--st-3)" />
    <path
      d="M0-44 11-25H6.500L15-11.500C8-6-8-6-15-11.500L-6.500-25H-11Z"
      fill={p.dark ? 'var(--leaf-2)' : 'var(--leaf)'}
    />
    <path d="M0-36l3 6M-1-24l4 6M6-14l3 2" opacity=".6" />
  </At>
);

export const Bush = (p: Placed) => (
  <At {...p} fill={p.dark ? 'var(--leaf-2)' : 'var(--leaf)'}>
    <path d="M-14 0c-5-4-2-11 3-10 0-7 8-9 11-4 4-4 10 0 9 5 5 0 7 6 3 9Z" />
  </At>
);

export const Peak = (p: Placed) => (
  <At {...p} pen={1.4}>
    <path d="M0 34 20 0l8 10 6-7 18 31Z" fill="var(--rock)" />
    <path d="M13 12 20 0l8 10-5 5-4-4Z" fill="var(--paper)" />
  </At>
);

export const Waterfall = (p: Placed) => (
  <g transform={`translate(${p.x} ${p.y}) scale(${p.s ?? 1})`}>
    <At>
      <path
        fill="var(--rock)"
        d="M-6 2C-8-40 6-66 30-86c14-12 24-8 34-14 16-10 34-6 46 4 10-6 26 0 30 10 14 6 20 22 22 40 2 18 8 34 14 46Z"
      />
      <path d="M10-4c0-22 6-42 20-58M150-10c0-18-6-34-16-46M128-74c4 6 4 14 2 20M38-78c-6 6-8 12-8 20" opacity=".8" />
      <path
        d="M30-86c14-12 24-8 34-14 16-10 34-6 46 4 10-6 26 0 30 10-10 2-18-2-26 2-10-6-30-8-44-2-10 6-22 2-40 0Z"
        fill="var(--leaf)"
      />
      <path d="M62-92c2 20-6 40-8 92h60c-2-50-8-70-6-90-8-6-36-8-46-2Z" fill="var(--sea-2)" />
      <path
        d="M70-84c0 26-6 44-6 74M80-86c0 30-2 44-2 70M91-86c0 30 2 44 2 66M101-82c2 26 4 44 5 70"
        stroke="var(--deep)"
      />
      <path d="M36 2c4-14 16-14 22-8 6-12 22-10 28-2 8-8 22-6 26 4 12-4 24 0 26 8Z" fill="var(--paper)" />
    </At>
    <Bush x={8} y={2} s={0.8} dark />
    <Bush x={160} y={2} s={0.9} />
  </g>
);

const MERLONS = [10, 25, 40, 55, 70, 85, 100, 115, 130, 145];

export const Fort = (p: Placed) => (
  <At {...p}>
    <g fill="var(--rock-2)">
      <path d="M10 2V-46h150V2Z" />
      <path d={MERLONS.map((x) => `M${x} -46v-8h8v8Z`).join('')} />
    </g>
    <path d="M24-34h12M60-24h12M96-36h12M126-22h12M40-14h10M106-10h12" opacity=".6" />
    <g fill="var(--rock)">
      <path d="M-4 2V-62h34V2ZM-8-62v-14h8v6h9v-6h8v6h9v-6h8v14Z" />
      <path d="M140 2V-62h34V2ZM136-62v-14h8v6h9v-6h8v6h9v-6h8v14Z" />
    </g>
    <path d="M70 2v-22a14 14 0 0 1 28 0V2Z" fill="var(--st-3)" />
    <path d="M77 2v-30M84 2v-33M91 2v-30" />
    <path d="M13-48v12M155-48v12" stroke-width="3" />
    <path d="M84-54v-34" stroke-width="2" />
    <path d="M85-88c10-5 16 4 26-1v16c-10 5-16-4-26 1Z" fill="var(--pC)" />
    <path d="M112 2a8 8 0 1 1 .1 0M104-8l30-12 3 7-28 14Z" fill="var(--st-void)" />
  </At>
);

export const Hut = (p: Placed & { palms?: boolean }) => (
  <g transform={`translate(${p.x} ${p.y}) scale(${p.s ?? 1})`}>
    {p.palms !== false && <Palm x={-6} y={4} s={0.95} />}
    <At>
      <path d="M22 2v-34h70V2Z" fill="var(--st-1)" />
      <path d="M34 2v-22h18V2ZM64-26h18v14H64Z" fill="var(--st-void)" />
      <path d="M28-32v34M58-32v34M88-32v34" opacity=".5" />
      <path
        fill="var(--thatch)"
        d={
          'M4-28C24-44 40-66 57-86c18 20 36 42 54 58-8 2-14 6-20 2-6 5-12 4-17 0-6 5-12 4-17 0-5 4-12 5-17 0' +
          '-6 4-12 5-17 0-6 4-12 0-19-2Z'
        }
      />
      <path
        d="M57-80c-6 14-14 30-24 46M57-80c-1 16-3 32-6 48M57-80c4 14 8 30 14 46M57-80c8 12 18 26 30 40"
        opacity=".6"
      />
      <path
        d="M112 2v-18M122 2v-18M132 2v-18M142 2v-18M152 2v-18M108-12h50M108-5h50"
        stroke="var(--st-3)"
        stroke-width="3"
      />
    </At>
    {p.palms !== false && <Palm x={166} y={0} s={0.8} flip />}
    <Bush x={104} y={3} s={0.6} dark />
  </g>
);

export const Camp = (p: Placed) => (
  <g transform={`translate(${p.x} ${p.y}) scale(${p.s ?? 1})`}>
    <At pen={1.6}>
      <path d="M2 2 32-52 62 2Z" fill="var(--pC)" />
      <path d="M32-52V2L22-18Z" fill="var(--st-void)" />
      <path d="m32-52 6 10" />
      <path d="M70 2V-96" stroke-width="2.600" />
      <path d="M71-96c16-8 26 6 46-3v32c-20 9-30-5-46 3Z" fill="var(--st-void)" />
    </At>
    <g class="day">
      <Glyph name="skull" x={82} y={-91} size={24} pen={1.8} ink="var(--paper)" />
    </g>
    <At>
      <path d="M96 2c-2-10 0-18 3-22h20c3 4 5 12 3 22Z" fill="var(--st-2)" />
      <path d="M96-6h27M96-14h27" />
      <path d="M128 2c-1-8 0-13 2-16h14c2 3 3 8 2 16Z" fill="var(--st-2)" />
      <path d="M128-4h18M128-10h18" />
      <path d="m152 2 22-5M152-3l22 5" stroke="var(--st-3)" stroke-width="4" />
      <path d="M163-24c7 7 9 11 7 16-2 4-4 5-7 5s-6-1-7-5c-1-3 0-6 2-8 1 3 2 3 3 3-1-4-1-7 2-11Z" fill="var(--pA)" />
    </At>
  </g>
);

// w: length of the deck that carries the chests
export function Sails({ w, ...p }: Placed & { w: number }) {
  const m = w * 0.46;
  const at = (f: number) => (w * f).toFixed(1);
  return (
    <At {...p} pen={1.6}>
      <path d={`M${m} -30V-156`} stroke-width="3" />
      <g fill="var(--paper)">
        <path d={`M${m - 4} -150C${at(0.2)} -128 ${at(0.12)} -100 ${at(0.12)} -78H${m - 4}Z`} />
        <path d={`M${m + 5} -146C${at(0.72)} -128 ${at(0.82)} -104 ${at(0.84)} -78H${m + 5}Z`} />
      </g>
      <path
        d={`M${at(0.16)} -98H${m - 4}M${m + 5} -98H${at(0.8)}M${at(0.24)} -122H${m - 4}M${m + 5} -122H${at(0.68)}`}
        opacity=".35"
      />
      <path d={`M${m} -156c8-5 12 4 20-1v11c-8 5-12-4-20 1Z`} fill="var(--pC)" />
    </At>
  );
}

export const Hull = ({ w, ...p }: Placed & { w: number }) => (
  <At {...p} pen={1.7}>
    <path
      d={`M-14-22C10-16 ${w - 10} -16 ${w + 18} -28 ${w + 14} -4 ${w - 4} 12 ${w - 22} 16H22C4 12-10-2-14-22Z`}
      fill="var(--st-3)"
    />
    <path d={`M-8-10C20-4 ${w - 16} -4 ${w + 12} -14`} stroke="var(--st-1)" stroke-width="3" />
    <path d={`M-14-22C10-16 ${w - 10} -16 ${w + 18} -28`} stroke-width="2.6" />
  </At>
);

export const Waves = ({ x, y, n }: { x: number; y: number; n: number }) => (
  <path
    d={`M${x} ${y}${'q4-4 8 0q4 4 8 0'.repeat(n)}`}
    fill="none"
    stroke="var(--sea-ink)"
    stroke-width="1.3"
    stroke-linecap="round"
  />
);

const TICKS = Array.from({ length: 36 }, (_, i) => {
  const a = (i * Math.PI) / 18;
  const at = (r: number) => `${(Math.cos(a) * r).toFixed(1)} ${(Math.sin(a) * r).toFixed(1)}`;
  return `M${at(21.5)}L${at(25)}`;
}).join('');

export const Rose = ({ x, y }: Placed) => (
  <g transform={`translate(${x} ${y})`} stroke="var(--coast)" stroke-width=".8" fill="none" aria-hidden="true">
    <circle r="25" stroke-width="1.3" />
    <circle r="21.5" />
    <path d={TICKS} />
    {[45, 135, 225, 315, 0, 90, 180, 270].map((turn) => {
      const [tip, side] = turn % 90 ? [-12.5, 3] : [-23, 4];
      return (
        <g key={turn} transform={`rotate(${turn})`}>
          <path d={`M0 ${tip}L${side} ${-side}L0 0Z`} fill="var(--coast)" />
          <path d={`M0 ${tip}L${-side} ${-side}L0 0Z`} fill="var(--paper)" />
        </g>
      );
    })}
  </g>
);
