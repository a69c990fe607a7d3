// The beach: ten suns on an arc, the waiting rescuers at sea, the camps as tents, and the weather.
import { useRef } from 'preact/hooks';
import { useSize } from '@/kit/size';
import { Icon, SEAT_LETTERS } from '@/kit/ui';
import { Art, Flames, Palm, Ship, Tent, Waves, ripple } from './art';
import {
  type Props,
  fill,
  fires,
  frame,
  hour,
  others,
  isPresent,
  rescuerName,
  openExploreCard,
  waitingRescuers,
} from './model';
import { isNew } from './shared';
import { WORDS } from './words';

// Drawn in the pixels of its box, so that even a low strip shows suns, ships and tents.
interface Box {
  w: number;
  h: number;
  k: number; // scale of things
  sea: number; // y of the horizon
  sand: number;
  small: boolean;
}
function boxOf(w: number, h: number): Box {
  const small = w < 560;
  const k = Math.max(0.5, Math.min(small ? 0.72 : 1.15, h / 176));
  return { w, h, k, sea: h * (small ? 0.585 : 0.57), sand: h - 34 * k, small };
}
const SAND =
  'M-21.6 154.1C-17.5 153.3 -5.7 151.0 2.7 149.1C11.0 147.1 18.0 144.5 27.3 142.8' +
  'C36.7 141.1 48.7 140.0 57.7 139.1C66.7 138.1 72.2 136.9 80.5 137.0C88.7 137.2 97.6 138.7 106.4 140.1' +
  'C115.1 141.4 123.1 144.2 131.9 144.9C140.7 145.6 149.3 143.8 158.3 144.1' +
  'C167.4 144.5 175.4 145.5 185.0 147.1C194.5 148.8 204.8 153.9 214.4 153.8' +
  'C223.9 153.7 232.2 147.3 241.3 146.6C250.3 145.8 258.7 149.7 267.6 149.4' +
  'C276.5 149.1 284.2 145.9 293.5 144.7C302.8 143.5 313.0 143.2 322.4 142.5' +
  'C331.9 141.7 340.2 140.0 349.3 140.2C358.3 140.4 366.5 142.6 375.7 143.8' +
  'C384.9 145.0 395.3 146.6 403.6 147.3C411.9 148.0 415.8 146.8 424.5 148.0' +
  'C433.2 149.3 446.1 152.2 454.8 154.5C463.5 156.7 467.4 160.6 475.8 161.1' +
  'C484.1 161.5 494.4 158.7 503.9 157.1C513.4 155.6 523.1 152.6 531.6 151.8' +
  'C540.2 151.1 546.3 153.2 554.4 152.7C562.4 152.3 570.4 150.5 578.9 149.4' +
  'C587.4 148.3 595.2 147.0 604.5 146.3C613.9 145.6 624.5 146.3 634.0 145.3' +
  'C643.6 144.2 652.5 141.7 660.8 139.9C669.0 138.2 674.2 135.5 682.7 135.2' +
  'C691.3 134.9 702.2 137.0 711.0 138.0C719.8 139.1 725.6 140.7 734.6 141.1' +
  'C743.5 141.5 754.4 141.0 763.5 140.6C772.6 140.2 779.1 138.5 788.0 138.6' +
  'C797.0 138.6 811.2 140.4 816.0 140.8L1200 141L1200 460L-420 460L-420 150Z';
const ripples: [number, number, boolean][] = [
  [637, 123, true],
  [707, 140, false],
  [476, 122, false],
  [160, 114, true],
  [480, 126, true],
  [556, 113, false],
  [13, 120, true],
  [286, 118, true],
  [163, 111, false],
  [632, 135, false],
  [135, 107, false],
  [214, 120, false],
  [170, 125, true],
  [707, 119, true],
  [305, 108, true],
  [424, 117, false],
  [270, 111, true],
  [67, 126, true],
  [313, 137, true],
  [189, 137, true],
  [721, 118, false],
  [390, 132, true],
  [590, 139, true],
];

