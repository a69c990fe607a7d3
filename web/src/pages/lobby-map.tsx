// The map at the top of the lobby: one island for each game in the server's list, around Skerry Light.
import type { Game } from '../link/api';
import type { LobbyIsland } from '../kit/lobby-island';
import { t } from '../kit/words';
import { useLayout, useMedia } from '../shell/size';

const islands = import.meta.glob<LobbyIsland>('../../../games/*/web/lobby-island.tsx', {
  eager: true,
  import: 'default',
});

const islandOf = (game: string): LobbyIsland | undefined => islands[`../../../games/${game}/web/lobby-island.tsx`];

export const gameIcon = (game: string): string => islandOf(game)?.icon ?? 'isle';

type Point = [number, number];

// Where the islands lie, in the order of the list. A game without a place or an island has only its card below the map.
const PLACES: Point[] = [
  [690, 104],
  [790, 268],
  [1040, 84],
  [1120, 262],
  [1326, 150],
];

const LIGHT: Point = [930, 188];
const ROCK = [
  'M-12.3 0.4C-11-2-10.9-1.9-9.3-2.9C-7.8-3.9-8.3-2-7.2-3C-6.1-4.1-7.5-5-5.6-6.4C-3.7-7.7-2.8-8-1-7.5',
  'C0.9-7-1.6-5.4 0.5-4.8C2.5-4.1 4.1-6.2 5.8-5.3C7.5-4.4 5.2-3.1 6.2-1.8C7.2-0.5 7.3-2 9.2-0.9',
  'C11.2 0.1 10.9-0.1 12.6 1.7C14.3 3.4 14.3 3.4 14.9 4.9C15.4 6.5 14.8 5.7 14.5 6.7C14.2 7.6 15 7.5 13.9 8.1',
  'C12.8 8.6 12.6 7.4 10.8 8.6C9 9.7 9.2 11.4 7.8 12C6.4 12.5 7.5 10.6 6.1 10.4C4.7 10.2 5.5 10.9 3.2 11.3',
  'C1 11.8 1.4 12-1.4 11.9C-4.2 11.7-4.1 11.1-6.2 10.8C-8.2 10.4-6.9 10.7-8.3 10.6C-9.6 10.5-9.5 10.7-10.6 10.3',
  'C-11.8 9.9-11.2 10.1-12 9.3C-12.9 8.5-13 9-13.5 7.7C-14 6.4-14 7.3-13.6 5.1C-13.3 2.9-13.5 2.8-12.3 0.4Z',
].join('');

// Depths as on a sea chart: fathoms, and feet as a small number (0: none).
const SOUNDINGS: [number, number, number, number][] = [
  [600, 60, 38, 4],
  [580, 220, 52, 0],
  [612, 300, 44, 0],
  [860, 60, 31, 2],
  [900, 300, 23, 0],
  [1000, 240, 14, 6],
  [1190, 120, 27, 0],
  [1236, 60, 40, 0],
  [1250, 310, 35, 0],
  [1400, 290, 58, 0],
  [1410, 40, 49, 0],
  [960, 40, 33, 0],
  [1200, 200, 18, 3],
  [700, 220, 21, 0],
];

const NAME = {
  'text-anchor': 'middle',
  'font-family': 'var(--font-chart)',
  fill: 'var(--ink)',
  'paint-order': 'stroke',
  stroke: 'var(--sea-1)',
  'stroke-width': 5,
} as const;

const at = ([x, y]: Point) => `translate(${x} ${y})`;

function CompassLines() {
  const [x, y] = LIGHT;
  const ends = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8);
  return (
    <g stroke="var(--sea-3)" stroke-width=".8" opacity=".6">
      {ends.map((angle) => (
        <line key={angle} x1={x} y1={y - 2} x2={x + 1500 * Math.sin(angle)} y2={y - 2 - 1500 * Math.cos(angle)} />
      ))}
    </g>
  );
}

// Shallow water around a coast: three bands, each with a thin edge.
function Shallows({ outline, place, width }: { outline: string; place: Point; width: number }) {
  const edge = 'color-mix(in srgb,var(--sea-3) 80%,transparent)';
  const bands: [string, number][] = [
    ['color-mix(in srgb,var(--sea-1) 70%,var(--sea-2))', width],
    ['color-mix(in srgb,var(--sea-1) 35%,var(--sea-2))', width / 2],
    ['var(--sea-2)', width / 8],
  ];
  return (
    <g transform={at(place)} stroke-linejoin="round">
      {bands.map(([fill, band]) => (
        <g key={fill} fill={fill}>
          <path d={outline} stroke={edge} stroke-width={band + 1.6} />
          <path d={outline} stroke={fill} stroke-width={band} />
        </g>
      ))}
    </g>
  );
}

