// Backgrounds of duels and battles: the beach, two rafts, and portraits of the six pirates and their foes.
import { Palm, Volcano, pen, wave } from './art';
import { BEACH } from './outlines';

export function Beach() {
  return (
    <svg class="aye-backdrop" viewBox="0 0 796 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect x="-400" width="1600" height="300" fill="var(--land)" />
      <rect x="-400" y="-300" width="1600" height="370" fill="var(--sea-1)" />
      <rect x="-400" y="70" width="1600" height="46" fill="var(--sea-2)" />
      <path d="M-400 70H1200" stroke="var(--sea-ink)" stroke-width="1.3" />
      <path class="aye-wave" d={wave(120, 92, 6) + wave(360, 86, 4) + wave(600, 96, 6)} />
      <path d={BEACH} fill="var(--land)" stroke="var(--coast)" stroke-width="1.8" />
      <Palm x={330} y={150} s={1.1} />
      <Palm x={360} y={158} s={0.8} flip />
      <Palm x={470} y={152} s={0.95} />
      {[
        [300, 156, 1],
        [500, 158, 0.8],
      ].map(([x, y, s]) => (
        <g key={x} class="art aye-line" transform={`translate(${x} ${y}) scale(${s})`} stroke-width={pen(s)}>
          <path class="leaf" d="M-14 0c-5-4-2-11 3-10 0-7 8-9 11-4 4-4 10 0 9 5 5 0 7 6 3 9Z" />
        </g>
      ))}
      <Volcano x={400} y={104} s={0.9} />
    </svg>
  );
}

const SKIN = ['#C98F5E', '#F1D0AC', '#E7B98C', '#F1D0AC', '#8A5B3A', '#DDAF82'];
const SHADE = ['#8A5A30', '#C59B6E', '#B98553', '#C59B6E', '#5B371F', '#A87B4E'];

function Face({ skin, shade, beard }: { skin: string; shade: string; beard?: boolean }) {
  return (
    <>
      <path d="M-9 4v14c5 6 13 6 18 0V4" fill={skin} />
      <path d="M-22-18c0-16 9-24 22-24s22 8 22 24c0 18-10 32-22 32s-22-14-22-32Z" fill={skin} />
      {beard && (
        <path d="M-20-4c2 14 10 22 20 22s18-8 20-22c-6 4-10 4-13 3-4-3-10-3-14 0-3 1-7 1-13-3Z" fill="var(--st-void)" />
      )}
      <circle cx="-8" cy="-14" r="2.4" fill="var(--ink)" stroke="none" />
      <circle cx="8" cy="-14" r="2.4" fill="var(--ink)" stroke="none" />
      <path d="M-13-21q5-3 9 0M13-21q-5-3-9 0" />
      <path d="M0-12l-2 7q2 2 4 0" stroke={shade} />
      <path d={beard ? 'M-5 5h10' : 'M-6 4q6 4 12 0'} stroke={beard ? 'var(--paper)' : undefined} />
    </>
  );
}