function sunAt(box: Box, i: number, n: number): [number, number] {
  const t = Math.abs(i - (n - 1) / 2) / ((n - 1) / 2 || 1);
  const top = Math.max(29, 29 * box.k);
  const edge = box.small ? 0.068 : 0.05;
  return [
    box.w * (edge + ((1 - 2 * edge) * i) / (n - 1 || 1)),
    top + Math.max(8, box.sea - top - 20 * box.k) * t ** 1.75,
  ];
}

function Suns({ p, box }: { p: Props; box: Box }) {
  const days = p.content.days;
  const at = days.map((_, i) => sunAt(box, i, days.length));
  const when = hour(p.view);
  const night = when === 'night';
  const r = box.small ? 9 : 8 + 3 * box.k;
  const big = box.small ? 16 : 20.35 * Math.min(1, box.k + 0.1);
  const path = at.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return (
    <>
      <path d={path} fill="none" stroke="var(--coast)" stroke-width="1.300" stroke-dasharray="2 5" />
      {days.map((day, i) => {
        const [x, y] = at[i];
        const now = i + 1 === p.view.day && when !== 'over';
        const gone = i + 1 < p.view.day || when === 'over';
        if (now) {
          return (
            <g key={i} class={`art td-sun ${isNew(p, (b) => b.day !== p.view.day) ? 'td-rise' : ''}`}>
              {!night &&
                Array.from({ length: 12 }, (_, k) => (
                  <path
                    key={k}
                    d={`M${x} ${y - big - 4}v-5`}
                    transform={`rotate(${k * 30} ${x} ${y})`}
                    stroke="var(--pA)"
                    stroke-width="2.600"
                    stroke-linecap="round"
                  />
                ))}
              <circle
                cx={x}
                cy={y}
                r={big}
                fill={night ? 'var(--paper)' : 'var(--pA)'}
                stroke="var(--ink)"
                stroke-width="2"
              />
              {night && (
                <path
                  d={
                    `M${x - big * 0.4} ${y - big * 0.9}a${big} ${big} 0 0 0 0 ${big * 1.8}` +
                    `a${big * 1.1} ${big * 1.1} 0 0 1 0-${big * 1.8}Z`
                  }
                  fill="var(--rock)"
                  stroke="none"
                />
              )}
              <text x={x} y={y + big * 0.36} text-anchor="middle" class="nm" font-size={big} fill="var(--ink)">
                {i + 1}
              </text>
            </g>
          );
        }
        return (
          <g key={i}>
            <circle
              cx={x}
              cy={y}
              r={r}
              fill={gone ? 'var(--sea-3)' : 'var(--paper)'}
              stroke="var(--coast)"
              stroke-width="1.500"
            />
            <text
              x={x}
              y={y + 4}
              text-anchor="middle"
              class="td-n"
              font-size={box.small ? 10.5 : 11.6}
              fill="var(--ink)"
            >
              {i + 1}
            </text>
            {day.rescue && (
              <Icon
                name="ship"
                x={x - 7}
                y={y - r - 16}
                size={14}
                style={{ color: night ? 'var(--on-deep)' : 'var(--ink)' }}
              />
            )}
            {!!day.food && (
              <Icon
                name="meat"
                x={x - 6.5}
                y={y + r + 2}
                size={13}
                style={{ color: night ? 'var(--on-deep)' : 'var(--ink-2)' }}
              />
            )}
          </g>
        );
      })}
    </>
  );
}

