// Winning chances over time: one dashed line per seat, with the seat's token at its end, and flags at the turning
// points.
import { PlayerToken } from '../../kit/ui';
import type { Report } from './report';

const DASH = ['', '9 5', '9 4 2 4', '2 4', '5 3', ''];
const W = 860;
const H = 300;
const LEFT = 40;
const RIGHT = 44;
const TOP = 34;
const FOOT = 30;

export function Chart({ report, title }: { report: Report; title: string }) {
  const series = [report.first, ...report.steps.map((s) => s.chance)];
  const x = (i: number) => LEFT + ((W - LEFT - RIGHT) * i) / Math.max(1, series.length - 1);
  const y = (part: number) => TOP + (H - TOP - FOOT) * (1 - part);
  const seats = report.seats.map((s) => s.seat);
  const turns = report.steps.filter((s, i) => i === 0 || report.steps[i - 1].turn !== s.turn);
  const every = Math.ceil(turns.length / 10);
  // Keeps the tokens at the right edge from overlapping.
  const ends = seats.map((seat) => ({ seat, y: y(series[series.length - 1][seat - 1]) })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < ends.length; i++) ends[i].y = Math.max(ends[i].y, ends[i - 1].y + 20);
  return (
    <svg
      class="chance-chart"
      viewBox={`0 0 ${W} ${H + 20 * Math.max(0, seats.length - 4)}`}
      role="img"
      aria-label={title}
    >
      <rect x={LEFT} y={TOP} width={W - LEFT - RIGHT} height={H - TOP - FOOT} fill="var(--sea-1)" />
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <g key={part}>
          <path d={`M${LEFT} ${y(part)}H${W - RIGHT}`} stroke="var(--sea-3)" stroke-width="1" />
          <text x={LEFT - 8} y={y(part) + 4} text-anchor="end" class="axis">
            {100 * part}
          </text>
        </g>
      ))}
      {turns
        .filter((_, i) => i % every === 0)
        .map((s) => (
          <text key={s.turn} x={x(s.step + 1)} y={H - 8} text-anchor="middle" class="axis">
            {s.turn}
          </text>
        ))}
      {report.moments.map((m) => (
        <g key={m.number}>
          <path
            d={`M${x(m.from + 1)} ${TOP - 6}V${H - FOOT}`}
            stroke="var(--ink)"
            stroke-width="1.5"
            stroke-dasharray="4 4"
          />
          <rect x={x(m.from + 1) - 11} y={4} width="22" height="22" rx="2" fill="var(--ink)" />
          <text x={x(m.from + 1)} y={20} text-anchor="middle" class="flag">
            {m.number}
          </text>
        </g>
      ))}
      {seats.map((seat) => (
        <path
          key={seat}
          fill="none"
          stroke={`var(--p${'ABCDEF'[seat - 1]})`}
          stroke-width={seat === 6 ? 2 : 3}
          stroke-dasharray={DASH[seat - 1]}
          stroke-linejoin="round"
          d={series
            .map((c, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(Math.min(1, Math.max(0, c[seat - 1]))).toFixed(1)}`)
            .join('')}
        />
      ))}
      {ends.map((e) => (
        <PlayerToken key={e.seat} seat={e.seat} size={22} x={W - RIGHT + 8} y={e.y - 11} />
      ))}
    </svg>
  );
}
