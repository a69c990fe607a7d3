// The map: spaces, the pieces on them, and where the player may go. It can be panned and zoomed; phones start with a
// view around the player's own pirate.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Move } from '@/kit/protocol';
import { Icon } from '@/kit/ui';
import { COASTS, Figure, Ground, Pirate, Raft } from './art';
import {
  H,
  ICON,
  MATERIAL,
  SEA_ICON,
  W,
  figures,
  layoutOf,
  letter,
  nameOf,
  pieceName,
  seatsOf,
  spaceOf,
  shortestPath,
} from './model';
import type { Layout, Props, Spot } from './model';
import { WORDS, fill, capitalise } from './words';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
const WHOLE_MAP: Box = { x: 0, y: 0, w: W, h: H };
export const ISLAND_BOX: Box = { x: -6, y: 10, w: 624, h: 620 };
export const SEA_BOX: Box = { x: 596, y: 0, w: 200, h: 636 };
const DOUBLOONS: [number, number][] = [
  [712, 40],
  [712, 65],
  [662, 90],
  [687, 90],
  [712, 90],
  [737, 90],
  [762, 90],
  [712, 115],
  [712, 140],
];

interface Target {
  key: string;
  x: number;
  y: number;
  r: number;
  moves: Move[];
  label: string;
  square?: boolean;
  note?: string;
}

const radius = (s: Spot): number =>
  s.kind === 'bay' || s.kind === 'final'
    ? 12
    : s.kind === 'landing'
      ? 8.7
      : s.piece >= 0
        ? 9.2
        : s.event
          ? 9
          : s.kind === 'sea'
            ? 4.6
            : 4.4;
const onEnter = (f: () => void) => ({
  onKeyDown: (e: JSX.TargetedKeyboardEvent<SVGElement>) => {
    if (e.key !== 'Enter' && e.key !== ' ') return;
    e.preventDefault();
    f();
  },
});

// A space without a move, for its tooltip.
const spotTarget = (p: Props, s: Spot): Target => ({
  key: s.id,
  x: s.x,
  y: s.y,
  r: radius(s),
  moves: [],
  label: p.words[`space.${s.id}`] ?? s.id,
  note: pieceName(p, s),
});

function nearestThing<Thing extends { x: number; y: number }>(
  things: Thing[],
  [x, y]: [number, number, number],
  reach: (thing: Thing) => number,
): Thing | null {
  let best: Thing | null = null;
  let bestDistance = Infinity;
  for (const thing of things) {
    const d = Math.hypot(thing.x - x, thing.y - y);
    if (d < reach(thing) && d < bestDistance) [best, bestDistance] = [thing, d];
  }
  return best;
}

function targetsOf(p: Props, layout: Layout): Target[] {
  const spots = new Map<string, Target>();
  const out: Target[] = [];
  for (const m of p.moves) {
    const id = spaceOf(p, m);
    const spot = id && layout.byId.get(id);
    if (spot) {
      const known = spots.get(spot.id);
      if (known) known.moves.push(m);
      else {
        spots.set(spot.id, {
          key: spot.id,
          x: spot.x,
          y: spot.y,
          r: radius(spot) + 1.7,
          moves: [m],
          label: p.words[`space.${spot.id}`] ?? spot.id,
          square: spot.kind === 'bay' || spot.kind === 'final',
        });
      }
    } else if (m.kind === 'dig') {
      const [x, y] = DOUBLOONS[Number(m.args.doubloon) - 1] ?? DOUBLOONS[0];
      out.push({ key: m.text, x, y, r: 12, moves: [m], label: p.words[`doubloon.${m.args.doubloon}`] });
    }
  }
  return [...spots.values(), ...out];
}

