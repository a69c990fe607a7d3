// Figures shared by several boards: one stroke width, flat fills, feet at 0, 0. The class "art" keeps their colours
// from being inverted in the dark theme.
import type { ComponentChildren } from 'preact';

export interface Placement {
  x?: number;
  y?: number;
  s?: number;
  flip?: boolean;
}

// Small figures need a thinner stroke, or their lines run together.
export const strokeWidthAt = (s: number, most = 1.5): number => Math.min(most, 0.55 + 1.3 * s) / s;

export function Figure({
  x = 0,
  y = 0,
  s = 1,
  flip,
  pen = 1.5,
  fill,
  children,
}: Placement & { pen?: number; fill?: string; children: ComponentChildren }) {
  return (
    <g
      class="art"
      transform={`translate(${x} ${y}) scale(${flip ? -s : s} ${s})`}
      fill={fill}
      stroke="var(--ink)"
      stroke-width={strokeWidthAt(s, pen).toFixed(2)}
      stroke-linejoin="round"
      stroke-linecap="round"
    >
      {children}
    </g>
  );
}

const FRONDS = [
  'M6-60c-12-10-27-7-34 6 12-6 23-6 34-6Z',
  'M6-60c-4-14 5-24 18-24-9 7-14 15-18 24Z',
  'M6-60c14-7 27-2 32 12-9-9-20-12-32-12Z',
  'M6-60c-11 2-18 10-20 22 6-11 13-17 20-22Z',
  'M6-60c8 2 14 9 15 20-4-9-9-15-15-20Z',
];

export const Palm = (at: Placement) => (
  <Figure {...at} fill="none">
    <path d="M-3 0C-7-24-4-44 6-60L9-59C2-42 0-22 3.500 0Z" fill="var(--st-2)" />
    <path d="M-4-14l5 1M-4-27l5 1M-1-40l5 1" />
    <path d={FRONDS.join('')} fill="var(--leaf)" />
  </Figure>
);
