// The Plank, to scale: where the stone is placed, its aim and its push; and the shot itself.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Move } from '@/kit/protocol';
import { Icon } from '@/kit/ui';
import { currentBattle, currentShooting } from './model';
import type { PlankContent, Props } from './model';
import { shotAnimation as makeFilm, predictShot, placePoint, pointAt, placeCount, stonesOf, stoneTaken } from './shot';
import type { ShotAnimation, ShotPrediction, Point } from './shot';
import { WORDS, withoutArticle, fill, wordsFor, capitalise } from './words';

const LEFT = 12;
const FOOT = 485;
const DIAL: Point = { x: 257, y: 112 };
const TOP = 160;
const LOW = 452;

interface Aim {
  place: number;
  aim: number;
  push: number;
}

// The player's settings, kept from shot to shot while the Plank is in use.
let storedAims: Aim | null = null;
export function useAim(p: Props): [Aim, (a: Partial<Aim>) => void, Record<keyof Aim, boolean>] {
  const b = p.content.plank;
  const s = currentShooting(p.view);
  const middle = Math.floor(b.places.columns / 2) + b.places.columns * Math.floor(b.places.rows / 2);
  const [own, set] = useState<Aim>(storedAims ?? { place: middle, aim: b.aim, push: Math.round(b.push * 0.6) });
  const mine = s !== null && s.seat === p.seat;
  const fixed = { place: !!s && s.stage >= 1, aim: !!s && s.stage >= 2, push: false };
  const now: Aim = { place: fixed.place ? s!.place : own.place, aim: fixed.aim ? s!.aim : own.aim, push: own.push };
  const change = (a: Partial<Aim>) => {
    const next = {
      place: Math.min(placeCount(b) - 1, Math.max(0, a.place ?? now.place)),
      aim: Math.min(2 * b.aim, Math.max(0, a.aim ?? now.aim)),
      push: Math.min(b.push, Math.max(1, a.push ?? now.push)),
    };
    storedAims = next;
    set(next);
  };
  return [now, change, mine ? fixed : { place: true, aim: true, push: true }];
}

const aimText = (b: PlankContent, aim: number): string => {
  const half = aim - b.aim;
  if (!half) return WORDS.straight;
  return fill(half < 0 ? WORDS.left : WORDS.right, `${Math.abs(half) / 2}°`);
};

// The moves of a whole shot, or of the part that is left.
export function shotMoves(p: Props, a: Aim, foul: boolean): Move[] {
  const stage = currentShooting(p.view)?.stage ?? 0;
  const make = (kind: keyof Aim): Move => {
    const known = p.moment.moves.find((m) => m.kind === kind && Number(m.args[kind]) === a[kind]);
    const label = (p.words[`move.${kind}`] ?? kind).replace(`{${kind}}`, String(a[kind]));
    const doubt = kind === 'push' && foul ? { doubt: wordsFor(p.words, 'doubt.foul', a.push) } : {};
    return known ?? { text: `${kind} ${a[kind]}`, kind, args: { [kind]: a[kind] }, label, ...doubt };
  };
  return (['place', 'aim', 'push'] as const).slice(stage).map(make);
}

function predictionText(p: Props, f: ShotPrediction): string {
  if (f.foul) return WORDS.foul;
  const counts = f.holes.filter((h) => p.view.target.includes(h as never));
  const what = counts.length
    ? wordsFor(p.words, 'gain.hole', counts.map((h) => p.words[`hole.${h}`]).join(', '))
    : f.holes.length
      ? wordsFor(p.words, 'gain.hole', p.words[`hole.${f.holes[0]}`])
      : p.words['gain.rests'];
  return fill(WORDS.foretold, what);
}

