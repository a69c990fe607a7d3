// The cross-section of the island: six shafts, the village on top, and what can be chosen there.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Move } from '@/kit/protocol';
import { useSize } from '@/kit/size';
import { Ladder, Palm, Pawn, Sign, curve, groundLine, roughRect } from './art';
import { geometry, type Geometry } from './geometry';
import { Huts } from './huts';
import {
  DEPTH,
  LEVELS,
  SITES,
  WORDS,
  dayOf,
  hutOf,
  isHire,
  needsTile,
  remaining,
  say,
  siteKey,
  siteOf,
  tileState,
  tileWords,
  type Day,
  type Hut,
  type Props,
} from './model';
import { Die, Motion, effects, type Effect } from './motion';
import { Question, type Selection } from './question';
import { Tile } from './tile';

// How many tiles a move of that kind covers, counted from the first one.
function tilesReached(p: Props, kind: string): number {
  if (kind === 'view') return p.content.view.tiles;
  return p.content.specialists[kind.replace('as-', '')]?.tiles ?? 1;
}

export function Board(props: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const [width, height] = useSize(sheet, props.size === 'phone' ? [390, 470] : [796, 512]);
  const [pick, set] = useState<Selection | null>(null);
  const g = geometry(width, height);
  const day = dayOf(props);
  const list = effects(props);
  useEffect(() => set(null), [props.moment.version, props.kind, props.moves.length === 0]);

  const site = (n: number) => {
    const moves = props.moves.filter((m) => siteOf(m) === n);
    if (moves.length === 1 && !needsTile(moves[0].kind)) props.play(moves[0]);
    else if (pick?.site === n && pick.tile === null) set(null);
    else set({ site: n, tile: null, hut: null });
  };
  const tile = (move: Move) => {
    const [n, t] = [Number(move.args.site), Number(move.args.tile)];
    if (pick?.site === n && pick.tile === t) props.play(move);
    else set({ site: n, tile: t, hut: null });
  };
  const hut = (name: Hut) => {
    if (name === 'harbor' && props.kind !== null && isHire(props.kind)) return props.choose(null);
    const moves = props.moves.filter((m) => hutOf(m) === name);
    if (moves.length === 1 && name !== 'harbor' && name !== 'hospital') props.play(moves[0]);
    else set(pick?.hut === name ? null : { site: null, tile: null, hut: name });
  };

  // The digit keys choose sites, as their tabs show, wherever the focus is. Once a kind is chosen, the digits belong
  // to the list of choices.
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const el = e.target as HTMLElement | null;
      if (
        e.defaultPrevented ||
        e.ctrlKey ||
        e.metaKey ||
        e.altKey ||
        el?.closest?.('input, textarea, select, [contenteditable]')
      ) {
        return;
      }
      if (e.key === 'Escape' && pick) {
        e.preventDefault();
        set(null);
      } else if (props.kind === null && /^[1-6]$/.test(e.key) && props.moves.some((m) => siteOf(m) === Number(e.key))) {
        e.preventDefault();
        site(Number(e.key));
      }
    };
    addEventListener('keydown', key, true);
    return () => removeEventListener('keydown', key, true);
  });

  return (
    <div class={`tk ${props.size}`}>
      <Huts p={props} chosen={pick?.hut ?? null} pick={hut} />
      <div class="tk-sheet" ref={sheet}>
        <svg class="tk-island" viewBox={`0 0 ${g.w} ${g.h}`} role="group" aria-label={WORDS.sites}>
          <Landscape g={g} />
          {Array.from({ length: SITES }, (_, i) => (
            <Shaft key={i} p={props} g={g} site={i + 1} list={list} />
          ))}
          <Trail p={props} g={g} day={day} />
          <Pawns
            p={props}
            g={g}
            day={day}
            moving={list.length > 0 || (!props.reducedMotion && props.events.some((e) => e.event === 'viewing'))}
          />
          <ChoiceMarks p={props} g={g} pick={pick} site={site} tile={tile} />
          <Motion p={props} g={g} list={list} />
        </svg>
        <Question p={props} g={g} pick={pick} close={() => set(null)} />
      </div>
    </div>
  );
}

