// The lobby's picture: the drowned crater, a course and the treasure.
import { Palm, Rose, Volcano, wave } from './art';

export function Cover({ size }: { size: number }) {
  return (
    <svg class="aye-cover" viewBox="0 0 250 150" width={size} height={(size * 3) / 5} aria-hidden="true">
      <rect width="250" height="150" fill="var(--sea-1)" />
      <path class="aye-wave" d={wave(204, 118, 2) + wave(206, 134, 2) + wave(10, 138, 2) + wave(150, 20, 2)} />
      <g fill="none" stroke="var(--sea-2)" stroke-linejoin="round">
        <ellipse cx="86" cy="80" rx="76" ry="60" stroke-width="16" opacity=".5" />
        <ellipse cx="86" cy="80" rx="76" ry="60" stroke-width="8" />
      </g>
      <path
        d="M160 83C161 112 128 140 88 142 46 142 12 116 10 82 9 46 42 20 84 18c42-1 75 25 76 65Z"
        fill="var(--coast)"
      />
      <path
        d="M160 80C161 109 128 137 88 139 46 139 12 113 10 79 9 43 42 17 84 15c42-1 75 25 76 65Z"
        fill="var(--land)"
        stroke="var(--coast)"
        stroke-width="1.6"
      />
      <path
        d="M58 74c2-12 14-20 28-20s26 6 30 16h44v14h-44c-4 12-14 20-30 20s-30-12-28-30Z"
        fill="var(--sea-2)"
        stroke="var(--coast)"
        stroke-width="1.4"
      />
      <path class="aye-wave" d={wave(74, 84, 2) + wave(128, 78, 1)} />
      <path
        d="M86 22L86 46M36 46L60 62M34 112L62 92M88 134L88 106M132 112L112 94M134 44L112 58"
        fill="none"
        stroke="var(--land-ink)"
        stroke-width="1.6"
        stroke-dasharray="3 2.6"
        opacity=".8"
      />
      <ellipse
        cx="86"
        cy="79"
        rx="60"
        ry="47"
        fill="none"
        stroke="var(--land-ink)"
        stroke-width="1.4"
        stroke-dasharray="3 2.6"
        opacity=".6"
      />
      <Volcano x={48} y={116} s={0.4} />
      <Palm x={113} y={50} s={0.4} flip />
      <Palm x={52} y={56} s={0.38} />
      <Palm x={114} y={132} s={0.34} flip />
      {[
        [86, 30],
        [28, 74],
        [84, 127],
        [142, 104],
        [136, 46],
      ].map(([x, y]) => (
        <g key={`${x}${y}`}>
          <circle class="aye-coin edge" cx={x} cy={y + 1.2} r="7" />
          <circle class="aye-coin" cx={x} cy={y} r="7" />
          <path d={`M${x - 4} ${y}q4-5.500 8 0q-4 5.500-8 0Z`} fill="none" stroke="var(--ink)" stroke-width="1.1" />
          <circle cx={x} cy={y} r="1.300" fill="var(--ink)" />
        </g>
      ))}
      <path
        d="M162 76C182 70 176 52 194 48S206 40 210 34M162 82C176 92 184 104 200 100S224 70 224 50"
        fill="none"
        stroke="var(--sea-ink)"
        stroke-width="1.4"
        stroke-dasharray="4 3.4"
      />
      <path d="M240 26c0 16-12 24-24 22s-22-6-20-22 12-18 24-18 20 6 20 18Z" fill="var(--coast)" />
      <path
        d="M240 24c0 16-12 24-24 22s-22-6-20-22 12-18 24-18 20 6 20 18Z"
        fill="var(--land)"
        stroke="var(--coast)"
        stroke-width="1.5"
      />
      <g class="art">
        <circle cx="218" cy="26" r="8" fill="var(--pA)" stroke="var(--ink)" stroke-width="1.5" />
        <path d="M215 23l6 6M221 23l-6 6" stroke="var(--ink)" stroke-width="1.5" stroke-linecap="round" />
      </g>
      <g class="art" transform="translate(196 88)" stroke="var(--ink)" stroke-linejoin="round" stroke-linecap="round">
        <path d="M-17 8h34M-17 12h34" stroke-width="5.5" />
        <path d="M-16 8h32M-16 12h32" stroke="var(--st-2)" stroke-width="2.500" />
        <path d="M0 8v-30" stroke-width="2" />
        <path d="M2-21L20 3H2Z" fill="var(--pC)" stroke-width="1.6" />
        <path d="M-2-16L-13 3H-2Z" fill="var(--paper)" stroke-width="1.6" />
      </g>
      <Rose x={178} y={128} r={15} />
    </svg>
  );
}