function Wood({ b, px, py }: { b: PlankContent; px: (x: number) => number; py: (y: number) => number }) {
  const k = 190 / b.width;
  const grain = [24, 48, 71, 95, 119, 142, 166];
  return (
    <g class="art" aria-hidden="true">
      <rect x="2" y="0.9" width="210" height="494" rx="9" fill="var(--st-3)" stroke="var(--ink)" stroke-width="1.8" />
      <rect x="12" y="10" width="190" height="475" rx="3" fill="var(--st-1)" stroke="var(--ink)" stroke-width="1.3" />
      <path
        d={grain
          .map(
            (x, i) => `M${12 + x} 11C${14 + x + (i % 2 ? -5 : 4)} 142 ${14 + x + (i % 3 ? 3 : -4)} 285 ${10 + x} 484`,
          )
          .join('')}
        fill="none"
        stroke="var(--st-3)"
        opacity=".4"
      />
      <rect x="12" y={py(b.zones.near)} width="190" height={485 - py(b.zones.near)} fill="var(--paper)" opacity=".4" />
      <path d={`M12 ${py(b.zones.near)}h190`} stroke="var(--ink)" stroke-width="2" />
      <path d={`M12 ${py(b.zones.far)}h190`} stroke="var(--ink)" stroke-width="1.8" stroke-dasharray="6 5" />
      {Array.from({ length: placeCount(b) }, (_, i) => placePoint(b, i)).map((q, i) => (
        <circle key={i} cx={px(q.x)} cy={py(q.y)} r="1.5" fill="var(--st-3)" />
      ))}
      {b.holes.map((h) => (
        <g key={h.id}>
          <circle
            cx={px(h.x)}
            cy={py(h.y)}
            r={h.reach * k + 5.3}
            fill="var(--st-2)"
            stroke="var(--ink)"
            stroke-width="1.2"
          />
          <circle cx={px(h.x)} cy={py(h.y) + 1} r={h.reach * k + 2.7} fill="var(--st-void)" />
        </g>
      ))}
    </g>
  );
}

function Stone({ at, r, mark, sunk }: { at: Point; r: number; mark?: string; sunk?: boolean }) {
  return (
    <g class="art">
      <circle
        cx={at.x}
        cy={at.y}
        r={r}
        fill={sunk ? 'var(--rock-2)' : 'var(--rock)'}
        stroke="var(--ink)"
        stroke-width="1.5"
      />
      {mark ? (
        <text class="aye-stone-no" x={at.x} y={at.y + 3.2}>
          {mark}
        </text>
      ) : (
        <path d={`M${at.x - 3} ${at.y - 2}q3-3 6-.5`} fill="none" stroke="var(--ink)" stroke-width="1.1" />
      )}
    </g>
  );
}

const pathData = (list: Point[]): string => `M${list.map((q) => `${q.x.toFixed(1)} ${q.y.toFixed(1)}`).join('L')}`;

// An animated shot at a given time, in ticks.
function Shot({
  b,
  animation,
  t,
  px,
  py,
  r,
}: {
  b: PlankContent;
  animation: ShotAnimation;
  t: number;
  px: (x: number) => number;
  py: (y: number) => number;
  r: number;
}) {
  const flat = (q: Point): Point => ({ x: px(q.x), y: py(q.y) });
  const done = animation.tracks.map((track) => track.legs.filter((l) => l.t <= t).map(flat));
  return (
    <>
      {animation.tracks.map((track, i) => {
        const at = pointAt(b, track, t);
        const lead = done[i].length > 0 && (i === animation.me || track.legs.length > 1);
        const path = lead
          ? [
              ...(i === animation.me && animation.place ? [flat(animation.place)] : []),
              ...done[i],
              ...(at ? [flat(at)] : []),
            ]
          : [];
        return path.length > 1 && <path key={`p${i}`} class="aye-flight" d={pathData(path)} />;
      })}
      {animation.tracks.map((track, i) => {
        const at = pointAt(b, track, t);
        const hole = track.hole && b.holes.find((h) => h.id === track.hole);
        if (at && !(animation.foul && i === animation.me && t > 14)) {
          return <Stone key={i} at={flat(at)} r={r} mark={String(i + 1)} />;
        }
        return hole && <Stone key={i} at={flat(hole)} r={r} mark={String(i + 1)} sunk />;
      })}
    </>
  );
}

