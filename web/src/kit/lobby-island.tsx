// A game's island on the map in the lobby (games/ID/web/lobby-island.tsx), drawn around 0, 0.
import type { ComponentChildren } from 'preact';
import type { Placement } from './figure';

export interface LobbyIsland {
  icon: string; // stands for the game in lists of tables
  outline: string; // the coast, as path data
  reach: [number, number]; // horizontal and vertical radius of the area that can be clicked
  nameAt: number; // y of the game's name, below the island
  drawing: ComponentChildren; // what stands on the island
}

// A palm in a few strokes, for islands too small for the Palm of figure.tsx.
export const PalmOutline = ({ x = 0, y = 0, s = 1 }: Placement) => (
  <g
    transform={`translate(${x} ${y}) scale(${s})`}
    fill="none"
    stroke="var(--land-ink)"
    stroke-width={(1.5 / s).toFixed(2)}
    stroke-linecap="round"
  >
    <path d="M0 0C-3-14-1-26 5-34" />
    <path d="M5-34c-7-6-15-4-19 3 7-3 13-3 19-3M5-34c-2-8 3-13 10-13-5 4-8 8-10 13M5-34c8-4 15-1 18 7-5-5-11-7-18-7" />
  </g>
);
