// The lobby's picture: the hut, chests in front, a digging pet and the two dice.
import { Bush, Hut, Palm, Pine, Tree, Waves } from './art';
import { Face } from './dice';
import { Chest, PetPiece } from './pieces';
import { coast, type Spot } from './places';

const NOBODY = new Map();
const NONE = new Set<string>();
const LAND = coast(
  [
    [-20, 70],
    [60, 62],
    [170, 58],
    [300, 66],
    [320, 70],
    [320, 158],
    [210, 168],
    [100, 162],
    [-20, 170],
  ],
  2.5,
  6,
);

const chest = (id: string, letters: string, x: number, y: number): Spot => ({
  id,
  location: 'hut',
  place: 1,
  letters,
  rows: [letters],
  wing: false,
  x,
  y,
  w: 62,
  h: 31,
  s: 1,
  ring: null,
  pitch: 80,
});

const need = (letter: string) => [letter, { letter, puzzle: true, never: false, give: false, next: false }] as const;

export const Cover = ({ size }: { size: number }) => (
  <svg class="board ngu-cover" viewBox="0 0 300 180" width={size} height={(size * 3) / 5} aria-hidden="true">
    <rect width="300" height="180" fill="var(--sea-1)" />
    <path d={LAND} fill="none" stroke="var(--sea-2)" stroke-width="36" opacity=".6" />
    <path d={LAND} fill="none" stroke="var(--sea-3)" stroke-width="16" opacity=".55" />
    <path d={LAND} transform="translate(0 3)" fill="var(--coast)" />
    <path d={LAND} fill="var(--land)" stroke="var(--coast)" stroke-width="1.8" />
    <Pine x={176} y={84} s={0.9} dark />
    <Tree x={200} y={86} s={0.9} />
    <Palm x={268} y={96} s={0.95} flip />
    <Hut x={42} y={104} />
    <Bush x={226} y={100} s={0.9} dark />
    <Chest spot={chest('cover-1', 'GIV', 70, 150)} needs={NOBODY} dig={NONE} />
    <Chest spot={chest('cover-2', 'EUP', 152, 154)} needs={new Map([need('E')])} dig={NONE} />
    <g transform="translate(152 102)">
      <PetPiece seat={1} pet="cat" />
    </g>
    <g transform="rotate(-9 218 136)">
      <Face colour="red" pips={5} x={200} y={116} size={40} />
    </g>
    <g transform="rotate(8 262 140)">
      <Face colour="blue" pips={2} x={244} y={120} size={40} />
    </g>
    <Waves x={10} y={32} n={3} />
    <Waves x={220} y={24} n={4} />
  </svg>
);