export function PlankBoard({
  p,
  aim,
  change,
  fixed,
  animation,
  prediction,
  done,
  ended,
  shoot,
}: {
  p: Props;
  aim: Aim;
  change: (a: Partial<Aim>) => void;
  fixed: Record<keyof Aim, boolean>;
  animation: ShotAnimation | null;
  prediction: ShotPrediction | null;
  done: () => void;
  ended: () => void;
  shoot: () => void;
}) {
  const b = p.content.plank;
  const k = Math.min(190 / b.width, 475 / b.height);
  const px = (x: number) => LEFT + k * x;
  const py = (y: number) => FOOT - k * y;
  const r = Math.max(6.2, b.stone * k);
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef<'place' | 'aim' | 'dial' | 'push' | null>(null);
  const t = useClock(animation, p.reducedMotion, done, ended);
  const mine = prediction !== null;
  const stones = stonesOf(p.view);
  const taken = mine ? stoneTaken(stones) : -1;
  const last = !animation && p.moment.events.length ? makeFilm(b, p.moment.events, null) : null;
  const from = placePoint(b, aim.place);
  // Focused at once, so that the shooter can use the arrow keys.
  useEffect(() => {
    if (mine && p.size !== 'phone' && document.activeElement === document.body) {
      svg.current?.focus({ preventScroll: true });
    }
  }, [mine]);

  const point = (e: { clientX: number; clientY: number }): Point => {
    const m = svg.current!.getScreenCTM()!;
    return { x: (e.clientX - m.e) / m.a, y: (e.clientY - m.f) / m.d };
  };
  const follow = (e: { clientX: number; clientY: number }) => {
    const q = point(e);
    const x = (q.x - LEFT) / k;
    const y = (FOOT - q.y) / k;
    if (drag.current === 'push') change({ push: Math.round((b.push * (LOW - q.y)) / (LOW - TOP)) });
    if (drag.current === 'dial' && !fixed.aim) {
      change({ aim: b.aim + Math.round((Math.atan2(q.x - DIAL.x, Math.max(4, DIAL.y - q.y)) * 360) / Math.PI) });
    }
    if (drag.current === 'aim' && !fixed.aim) {
      change({ aim: b.aim + Math.round((Math.atan2(x - from.x, Math.max(20, y - from.y)) * 360) / Math.PI) });
    }
    if (drag.current === 'place' && !fixed.place) {
      const c = Math.min(b.places.columns - 1, Math.max(0, Math.round((x - b.places.x) / b.places.step_x)));
      const row = Math.min(b.places.rows - 1, Math.max(0, Math.round((y - b.places.y) / b.places.step_y)));
      change({ place: row * b.places.columns + c });
    }
  };
  const down = (e: JSX.TargetedPointerEvent<SVGSVGElement>) => {
    if (animation) return done();
    if (!mine) return;
    const q = point(e);
    const y = (FOOT - q.y) / k;
    drag.current = q.x > 214 ? (q.y < 142 ? 'dial' : 'push') : y < b.zones.near ? 'place' : 'aim';
    try {
      svg.current!.setPointerCapture(e.pointerId);
    } catch {
      /* the pointer was already released */
    }
    e.preventDefault();
    svg.current!.focus();
    follow(e);
  };
  const keys = (e: JSX.TargetedKeyboardEvent<SVGSVGElement>) => {
    if (animation && (e.key === 'Enter' || e.key === ' ' || e.key === 'Escape')) return done();
    if (!mine) return;
    const step = e.shiftKey ? 10 : 1;
    const now: Partial<Aim> | undefined = (
      {
        ArrowLeft: { aim: aim.aim - step },
        ArrowRight: { aim: aim.aim + step },
        ArrowUp: { push: aim.push + (e.shiftKey ? 4 : 1) },
        ArrowDown: { push: aim.push - (e.shiftKey ? 4 : 1) },
        ',': { place: aim.place - 1 },
        '.': { place: aim.place + 1 },
        Home: { aim: b.aim },
      } as Record<string, Partial<Aim>>
    )[e.key];
    if (e.key === 'Enter') {
      e.preventDefault();
      e.stopPropagation();
      return shoot();
    }
    if (!now || (now.aim !== undefined && fixed.aim) || (now.place !== undefined && fixed.place)) return;
    e.preventDefault();
    e.stopPropagation();
    change(now);
  };

  const dir = ((aim.aim - b.aim) * Math.PI) / 360;
  const spread = (currentShooting(p.view)?.calm ? 0 : Math.floor(b.tremor.aim.length / 2)) * (Math.PI / 360);
  const flat = (q: Point): Point => ({ x: px(q.x), y: py(q.y) });
  const reach =
    prediction && prediction.line.length > 1
      ? Math.hypot(prediction.line[1].x - from.x, prediction.line[1].y - from.y)
      : 160;
  const ray = (a: number): Point => flat({ x: from.x + reach * Math.sin(a), y: from.y + reach * Math.cos(a) });
  const scaleY = (n: number) => LOW - (n / b.push) * (LOW - TOP);
  const me = flat(from);
  return (
    <svg
      ref={svg}
      class={`aye-plank${mine ? ' mine' : ''}`}
      viewBox="0 0 304 496"
      role={mine ? 'application' : 'img'}
      tabIndex={mine || animation ? 0 : undefined}
      aria-label={`${WORDS.plank}. ${
        mine
          ? `${WORDS.place} ${aim.place}, ${WORDS.aim} ${aim.aim}, ${aimText(
              b,
              aim.aim,
            )}, ${WORDS.push} ${aim.push}. ${predictionText(p, prediction)} ${WORDS.keys}`
          : ''
      }`}
      onPointerDown={down}
      onPointerMove={(e) => drag.current && follow(e)}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onKeyDown={keys}
    >
      <Wood b={b} px={px} py={py} />
      <g class="day aye-plank-words">
        {b.holes.map((h) => (
          <text key={h.id} class="nm" x={px(h.x)} y={py(h.y) - 21} text-anchor="middle">
            {withoutArticle(p.words[`hole.${h.id}`] ?? h.id)}
          </text>
        ))}
        <text class="wt" x="18" y={py(b.zones.far) + 12}>
          {WORDS.release}
        </text>
        <text class="wt" x="18" y={py(b.zones.near) + 12}>
          {WORDS.place}
        </text>
      </g>
      <g class="aye-daymay">
        {b.holes
          .filter((h) => p.view.target.includes(h.id as never))
          .map((h) => (
            <g key={h.id}>
              <circle class="ring a" cx={px(h.x)} cy={py(h.y)} r={h.reach * k + 9.7} />
              <circle class={`ring ${mine ? 'b' : 'c'}`} cx={px(h.x)} cy={py(h.y)} r={h.reach * k + 9.7} />
            </g>
          ))}
        {!animation && last && (
          <>
            <path
              class="aye-flight"
              d={pathData([...(last.place ? [flat(last.place)] : []), ...last.tracks[last.me].legs.map(flat)])}
            />
            {last.tracks.map(
              (tr, i) =>
                i !== last.me &&
                tr.legs.length > 1 && <path key={i} class="aye-flight" d={pathData(tr.legs.map(flat))} />,
            )}
          </>
        )}
        {prediction && !animation && (
          <>
            {!!spread && <path class="cone" d={pathData([me, ray(dir - spread), ray(dir), ray(dir + spread)]) + 'Z'} />}
            <path class="ray" d={pathData([me, ...prediction.line.map(flat)])} />
            {prediction.bumps.map((q, i) => (
              <path key={i} class="ray thin" d={pathData(q.map(flat))} />
            ))}
            <circle
              class="end"
              cx={flat(prediction.line[prediction.line.length - 1]).x}
              cy={flat(prediction.line[prediction.line.length - 1]).y}
              r={r}
            />
          </>
        )}
      </g>
      {animation ? (
        <Shot b={b} animation={animation} t={t} px={px} py={py} r={r} />
      ) : (
        stones.spot.map((s, i) => {
          const hole = b.holes[s - 2];
          const at = s === 1 ? { x: stones.x[i] / 256, y: stones.y[i] / 256 } : hole;
          return (
            at && (
              <g key={i} opacity={i === taken ? 0.45 : undefined}>
                <Stone at={flat(at)} r={r} mark={String(i + 1)} sunk={s > 1} />
              </g>
            )
          );
        })
      )}
      {mine && !animation && (
        <g class="aye-daymay">
          <circle class="ring a" cx={me.x} cy={me.y} r="12.1" />
          <circle class="ring d" cx={me.x} cy={me.y} r="11.1" />
          <Stone at={me} r={r} />
        </g>
      )}
      <g class={`aye-dials${mine && !animation ? '' : ' off'}`} aria-hidden="true">
        <text x={DIAL.x} y="24">
          {WORDS.aim}
        </text>
        <path d="M222.4 92A40 40 0 0 1 291.6 92" />
        {[-60, -45, -30, -15, 0, 15, 30, 45, 60].map((a) => {
          const [s, c] = [Math.sin((a * Math.PI) / 180), Math.cos((a * Math.PI) / 180)];
          return (
            <path
              key={a}
              d={`M${(DIAL.x + 40 * s).toFixed(
                1,
              )} ${(DIAL.y - 40 * c).toFixed(1)}L${(DIAL.x + 46 * s).toFixed(1)} ${(DIAL.y - 46 * c).toFixed(1)}`}
            />
          );
        })}
        <path
          class="needle"
          d={`M${DIAL.x} ${DIAL.y}L${(DIAL.x + 44 * Math.sin(dir)).toFixed(
            1,
          )} ${(DIAL.y - 44 * Math.cos(dir)).toFixed(1)}`}
        />
        <circle class="hub" cx={DIAL.x} cy={DIAL.y} r="4" />
        <text class="said" x={DIAL.x} y="134">
          {aimText(b, aim.aim)}
        </text>
        <rect x="249" y={TOP} width="16" height={LOW - TOP} rx="4" class="tube" />
        <rect x="251" y={scaleY(aim.push)} width="12" height={LOW - scaleY(aim.push)} class="level" />
        {[0, 4, 8, 12, 16, 20, 24, 28, 32]
          .filter((n) => n <= b.push)
          .map((n) => (
            <path key={n} d={`M${n % 8 ? 244 : 241} ${scaleY(n)}h${n % 8 ? 4 : 7}`} />
          ))}
        {[0, 8, 16, 24, 32]
          .filter((n) => n <= b.push)
          .map((n) => (
            <text key={n} class="tick" x="237" y={scaleY(n) + 4}>
              {n}
            </text>
          ))}
        <path class="mark" d={`M246 ${scaleY(aim.push)}h23`} />
        <text class="said val" x="273" y={scaleY(aim.push) + 4.5}>
          {aim.push}
        </text>
        <text x={DIAL.x} y="477">
          {WORDS.push}
        </text>
      </g>
    </svg>
  );
}

