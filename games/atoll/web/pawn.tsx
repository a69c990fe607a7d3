// The pawn, the path of its last move, and the flight home.
import { SEAT_LETTERS } from '@/kit/ui';
import { Glyph } from './islet';
import { lastPath, stateOf, treasureAt } from './model';
import type { Layout, Props, Space } from './model';
import { PAWN } from './shapes';

function pawnAt(props: Props, layout: Layout, id: string): { x: number; y: number } {
  const { x, y } = layout.at(id);
  const shared = treasureAt(props.view, id as Space['id']) !== null;
  return {
    x: x - (shared ? (layout.showNames ? 13 : 16) : 0),
    y: y + (layout.showNames ? -14 : layout.shortNameSize ? -7 : 4),
  };
}

export function Pawn({ props, layout }: { props: Props; layout: Layout }) {
  const { view } = props;
  if (view.pawn === 'none') return null;
  const { x, y } = pawnAt(props, layout, view.pawn);
  const letter = SEAT_LETTERS[(props.seat ?? 1) - 1];
  const gone = view.ending === 'won';
  const wet = stateOf(view, view.pawn) === 'sunk';
  return (
    <g
      class={`at-pawn ${gone ? 'gone' : ''} ${wet ? 'wet' : ''}`}
      style={{ transform: `translate(${x}px,${y}px)` }}
      aria-hidden="true"
    >
      <g transform={`scale(${layout.showNames ? 1.3 : layout.shortNameSize ? 1.5 : 1.75})`}>
        <ellipse class="shade" cy="16.500" rx="15" ry="4.500" />
        <path class="key" d={PAWN} />
        <path class="body" d={PAWN} style={{ fill: `var(--p${letter})` }} />
        <text y="13" text-anchor="middle" style={{ fill: `var(--on-p${letter})` }}>
          {letter}
        </text>
      </g>
    </g>
  );
}

// The path of the pawn's last move, dotted.
export function Trail({ props, layout }: { props: Props; layout: Layout }) {
  const path = lastPath(props.moment.events);
  if (!path || path.from === path.to) return null;
  const from = layout.at(path.from);
  const to = pawnAt(props, layout, path.to);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const side = uy > 0 || (uy === 0 && ux > 0) ? 1 : -1; // vertical paths pass on the right, horizontal ones above
  const [nx, ny] = [uy * side, -ux * side];
  const upright = Math.abs(uy) > Math.abs(ux);
  const aside = upright ? 22 : 0;
  const a = [from.x + ux * 16 + nx * aside, from.y + uy * 16 + ny * aside];
  const b = [to.x - ux * (upright ? 10 : 28) + nx * aside, to.y - uy * (upright ? 10 : 28) + ny * aside];
  const bow = Math.min(60, length * 0.14);
  const c = [(a[0] + b[0]) / 2 + nx * bow, (a[1] + b[1]) / 2 + ny * bow];
  const angle = Math.atan2(b[1] - c[1], b[0] - c[0]);
  const head = (turn: number): string => `${b[0] - Math.cos(angle + turn) * 13} ${b[1] - Math.sin(angle + turn) * 13}`;
  const line = `M${a[0]} ${a[1]}Q${c[0]} ${c[1]} ${b[0]} ${b[1]}`;
  const arrow = `M${head(0.45)}L${b[0]} ${b[1]}L${head(-0.45)}`;
  return (
    <g class="at-trail" aria-hidden="true">
      <path class="under" d={line} />
      <path class="under" d={arrow} />
      <path class="way" d={line} />
      <path class="head" d={arrow} />
    </g>
  );
}

// The game is won: the plane has picked up the pawn and flies out to sea.
export function Flight({ layout, from }: { layout: Layout; from: string }) {
  const { x, y } = layout.at(from);
  const side = x < layout.map.x + layout.map.width * 0.75 ? 1 : -1;
  return (
    <g class="at-trail at-flight" aria-hidden="true" transform={`translate(${x} ${y}) scale(${side} 1)`}>
      <path class="way" d="M8 4Q54-2 78-16T136-34" />
      <g transform={`translate(166 -40) scale(${-side} 1)`}>
        <Glyph name="plane" x={-24} y={-24} size={48} pen={1} />
      </g>
    </g>
  );
}
