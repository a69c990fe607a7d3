// The sea around the atoll: contours, soundings and the compass rose.
import type { Layout, Props } from './model';
import { SOUNDINGS, reefOutline } from './shapes';

export function Sea({
  layout,
  content,
  rose,
  bare,
}: {
  layout: Layout;
  content: Props['content'];
  rose: boolean;
  bare: boolean;
}) {
  const { map } = layout;
  const edge = reefOutline(content.spaces, 6);
  return (
    <g class="at-chart" aria-hidden="true">
      <rect class="open" x="-900" y="-900" width={layout.width + 1800} height={layout.height + 1800} />
      <g transform={`translate(${map.x} ${map.y})`}>
        {[
          ['far', 66],
          ['near', 31],
          ['reef', 6],
        ].map(([name, width]) => (
          <g key={name} class={`zone ${name}`}>
            <path class="line" d={edge} stroke-width={Number(width) + 1.6} />
            <path class="fill" d={edge} stroke-width={width} />
          </g>
        ))}
      </g>
      {SOUNDINGS.filter(([x, y]) => !bare || x < 0.5 || y < 0.5).map(([x, y, fathoms, feet]) => (
        <text key={`${x}${y}`} class="wt at-depth" x={map.x - 14 + x * (map.width + 28)} y={map.y + y * map.height}>
          {fathoms}
          {feet && (
            <tspan dy="3" font-size="8">
              {feet}
            </tspan>
          )}
        </text>
      ))}
      {rose && <Rose x={map.x + 50} y={map.y + map.height - 38} />}
    </g>
  );
}

function Rose({ x, y }: { x: number; y: number }) {
  const ray = (degrees: number, from: number, to: number): string => {
    const a = (degrees * Math.PI) / 180;
    const point = (r: number): string => `${(Math.sin(a) * r).toFixed(1)} ${(-Math.cos(a) * r).toFixed(1)}`;
    return `M${point(from)}L${point(to)}`;
  };
  return (
    <g class="at-rose" transform={`translate(${x} ${y})`}>
      <circle r="36" />
      <circle r="31" />
      <path d={Array.from({ length: 36 }, (_, i) => ray(i * 10, 36, i % 3 ? 31 : 28)).join('')} />
      {[0, 90, 180, 270].map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path class="dark" d={`M0 ${turn ? -25 : -35}L4.300-4.300 0 0Z`} />
          <path class="pale" d={`M0 ${turn ? -25 : -35}L-4.300-4.300 0 0Z`} />
        </g>
      ))}
    </g>
  );
}
