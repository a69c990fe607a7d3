// The background of the board: sea, land and places. It never changes during a game.
import { Bush, Camp, Fort, Hull, Hut, Palm, Peak, Pine, Rose, Sails, Tree, Waterfall, Waves } from './art';
import { BOAT_ROW, coast } from './places';
import { GROVE, LAND } from './shore';

const Shore = ({ d, thin }: { d: string; thin?: boolean }) => (
  <>
    <g fill="none" stroke-linejoin="round">
      <path d={d} stroke="var(--sea-2)" stroke-width="64" opacity=".35" />
      <path d={d} stroke="var(--sea-2)" stroke-width="40" opacity=".6" />
      <path d={d} stroke="var(--sea-3)" stroke-width="20" opacity=".55" />
    </g>
    <path d={d} transform="translate(0 3)" fill="var(--coast)" />
    <path d={d} fill="var(--land)" stroke="var(--coast)" stroke-width={thin ? 1.5 : 1.8} />
  </>
);

// Positions of the grove's trees: round ones in the back row, pointed ones in front.
const BACK = [
  [29, 233],
  [66, 234],
  [98, 236],
  [141, 240],
  [175, 234],
  [207, 235],
  [239, 233],
  [274, 241],
  [315, 240],
  [350, 234],
  [380, 238],
];
const FRONT = [
  [26, 258],
  [94, 253],
  [156, 257],
  [220, 253],
  [286, 253],
  [359, 258],
];

const Depth = ({ x, y, fathoms, feet }: { x: number; y: number; fathoms: number; feet?: number }) => (
  <text class="wt" x={x} y={y} font-size="11" fill="var(--sea-ink)" opacity=".75">
    {fathoms}
    {feet && (
      <tspan dy="3" font-size="8">
        {feet}
      </tspan>
    )}
  </text>
);

export const WideIsland = () => (
  <g aria-hidden="true">
    <rect x="-400" y="-300" width="1596" height="1148" fill="var(--sea-1)" />
    <Shore d={LAND} />
    <path d={GROVE} fill="var(--drying)" />
    <path
      class="art"
      d="M112 136c-16 14-40 10-52 24-9 9-26 9-45 9l1 17c20 0 38-2 50-10 14-8 32-6 50-22Z"
      fill="var(--sea-2)"
      stroke="var(--coast)"
      stroke-width="1.3"
    />
    <path d="M112 140c-16 14-40 10-52 24" fill="none" stroke="var(--sea-ink)" opacity=".5" />
    <Waterfall x={30} y={128} />
    <Fort x={440} y={118} />
    {BACK.map(([x, y]) => (
      <Tree key={x} x={x} y={y} s={0.72} dark />
    ))}
    {FRONT.map(([x, y], i) => (
      <Pine key={x} x={x} y={y} s={0.95} dark={i % 2 === 0} />
    ))}
    <Tree x={50} y={280} s={1.05} />
    <Pine x={80} y={282} s={1.15} dark />
    <Hut x={462} y={290} />
    <Camp x={38} y={464} />
    <Palm x={238} y={122} s={0.55} />
    <Palm x={262} y={116} s={0.7} />
    <Palm x={724} y={128} s={0.8} flip />
    <Palm x={756} y={136} s={0.6} flip />
    <Palm x={338} y={470} s={0.9} />
    <Palm x={372} y={480} s={0.7} flip />
    <Bush x={300} y={458} s={0.8} />
    <Bush x={652} y={284} s={0.8} />
    <Bush x={668} y={288} s={0.6} dark />
    <Pine x={720} y={286} s={0.7} />
    <Pine x={744} y={290} s={0.9} dark />
    <Pine x={764} y={284} s={0.6} />
    <Tree x={214} y={466} s={0.8} />
    <Tree x={238} y={462} s={0.65} dark />
    <Peak x={600} y={78} />
    <Peak x={626} y={74} />
    <Sails x={452} y={520} w={246} />
    <Rose x={758} y={488} />
    <Depth x={424} y={446} fathoms={18} feet={4} />
    <Depth x={744} y={440} fathoms={7} />
  </g>
);

export const WideBoat = () => (
  <g aria-hidden="true">
    <Hull x={452} y={524} w={246} />
    <Waves x={424} y={536} n={6} />
    <Waves x={540} y={541} n={7} />
    <Waves x={680} y={534} n={4} />
  </g>
);

export const PhoneIsland = ({ row }: { row: number }) => {
  const shore = 5 * row;
  const land = coast(
    [
      [-14, -14],
      [404, -14],
      [404, shore - 2],
      [330, shore + 8],
      [250, shore + 15],
      [140, shore + 16],
      [60, shore + 9],
      [-14, shore + 2],
    ],
    2.2,
    4,
  );
  const grove = coast(
    [
      [-14, row + 5],
      [404, row + 5],
      [404, 2 * row + 1],
      [-14, 2 * row + 1],
    ],
    3,
    8,
  );
  const foot = (n: number) => n * row - 9;
  const wood = 2 * row - 166;
  return (
    <g aria-hidden="true">
      <rect x="-400" y="-300" width="1190" height={1300} fill="var(--sea-1)" />
      <Shore d={land} />
      <path d={grove} fill="var(--drying)" />
      <Waterfall x={2} y={foot(1)} s={0.6} />
      <Tree x={16} y={wood + 141} s={0.8} dark />
      <Tree x={46} y={wood + 137} s={0.75} dark />
      <Tree x={78} y={wood + 139} s={0.8} />
      <Pine x={30} y={wood + 157} s={0.95} />
      <Pine x={64} y={wood + 159} s={1.05} dark />
      <Tree x={92} y={wood + 161} s={0.8} dark />
      <Bush x={12} y={wood + 163} s={0.7} />
      <Camp x={6} y={foot(3)} s={0.6} />
      <Fort x={8} y={foot(4)} s={0.58} />
      <Hut x={12} y={foot(5)} s={0.62} />
      <Sails x={70} y={shore + 89} s={0.62} w={360} />
      <Hull x={62} y={shore + BOAT_ROW + 4} s={0.94} w={250} />
      <Waves x={6} y={shore + 88} n={4} />
      <Waves x={326} y={shore + 85} n={4} />
    </g>
  );
};