function Weather({ p, box }: { p: Props; box: Box }) {
  const card = openExploreCard(p);
  const across = (n: number) => Array.from({ length: n }, (_, i) => i);
  if (card?.use === 'heavy-rain') {
    return (
      <g class="td-weather">
        {[0.18, 0.46, 0.74].map((x, i) => (
          <Art key={x} x={box.w * x} y={(26 + (i % 2) * 8) * box.k} s={1.8 * box.k}>
            <path d="M-26 8c-8-1-8-11 0-12 1-7 11-9 15-4 7-5 16-1 16 6 8 0 9 10 1 10Z" fill="var(--rock)" />
          </Art>
        ))}
        <path
          d={across(box.small ? 26 : 46)
            .map((i) => `M${(i * 17 + (i % 3) * 5) % box.w} ${34 + ((i * 29) % (box.h - 60))}l-5 13`)
            .join('')}
          fill="none"
          stroke="var(--deep)"
          stroke-width="1.600"
          stroke-linecap="round"
        />
      </g>
    );
  }
  if (card?.use === 'tornado') {
    return (
      <Art x={box.w * 0.36} y={20 * box.k} s={2.2 * box.k}>
        <path
          d="M-24 0c12-5 36-5 48 0-2 6-6 8-12 9 2 4 0 7-4 8 2 4-1 7-4 8 2 4-2 7-3 12-3-3-3-6-5-8-6-1-8-5-7-9-5-2-6-6-5-9-5-2-8-6-8-11Z"
          fill="var(--rock)"
        />
        <path d="M-24 0c10 5 38 5 48 0M-16 11c8 3 22 2 28-2M-11 20c6 2 14 1 19-3M-6 29c4 1 7 0 10-4" fill="none" />
      </Art>
    );
  }
  if (card?.use === 'burning-sun') {
    return (
      <g class="art td-weather">
        <path
          d={across(24)
            .map((i) => {
              const a = (i * Math.PI) / 12;
              const [x, y] = sunAt(box, p.view.day - 1, p.content.days.length);
              const point = (r: number) => `${(x + Math.cos(a) * r).toFixed(1)} ${(y + Math.sin(a) * r).toFixed(1)}`;
              return `M${point(36)}L${point(i % 2 ? 50 : 62)}`;
            })
            .join('')}
          fill="none"
          stroke="var(--pC)"
          stroke-width="3"
          stroke-linecap="round"
        />
      </g>
    );
  }
  return null;
}

const stars: [number, number][] = [
  [60, 30],
  [150, 18],
  [240, 62],
  [330, 14],
  [470, 70],
  [560, 18],
  [640, 66],
  [700, 22],
  [90, 84],
  [380, 84],
  [520, 48],
  [760, 40],
];

function Ships({ p, box }: { p: Props; box: Box }) {
  const all = waitingRescuers(p);
  const places = [[0.7], [0.42, 0.76], [0.3, 0.54, 0.78], [0.24, 0.42, 0.6, 0.78]][all.length - 1] ?? [];
  const s = (box.small ? 0.9 : 1.05) * box.k * (all.length > 2 ? 0.8 : 1);
  return (
    <>
      {all.map(({ berth, rescuer }, i) => (
        <g key={berth} class={`td-ship ${isNew(p, (b) => b.berth[berth] !== rescuer.id) ? 'td-arrive' : ''}`}>
          <Ship id={rescuer.id} x={box.w * places[i]} y={box.sea + 22 * box.k} s={s} />
          {!box.small && all.length < 3 && box.k > 0.6 && (
            <g
              text-anchor="end"
              transform={`translate(${box.w * places[i] - 62 * s} ${box.sea + (box.k > 0.85 ? 22 : 15) * box.k})`}
            >
              <text class="wt td-halo" font-size="15">
                {rescuerName(p, rescuer.id)}
              </text>
              {box.k > 0.85 && (
                <text class="td-halo" y="15" font-size="12">
                  {WORDS.leavesAtDawn}
                </text>
              )}
            </g>
          )}
        </g>
      ))}
    </>
  );
}