function Paths({ layout }: { layout: Layout }) {
  const { land, bridge } = useMemo(() => {
    let land = '';
    let bridge = '';
    const bay = layout.bay;
    for (const [a, b] of layout.edges) {
      const near = bay && Math.max(Math.hypot(a.x - bay.x, a.y - bay.y), Math.hypot(b.x - bay.x, b.y - bay.y)) < 70;
      const line = (p: number, q: number) =>
        `M${(a.x + p * (b.x - a.x)).toFixed(1)} ${(a.y + p * (b.y - a.y)).toFixed(
          1,
        )}L${(a.x + q * (b.x - a.x)).toFixed(1)} ${(a.y + q * (b.y - a.y)).toFixed(1)}`;
      if (near) bridge += line(0, 1);
      else if (
        bay &&
        a.x > bay.x + 90 &&
        b.x > bay.x + 90 &&
        Math.min(a.y, b.y) < bay.y + 13 &&
        Math.max(a.y, b.y) > bay.y - 13 &&
        a.y !== b.y
      ) {
        const at = (y: number) => Math.min(1, Math.max(0, (y - a.y) / (b.y - a.y)));
        const [p, q] = [at(bay.y - 14), at(bay.y + 14)].sort((m, n) => m - n);
        land += line(0, p) + line(q, 1);
        bridge += line(p, q);
      } else land += line(0, 1);
    }
    return { land, bridge };
  }, [layout]);
  const course = (spots: Spot[]) =>
    `M612 318L${spots.map((s) => `${s.x.toFixed(1)} ${s.y.toFixed(1)}`).join('L')}` +
    (layout.final ? `L${layout.final.x} ${layout.final.y}` : '');
  return (
    <g aria-hidden="true">
      <path class="aye-path" d={land} />
      <path class="aye-bridge a" d={bridge} />
      <path class="aye-bridge b" d={bridge} />
      {layout.courses.map((c, i) => (
        <path key={i} class="aye-course" d={course(c)} />
      ))}
    </g>
  );
}

function Space({ p, s, fresh }: { p: Props; s: Spot; fresh: boolean }) {
  const { view: v } = p;
  const at = `translate(${s.x.toFixed(1)} ${s.y.toFixed(1)})`;
  const flip = fresh ? 'aye-flip' : undefined;
  if (s.kind === 'bay' || s.kind === 'final') {
    return (
      <g transform={at}>
        <rect class="aye-plate" x="-12" y="-12" width="24" height="24" rx="4" />
        <Icon name={s.kind === 'bay' ? 'raft' : 'flag'} x={-8.5} y={-8.5} size={17} />
      </g>
    );
  }
  if (s.kind === 'landing') {
    return (
      <g transform={at}>
        <circle class="aye-landing" r="8.7" />
        <Icon name="anchor" x={-5.9} y={-5.9} size={11.8} stroke-width="2.1" />
      </g>
    );
  }
  if (s.event) {
    return (
      <g transform={at}>
        <circle class="aye-event" r="9" />
        <Icon name={SEA_ICON[s.event] ?? 'wave'} x={-6.25} y={-6.25} size={12.5} stroke-width="2.1" />
      </g>
    );
  }
  if (s.kind === 'sea') return <circle class="aye-dot sea" cx={s.x} cy={s.y} r="4.6" />;
  if (s.piece < 0) return <circle class="aye-dot" cx={s.x} cy={s.y} r="4.4" />;
  const icon = v.icon[s.piece];
  if (v.open[s.piece] && icon && icon !== 'none') {
    if (MATERIAL.has(icon)) {
      return (
        <g transform={at}>
          <g class={flip}>
            <rect class="aye-item" x="-8.7" y="-8.7" width="17.4" height="17.4" rx="2.3" />
            <Icon class="ic aye-on-item" name={ICON[icon]} x={-6.9} y={-6.9} size={13.8} stroke-width="2" />
          </g>
        </g>
      );
    }
    return (
      <g transform={at}>
        <g class={flip}>
          <circle class="aye-quest" r="9.2" />
          <Icon name={ICON[icon]} x={-6.65} y={-6.65} size={13.3} stroke-width="2" />
        </g>
      </g>
    );
  }
  if (icon && icon !== 'none') {
    return (
      <g transform={at}>
        <circle class="aye-known" r="9.2" />
        <Icon name={ICON[icon]} x={-5.6} y={-5.2} size={11.2} stroke-width="2" />
        <circle class="aye-peek" cx="7" cy="-7" r="4.6" />
        <Icon name="eye" x={3.6} y={-10.4} size={6.8} stroke-width="2.6" />
      </g>
    );
  }
  return (
    <g transform={at}>
      <circle class="aye-coin edge" cy="1.5" r="9.2" />
      <circle class="aye-coin" r="9.2" />
      <circle class="aye-coin rim" r="7.1" />
      <Icon name="eye" x={-5} y={-5} size={10.1} stroke-width="2.1" />
    </g>
  );
}