const Land = ({ outline, place }: { outline: string; place: Point }) => (
  <g transform={at(place)}>
    <path d={outline} transform="translate(0 2.5)" fill="var(--coast)" opacity=".35" />
    <path d={outline} fill="var(--land)" stroke="var(--coast)" stroke-width="1.8" />
  </g>
);

function Route({ to: [x, y] }: { to: Point }) {
  const [fromX, fromY] = LIGHT;
  return (
    <path
      d={`M${fromX} ${fromY}Q${(fromX + x) / 2} ${(fromY + y) / 2 - 18} ${x} ${y}`}
      fill="none"
      stroke="var(--sea-ink)"
      stroke-width="1.5"
      stroke-dasharray="7 6"
    />
  );
}

const Lighthouse = () => (
  <g transform={at([LIGHT[0], LIGHT[1] - 6])}>
    <path d="M3-9 52-62c5-5 13-2 12 5Z" fill="var(--may)" />
    <path d="M-4 4-2.5-14h5L4 4Z" fill="var(--paper)" stroke="var(--ink)" stroke-width="1.5" />
    <path
      d="M-4.5-14h9M-2.5-14v-5h5v5M-3-19 0-22l3 3"
      fill="var(--paper)"
      stroke="var(--ink)"
      stroke-width="1.5"
      stroke-linejoin="round"
    />
    <path d="M-3.5-3h7" stroke="var(--ink)" stroke-width="3" />
    <text class="wt" y="42" font-size="12.5" {...NAME}>
      {t('lobby.light')}
    </text>
  </g>
);

export function LobbyMap({ games }: { games: Game[] | null }) {
  const [layout] = useLayout();
  const broad = useMedia('(min-width: 32.5em)'); // the same limit as in styles/pages.css
  const placed = (games ?? []).slice(0, PLACES.length).flatMap((game, i) => {
    const island = islandOf(game.game);
    return island ? [{ game, island, place: PLACES[i]! }] : [];
  });
  // on wide screens the islands are beside the text, otherwise above it; on phones they are larger
  const desktop = layout === 'desktop';
  const viewBox = desktop
    ? '0 0 1440 348'
    : layout !== 'phone'
      ? '563 0 880 348'
      : broad
        ? '590 0 850 348'
        : '604 26 610 322';
  const fit = desktop ? 'xMaxYMid slice' : layout === 'phone' ? 'xMidYMid slice' : 'xMidYMid meet';
  return (
    <div class="heromap" role="navigation" aria-label={t('lobby.chart')}>
      <svg viewBox={viewBox} preserveAspectRatio={fit}>
        <rect width="1440" height="348" fill="var(--sea-1)" />
        <CompassLines />
        {placed.map(({ game, island, place }) => (
          <Shallows key={game.game} outline={island.outline} place={place} width={44} />
        ))}
        <Shallows outline={ROCK} place={LIGHT} width={34} />
        {placed.map(({ game, place }) => (
          <Route key={game.game} to={place} />
        ))}
        {placed.map(({ game, island, place }) => (
          <Land key={game.game} outline={island.outline} place={place} />
        ))}
        <Land outline={ROCK} place={LIGHT} />
        {placed.map(({ game, island, place }) => (
          <g key={game.game} transform={at(place)}>
            {island.drawing}
          </g>
        ))}
        <Lighthouse />
        {placed.map(({ game, island, place }) => (
          <a key={game.game} class="isle" href={`/new/${game.game}`} data-game={game.game}>
            <g transform={at(place)}>
              <ellipse rx={island.reach[0]} ry={island.reach[1]} fill="transparent" />
              <text y={island.nameAt} font-size="16" {...NAME}>
                {game.title}
              </text>
            </g>
          </a>
        ))}
        {SOUNDINGS.filter(([x]) => !desktop || x > 640).map(([x, y, fathoms, feet]) => (
          <text key={x} class="wt" x={x} y={y} font-size="12" fill="var(--sea-ink)" opacity=".75">
            {fathoms}
            {feet > 0 && (
              <tspan dy="3" font-size="8.6">
                {feet}
              </tspan>
            )}
          </text>
        ))}
      </svg>
    </div>
  );
}
