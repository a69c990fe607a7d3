// Animates the last events: tiles turn, finds rise, dust flies, the die falls, Karas appear. They are drawn over the
// board for at most 1.5 s, with transform and opacity only; the board below already shows the new state.
import { Sign } from './art';
import type { Geometry } from './geometry';
import { kindOf, siteKey, type Props } from './model';
import { Face } from './tile';

export interface Effect {
  type: 'flip' | 'rise' | 'dust' | 'die' | 'pay';
  site: number;
  tile: number;
  kind: string;
  text: string;
  delay: number;
}

// When each moment was first drawn, so that a board does not repeat its animation on return from another tab.
const firstShown = new Map<string, { version: number; at: number }>();
const MOTION_MAX = 1800;

function wasShown(p: Props): boolean {
  const key = `${p.table.key ?? p.table.watch ?? p.table.name} ${p.moment.seat ?? 'all'}`;
  const seen = firstShown.get(key);
  if (seen?.version === p.moment.version) return Date.now() - seen.at > MOTION_MAX;
  firstShown.set(key, { version: p.moment.version, at: Date.now() });
  return false;
}

export function effects(p: Props): Effect[] {
  if (p.reducedMotion || p.events.length === 0 || wasShown(p)) return [];
  const out: Effect[] = [];
  let site = 0;
  let tile = 0;
  for (const e of p.events) {
    if (e.args.site !== undefined && e.args.site !== null) site = Number(e.args.site);
    if (e.args.tile !== undefined && e.args.tile !== null) tile = Number(e.args.tile);
    const kind = typeof e.args.kind === 'string' ? e.args.kind : '';
    const add = (what: Effect['type'], text = '') => site && out.push({ type: what, site, tile, kind, text, delay: 0 });
    if ((e.event === 'saw' || e.event === 'turned' || e.event === 'dug') && kind) {
      const gone = tile <= p.view.top[siteKey(site)];
      const already = out.some((x) => x.type === 'flip' && x.site === site && x.tile === tile);
      if (gone) add('rise');
      else if (!already) add('flip');
      if (kindOf(p, kind).what === 'rockfall' && e.event !== 'saw') add('dust');
    }
    if (e.event === 'cleared') {
      tile = p.view.top[siteKey(site)];
      add('dust');
    }
    if (e.event === 'defeated') {
      tile = p.view.top[siteKey(site)];
      add('rise');
    }
    if (e.event === 'rolled') add('die', String(e.args.face));
    if (e.event === 'paid' && Number(e.args.karas) > 0) add('pay', `+${e.args.karas}`);
  }
  const step = Math.min(260, 1000 / Math.max(1, out.length));
  out.forEach((x, i) => (x.delay = Math.round(i * step)));
  return out;
}

const PUFFS = [
  [-30, -8, 11],
  [-12, -16, 14],
  [8, -12, 12],
  [26, -17, 13],
  [38, -5, 9],
  [-40, 2, 8],
];

export function Motion({ p, g, list }: { p: Props; g: Geometry; list: Effect[] }) {
  if (list.length === 0) return null;
  return (
    <g class="tk-motion" aria-hidden="true" key={p.moment.version}>
      {list.map((f, i) => {
        const style = { animationDelay: `${f.delay}ms` };
        const x = g.cx(f.site);
        const y = g.y(Math.max(1, f.tile));
        if (f.type === 'rise') {
          return (
            <g key={i} transform={`translate(${g.x(f.site)} ${y})`}>
              <g class="tk-rise" style={style}>
                <Face p={p} kind={f.kind} box={g.box} seed={f.site * 16 + f.tile} />
              </g>
            </g>
          );
        }
        if (f.type === 'dust') {
          return (
            <g key={i} transform={`translate(${x} ${y + g.box.h * 0.7})`}>
              {PUFFS.map(([dx, dy, r], k) => (
                <circle key={k} class="tk-dust" style={style} cx={dx * (g.narrow ? 0.6 : 1)} cy={dy} r={r} />
              ))}
            </g>
          );
        }
        if (f.type === 'die') {
          return (
            <g key={i} transform={`translate(${x} ${Math.max(g.sky + 16, y - 22)})`}>
              <g class="tk-roll" style={style}>
                <Die face={f.text} size={26} />
              </g>
            </g>
          );
        }
        if (f.type === 'pay') {
          return (
            <g key={i} transform={`translate(${x} ${Math.max(g.sky + 10, y - 6)})`}>
              <g class="tk-pay" style={style}>
                <rect x={-25} y={-12} width={50} height={24} rx={12} />
                <Sign name="coin" x={-21} y={-9} size={18} />
                <text x={10} y={5} text-anchor="middle" font-size="14">
                  {f.text}
                </text>
              </g>
            </g>
          );
        }
        return null;
      })}
    </g>
  );
}

// The die of a fight: a sword or a hospital.
export function Die({ face, size }: { face: string; size: number }) {
  return (
    <g class="tk-die day">
      <rect x={-size / 2} y={-size / 2} width={size} height={size} rx={size * 0.2} />
      <Sign
        name={face === 'sword' ? 'sword' : 'cross'}
        x={-size * 0.36}
        y={-size * 0.36}
        size={size * 0.72}
        class={face === 'sword' ? '' : 'tk-cross'}
      />
    </g>
  );
}