// The pirates differ in hat, hair and dress; the coat has the player's colour.
function Dress({ seat }: { seat: number }) {
  switch (seat) {
    case 1:
      return (
        <>
          <path d="M-22-30c-2-18 10-28 22-28s24 10 22 28c-14-6-30-6-44 0Z" fill="var(--pC)" />
          <path d="M20-34l18-6-5 9 8 6-20 0Z" fill="var(--pC)" />
        </>
      );
    case 2:
      return (
        <>
          <path d="M-23-27c-3-20 10-31 23-31s26 11 23 31c-15-5-31-5-46 0Z" fill="var(--pE)" />
          <path d="M-24-27c16-6 32-6 48 0l-1 6c-15-5-31-5-46 0Z" fill="var(--thatch)" />
          <circle cx="0" cy="-60" r="5" fill="var(--thatch)" />
        </>
      );
    case 3:
      return (
        <>
          <path d="M-44-28C-34-40-22-44-18-46c2-12 34-12 36 0 4 2 16 6 26 18-24-9-64-9-88 0Z" fill="var(--st-3)" />
          <path d="M-19-44c12-4 26-4 38 0" stroke="var(--pA)" stroke-width="3" />
          <path d="M18-46c10-4 20-16 22-26 4 12-2 26-16 30Z" fill="var(--paper)" />
        </>
      );
    case 4:
      return (
        <>
          <path d="M3-18h12l-2 8H5Z" fill="var(--st-void)" />
          <path d="M3-18L-22-26M15-18l8-6" />
          <path d="M-46-26C-36-48-20-58 0-62 20-58 36-48 46-26 24-38-24-38-46-26Z" fill="var(--st-void)" />
          <path d="M-40-30C-24-40 24-40 40-30" stroke="var(--pA)" stroke-width="2.5" />
        </>
      );
    case 5:
      return (
        <>
          <path
            d="M-25-24c-8-6-6-18 2-20-2-12 10-18 16-14 4-6 14-6 18 0 8-4 18 4 14 14 8 4 8 16 0 20-3-10-8-16-25-16s-22 6-25 16Z"
            fill="var(--st-void)"
          />
          <circle cx="-23" cy="-4" r="3.4" fill="none" stroke="var(--pA)" stroke-width="2.2" />
          <circle cx="23" cy="-4" r="3.4" fill="none" stroke="var(--pA)" stroke-width="2.2" />
        </>
      );
    default:
      return (
        <>
          <path d="M-21-22c2-16 10-21 21-21s19 5 21 21" />
          <path d="M-13 0c4-5 9-4 13-1 4-3 9-4 13 1-4 6-9 6-13 2-4 4-9 4-13-2Z" fill="var(--rock)" />
          <circle cx="23" cy="-6" r="3.2" fill="none" stroke="var(--pA)" stroke-width="2.2" />
          <path d="M-12-34q3-2 5-1M-15-29q2-2 4-1" />
        </>
      );
  }
}

export function Bust({ seat, foe, flip }: { seat: number | null; foe?: string; flip?: boolean }) {
  const letter = seat ? 'ABCDEF'[seat - 1] : null;
  return (
    <svg class="aye-bust day" viewBox="-60 -76 120 136" aria-hidden="true">
      <g
        transform={flip ? 'scale(-1 1)' : undefined}
        fill="none"
        stroke="var(--ink)"
        stroke-width="2"
        stroke-linejoin="round"
        stroke-linecap="round"
      >
        {seat ? (
          <>
            {(seat === 1 || seat === 3) && (
              <path
                d="M-24-24c-8 14-8 30-4 44 6 2 10 0 10-4-4-12-4-24 0-36ZM24-24c8 14 8 30 4 44-6 2-10 0-10-4 4-12 4-24 0-36Z"
                fill={seat === 1 ? 'var(--st-void)' : 'var(--st-2)'}
              />
            )}
            <path d="M-52 62C-50 26-30 16 0 16S50 26 52 62Z" fill={`var(--p${letter})`} />
            <path d="M-21 18C-14 13 14 13 21 18L0 44Z" fill="var(--paper)" />
            <Face skin={SKIN[seat - 1]} shade={SHADE[seat - 1]} beard={seat === 4 || seat === 2} />
            <Dress seat={seat} />
          </>
        ) : foe === 'guardian' ? (
          <>
            <path d="M-44 62V22l12-8h64l12 8v40Z" fill="var(--rock-2)" />
            <path d="M-28 16V-30c0-22 8-34 28-34s28 12 28 34v46Z" fill="var(--rock)" />
            <path d="M-28-24h56M-18-14h12v5h-12ZM6-14h12v5H6ZM0-10l-6 16h12ZM-14 9h28" />
            <path d="M-28-6h-8v16h8M28-6h8v16h-8" fill="var(--rock-2)" />
            <path d="M-8-54h16M-12-44h24M-30 30h20M12 40h22" />
          </>
        ) : foe === 'ghost' ? (
          <>
            <path
              d="M-38 62c4-30-2-46-2-74 0-30 16-48 40-48s40 18 40 48
                 c0 28-6 44-2 74-8-10-12-10-18-2-8-8-14-8-20 0-6-8-12-8-20 0-6-8-10-8-18 2Z"
              fill="var(--sea-1)"
            />
            <ellipse cx="-13" cy="-18" rx="5" ry="8" fill="var(--ink)" />
            <ellipse cx="13" cy="-18" rx="5" ry="8" fill="var(--ink)" />
            <path d="M-8 8c4 6 12 6 16 0" />
          </>
        ) : foe === 'undead' ? (
          <>
            <path d="M-52 62C-50 26-30 16 0 16S50 26 52 62Z" fill="var(--deep)" />
            <path d="M-21 18C-14 13 14 13 21 18L0 44Z" fill="var(--rock)" />
            <path d="M-8 4v14c5 5 11 5 16 0V4" fill="var(--paper)" />
            <path
              d="M-22-18c0-16 9-24 22-24s22 8 22 24c0 8-3 14-7 18l-1 10h-28l-1-10c-4-4-7-10-7-18Z"
              fill="var(--paper)"
            />
            <circle cx="-8.500" cy="-14" r="5.600" fill="var(--st-void)" />
            <circle cx="8.500" cy="-14" r="5.600" fill="var(--st-void)" />
            <path d="M0-7l-2.500 5h5Z" fill="var(--st-void)" />
            <path d="M-9 3v6M-4.500 3v7M0 3v7M4.500 3v7M9 3v6" />
            <path d="M-46-26C-36-48-20-58 0-62 20-58 36-48 46-26 24-38-24-38-46-26Z" fill="var(--st-void)" />
            <path d="M-40-30C-24-40 24-40 40-30" stroke="var(--rock)" stroke-width="2.5" />
          </>
        ) : (
          <>
            <path d="M-52 62C-50 26-30 16 0 16S50 26 52 62Z" fill="var(--st-3)" />
            <path d="M-21 18C-14 13 14 13 21 18L0 44Z" fill="var(--land)" />
            <Face skin="#D9A878" shade="#A5774A" beard />
            <path d="M-24-26c-2-20 10-32 24-32s26 12 24 32c-16-7-32-7-48 0Z" fill="var(--deep)" />
            <path d="M-24-26c16-7 32-7 48 0" stroke="var(--paper)" stroke-width="3" />
          </>
        )}
      </g>
    </svg>
  );
}