interface MapPiece {
  key: string;
  place: string;
  draw: (small: boolean) => JSX.Element;
  label: string;
  moves: Move[];
  lit: boolean;
}

function piecesOnMap(p: Props): MapPiece[] {
  const { view: v } = p;
  const out: MapPiece[] = [];
  const layout = layoutOf(p.content);
  for (const f of figures(p)) {
    out.push({
      key: f.key,
      place: f.place,
      label: p.words[`card.${f.id}`],
      moves: [],
      lit: false,
      draw: () => <Figure kind={f.kind} />,
    });
  }
  for (let seat = 1; seat <= seatsOf(p); seat++) {
    const place = v.place[seat - 1];
    if (!place || place === 'none') continue;
    const moves = p.moves.filter(
      (m) =>
        (m.kind === 'against' || m.kind === 'set') && Number(m.args.seat ?? m.args.player ?? m.args.victim) === seat,
    );
    const turn = p.seat === seat && p.moves.length > 0;
    const sea = layout.byId.get(place)?.kind === 'sea';
    out.push({
      key: `seat${seat}`,
      place,
      label: nameOf(p, seat),
      moves,
      lit: turn || moves.length > 0,
      draw: () =>
        sea ? (
          <Raft seat={seat} mark={letter(seat)} lit={turn || moves.length > 0} />
        ) : (
          <Pirate seat={seat} mark={letter(seat)} lit={turn || moves.length > 0} />
        ),
    });
  }
  return out;
}

