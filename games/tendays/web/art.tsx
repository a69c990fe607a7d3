// Things in the pictures of Ten Days: palms, tents, fires, ships. The class "art" adapts them to the dark theme.
import type { ComponentChildren } from 'preact';
import { Figure as Art, Palm, type Placement } from '@/kit/figure';

export { Art, Palm };

type At = Placement & { x: number; y: number };

const P = ({ d, f = 'none', ...rest }: { d: string; f?: string; [k: string]: unknown }) => (
  <path d={d} fill={f === 'none' ? f : `var(--${f})`} {...rest} />
);

export const Tent = ({ fill = 'sea-3', ...at }: At & { fill?: string }) => (
  <Art {...at}>
    <P d="M-24 8 0-28 24 8Z" f={fill} />
    <P d="M0-28V8l-9-15Z" f="deep" />
    <P d="M0-28l5-6" />
  </Art>
);
export const Flames = (at: At) => (
  <Art {...at}>
    <path d="M-16 6 16-1M-16-1 16 6" fill="none" stroke="var(--st-3)" stroke-width="5" />
    <P d="M0-28c9 9 13 15 10 21-2 5-6 7-10 7s-8-2-10-7c-1-4 1-7 4-9 1 3 2 4 4 4-1-6-1-10 2-16Z" f="pA" />
    <P d="M1-14c4 5 4 8 3 10-2 3-6 2-7 0-1-4 2-6 4-10Z" f="pC" />
  </Art>
);
export const Log = (at: At) => (
  <Art {...at}>
    <circle r="6" fill="var(--st-1)" />
    <circle r="2.500" fill="none" opacity=".6" />
  </Art>
);
export const Pine = (at: At) => (
  <Art {...at}>
    <P d="M-2.500 0v-8h5v8Z" f="st-3" />
    <P d="M0-44 11-25H6.500L15-11.500C8-6-8-6-15-11.500L-6.500-25H-11Z" f="leaf" />
    <P d="M0-36l3 6M-1-24l4 6M6-14l3 2" opacity=".6" />
  </Art>
);
export const Tree = ({ fill = 'leaf', ...at }: At & { fill?: string }) => (
  <Art {...at}>
    <P d="M-2.500 0c1-6 0-10-1-15h7c-1 5-2 9-.5 15Z" f="st-3" />
    <P d="M-11-14c-8-2-8-12-1-14-1-8 7-12 12-8 6-5 14 0 13 7 7 2 7 12 0 14-4 5-9 4-12 1-4 4-9 4-12 0Z" f={fill} />
    <P d="M-4-28c2-2 5-2 7 0M3-20c2-2 5-2 6 0" opacity=".6" />
  </Art>
);
export const Bush = (at: At) => (
  <Art {...at}>
    <P d="M-14 0c-5-4-2-11 3-10 0-7 8-9 11-4 4-4 10 0 9 5 5 0 7 6 3 9Z" f="leaf" />
  </Art>
);
export const Grave = (at: At) => (
  <Art {...at}>
    <P d="M-15 4c3-9 8-11 15-11s12 2 15 11Z" f="land-2" />
    <P d="M-1.800-6v-20h3.600v20ZM-8-21v-3.500h16v3.500Z" f="st-2" />
  </Art>
);
export const Soul = (at: At) => (
  <Art {...at}>
    <P d="M-9 12c-1-4-2-9-2-14 0-8 5-13 11-13s11 5 11 13c0 5-1 10-2 14l-4.500-4-4.500 4-4.500-4Z" f="paper" />
    <circle cx="-3.500" cy="-3" r="1.500" fill="var(--ink)" />
    <circle cx="4" cy="-3" r="1.500" fill="var(--ink)" />
  </Art>
);
export const Poles = (at: At) => (
  <Art {...at}>
    <path d="M-6 60V0M66 60V0" fill="none" stroke="var(--st-3)" stroke-width="4" />
  </Art>
);
export const Mat = (at: At) => (
  <Art {...at}>
    <P d="M-46 8 -34-9H38L46 8Z" f="thatch" />
    <P d="M-30-9l-9 17M-12-9l-4 17M8-9l1 17M26-9l7 17" opacity=".45" />
  </Art>
);