// A sabre, horizontal or vertical, on a pale ground.
export function Sabre({ upright }: { upright: boolean }) {
  return (
    <svg class="day" viewBox="0 0 88 88" aria-hidden="true">
      <g
        transform={upright ? 'translate(10 0) rotate(-90 35 44)' : 'translate(0 9)'}
        fill="none"
        stroke="var(--ink)"
        stroke-width="1.7"
        stroke-linejoin="round"
        stroke-linecap="round"
      >
        <path d="M14 31C34 33 58 30 84 16 72 34 44 42 15 39Z" fill="var(--rock)" />
        <path d="M22 35c18 1 36-3 50-11" opacity=".6" />
        <path d="M16 24c4 8 4 14 0 23-4-1-5-4-5-5 3-5 3-8 0-13 0-2 2-4 5-5Z" fill="var(--pA)" />
        <path d="M1 32.500h11v6H1c-2-1-2-5 0-6Z" fill="var(--st-3)" />
        <path d="M12 28c-6-4-10 0-10 4M11 42c-5 3-9 0-9-4" />
      </g>
    </svg>
  );
}

function BigRaft({
  x,
  y,
  s,
  flip,
  seat,
  low,
}: {
  x: number;
  y: number;
  s: number;
  flip?: boolean;
  seat: number;
  low?: number;
}) {
  return (
    <g
      class="art aye-line"
      transform={`translate(${x} ${y + (low ?? 0)}) scale(${flip ? -s : s} ${s})`}
      stroke-width={1.8 / s}
    >
      <path class="st1" d="M-80 10h160a5 5 0 0 1 0 9h-160a5 5 0 0 1 0-9Z" />
      <path class="st2" d="M-80 19h160a5 5 0 0 1 0 9h-160a5 5 0 0 1 0-9Z" />
      <path class="st1" d="M-80 28h160a5 5 0 0 1 0 9h-160a5 5 0 0 1 0-9Z" />
      <path class="st3-line" d="M-50 8v30M48 8v30" stroke-width="4" />
      <path class="st3-line" d="M-6 10V-120" stroke-width="6" />
      <path d="M-2-112C40-96 58-60 56-22H-2Z" fill={`var(--p${'ABCDEF'[seat - 1]})`} />
      <path class="paper" d="M-10-104C-34-88-46-58-46-30h36Z" />
      <path class="void" d="M-6-120c10-5 16 4 26-1v14c-10 5-16-4-26 1Z" />
      <path class="void" d="M44 10c-2-10 6-16 14-14l34-10 5 13-34 12c-4 4-14 4-19-1Z" />
      <circle class="st3" cx="56" cy="8" r="8" />
      <path class="st2" d="M-72 10v-22h22v22Z" />
      <path d="M-72-2h22" />
    </g>
  );
}