function Landscape({ g }: { g: Geometry }) {
  const top = g.sky - 10;
  const turf = curve(groundLine(g.w, top, 3, 1.8), false);
  const mid = curve(groundLine(g.w, g.y(4) - 2, 11, 2.4, 40), false);
  const deep = curve(groundLine(g.w, g.y(7) - 2, 12, 2.4, 40), false);
  const close = `V${g.h + 40}H-40Z`;
  const hill = g.narrow ? 0.6 : 0.84;
  const hx = g.narrow ? g.w * 0.4 : g.left + g.pitch * 1.45;
  const palms = g.narrow
    ? [
        [g.w - 7, 30],
        [g.cx(3) + g.pitch * 0.52, 24],
      ]
    : [
        [g.left - 26, 46],
        [g.cx(5) + g.pitch * 0.46, 42],
        [g.w - 18, 44],
        [g.left + g.pitch * 3.02, 30],
      ];
  const grass = Array.from({ length: Math.floor(g.w / 46) }, (_, i) => 12 + i * 46 + ((i * 29) % 23));
  return (
    <g>
      <rect class="tk-sea0" x={-4} y={-4} width={g.w + 8} height={g.h + 8} />
      <path class="tk-sea1" d={`M-4 ${top - 20}H${g.w + 4}V${top + 10}H-4Z`} />
      <path class="tk-horizon" d={`M-4 ${top - 20}H${g.w + 4}`} />
      <path
        class="tk-hill"
        transform={`translate(${hx} ${top + 6}) scale(${hill})`}
        d="M-205 0C-125-18-77-66-43-98q8 6 14 0t14 2 14-4 14 4C51-60 105-20 200 0Z"
      />
      {palms.map(([x, h], i) => (
        <Palm key={i} x={x} y={top + 1} h={Math.min(h, g.sky - 22)} />
      ))}
      <path class="tk-g1" d={`${turf}${close}`} />
      <path class="tk-g2" d={`${mid}${close}`} />
      <path class="tk-g3" d={`${deep}${close}`} />
      <path class="tk-bed" d={`${mid}${deep}`} />
      <path class="tk-turf" d={turf} />
      <path
        class="tk-grass"
        d={grass.map((x) => `M${x} ${top}l-2.5-5M${x} ${top}l2-6.5M${x + 3} ${top}l3-4`).join('')}
      />
      {!g.narrow && (
        <g>
          <path
            class="tk-ticks"
            d={Array.from(
              { length: DEPTH + 1 },
              (_, i) => `M${g.left - 20} ${g.y(i + 1) - 1.5}h${i % 3 === 0 ? 11 : 6}`,
            ).join('')}
          />
          {LEVELS.map((level, i) => (
            <text
              key={level}
              class={`wt tk-level l${i}`}
              text-anchor="middle"
              font-size={g.step > 30 ? 14 : 12}
              transform={`translate(${g.left - 33} ${g.y(i * 3 + 2.5)}) rotate(-90)`}
            >
              {WORDS[`level.${level}`]}
            </text>
          ))}
        </g>
      )}
    </g>
  );
}

