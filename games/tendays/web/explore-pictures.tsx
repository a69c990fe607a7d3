// Pictures of the Explore cards, 72 x 52 like those in cards.svg: beasts, cannibals, weather, finds.
import type { ComponentChildren } from 'preact';

const P = ({ d, f = 'none', ...rest }: { d: string; f?: string; [k: string]: unknown }) => (
  <path d={d} fill={f === 'none' || f.startsWith('#') ? f : `var(--${f})`} {...rest} />
);
const Eye = ({ x, y, r = 1.3 }: { x: number; y: number; r?: number }) => (
  <circle cx={x} cy={y} r={r} fill="var(--ink)" stroke="none" />
);

const pictures: Record<string, () => ComponentChildren> = {
  bats: () => (
    <>
      {[
        [24, 18, 1],
        [47, 32, 0.85],
      ].map(([x, y, s]) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${s})`}>
          <P
            d="M0-3c4-7 12-10 21-8-3 2-4 5-3 9-4-1-6 0-7 4-3-2-6-1-7 3-2 3-6 3-8 0-1-4-4-5-7-3-1-4-3-5-7-4 1-4 0-7-3-9 9-2 17 1 21 8Z"
            f="st-3"
          />
          <P d="M-4-2c-1-4-1-6 0-8l3 4h2l3-4c1 2 1 4 0 8 0 6-8 6-8 0Z" f="st-2" />
          <Eye x={-1.6} y={-1} r={0.9} />
          <Eye x={1.6} y={-1} r={0.9} />
        </g>
      ))}
    </>
  ),
  snake: () => (
    <>
      <path
        d="M14 42c8 6 20 4 24-2s-2-11-9-11-13-5-9-12 14-8 21-5"
        fill="none"
        stroke="var(--ink)"
        stroke-width="10.400"
      />
      <path
        d="M14 42c8 6 20 4 24-2s-2-11-9-11-13-5-9-12 14-8 21-5"
        fill="none"
        stroke="var(--leaf-2)"
        stroke-width="7"
      />
      <path
        d="M17 43l1-3M25 43l1-4M33 40l-2-3M33 32l-3 3M22 27l3-3M20 20l4 1"
        fill="none"
        stroke="var(--pA)"
        stroke-width="2"
      />
      <P d="M38 7c9-3 18 0 19 6s-9 8-18 4Z" f="leaf-2" />
      <Eye x={49} y={10} />
      <path d="M57 13l6 2m0 0l3-2m-3 2l3 2" fill="none" stroke="var(--pC)" />
    </>
  ),
  boar: () => (
    <>
      <P
        d="M12 26c2-12 14-16 28-14 6-4 10-3 10-3l1 5c8 3 12 9 14 17l-6 3c-4 3-9 4-13 2l1 9h-6l-2-8H26l-2 8h-6l-1-9c-4-3-6-6-5-10Z"
        f="st-3"
      />
      <P d="M16 17l2-6 4 3 3-6 5 4 4-5 5 4" f="st-void" />
      <P d="M59 34l-3-8-4 6Z" f="paper" />
      <P d="M62 27l3 4-4 3" f="st-2" />
      <P d="M12 24c-5 0-6-5-3-7" />
      <Eye x={50} y={21} />
    </>
  ),
  'wild-dogs': () => (
    <>
      <P
        d="M30 44l3-15-8-6 1-14 7 6h8l7-6 2 14-7 6 4 15Z"
        f="rock-2"
        opacity=".9"
        transform="translate(16 -2) scale(.86)"
      />
      <P d="M14 46l3-16-9-6 2-15 7 6h8l8-6 2 15-8 6 4 16Z" f="st-2" />
      <P d="M15 28c3 6 11 6 14 0l-3 8h-8Z" f="paper" />
      <P d="M20 30h5l-2.500 3Z" f="ink" />
      <Eye x={17} y={23} />
      <Eye x={28} y={23} />
      <Eye x={44} y={19} r={1} />
      <Eye x={53} y={19} r={1} />
      <P d="M18 37l2 2 2-2 2 2 2-2" />
    </>
  ),
  crocodile: () => (
    <>
      <P d="M4 36c8-8 16-14 28-13 4-6 9-6 11-1 10 0 18 3 25 5 2 4-2 6-8 6l-20 1c-8 6-24 8-36 2Z" f="leaf-2" />
      <P d="M43 34l17-1M47 34l1.500-4 2 4 2-4 2 4 2-4 2 3" f="paper" />
      <P d="M12 32l4-5 3 4 4-6 3 5 4-6" f="leaf" />
      <Eye x={37} y={22} />
      <P d="M4 44q4-4 8 0t8 0 8 0 8 0 8 0 8 0 8 0" stroke="var(--sea-ink)" />
    </>
  ),
  tiger: () => (
    <>
      <P
        d="M18 14c-4-6-1-11 6-9l4 4c5-2 11-2 16 0l4-4c7-2 10 3 6 9 4 6 4 14 0 20-4 9-11 13-18 13s-14-4-18-13c-4-6-4-14 0-20Z"
        f="pA"
      />
      <P d="M26 34c2-5 6-6 10-6s8 1 10 6c0 6-5 11-10 11s-10-5-10-11Z" f="paper" />
      <P
        d="M36 9v8M30 10l2 5M42 10l-2 5M16 22l7 2M16 29l7 0M56 22l-7 2M56 29l-7 0M20 36l6-1M52 36l-6-1"
        stroke-width="2.400"
      />
      <P d="M33 31h6l-3 4Z" f="pC" />
      <P d="M36 35v3M36 38c-2 3-5 2-6 0M36 38c2 3 5 2 6 0" />
      <Eye x={29} y={24} r={1.8} />
      <Eye x={43} y={24} r={1.8} />
    </>
  ),
  bear: () => (
    <>
      <P
        d="M20 16
           c-6-3-6-11 1-12 4 0 6 2 7 4 5-2 11-2 16 0 1-2 3-4 7-4 7 1 7 9 1 12 4 6 4 14 1 20-4 8-10 12-17 12
           s-13-4-17-12c-3-6-3-14 1-20Z"
        f="st-3"
      />
      <P d="M27 34c1-6 5-8 9-8s8 2 9 8c0 6-4 10-9 10s-9-4-9-10Z" f="st-1" />
      <P d="M32 30h8l-4 5Z" f="ink" />
      <P d="M36 35v3M32 40q4-3 8 0" />
      <Eye x={29} y={22} r={1.8} />
      <Eye x={43} y={22} r={1.8} />
    </>
  ),
  'cannibal-scouts': () => (
    <>
      <path d="M10 50 24 4M62 50 48 4" fill="none" stroke="var(--st-3)" stroke-width="3" />
      <P d="M24 4l-4 8h6ZM48 4l4 8h-6Z" f="rock" />
      <P d="M24 24c0-10 5-14 12-14s12 4 12 14c0 12-6 20-12 20s-12-8-12-20Z" f="st-2" />
      <P d="M28 11c-4-4-4-8-2-10l4 6M36 9V1M44 11c4-4 4-8 2-10l-4 6" f="pC" />
      <P d="M28 22l6 2M44 22l-6 2M30 34h12M32 34v3M36 34v3M40 34v3" />
      <P d="M25 28l5 1M47 28l-5 1" stroke="var(--paper)" stroke-width="2.200" />
      <Eye x={31} y={25} />
      <Eye x={41} y={25} />
    </>
  ),
  'cannibal-warriors': () => (
    <>
      <path d="M8 50 16 4M64 50 56 4" fill="none" stroke="var(--st-3)" stroke-width="3" />
      <P d="M16 3l-5 9h8ZM56 3l5 9h-8Z" f="rock" />
      <P d="M22 22c0-12 6-15 14-15s14 3 14 15c0 14-8 24-14 24s-14-10-14-24Z" f="st-3" />
      <P d="M24 12c-6-4-5-9-2-11l6 6M32 8c-2-4-1-7 0-8l4 4 4-4c1 1 2 4 0 8M48 12c6-4 5-9 2-11l-6 6" f="pA" />
      <P d="M27 21l8 3-7 4ZM45 21l-8 3 7 4Z" f="paper" />
      <P d="M28 34h16l-3 6H31Z" f="paper" />
      <P d="M32 34v6M36 34v6M40 34v6M36 24v7" />
      <path d="M24 31l6 0M48 31l-6 0" fill="none" stroke="var(--pC)" stroke-width="2.400" />
    </>
  ),
  'burning-sun': () => (
    <>
      {Array.from({ length: 12 }, (_, i) => (
        <path key={i} d="M36 9V3" stroke="var(--pA)" stroke-width="3" transform={`rotate(${i * 30} 36 26)`} />
      ))}
      <circle cx="36" cy="26" r="13" fill="var(--pA)" />
      <P d="M31 25v1M41 25v1M31 32q5-4 10 0" />
    </>
  ),
  'heavy-rain': () => (
    <>
      <P d="M16 24c-8-1-8-11 0-12 1-7 11-9 15-4 7-5 16-1 16 6 8 0 9 10 1 10Z" f="rock" />
      <path d="M20 30l-3 8M30 30l-5 14M40 30l-3 8M50 30l-5 14" fill="none" stroke="var(--pB)" stroke-width="2.200" />
    </>
  ),
  tornado: () => (
    <>
      <P
        d="M12 8c12-5 36-5 48 0-2 6-6 8-12 9 2 4 0 7-4 8 2 4-1 7-4 8 2 4-2 7-3 12-3-3-3-6-5-8-6-1-8-5-7-9-5-2-6-6-5-9-5-2-8-6-8-11Z"
        f="rock"
      />
      <P d="M12 8c10 5 38 5 48 0M20 19c8 3 22 2 28-2M25 28c6 2 14 1 19-3M30 37c4 1 7 0 10-4" />
      <P d="M52 32l6 3M10 30l6 4M56 42l4-3" stroke="var(--leaf-2)" stroke-width="2.400" />
    </>
  ),
  'geothermal-steam': () => (
    <>
      <P d="M10 46c4-9 12-12 17-12h18c5 0 13 3 17 12Z" f="rock-2" />
      <P d="M27 35c2 4 16 4 18 0" f="sea-3" />
      <P d="M29 28c-5-5 4-9-1-15M36 28c-5-6 5-11-1-20M44 28c-5-5 4-9-1-15" stroke-width="2.200" />
    </>
  ),
  'trade-with-natives': () => (
    <>
      <P d="M10 44V28c0-14 20-24 26-24s26 10 26 24v16Z" f="thatch" />
      <P d="M10 30c16-6 36-6 52 0M16 19c12-4 28-4 40 0" opacity=".6" />
      <P d="M28 46V33c0-9 16-9 16 0v13Z" f="st-void" />
      <P d="M46 46c-2-6 12-6 10 0Z" f="pC" />
      <P d="M14 46c0-8 10-8 10 0Z" f="st-2" />
    </>
  ),
  putrid: () => (
    <>
      <P d="M16 38c-6-8 0-20 12-21 12-2 26 4 27 14 1 9-9 14-19 14-8 0-15-1-20-7Z" f="leaf-2" />
      <P d="M24 34c-3-5 2-10 9-10s12 4 12 8-5 6-10 6-9-1-11-4Z" f="drying" />
      <P d="M20 12c-3-3 2-5 0-9M34 12c-3-3 2-5 0-9M48 14c-3-3 2-5 0-9" />
      {[
        [58, 14],
        [62, 24],
        [10, 22],
      ].map(([x, y]) => (
        <g key={x}>
          <Eye x={x} y={y} r={1.6} />
          <P d={`M${x - 1} ${y - 2}c-3-2-3-4-1-4M${x + 1} ${y - 2}c3-2 3-4 1-4`} stroke-width="1.200" />
        </g>
      ))}
    </>
  ),
  'rescue-is-coming': () => (
    <>
      <P d="M12 36h48l-7 10H20Z" f="st-3" />
      <P d="M36 36V4" />
      <P d="M39 6c12 6 17 16 18 26H39ZM33 10C24 16 18 24 16 32h17Z" f="paper" />
      <P d="M4 48q4-3 8 0t8 0 8 0 8 0 8 0 8 0 8 0 8 0" stroke="var(--sea-ink)" />
    </>
  ),
  wreckage: () => (
    <>
      <P d="M8 34l40-16 4 7-40 17Z" f="st-2" />
      <P d="M18 14l38 22-4 7L14 22Z" f="st-1" />
      <P d="M22 25l2-4M46 38l2-4M18 36l-2-4M44 26l-2-4" />
      <P d="M34 20V4l14 8-14 4" f="paper" />
      <P d="M4 47q4-3 8 0t8 0 8 0 8 0 8 0 8 0 8 0 8 0" stroke="var(--sea-ink)" />
    </>
  ),
  'sea-chest': () => (
    <>
      <P d="M12 24V18c0-7 5-10 10-10h28c5 0 10 3 10 10v6Z" f="st-2" />
      <P d="M12 24h48v20H12Z" f="st-3" />
      <P d="M20 8v36M52 8v36" stroke="var(--pA)" stroke-width="3" />
      <P d="M31 20h10v10H31Z" f="pA" />
      <circle cx="36" cy="24" r="1.600" fill="var(--ink)" stroke="none" />
    </>
  ),
};
// Explore cards that use the picture of the card they give.
const SHARED_PICTURES: Record<string, string> = {
  spring: 'card-spring-water',
  grove: 'card-wild-fruit',
  shoal: 'card-fresh-fish',
  'fallen-tree': 'card-branches',
};

export const hasPicture = (id: string): boolean => id in pictures || id in SHARED_PICTURES;
export function ExplorePicture({ id, class: name = 'td-cp' }: { id: string; class?: string }) {
  return (
    <svg class={name} viewBox="0 0 72 52" aria-hidden="true">
      {SHARED_PICTURES[id] ? (
        <use href={`#${SHARED_PICTURES[id]}`} />
      ) : (
        <g stroke="var(--ink)" stroke-width="1.700" stroke-linejoin="round" stroke-linecap="round">
          {pictures[id]?.()}
        </g>
      )}
    </svg>
  );
}