// Two rafts side by side: the left one fires at the right one. The signs on the sails show the owners.
export function Broadside({
  from,
  at,
  names,
  where,
  hits,
  fired,
  flat,
}: {
  from: number;
  at: number;
  names: [string, string];
  where: string;
  hits: number;
  fired: boolean;
  flat?: boolean;
}) {
  const sail = (x: number, y: number, seat: number) => (
    <text class="aye-sail" x={x} y={y} style={{ fill: 'var(--ink)' }}>
      {'ABCDEF'[seat - 1]}
    </text>
  );
  return (
    <svg
      class="aye-broadside"
      viewBox={flat ? '40 66 716 240' : '92 26 604 300'}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      aria-label={`${names[0]}, ${names[1]}. ${where}`}
    >
      <rect x="-3000" y="-2000" width="7000" height="4000" fill="var(--sea-1)" />
      <rect x="-3000" y="120" width="7000" height="3000" fill="var(--sea-2)" />
      <path d="M-3000 120H4000" stroke="var(--sea-ink)" stroke-width="1.3" />
      <g class="art aye-line" stroke-width="1.3">
        <path class="leaf" d="M40 120c20-22 40-30 60-18 16-22 44-16 60 18Z" />
        <path class="rock" d="M94 78c-8-2-8-12 1-12 1-9 14-10 16-2 8-2 11 8 5 12Z" />
      </g>
      <path
        class="aye-wave"
        d={wave(60, 160, 5) + wave(640, 150, 6) + wave(360, 270, 6) + wave(560, 310, 8) + wave(60, 330, 6)}
      />
      <path class="aye-wave pale" d={wave(330, 150, 7) + wave(20, 240, 4) + wave(700, 270, 4) + wave(120, 310, 6)} />
      <BigRaft x={200} y={210} s={1.15} seat={from} />
      <BigRaft x={592} y={196} s={1} flip seat={at} low={hits * 7} />
      {sail(222, 152, from)}
      {sail(570, 152 + hits * 7, at)}
      <path class="aye-wave" d={wave(90, 262, 7) + wave(250, 264, 6) + wave(500, 242, 11)} />
      {fired && (
        <>
          <path
            d="M322 186C370 132 440 130 496 168"
            fill="none"
            stroke="var(--ink)"
            stroke-width="2.4"
            stroke-dasharray="1 7"
            stroke-linecap="round"
          />
          <g class="art" stroke="var(--ink)" stroke-width="1.6">
            <circle cx="318" cy="178" r="13" fill="var(--rock)" />
            <circle cx="334" cy="168" r="10" fill="var(--rock)" />
            <circle cx="330" cy="184" r="9" fill="var(--paper)" />
            {hits > 0 ? (
              <path d="M492 160l6-16 8 12 14-8-4 15 14 6-14 6 4 14-14-8-8 12-6-15-14 4 8-12-8-12Z" fill="var(--pA)" />
            ) : (
              <path d="M484 236c2-14 6-20 10-26 2 8 2 12 8 2 2 10 2 16 6 24Z" fill="var(--paper)" />
            )}
          </g>
        </>
      )}
      <text class="nm aye-name" x="200" y={flat ? 290 : 300}>
        {names[0]}
      </text>
      <text class="nm aye-name" x="592" y={flat ? 276 : 284}>
        {names[1]}
      </text>
      <text class="wt aye-where" x="398" y={flat ? 92 : 44}>
        {where}
      </text>
    </svg>
  );
}