// Pieces on the map: up to two beside a space, the others on a tag.
function Pieces({ p, layout, play }: { p: Props; layout: Layout; play: (m: Move[]) => void }) {
  const all = piecesOnMap(p);
  const places = new Map<string, MapPiece[]>();
  for (const s of all) places.set(s.place, [...(places.get(s.place) ?? []), s]);
  const drawn: { s: MapPiece; x: number; y: number; k: number; foot: [number, number] | null }[] = [];
  const tags: { x: number; y: number; n: number; spot: Spot }[] = [];
  for (const [id, list] of places) {
    const spot = layout.byId.get(id);
    if (!spot) continue;
    const r = radius(spot);
    const full = list.length <= 2 ? list.length : 2;
    list.slice(0, full).forEach((s, i) => {
      const a = ((spot.angle + (i === 0 ? 0 : 180)) * Math.PI) / 180;
      const sea = spot.kind === 'sea';
      const d = sea ? 0 : r + 13;
      drawn.push({
        s,
        x: spot.x + d * Math.cos(a) + (sea ? (i ? 22 : 0) : 0),
        y: spot.y + d * Math.sin(a) - (sea ? 12 : 1),
        k: sea ? 0.95 : 0.86,
        foot: sea ? null : [spot.x + (r + 1) * Math.cos(a), spot.y + (r + 1) * Math.sin(a)],
      });
    });
    const rest = list.slice(full);
    if (!rest.length) continue;
    const wide = 17 * rest.length + 4;
    const tx = Math.min(
      W - wide - 2,
      Math.max(2, spot.x - wide / 2 + (Math.abs(Math.sin((spot.angle * Math.PI) / 180)) > 0.7 ? 30 + wide / 2 : 0)),
    );
    const ty = spot.y + (Math.abs(Math.sin((spot.angle * Math.PI) / 180)) > 0.7 ? -9 : 22);
    tags.push({ x: tx, y: ty, n: rest.length, spot });
    rest.forEach((s, i) => drawn.push({ s, x: tx + 10.5 + 17 * i, y: ty + 10, k: 0.56, foot: null }));
  }
  return (
    <>
      {tags.map((t) => (
        <g key={t.spot.id} class="aye-tag" aria-hidden="true">
          <path d={`M${t.spot.x} ${t.spot.y}L${t.x + 8.5 * t.n + 2} ${t.y + 10}`} />
          <rect x={t.x} y={t.y} width={17 * t.n + 4} height="20" rx="4" />
        </g>
      ))}
      {drawn.map(
        ({ s, foot }) => foot && <circle key={`f${s.key}`} class="aye-foot" cx={foot[0]} cy={foot[1]} r="2.4" />,
      )}
      {drawn.map(({ s, x, y, k }) => {
        const open = s.moves.length > 0;
        const spot = layout.byId.get(s.place)!;
        return (
          <g
            key={s.key}
            class={`aye-piece${p.reducedMotion ? ' still' : ''}${open ? ' open' : ''}`}
            style={{ transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${k})` }}
            role={open ? 'button' : 'img'}
            tabIndex={open ? 0 : undefined}
            aria-label={open ? `${s.moves[0].label}: ${WORDS.may}` : `${s.label}, ${p.words[`space.${spot.id}`]}`}
            onClick={
              open
                ? (e: Event) => {
                    e.stopPropagation();
                    play(s.moves);
                  }
                : undefined
            }
            {...(open ? onEnter(() => play(s.moves)) : {})}
          >
            <title>{open ? s.moves[0].label : `${s.label}, ${p.words[`space.${spot.id}`]}`}</title>
            {open && <circle r="22" class="aye-hitbox" />}
            {s.draw(k < 0.8)}
          </g>
        );
      })}
    </>
  );
}

// The path of the last move, dotted, with an arrow head.
function Trail({ p, layout }: { p: Props; layout: Layout }) {
  const { previousView } = p;
  if (!previousView) return null;
  const lines: JSX.Element[] = [];
  for (let seat = 1; seat <= seatsOf(p); seat++) {
    const from = previousView.place[seat - 1];
    const to = p.view.place[seat - 1];
    if (from === to || from === 'none' || to === 'none') continue;
    const spots = shortestPath(layout, from, to);
    if (spots.length < 2 || spots.length > 24) continue;
    const d = `M${spots.map((s) => `${s.x.toFixed(1)} ${s.y.toFixed(1)}`).join('L')}`;
    const [a, b] = spots.slice(-2);
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const r = radius(b) + 3;
    const [ux, uy] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    lines.push(
      <g key={seat} aria-hidden="true">
        <path class="aye-trail under" d={d} />
        <path class="aye-trail" d={d} />
        <path
          class="aye-arrow"
          transform={`translate(${(b.x - r * ux).toFixed(1)} ${(b.y - r * uy).toFixed(1)}) rotate(${turn.toFixed(0)})`}
          d="M0 0L-7-4V4Z"
        />
      </g>,
    );
  }
  return <>{lines}</>;
}

function Ring({ t, chosen }: { t: Target; chosen: boolean }) {
  const shape = (cls: string) =>
    t.square ? (
      <rect class={cls} x={t.x - t.r - 1} y={t.y - t.r - 1} width={2 * t.r + 2} height={2 * t.r + 2} rx="5" />
    ) : (
      <circle class={cls} cx={t.x} cy={t.y} r={t.r} />
    );
  return (
    <>
      {shape(`aye-may wash${chosen ? ' hover' : ''}`)}
      {shape('aye-may')}
    </>
  );
}

function Tooltip({ t, box }: { t: Target; box: Box }) {
  const lines = [capitalise(t.label), t.moves[0]?.gain ?? t.note ?? ''].filter(Boolean);
  const k = box.w / 796;
  const wide = Math.min(330, Math.max(...lines.map((l, i) => l.length * (i ? 5.9 : 7))) + 18) * Math.max(k, 0.5);
  const s = Math.max(k, 0.5);
  const tall = (lines.length * 15 + 9) * s;
  const x = Math.min(box.x + box.w - wide - 4 * s, Math.max(box.x + 4 * s, t.x - wide / 2));
  const up = t.y - t.r - tall - 5 * s > box.y;
  const y = up ? t.y - t.r - tall - 5 * s : t.y + t.r + 5 * s;
  return (
    <g class="aye-tip" aria-hidden="true">
      <rect x={x} y={y} width={wide} height={tall} rx={4 * s} />
      {lines.map((l, i) => (
        <text key={i} class={i ? 'sub' : 'nm'} x={x + wide / 2} y={y + (i ? 31 : 16) * s} font-size={(i ? 12 : 13) * s}>
          {l}
        </text>
      ))}
    </g>
  );
}

function Doubloons({ p, lit }: { p: Props; lit: boolean }) {
  const { view: v } = p;
  const treasure = v.ending === 'treasure';
  const last = v.doubloons[v.doubloons.length - 1];
  const found = p.moment.events.find((e) => e.event === 'treasure')?.args.doubloon;
  return (
    <g>
      {DOUBLOONS.slice(0, p.content.doubloons).map(([x, y], i) => {
        const id = String(i + 1);
        const open = v.doubloons.includes(id as never);
        const gold = treasure && open && (found ? found === id : id === last);
        return (
          <g
            key={id}
            role="img"
            aria-label={`${p.words[`doubloon.${id}`]}: ${
              open ? p.words[gold ? 'find.treasure' : 'find.bones'] : WORDS.hidden
            }`}
            aria-hidden={lit ? 'true' : undefined}
            transform={`translate(${x} ${y})`}
          >
            {open ? (
              <g
                class={
                  p.events.some((e) => (e.event === 'bones' || e.event === 'treasure') && e.args.doubloon === id) &&
                  !p.reducedMotion
                    ? 'aye-flip'
                    : undefined
                }
              >
                <circle class={gold ? 'aye-gold' : 'aye-bones'} r="11" />
                <Icon
                  name={gold ? 'gem' : 'skull'}
                  x={-7.5}
                  y={-7.5}
                  size={15}
                  stroke-width="1.9"
                  class={`ic${gold ? ' aye-on-item' : ''}`}
                />
              </g>
            ) : (
              <g class="art">
                <circle class="aye-gold" r="11" />
                <path d="M-4-4L4 4M4-4L-4 4" stroke="var(--ink)" stroke-width="1.6" stroke-linecap="round" />
              </g>
            )}
          </g>
        );
      })}
    </g>
  );
}

export function Chart({ p, box, phone, slice }: { p: Props; box?: Box; phone?: boolean; slice?: boolean }) {
  const layout = layoutOf(p.content);
  const targets = useMemo(() => targetsOf(p, layout), [p.moves, p.view, layout]);
  const svg = useRef<SVGSVGElement>(null);
  const [hover, setHover] = useState<string | null>(null);
  const view = usePan(svg, p, layout, targets, box ?? WHOLE_MAP, !!phone);
  const clip = useMemo(() => `isl${Math.round(Math.random() * 1e9)}`, []);
  const play = (moves: Move[]) => p.play(moves[0]);
  const at = (e: { clientX: number; clientY: number }): [number, number, number] | null => {
    const m = svg.current?.getScreenCTM();
    return m ? [(e.clientX - m.e) / m.a, (e.clientY - m.f) / m.d, m.a] : null;
  };
  // The space nearest to the pointer is chosen, so that small, close spaces can be hit.
  const nearest = (e: { clientX: number; clientY: number }): Target | null => {
    const q = at(e);
    return q && nearestThing(targets, q, () => Math.max(16, 22 / q[2]));
  };
  // A space without a move shows its description instead.
  const pointed = (e: { clientX: number; clientY: number }): Spot | null => {
    const q = at(e);
    return q && nearestThing(layout.spots, q, (s) => Math.max(radius(s) + 3, 11 / q[2]));
  };
  const point = (e: { clientX: number; clientY: number; pointerType: string }) => {
    if (e.pointerType === 'mouse') setHover((nearest(e)?.key ?? pointed(e)?.id) || null);
  };
  const click = (e: { clientX: number; clientY: number }) => {
    const t = nearest(e);
    const spot = t ? null : pointed(e);
    if (t) play(t.moves);
    else if (spot) p.look('space', spot.id);
  };
  const fresh = new Set(p.reducedMotion ? [] : p.events.filter((e) => e.event === 'piece').map((e) => e.args.space));
  const plain = hover ? layout.byId.get(hover) : undefined;
  const shown = targets.find((t) => t.key === hover) ?? (plain && spotTarget(p, plain));
  const arrows = (t: Target) => (e: JSX.TargetedKeyboardEvent<SVGElement>) => {
    const dir = (
      {
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, -1],
        ArrowDown: [0, 1],
      } as Record<string, [number, number]>
    )[e.key];
    if (e.key === 'Enter' || e.key === ' ') {
      e.preventDefault();
      e.stopPropagation();
      play(t.moves);
    }
    if (!dir) return;
    e.preventDefault();
    e.stopPropagation();
    let best: Target | null = null;
    let cost = Infinity;
    for (const o of targets) {
      const [dx, dy] = [o.x - t.x, o.y - t.y];
      const on = dx * dir[0] + dy * dir[1];
      if (on <= 1) continue;
      const c = on + 2.2 * Math.abs(dx * dir[1] + dy * dir[0]);
      if (c < cost) [cost, best] = [c, o];
    }
    if (best) svg.current?.querySelector<SVGElement>(`[data-t="${best.key}"]`)?.focus();
  };
  return (
    <svg
      ref={svg}
      class="board aye-map"
      viewBox={`${view.x.toFixed(1)} ${view.y.toFixed(1)} ${view.w.toFixed(1)} ${view.h.toFixed(1)}`}
      preserveAspectRatio={phone || slice ? 'xMidYMid slice' : 'xMidYMid meet'}
      role="group"
      aria-label={WORDS.map}
      onClick={click}
      onPointerMove={point}
      onPointerLeave={() => setHover(null)}
    >
      <Ground id={clip} />
      <Paths layout={layout} />
      {COASTS.map(([id, x, y]) => (
        <text key={id} class="nm aye-coast" x={x} y={y}>
          {p.words[`coast.${id}`]}
        </text>
      ))}
      {layout.courses.map((c, i) => (
        <text key={i} class="wt aye-course-name" x={i ? 696 : 702} y={i ? 574 : 332}>
          {fill(WORDS.course, capitalise(p.words[`course.${i + 1}`]), c.length)}
        </text>
      ))}
      <Trail p={p} layout={layout} />
      {targets.map((t) => (
        <Ring key={t.key} t={t} chosen={t.key === hover} />
      ))}
      {layout.spots.map((s) => (
        <Space key={s.id} p={p} s={s} fresh={fresh.has(s.id)} />
      ))}
      {layout.bay && (
        <text class="nm aye-bay" x={layout.bay.x} y={layout.bay.y + 27}>
          {WORDS.bay}
        </text>
      )}
      <Doubloons p={p} lit={targets.some((t) => t.moves[0].kind === 'dig')} />
      {targets.map((t) => {
        const spot = layout.byId.get(t.key);
        const [m] = t.moves;
        const words = `${[m.label, m.gain, spot && pieceName(p, spot)].filter(Boolean).join(', ')}: ${WORDS.may}`;
        return (
          <circle
            key={t.key}
            data-t={t.key}
            class="aye-target"
            cx={t.x}
            cy={t.y}
            r={t.r + 3}
            role="button"
            tabIndex={0}
            aria-label={words}
            onFocus={() => setHover(t.key)}
            onBlur={() => setHover(null)}
            onKeyDown={arrows(t)}
          />
        );
      })}
      <Pieces p={p} layout={layout} play={play} />
      {shown && !phone && <Tooltip t={shown} box={view} />}
    </svg>
  );
}

// Panning and pinch zoom.
function usePan(
  svg: { current: SVGSVGElement | null },
  p: Props,
  layout: Layout,
  targets: Target[],
  base: Box,
  phone: boolean,
): Box {
  const home = (): Box => {
    if (!phone) return base;
    const seat = p.seat ?? (typeof p.view.actor === 'number' ? p.view.actor : 1);
    const own = layout.byId.get(p.view.place[seat - 1] ?? '');
    if (!own && targets.length > 1) return { x: -6, y: -60, w: 624, h: 760 };
    const spot = own ?? layout.byId.get(targets[0]?.key ?? '') ?? layout.bay;
    const far = targets.length
      ? Math.max(...targets.map((t) => Math.max(Math.abs(t.x - (spot?.x ?? 0)), Math.abs(t.y - (spot?.y ?? 0)) * 0.75)))
      : 0;
    const w = Math.min(230, Math.max(196, 2 * far + 40));
    const h = w * 1.42;
    return {
      x: Math.min(W - w + 10, Math.max(-10, (spot?.x ?? 300) - w / 2)),
      y: Math.min(H - h + 40, Math.max(-40, (spot?.y ?? 300) - h / 2)),
      w,
      h,
    };
  };
  const [view, set] = useState<Box>(home);
  const key = `${p.moment.version}|${p.view.place.join()}|${targets.length}|${phone}|${base.x}|${base.w}`;
  useEffect(() => set(home()), [key]);
  useEffect(() => {
    const el = svg.current;
    if (!el || !phone) return;
    const at = new Map<number, [number, number]>();
    let moved = 0;
    const down = (e: PointerEvent) => {
      at.set(e.pointerId, [e.clientX, e.clientY]);
      if (at.size === 1) moved = 0;
    };
    const move = (e: PointerEvent) => {
      const was = at.get(e.pointerId);
      if (!was) return;
      const k = 1 / (el.getScreenCTM()?.a ?? 1);
      const [dx, dy] = [e.clientX - was[0], e.clientY - was[1]];
      moved += Math.abs(dx) + Math.abs(dy);
      if (at.size === 1) set((b) => clamp({ ...b, x: b.x - dx * k, y: b.y - dy * k }));
      else {
        const other = [...at].find(([id]) => id !== e.pointerId)![1];
        const a = Math.hypot(was[0] - other[0], was[1] - other[1]);
        const b = Math.hypot(e.clientX - other[0], e.clientY - other[1]);
        if (a > 0 && b > 0) set((v) => scale(v, a / b));
      }
      at.set(e.pointerId, [e.clientX, e.clientY]);
    };
    const up = (e: PointerEvent) => at.delete(e.pointerId);
    const click = (e: MouseEvent) => {
      if (moved > 9) e.stopImmediatePropagation();
    };
    const zoom = (e: Event) =>
      set((v) => ((e as CustomEvent).detail === 0 ? home() : scale(v, (e as CustomEvent).detail)));
    el.addEventListener('pointerdown', down);
    el.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const) el.addEventListener(name, up);
    el.addEventListener('click', click, true);
    el.addEventListener('aye-zoom', zoom);
    return () => {
      el.removeEventListener('pointerdown', down);
      el.removeEventListener('pointermove', move);
      for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const) el.removeEventListener(name, up);
      el.removeEventListener('click', click, true);
      el.removeEventListener('aye-zoom', zoom);
    };
  }, [phone, key]);
  useEffect(() => {
    svg.current?.dispatchEvent(new CustomEvent('aye-view', { detail: view, bubbles: true }));
  }, [view]);
  return view;
}

const clamp = (b: Box): Box => ({
  ...b,
  x: Math.min(W - b.w * 0.4, Math.max(-b.w * 0.6, b.x)),
  y: Math.min(H - b.h * 0.4, Math.max(-b.h * 0.6, b.y)),
});
function scale(b: Box, k: number): Box {
  const w = Math.min(900, Math.max(110, b.w * k));
  const h = (w * b.h) / b.w;
  return clamp({ x: b.x + (b.w - w) / 2, y: b.y + (b.h - h) / 2, w, h });
}

// The phone's map: a section of it, an inset with all pieces, and zoom buttons.
export function PhoneMap({ p }: { p: Props }) {
  const host = useRef<HTMLDivElement>(null);
  const [view, set] = useState<Box>(WHOLE_MAP);
  const layout = layoutOf(p.content);
  const marks = useMemo(() => targetsOf(p, layout), [p.moves, p.view, layout]);
  useEffect(() => {
    const el = host.current;
    const see = (e: Event) => set((e as CustomEvent).detail);
    el?.addEventListener('aye-view', see);
    return () => el?.removeEventListener('aye-view', see);
  }, []);
  const zoom = (k: number) =>
    host.current?.querySelector('.aye-map')?.dispatchEvent(new CustomEvent('aye-zoom', { detail: k }));
  return (
    <div class="aye-window" ref={host}>
      <Chart p={p} phone />
      <div class="aye-inset" aria-hidden="true">
        <svg viewBox={`0 0 ${W} ${H}`}>
          <rect x="-20" y="-20" width="840" height="680" class="aye-sea" />
          <circle cx="304" cy="318" r="296" class="aye-islet" stroke-width="6" />
          <path d="M330 318H620" stroke="var(--sea-2)" stroke-width="30" />
          <circle cx="308" cy="318" r="88" fill="var(--sea-2)" stroke="var(--coast)" stroke-width="5" />
          <circle cx="714" cy="94" r="72" class="aye-islet" stroke-width="6" />
          {layout.courses.map((c, i) => (
            <path
              key={i}
              d={`M${c.map((s) => `${s.x} ${s.y}`).join('L')}`}
              fill="none"
              stroke="var(--sea-ink)"
              stroke-width="7"
              stroke-dasharray="16 14"
            />
          ))}
          {p.view.place.slice(0, seatsOf(p)).map((id, i) => {
            const s = layout.byId.get(id);
            return (
              s && (
                <use
                  key={i}
                  href={`#shape-${letter(i + 1)}`}
                  x={s.x - 26}
                  y={s.y - 26}
                  width="52"
                  height="52"
                  fill={`var(--p${letter(i + 1)})`}
                  stroke="var(--ink)"
                  stroke-width="2.4"
                />
              )
            );
          })}
          {marks.map((t) => (
            <circle key={t.key} class="may" cx={t.x} cy={t.y} r="15" />
          ))}
          <rect
            x={view.x}
            y={view.y}
            width={view.w}
            height={view.h}
            fill="none"
            stroke="var(--paper)"
            stroke-width="20"
          />
          <rect
            x={view.x}
            y={view.y}
            width={view.w}
            height={view.h}
            fill="none"
            stroke="var(--ink)"
            stroke-width="10"
          />
        </svg>
      </div>
      <div class="aye-zoom">
        <button type="button" aria-label={WORDS.closer} onClick={() => zoom(0.75)}>
          <Icon name="plus" />
        </button>
        <button type="button" aria-label={WORDS.farther} onClick={() => zoom(1.33)}>
          <svg class="ic" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 12h14" />
          </svg>
        </button>
        <button type="button" aria-label={WORDS.you} onClick={() => zoom(0)}>
          <Icon name="pin" />
        </button>
      </div>
    </div>
  );
}
