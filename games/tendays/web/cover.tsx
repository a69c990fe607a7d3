// The lobby's picture: the beach in the morning, a tent, a fire and a sail.
import { Art, Flames, Palm, Ship, Tent, Waves, ripple } from './art';

export function Cover({ size }: { size: number }) {
  return (
    <svg
      viewBox="0 0 300 180"
      width={size}
      height={(size * 3) / 5}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-hidden="true"
    >
      <rect width="300" height="180" fill="var(--sea-1)" />
      <path
        d="M14 62C60 26 110 14 150 14s90 12 136 48"
        fill="none"
        stroke="var(--coast)"
        stroke-width="1.300"
        stroke-dasharray="2 5"
      />
      {Array.from({ length: 10 }, (_, i) => {
        const t = (i - 4.5) / 4.5;
        const [x, y] = [150 + t * 132, 15 + 45 * Math.abs(t) ** 1.75];
        return i === 5 ? (
          <g key={i} class="art">
            {Array.from({ length: 12 }, (_, k) => (
              <path
                key={k}
                d={`M${x} ${y - 17}v-5`}
                transform={`rotate(${k * 30} ${x} ${y})`}
                stroke="var(--pA)"
                stroke-width="2.600"
                stroke-linecap="round"
              />
            ))}
            <circle cx={x} cy={y} r="14" fill="var(--pA)" stroke="var(--ink)" stroke-width="1.800" />
          </g>
        ) : (
          <circle
            key={i}
            cx={x}
            cy={y}
            r="6.500"
            fill={i < 5 ? 'var(--sea-3)' : 'var(--paper)'}
            stroke="var(--coast)"
            stroke-width="1.400"
          />
        );
      })}
      <rect y="84" width="300" height="96" fill="var(--sea-2)" />
      <path d="M0 84H300" stroke="var(--sea-ink)" stroke-width="1.300" />
      {[
        [20, 96],
        [70, 104],
        [118, 94],
        [262, 100],
        [240, 118],
        [90, 116],
      ].map(([x, y]) => (
        <Waves key={x} d={ripple(x, y)} />
      ))}
      <Art x={20} y={84}>
        <path d="M0 0c14-12 22-16 34-10 10-14 26-10 34 10Z" fill="var(--leaf)" />
      </Art>
      <Ship id="smuggler" x={196} y={104} s={0.95} />
      <path
        d="M-10 142c30-10 60-14 96-6s62 10 96 2 76-12 128-2v60H-10Z"
        fill="var(--sea-1)"
        transform="translate(0 -6)"
      />
      <path
        d="M-10 142c30-10 60-14 96-6s62 10 96 2 76-12 128-2v60H-10Z"
        fill="var(--land)"
        stroke="var(--coast)"
        stroke-width="1.800"
      />
      <Palm x={26} y={174} s={1.25} />
      <Palm x={282} y={178} s={1.05} flip />
      <Tent x={104} y={160} s={1.3} fill="sea-3" />
      <Flames x={164} y={166} s={0.95} />
      <Tent x={222} y={166} s={0.8} fill="pA" />
    </svg>
  );
}