function Shaft({ p, g, site, list }: { p: Props; g: Geometry; site: number; list: Effect[] }) {
  const top = p.view.top[siteKey(site)] + 1;
  const cx = g.cx(site);
  const wide = g.box.w + (g.narrow ? 7 : 9);
  const left = remaining(p.view, site);
  const sign = g.narrow ? 27 : 40;
  const sy = Math.max(16, g.sky - 46);
  const tiles = [];
  for (let t = top; t <= DEPTH; t++) tiles.push(t);
  return (
    <g>
      <path
        class="tk-void"
        d={roughRect(wide, g.step * DEPTH + 6, 4, 200 + site, g.narrow ? 1 : 1.3)}
        transform={`translate(${cx - wide / 2} ${g.sky - 5})`}
      />
      {tiles.map((t) => {
        const flip = list.find((f) => f.type === 'flip' && f.site === site && f.tile === t);
        return (
          <TileButton
            key={flip ? `${t} ${p.moment.version}` : t}
            p={p}
            g={g}
            site={site}
            tile={t}
            taken={t === top && p.moves.some((m) => siteOf(m) === site)}
          >
            <g
              class={flip ? 'tk-flip' : ''}
              style={
                flip
                  ? { animationDelay: `${flip.delay}ms`, transformOrigin: `${g.box.w / 2}px ${g.box.h / 2}px` }
                  : undefined
              }
            >
              <Tile p={p} site={site} tile={t} box={g.box} />
            </g>
          </TileButton>
        );
      })}
      <Ladder x={cx} from={g.sky - 15} to={left ? g.y(top) - 5 : g.y(DEPTH + 1) - 8} width={g.narrow ? 13 : 18} />
      <path class="tk-post" d={`M${cx} ${sy + 12}V${g.sky - 10}`} />
      <rect class="tk-sign" x={cx - sign / 2} y={sy - 12} width={sign} height={24} rx={3} />
      <text class="nm" x={cx} y={sy + 5.5} text-anchor="middle" font-size="15.5">
        {site}
      </text>
      {g.h >= 300 && (
        <text
          class="wt tk-left"
          x={cx}
          y={Math.min(g.h - 5, g.y(DEPTH + 1) + 14)}
          text-anchor="middle"
          font-size="12.5"
        >
          {left === 0 ? WORDS.empty : g.narrow ? left : say(WORDS.left, left)}
        </text>
      )}
    </g>
  );
}

// A tile with its label. A tile of known kind opens the description of that kind.
function TileButton({
  p,
  g,
  site,
  tile,
  taken,
  children,
}: {
  p: Props;
  g: Geometry;
  site: number;
  tile: number;
  taken: boolean;
  children: ComponentChildren;
}) {
  const s = tileState(p.view, p.seat, site, tile);
  const words = `${say(WORDS.site, site)}, ${tileWords(p, site, tile)}`;
  const at = `translate(${g.x(site)} ${g.y(tile)})`;
  if (taken || (s.is !== 'up' && s.is !== 'mine')) {
    return (
      <g transform={at}>
        <title>{words}</title>
        {children}
      </g>
    );
  }
  const look = () => p.look('kind', s.kind);
  return (
    <g transform={at} class="tk-known" onClick={look}>
      <title>{words}</title>
      {children}
      <rect
        class="foc"
        role="button"
        tabIndex={0}
        aria-label={words}
        onKeyDown={(e) => press(e, look)}
        x={-1}
        y={-1}
        width={g.box.w + 2}
        height={g.box.h + 2}
        rx={6}
      />
    </g>
  );
}

function press(e: KeyboardEvent, act: () => void): void {
  if (e.key !== 'Enter' && e.key !== ' ') return;
  e.preventDefault();
  act();
}

// A dotted line down to the place of the last move.
function Trail({ p, g, day }: { p: Props; g: Geometry; day: Day }) {
  const last = day.last;
  if (!last || p.moment.over) return null;
  const top = p.view.top[siteKey(last.site)] + 1;
  const dice = day.dice?.site === last.site && day.dice.faces.length > 0 ? 30 : 0;
  const to = g.y(Math.min(last.tile ?? top, top)) - 4 - dice;
  const from = g.sky - 8;
  if (to - from < 44) return null;
  const x = g.cx(last.site) - g.box.w * 0.31;
  const bend = Math.min(11, (to - from) / 8);
  return (
    <g class="tk-trail">
      <path
        d={`M${x} ${from}C${x - bend} ${from + (to - from) * 0.35} ${x - bend} ${from + (to - from) * 0.7} ${x + 2} ${to - 5}`}
      />
      <path class="tip" d={`M${x - 2.5} ${to - 9.5}l5.5 8 2-9.5Z`} />
    </g>
  );
}