// Time of the animation in ticks: 60 per second, at most 2.5 s in all, then a short pause.
function useClock(
  animation: ShotAnimation | null,
  reducedMotion: boolean,
  done: () => void,
  ended: () => void,
): number {
  const [t, set] = useState(0);
  useEffect(() => {
    if (!animation) return;
    if (reducedMotion) {
      set(animation.ticks);
      ended();
      const wait = setTimeout(done, 1600);
      return () => clearTimeout(wait);
    }
    const speed = Math.max(60, animation.ticks / 2.5) / 1000;
    const begin = performance.now();
    let frame = 0;
    let finished = false;
    const step = (now: number) => {
      const at = (now - begin) * speed;
      set(Math.min(at, animation.ticks));
      if (at >= animation.ticks && !finished) {
        finished = true;
        ended();
      }
      if (at < animation.ticks + 650 * speed) frame = requestAnimationFrame(step);
      else done();
    };
    set(0);
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [animation]);
  return animation ? Math.min(t, animation.ticks) : 0;
}

function Field({
  name,
  value,
  most,
  least = 0,
  change,
  off,
}: {
  name: string;
  value: number;
  most: number;
  least?: number;
  change: (n: number) => void;
  off: boolean;
}) {
  return (
    <label class={`aye-field${off ? ' off' : ''}`}>
      <span>{name}</span>
      <span class="row">
        <button
          type="button"
          disabled={off || value <= least}
          aria-label={`${name} −`}
          onClick={() => change(value - 1)}
        >
          −
        </button>
        <input
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={value}
          disabled={off}
          aria-label={name}
          onInput={(e) => {
            const n = e.currentTarget.valueAsNumber;
            if (Number.isFinite(n)) change(n);
          }}
        />
        <button
          type="button"
          disabled={off || value >= most}
          aria-label={`${name} +`}
          onClick={() => change(value + 1)}
        >
          +
        </button>
      </span>
    </label>
  );
}

// The three numbers of a shot, and the predicted result without tremor.
export function PlankFields({
  p,
  aim,
  change,
  fixed,
  prediction,
}: {
  p: Props;
  aim: Aim;
  change: (a: Partial<Aim>) => void;
  fixed: Record<keyof Aim, boolean>;
  prediction: ShotPrediction | null;
}) {
  const b = p.content.plank;
  const s = currentShooting(p.view);
  return (
    <div class="aye-numbers">
      <div class="aye-fields">
        <Field
          name={WORDS.place}
          value={aim.place}
          most={placeCount(b) - 1}
          off={!prediction || fixed.place}
          change={(n) => change({ place: n })}
        />
        <Field
          name={WORDS.aim}
          value={aim.aim}
          most={2 * b.aim}
          off={!prediction || fixed.aim}
          change={(n) => change({ aim: n })}
        />
        <Field
          name={WORDS.push}
          value={aim.push}
          least={1}
          most={b.push}
          off={!prediction}
          change={(n) => change({ push: n })}
        />
      </div>
      {prediction && (
        <p class={`aye-foretold${prediction.foul ? ' bad' : ''}`} aria-live="polite">
          {prediction.foul && <Icon name="x" />}
          <span>
            {predictionText(p, prediction)}
            {s?.calm ? ` ${WORDS.calm}` : ''}
          </span>
        </p>
      )}
    </div>
  );
}

// Shots made and left, and the button.
export function PlankFoot({
  p,
  aim,
  change,
  fixed,
  prediction,
  total,
  fire,
  animation,
  over,
  shoot,
  skip,
}: {
  p: Props;
  aim: Aim;
  change: (a: Partial<Aim>) => void;
  fixed: Record<keyof Aim, boolean>;
  prediction: ShotPrediction | null;
  total: number;
  fire: boolean;
  animation: ShotAnimation | null;
  over: boolean;
  shoot: () => void;
  skip: () => void;
}) {
  const s = currentShooting(p.view);
  // The result is not shown while the shot is animated.
  const left = animation ? animation.left + (over ? 0 : 1) : (s?.left ?? 0);
  const hits = animation
    ? animation.total - (over ? 0 : animation.hits)
    : (s?.hits ?? currentBattle(p.view)?.hits ?? 0);
  const all = Math.max(total, left);
  const scored = all - left;
  const stop = p.moves.find((m) => m.kind === 'stop');
  const landed = animation && animation.tracks[animation.me].hole;
  const text =
    animation && over
      ? animation.foul
        ? WORDS.foul
        : landed
          ? `${capitalise(wordsFor(p.words, 'gain.hole', p.words[`hole.${landed}`]))}.`
          : p.words['gain.rests']
            ? `${capitalise(p.words['gain.rests'])}.`
            : ''
      : '';
  return (
    <div class="aye-plank-foot">
      {(prediction || (animation && animation.seat === p.seat)) && p.size !== 'phone' && (
        <PlankFields p={p} aim={aim} change={change} fixed={fixed} prediction={prediction} />
      )}
      {animation && p.size !== 'phone' && (
        <p class="aye-foretold said" aria-live="polite">
          {text || '\u00a0'}
        </p>
      )}
      <div class="aye-shoot">
        <span class="aye-shots" aria-hidden="true">
          {Array.from({ length: Math.min(all, 7) }, (_, i) => (
            <i
              key={i}
              class={i < Math.min(hits, scored) ? 'hit' : i < scored ? 'miss' : i === scored && left ? 'now' : ''}
            >
              {i < Math.min(hits, scored) ? <Icon name="check" /> : i < scored ? <Icon name="x" /> : null}
            </i>
          ))}
        </span>
        <span class="sm aye-count">
          {text && p.size === 'phone'
            ? text
            : left
              ? fill(WORDS.shots, hits, Math.min(all, scored + 1), all)
              : fill(WORDS.shotsDone, hits)}
        </span>
        {animation ? (
          <button type="button" class="btn" onClick={skip}>
            {WORDS.skip}
          </button>
        ) : (
          <>
            {p.moves
              .filter((m) => m.kind === 'on' || m.kind === 'grapeshot')
              .map((m) => (
                <button
                  key={m.text}
                  type="button"
                  class={`btn ${m.kind === 'on' ? 'go' : 'may'}`}
                  onClick={() => p.play(m)}
                >
                  {m.label}
                </button>
              ))}
            {stop && (
              <button type="button" class="btn" onClick={() => p.play(stop)}>
                {WORDS.stop}
              </button>
            )}
            {prediction && (
              <button type="button" class="btn go" onClick={shoot}>
                <Icon name="target" />
                {fire ? WORDS.fire : WORDS.shoot}
              </button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

export const previewShot = (p: Props, a: Aim): ShotPrediction | null =>
  p.moves.some((m) => m.kind === 'place' || m.kind === 'aim' || m.kind === 'push')
    ? predictShot(p.content.plank, stonesOf(p.view), a.place, a.aim, a.push)
    : null;