const hulls: Record<string, () => ComponentChildren> = {
  smuggler: () => (
    <>
      <P d="M-44 2H46l-9 17H-32Z" f="st-3" />
      <path d="M-38 8H42" fill="none" stroke="var(--st-1)" />
      <P d="M-6 2V-46M22 2V-36" />
      <P d="M-6-44C-26-36-34-20-32-6H-6Z" f="paper" />
      <P d="M-4-42C10-34 16-22 16-6H-4Z" f="paper" />
      <P d="M24-34c8 6 14 16 14 28H24Z" f="paper" />
      <P d="M-6-46c6-4 10 2 16-2v8c-6 4-10-2-16 2Z" f="ink" />
    </>
  ),
  pirate: () => (
    <>
      <P d="M-46-4c20 6 60 6 92-4l-8 27H-34Z" f="st-void" />
      <path d="M-40 6c20 4 54 4 80-2" fill="none" stroke="var(--pC)" stroke-width="2.500" />
      <P d="M-14 0V-52M16 0V-48" />
      <P d="M-32-44h36c4 12 4 20 0 32h-36c4-12 4-20 0-32Z" f="pC" />
      <P d="M4-40h26c4 10 4 18 0 28H4c4-10 4-18 0-28Z" f="pC" />
      <P d="M-14-52c8-5 12 3 20-1v10c-8 4-12-4-20 1Z" f="st-void" />
      {[-24, -8, 8].map((x) => (
        <circle key={x} cx={x} cy="12.500" r="2" fill="var(--st-1)" />
      ))}
    </>
  ),
  'fisher-boat': () => (
    <>
      <P d="M-48-6c8 8 14 9 22 9H44l-8 16H-34C-40 12-46 4-48-6Z" f="deep" />
      <path d="M-40 8H40" fill="none" stroke="var(--paper)" stroke-width="2.200" />
      <P d="M6 3V-19h24V3Z" f="paper" />
      <P d="M2-19h32l-3-7H5Z" f="pC" />
      <P d="M10-13h6v8h-6ZM20-13h6v8h-6Z" f="sea-3" />
      <P d="M-10 3V-46M-10-42l-28 30M-10-44l26 18" />
      <P d="M-38-12c-2 12 8 17 20 15l-4-28Z" f="sea-1" />
      <P d="M-35-3l15 3M-31-18l6 20M-28-22l5 24M-36-8l16-8" opacity=".7" />
    </>
  ),
  'explorers-yacht': () => (
    <>
      <P d="M-50 2C-20 8 20 7 50-3L38 19H-34C-42 14-48 8-50 2Z" f="paper" />
      <path d="M-44 10C-18 14 18 13 44 6" fill="none" stroke="var(--pB)" stroke-width="3" />
      <P d="M3 4V-55" />
      <P d="M7-51C24-36 34-18 37-5H7Z" f="paper" />
      <P d="M9-30h17M8-18h24" opacity=".6" />
      <P d="M-1-50C-10-30-24-12-40-1H-1Z" f="sea-3" />
      <P d="M3-55c5-4 9 1 14-1v6c-5 2-9-2-14 1Z" f="pA" />
    </>
  ),
  'refugee-ship': () => (
    <>
      <P d="M-52-4H52l-7 23H-44Z" f="rock-2" />
      <path d="M-48 7H48" fill="none" stroke="var(--pC)" stroke-width="2.500" />
      <P d="M8-20V-44h12v24Z" f="pC" />
      <P d="M8-36h12" />
      <P d="M20-48c6-8 14-2 18-8M24-42c8-4 12 0 18-4" opacity=".6" />
      <P d="M-36-4v-16H36v16Z" f="paper" />
      {[-30, -18, -6, 6, 18, 28].map((x, i) => (
        <circle
          key={x}
          cx={x}
          cy={-24}
          r="4.500"
          fill={`var(--${['st-1', 'st-3', 'thatch', 'st-2', 'st-3', 'st-1'][i]})`}
        />
      ))}
      <P d="M-38-17H38" />
      {[-26, -12, 2, 16].map((x) => (
        <circle key={x} cx={x + 5} cy="-10" r="3" fill="var(--sea-3)" />
      ))}
    </>
  ),
  natives: () => (
    <>
      <P d="M-4 4C-34-16-30-44-8-56-4-36 14-14 34-4Z" f="thatch" />
      <P d="M-4 4C-18-20-18-40-8-56M2 3C-8-18-8-34-8-56" opacity=".5" />
      <P d="M-4 6-8-58" />
      <P d="M-54-14c8 22 24 32 52 32s46-12 56-36c-6 8-10 12-18 14-24 8-54 7-74 0-8-3-12-6-16-10Z" f="st-2" />
      <P d="M-34 4l6 6 6-6 6 6 6-6 6 6 6-6 6 6 6-6 6 6 6-6" />
      <path d="M-36 24H30" fill="none" stroke="var(--st-3)" stroke-width="4" />
      <P d="M-24 14l-2 9M18 14l1 9" />
    </>
  ),
  'spoiled-rich-kid': () => (
    <>
      <P d="M-52-2C-20 6 20 5 54-9L40 19H-38C-46 14-50 8-52-2Z" f="paper" />
      <P d="M-36 1v-15H22l12 11" f="paper" />
      <P d="M-26-14v-13H8l8 13Z" f="paper" />
      <path d="M-22-8H20M-18-21H6" fill="none" stroke="var(--deep)" stroke-width="5" />
      <path d="M-46 9C-18 14 18 13 46 3" fill="none" stroke="var(--pA)" stroke-width="3" />
      <P d="M-12-27v-20" />
      <P d="M-30-42c4-10 32-10 36 0Z" f="pC" />
      <P d="M-20-43c1-5 3-7 8-7M4-43" f="none" />
    </>
  ),
  ufo: () => (
    <>
      <path d="M-14-8 -34 20H34L14-8Z" fill="var(--pA)" stroke="none" opacity=".35" />
      <P d="M-20-22c0-18 9-26 20-26s20 8 20 26Z" f="sea-1" />
      <P d="M-6-30c-2 0-3-3-1-5M6-30c2 0 3-3 1-5M-3-26q3 2 6 0" />
      <P d="M-50-16c6-8 26-12 50-12s44 4 50 12c-8 10-28 14-50 14s-42-4-50-14Z" f="rock" />
      <P d="M-50-16c10 5 28 7 50 7s40-2 50-7" />
      {[-30, -15, 0, 15, 30].map((x) => (
        <circle key={x} cx={x} cy={-5 - Math.abs(x) / 12} r="2.600" fill="var(--pA)" />
      ))}
    </>
  ),
  devil: () => (
    <>
      <path d="M30-50 22 18" fill="none" stroke="var(--st-3)" stroke-width="3" />
      <P d="M-14 4c0-20 5-28 14-28s14 8 14 28Z" f="pC" />
      <P d="M0-24c6 2 14 4 24 0" />
      <circle cx="0" cy="-31" r="9" fill="var(--st-1)" />
      <P d="M-9-33c-1-10 18-10 18 0Z" f="st-void" />
      <P d="M-7-37c-5-3-6-8-4-13 2 4 5 6 8 8ZM7-37c5-3 6-8 4-13-2 4-5 6-8 8Z" f="pC" />
      <P d="M-3.500-31v1M3.500-31v1M-3-26q3 2.500 6 0" />
      <P d="M-54-20c6 26 24 38 54 38s46-10 54-38c-6 14-14 20-24 22-22 5-46 4-62-2-10-4-16-10-22-20Z" f="st-void" />
      <circle cx="-50" cy="-16" r="3.500" fill="var(--pA)" />
    </>
  ),
  'ghost-ship': () => (
    <g opacity=".85">
      <P d="M-46-2c20 6 60 6 92-4l-8 25H-34Z" f="rock" />
      <P d="M-32 4l6 5-4 6M24 3l-5 6 6 4" opacity=".7" />
      <P d="M-12 2V-52M20 1V-42" />
      <P d="M-34-44c14-4 26-4 38 0 3 12 2 20-2 30l-6-5-5 8-7-7-6 8-5-7-9 4c4-12 5-20 2-31Z" f="sea-1" />
      <P d="M8-36c10-3 18-3 27 0 3 9 2 16-1 24l-6-4-5 6-6-6-6 5c2-10 0-17-3-25Z" f="sea-1" />
      <circle cx="-20" cy="-32" r="3" fill="var(--ink)" stroke="none" />
      <circle cx="-8" cy="-32" r="3" fill="var(--ink)" stroke="none" />
      <P d="M-19-23q5-4 10 0" />
    </g>
  ),
  'rescue-team': () => (
    <>
      <P d="M-6-46V-37M-50-47H38" />
      <P
        d="M-28-18c0-12 12-19 28-19 6 0 12 2 17 6l34-4 3-11h5l-2 18-34 10c-6 6-12 8-20 8h-11c-12 0-20-2-20-8Z"
        f="pC"
      />
      <P d="M-27-19c1-9 8-15 17-17v16Z" f="sea-1" />
      <circle cx="4" cy="-20" r="8" fill="var(--paper)" />
      <path d="M4-25v10M-1-20H9" fill="none" stroke="var(--pC)" stroke-width="3" />
      <P d="M-16-10l-3 7M6-10l3 7M-26-3H16" />
      <P d="M-8-3 -8 14" stroke-dasharray="3 3" />
      <P d="M-16 12h16v6c-5 3-11 3-16 0Z" f="pA" />
    </>
  ),
};
const afloat = (id: string) => id !== 'ufo' && id !== 'rescue-team';