// The adventurers who went to a site today, by number. Left of the sign: the last visitor, if it was another player.
function Pawns({ p, g, day, moving }: { p: Props; g: Geometry; day: Day; moving: boolean }) {
  const fresh = moving && p.events.some((e) => ['viewing', 'digging', 'fighting', 'cleared'].includes(e.event));
  const y = g.sky - 10 - g.pawn * 0.42;
  const sign = (g.narrow ? 27 : 40) / 2;
  const here = (site: number) =>
    day.acts
      .map((a, i) => ({ ...a, label: String(i + 1), newest: i === day.acts.length - 1 }))
      .filter((a) => a.site === site && !a.hurt);
  return (
    <g>
      {Array.from({ length: SITES }, (_, i) => i + 1).map((site) => {
        const list = here(site);
        const step = list.length > 1 ? Math.min(g.pawn * 0.8, (g.pitch - sign * 2 - g.pawn) / (list.length - 1)) : 0;
        return list.map((a, i) => (
          <g key={`${site} ${a.label}`} class={fresh && a.newest ? 'tk-walk' : ''}>
            <Pawn
              seat={a.seat}
              label={a.label}
              size={g.pawn}
              x={g.cx(site) + sign + g.pawn / 2 - (g.narrow ? 4 : 0) + i * step}
              y={y}
            />
          </g>
        ));
      })}
      {day.last && day.last.seat !== p.view.active && (
        <Pawn
          seat={day.last.seat}
          size={g.pawn * 0.86}
          x={g.cx(day.last.site) - sign - g.pawn / 2 + (g.narrow ? 4 : 0)}
          y={y}
        />
      )}
      {day.dice && day.dice.site !== null && day.dice.faces.length > 0 && (
        <Dice g={g} site={day.dice.site} faces={day.dice.faces} p={p} />
      )}
    </g>
  );
}

// The die of the last fight, in the shaft above the Monster.
function Dice({ p, g, site, faces }: { p: Props; g: Geometry; site: number; faces: string[] }) {
  const room = p.view.top[siteKey(site)] * g.step;
  const size = g.narrow ? 17 : 20;
  const shown = faces.slice(-4);
  if (room < size + 22) return null;
  return (
    <g>
      {shown.map((face, i) => (
        <g
          key={i}
          transform={`translate(${g.cx(site) + (i - (shown.length - 1) / 2) * (size + 3)} ${g.sky + room - size * 0.5 - 16})`}
        >
          <Die face={face} size={size} />
        </g>
      ))}
    </g>
  );
}

function ChoiceMarks({
  p,
  g,
  pick,
  site,
  tile,
}: {
  p: Props;
  g: Geometry;
  pick: Selection | null;
  site: (n: number) => void;
  tile: (m: Move) => void;
}) {
  const { view } = p;
  const isAsking = view.phase === 'ask' && view.site !== 'none';
  const precise = p.kind !== null && needsTile(p.kind);
  return (
    <g>
      {isAsking && (
        <Ring g={g} site={Number(view.site)} tile={view.at + 1} count={1} look={p.moves.length ? 'on' : 'busy'} />
      )}
      {!precise &&
        Array.from({ length: SITES }, (_, i) => i + 1).map((n) => {
          const moves = p.moves.filter((m) => siteOf(m) === n);
          if (moves.length === 0) return null;
          const top = view.top[siteKey(n)] + 1;
          const on = pick?.site === n;
          const kinds = new Set(moves.map((m) => m.kind));
          const count =
            p.kind !== null && kinds.size === 1 ? Math.min(tilesReached(p, moves[0].kind), DEPTH + 1 - top) : 1;
          const choice = on ? WORDS.chosen : moves.length === 1 ? moves[0].label : WORDS.mayPick;
          const label = `${say(WORDS.site, n)}, ${say(WORDS.left, remaining(view, n))}, ${tileWords(p, n, top)}. ${choice}`;
          return (
            <Target
              key={n}
              g={g}
              label={label}
              on={on}
              act={() => site(n)}
              x={g.cx(n) - g.pitch / 2 + 1}
              y={g.sky - 58}
              w={g.pitch - 2}
              h={g.y(top) + g.box.h - g.sky + 60}
            >
              {count > 1 && <Bracket g={g} site={n} tile={top} count={count} />}
              <Ring g={g} site={n} tile={top} count={1} look={on ? 'on' : 'may'} />
              {p.size !== 'phone' && p.kind === null && <Tab x={g.cx(n)} y={g.y(top) - 3} text={String(n)} />}
            </Target>
          );
        })}
      {precise &&
        p.moves.map((m) => {
          const [n, t] = [Number(m.args.site), Number(m.args.tile)];
          const on = pick?.site === n && pick.tile === t;
          const count = Math.min(tilesReached(p, m.kind), DEPTH + 1 - t);
          return (
            <Target
              key={m.text}
              g={g}
              label={`${m.label}. ${on ? WORDS.chosen : WORDS.mayLook}`}
              on={on}
              act={() => tile(m)}
              x={g.x(n) - 4}
              y={g.y(t) - 1.5}
              w={g.box.w + 8}
              h={g.step}
            >
              <rect
                class="tk-may under"
                x={g.x(n) + 2}
                y={g.y(t) + 2}
                width={g.box.w - 4}
                height={g.box.h - 4}
                rx={5}
              />
              <rect class="tk-may thin" x={g.x(n) + 2} y={g.y(t) + 2} width={g.box.w - 4} height={g.box.h - 4} rx={5} />
              <g class="tk-preview">
                <Ring g={g} site={n} tile={t} count={count} look="may" />
              </g>
            </Target>
          );
        })}
      {precise && pick?.site && pick.tile && (
        <Ring
          g={g}
          site={pick.site}
          tile={pick.tile}
          count={Math.min(tilesReached(p, p.kind ?? ''), DEPTH + 1 - pick.tile)}
          look="on"
        />
      )}
    </g>
  );
}