function Camps({ p, box }: { p: Props; box: Box }) {
  const rest = others(p).filter((seat) => isPresent(p, seat));
  const mine = p.seat !== null && isPresent(p, p.seat);
  const y = box.sand + 23 * box.k;
  const s = 0.74 * box.k;
  const from = box.w * 0.45;
  const step = (box.w * (box.small ? 0.36 : 0.42)) / Math.max(1, rest.length);
  const at = box.w * 0.3;
  return (
    <>
      {mine && <Tent x={at} y={y} s={0.9 * box.k} fill={`p${SEAT_LETTERS[p.seat! - 1]}`} />}
      {mine && fires(p, p.seat!).length > 0 && <Flames x={at + 48 * box.k} y={y + 4 * box.k} s={0.85 * box.k} />}
      {rest.map((seat, i) => (
        <g key={seat}>
          <Tent x={from + step * i} y={y + (5 + (i % 2) * 3) * box.k} s={s} fill={`p${SEAT_LETTERS[seat - 1]}`} />
          {fires(p, seat).length > 0 && (
            <Flames x={from + step * i + 42 * s} y={y + (9 + (i % 2) * 3) * box.k} s={s * 0.85} />
          )}
        </g>
      ))}
    </>
  );
}

export function Beach({ p }: { p: Props }) {
  const at = useRef<SVGSVGElement>(null);
  const [w, h] = useSize(at, p.size === 'phone' ? [390, 126] : [796, 176]);
  const box = boxOf(w, h);
  const { k } = box;
  const when = hour(p.view);
  const night = when === 'night';
  const sky = night ? 'var(--deep)' : when === 'dusk' ? 'var(--warn-wash)' : 'var(--sea-1)';
  const label = `${fill(WORDS.day, p.view.day, p.content.days.length)}${waitingRescuers(p)
    .map((r) => `; ${rescuerName(p, r.rescuer.id)}, ${WORDS.leavesAtDawn}`)
    .join('')}`;
  const sand = `translate(0 ${(box.sand - 142 * k).toFixed(1)}) scale(${(w / 796).toFixed(3)} ${k.toFixed(3)})`;
  return (
    <svg class="td-pano" ref={at} viewBox={`0 0 ${w} ${h}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <rect width={w} height={h} fill={sky} />
      {night && stars.map(([x, y]) => <circle key={x} cx={(x * w) / 796} cy={y * k} r="1.300" fill="var(--on-deep)" />)}
      <rect y={box.sea} width={w} height={h} fill={night ? 'var(--sea-3)' : 'var(--sea-2)'} />
      <path d={`M0 ${box.sea}H${w}`} stroke="var(--sea-ink)" stroke-width="1.300" />
      {ripples.slice(0, box.small ? 12 : 99).map(([x, y, dark], i) => (
        <Waves key={i} d={ripple((x * w) / 796, box.sea + (y - 100) * k)} color={dark ? 'sea-ink' : 'sea-3'} w={1.2} />
      ))}
      <Art x={w * 0.1} y={box.sea} s={Math.min(1.1, k * 1.1)}>
        <path d="M0 0c14-12 22-16 34-10 10-14 26-10 34 10Z" fill="var(--leaf)" />
      </Art>
      <Ships p={p} box={box} />
      <g transform={`translate(0 -6)`}>
        <path transform={sand} d={SAND} fill={night ? 'var(--sea-2)' : 'var(--sea-1)'} />
      </g>
      <path
        transform={sand}
        d={SAND}
        fill="var(--land)"
        stroke="var(--coast)"
        stroke-width="1.800"
        vector-effect="non-scaling-stroke"
      />
      <Palm x={w * 0.043} y={h - 3} s={1.15 * k} />
      {!box.small && <Palm x={w * 0.093} y={h + 2} s={0.85 * k} />}
      <Palm x={w * 0.967} y={h + 2} s={1.2 * k} flip />
      {!box.small && <Palm x={w * 0.91} y={h} s={0.8 * k} flip />}
      <Camps p={p} box={box} />
      <Suns p={p} box={box} />
      {when === 'day' && !frame(p.view, 'bids') && <Weather p={p} box={box} />}
    </svg>
  );
}