export function Ship({ id, ...at }: At & { id: string }) {
  const hull = hulls[id] ?? hulls.smuggler;
  const s = at.s ?? 1;
  return (
    <>
      <g
        class="art"
        transform={`translate(${at.x} ${at.y}) scale(${s})`}
        stroke="var(--ink)"
        stroke-width={Math.min(1.7, 1.7 / Math.sqrt(s))}
        stroke-linejoin="round"
        stroke-linecap="round"
      >
        {hull()}
      </g>
      <path
        transform={`translate(${at.x} ${at.y}) scale(${s})`}
        opacity={afloat(id) ? 1 : 0.6}
        d="M-54 20c6-4 10-4 15 0s10 4 15 0 10-4 15 0 10 4 15 0 10-4 15 0 10 4 15 0 10-4 15 0"
        fill="none"
        stroke="var(--sea-ink)"
        stroke-width="1.700"
        stroke-linecap="round"
      />
    </>
  );
}
export const RescuerPic = ({ id, class: name = '' }: { id: string; class?: string }) => (
  <svg class={`td-rp ${name}`} viewBox="-58 -62 116 94" aria-hidden="true">
    <Ship id={id} x={0} y={0} />
  </svg>
);

export const Waves = ({ d, color = 'sea-ink', w = 1.3 }: { d: string; color?: string; w?: number }) => (
  <path d={d} fill="none" stroke={`var(--${color})`} stroke-width={w} stroke-linecap="round" />
);
export const wave = (x: number, y: number, n: number): string =>
  `M${x} ${y}${Array.from({ length: n }, (_, i) => `q4 ${i % 2 ? 4 : -4} 8 0`).join('')}`;
export const ripple = (x: number, y: number): string => `M${x} ${y}q4-4 8 0t8 0`;