interface TargetProps {
  g: Geometry;
  label: string;
  on: boolean;
  act: () => void;
  x: number;
  y: number;
  w: number;
  h: number;
  children: ComponentChildren;
}

function Target({ label, on, act, x, y, w, h, children }: TargetProps) {
  return (
    <g
      class={`tk-target ${on ? 'on' : ''}`}
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={on}
      onClick={act}
      onKeyDown={(e) => press(e, act)}
    >
      <title>{label}</title>
      <rect class="hit" x={x} y={y} width={w} height={h} />
      {children}
    </g>
  );
}

// Around one tile, or several in a row.
function Ring({
  g,
  site,
  tile,
  count,
  look,
}: {
  g: Geometry;
  site: number;
  tile: number;
  count: number;
  look: 'may' | 'on' | 'busy';
}) {
  const out = g.narrow ? 2 : 3;
  const box = {
    x: g.x(site) - out,
    y: g.y(tile) - 3,
    width: g.box.w + out * 2,
    height: g.step * (count - 1) + g.box.h + 6,
    rx: 8,
  };
  return (
    <g class={`tk-ring ${look}`}>
      <rect class="key" {...box} />
      <rect class="foc" {...box} />
      <rect class="ln" {...box} />
      {look === 'on' && (
        <g transform={`translate(${box.x + 3} ${box.y + 3})`}>
          <circle class="tick" r={9} />
          <Sign name="check" x={-6} y={-6} size={12} class="tk-check" />
        </g>
      )}
    </g>
  );
}

// How far down the move reaches.
function Bracket({ g, site, tile, count }: { g: Geometry; site: number; tile: number; count: number }) {
  const x = g.x(site) - (g.narrow ? 1 : 5);
  const y = g.y(tile) + g.box.h;
  const to = g.y(tile + count - 1) + g.box.h - 5;
  return (
    <g class="tk-bracket">
      <path class="key" d={`M${x} ${y}V${to}h6`} />
      <path d={`M${x} ${y}V${to}h6`} />
    </g>
  );
}

function Tab({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <g class="tk-tab" transform={`translate(${x} ${y})`}>
      <rect x={-9} y={-12} width={18} height={18} rx={4} />
      <text y={1.5} text-anchor="middle" font-size="12">
        {text}
      </text>
    </g>
  );
}

// Whether the board shows a question that must be answered first.
export const needsAttention = (p: Props) => p.moves.some((m) => ['on', 'turn', 'keep', 'cash'].includes(m.kind));
