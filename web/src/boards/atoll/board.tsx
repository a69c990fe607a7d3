// The atoll as a chart: sea, islets, pawn, tide staff; on a phone without names and with the staff laid flat.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BoardProps } from '../board';
import type { Move } from '../../protocol';
import { Icon, LETTERS } from '../../ui';
import { Art, Danger, Glyph, Treasure, shapeOf } from './islet';
import { COLOURS, freshOf, inDanger, isPlain, keyOf, lastWay, layOut, stateOf, targetsOf, treasureAt } from './model';
import type { Layout, Props, Space, State, Target } from './model';
import { GLYPH, HALF, PAWN, PITCH, ROLE_ICON, SOUNDINGS, reef } from './shapes';
import { FlatStaff, Staff } from './staff';
import { Dice, Menu, Roles, Settled, diceOf, settledOf } from './tray';
import type { Choice } from './tray';
import { T, fill } from './words';

export const KIND_ICON: Record<string, string> = {
  move: 'move',
  fly: 'plane',
  shore: 'shore',
  'shore-two': 'shore',
  claim: 'chest',
  pass: 'pass',
  air: 'plane',
  leave: 'plane',
  dig: 'spade',
  school: 'cap',
  search: 'dice',
  keep: 'check',
  reroll: 'dice',
  stand: 'pass',
  change: 'trade',
  flee: 'move',
};

interface Picked {
  stamp: string; // what was picked is forgotten with the moment or the kind it was picked for
  first: string | null;
  menu: string | null;
}

export function Board(given: BoardProps) {
  const props = given as Props;
  const { view, content, moment, size, kind } = props;
  const stamp = `${moment.seat}/${moment.version}/${kind}`;
  const [picked, pick] = useState<Picked>({ stamp, first: null, menu: null });
  const { first, menu } = picked.stamp === stamp ? picked : { first: null, menu: null };
  const set = (first: string | null, menu: string | null): void => pick({ stamp, first, menu });
  const root = useRef<HTMLDivElement>(null);
  const sea = useRef<HTMLDivElement>(null);
  // Where names could not be read the board is drawn as on a phone.
  const extent = useExtent(root);
  const phone = size === 'phone' || boxOf(extent, layOut(content, true, true)).scale < 0.72;
  const low = phone && extent.height > 0 && extent.height < 300; // a long list takes the room
  const layout = layOut(content, !phone, !phone);
  const box = boxOf(useExtent(sea), layout);
  const targets = targetsOf(props, first);
  const keys = keysOf(props, targets);

  const act = (space: Space): void => {
    const target = targets.get(space.id);
    if (target?.chosen) return set(null, null);
    if (!target) return props.look('space', space.id);
    if (kind === 'shore-two' && first === null) return set(space.id, null);
    const plain = kind === null ? target.moves.filter((m) => isPlain(m.kind)) : target.moves;
    if (plain.length === 1) return props.play(plain[0]);
    set(null, space.id);
  };
  useKeys(props, keys, act, first, menu, set);

  const choices = menu === null ? [] : choicesOf(props, targets.get(menu), menu);
  const tray =
    kind === 'school' && !phone ? (
      <Roles props={props} />
    ) : view.phase === 'keep' || view.phase === 'roll' ? (
      <Dice props={props} first={first} choose={(face) => set(face, null)} words={!phone && box.scale >= 0.93} />
    ) : settledOf(props).length && !phone ? (
      <Settled props={props} small={false} />
    ) : null;
  const corner = { right: box.width - box.x - (layout.map.x + layout.map.width + 34) * box.scale }; // left of the staff

  return (
    <div class={`atoll ${phone ? 'phone' : 'wide'} ${props.still ? 'still' : ''}`} ref={root}>
      {phone && !low && <FlatStaff props={props} />}
      <div class="at-sea" ref={sea} hidden={low && tray !== null}>
        <svg
          class="board"
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          preserveAspectRatio="xMidYMid meet"
          role="group"
          aria-label={fill(T.atoll, content.spaces.length)}
        >
          <Sea layout={layout} content={props.content} rose={!phone} bare={tray !== null || view.ending === 'won'} />
          {content.spaces.map((space) => (
            <Islet
              key={space.id}
              props={props}
              space={space}
              layout={layout}
              target={targets.get(space.id)}
              tab={keys.get(space.id) ?? null}
              onAct={() => act(space)}
            />
          ))}
          {view.ending === 'won' ? (
            <Flight layout={layout} from={view.pawn} />
          ) : (
            <Trail props={props} layout={layout} />
          )}
          <Pawn props={props} layout={layout} />
          {content.spaces
            .filter((s) => inDanger(view, content, s.id))
            .map((s) => (
              <Danger
                key={s.id}
                x={layout.at(s.id).x + (layout.named ? 13 : -30)}
                y={layout.at(s.id).y + (layout.named ? -33 : 29)}
                scale={layout.named ? 1 : 1.25}
              />
            ))}
          {!phone && (
            <Staff props={props} x={layout.map.x + layout.map.width + 66} top={30} height={layout.height - 60} />
          )}
        </svg>
        {phone && <Pills props={props} />}
        {phone && tray === null && settledOf(props).length > 0 && <Settled props={props} small />}
        {!phone && tray && (
          <div class={`at-corner ${roomBelow(content, layout, box) < 126 ? 'slim' : ''}`} style={corner}>
            {tray}
          </div>
        )}
        {menu !== null && (
          <div class="at-pop" style={phone ? undefined : popAt(layout, box, menu)}>
            <Menu title={props.words[`space.${menu}`] ?? menu} choices={choices} onClose={() => set(null, null)} />
          </div>
        )}
      </div>
      {phone && (tray ?? (extent.height >= 390 && <Tracks props={props} />))}
    </div>
  );
}

// ---- the box the chart lies in ----

interface Box {
  x: number;
  y: number;
  scale: number;
  width: number;
  height: number;
}

interface Extent {
  width: number;
  height: number;
}

function useExtent(ref: { current: HTMLDivElement | null }): Extent {
  const [extent, set] = useState<Extent>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void =>
      set((old) =>
        old.width === element.clientWidth && old.height === element.clientHeight
          ? old
          : { width: element.clientWidth, height: element.clientHeight },
      );
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return extent;
}

function boxOf({ width, height }: Extent, layout: Layout): Box {
  const scale = width && height ? Math.min(width / layout.width, height / layout.height) : 1;
  return {
    scale,
    width,
    height,
    x: width ? (width - layout.width * scale) / 2 : 0,
    y: height ? (height - layout.height * scale) / 2 : 0,
  };
}

// How much sea there is in the lower right corner, for the tray.
function roomBelow(content: Props['content'], layout: Layout, box: Box): number {
  const last = Math.max(...content.spaces.map((s) => s.row));
  const right = Math.max(...content.spaces.filter((s) => s.row === last).map((s) => s.column));
  const lowest = Math.max(0, ...content.spaces.filter((s) => s.column > right).map((s) => layout.at(s.id).y + HALF));
  return box.height - box.y - lowest * box.scale;
}

function popAt(layout: Layout, box: Box, id: string) {
  const { x, y } = layout.at(id);
  const left = box.x + (x + 40) * box.scale;
  const below = y > layout.height * 0.6;
  return {
    left: Math.max(8, Math.min(left, box.width - 236)),
    ...(below
      ? { bottom: Math.max(8, box.height - box.y - (y + 40) * box.scale) }
      : { top: Math.max(8, box.y + (y - 30) * box.scale) }),
  };
}

// ---- choosing ----

// Digits: those of the list of choices while a kind is chosen; otherwise the lit islets are counted, if nine are enough.
function keysOf(props: Props, targets: Map<string, Target>): Map<string, string> {
  const keys = new Map<string, string>();
  if (props.size === 'phone') return keys;
  const lit = props.content.spaces.filter((s) => targets.get(s.id)?.lit);
  lit.forEach((s, i) => {
    const { moves, chosen } = targets.get(s.id) as Target;
    const key =
      props.kind === null
        ? keyOf(i, lit.length)
        : moves.length === 1 && !chosen
          ? keyOf(props.moves.indexOf(moves[0]), 0)
          : null;
    if (key) keys.set(s.id, key);
  });
  return keys;
}

function choicesOf(props: Props, target: Target | undefined, id: string): Choice[] {
  const price = (move: Move): string | undefined => props.moment.kinds.find((k) => k.kind === move.kind)?.price;
  const moves = (target?.moves ?? []).map((move) => ({
    label: move.label,
    icon: KIND_ICON[move.kind] ?? 'move',
    price: price(move),
    run: () => props.play(move),
  }));
  return [...moves, { label: T.about, icon: 'rules', quiet: true, run: () => props.look('space', id) }];
}

function useKeys(
  props: Props,
  keys: Map<string, string>,
  act: (space: Space) => void,
  first: string | null,
  menu: string | null,
  set: (first: string | null, menu: string | null) => void,
): void {
  useLayoutEffect(() => {
    const onKey = (e: KeyboardEvent): void => {
      const target = e.target as HTMLElement | null;
      if (e.ctrlKey || e.altKey || e.metaKey || target?.closest?.('input,textarea,select,[contenteditable],dialog'))
        return;
      const take = (run: () => void): void => {
        e.preventDefault();
        e.stopPropagation();
        run();
      };
      if (e.key === 'Escape' && (first !== null || menu !== null)) return take(() => set(null, null));
      if (props.kind !== null) return; // digits belong to the list of choices
      const space = props.content.spaces.find((s) => keys.get(s.id) === e.key);
      if (space) return take(() => act(space));
      const die = first === null ? diceOf(props).find((d) => d.key === e.key) : undefined;
      if (die?.move) return take(() => props.play(die.move as Move));
      if (die?.change) return take(() => set(die.face, null));
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  });
}

// ---- the sea ----

function Sea({
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
  const edge = reef(content.spaces, 6);
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
    return `M${(Math.sin(a) * from).toFixed(1)} ${(-Math.cos(a) * from).toFixed(1)}L${(Math.sin(a) * to).toFixed(1)} ${(-Math.cos(a) * to).toFixed(1)}`;
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

// ---- islets ----

function labelOf(props: Props, space: Space, state: State, target: Target | undefined): string {
  const { words, view, content } = props;
  const treasure = treasureAt(view, space.id);
  const parts = [
    `${words[`space.${space.id}`] ?? space.id}, ${words[`colour.${space.colour}`] ?? space.colour} ${space.number}`,
    words[`state.${state}`] ?? state,
  ];
  if (view.pawn === space.id) parts.push(T.here);
  if (treasure) parts.push(fill(T.treasure, T.element[treasure]));
  if (inDanger(view, content, space.id)) parts.push(T.danger);
  if (freshOf(props.moment.events).includes(space.id)) parts.push(T.fresh);
  if (target?.chosen) parts.push(T.chosen);
  else if (target?.lit) {
    const kinds = [...new Set(target.moves.map((m) => m.kind))];
    parts.push(...kinds.map((k) => T.may[k]).filter(Boolean));
  } else if (target) parts.push(T.several);
  return parts.join(', ');
}

interface IsletProps {
  props: Props;
  space: Space;
  layout: Layout;
  target: Target | undefined;
  tab: string | null;
  onAct: () => void;
}

function Islet({ props, space, layout, target, tab, onAct }: IsletProps) {
  const { view, content, words } = props;
  const { named } = layout;
  const state = stateOf(view, space.id);
  const { x, y } = layout.at(space.id);
  const shape = shapeOf(space);
  const treasure = treasureAt(view, space.id);
  const label = labelOf(props, space, state, target);
  const art = { space, name: words[`space.${space.id}`] ?? space.id, named, sunkWord: words['board.sunk'] ?? 'SUNK' };
  const change = changeOf(props, space);
  const mark = target?.chosen ? 'chosen' : target?.lit ? 'may' : '';
  return (
    <g
      class={`at-islet ${mark}`}
      data-space={space.id}
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={target?.chosen ? true : undefined}
      transform={`translate(${x} ${y})`}
      onClick={onAct}
      onKeyDown={(e) => {
        if (e.key === 'Enter' || e.key === ' ') {
          e.preventDefault();
          onAct();
        }
      }}
      onContextMenu={(e) => {
        e.preventDefault();
        props.look('space', space.id);
      }}
    >
      <title>{label}</title>
      <rect class="at-hit" x={-PITCH / 2} y={-PITCH / 2} width={PITCH} height={PITCH} />
      <g
        key={`${state}`}
        class={change ? 'at-after' : undefined}
        style={change ? { animationDelay: `${change.delay}ms` } : undefined}
      >
        <Art {...art} state={state} />
      </g>
      {change && (
        <g key={`before-${props.moment.version}`} class="at-before" style={{ animationDelay: `${change.delay}ms` }}>
          <Art {...art} state={change.from} />
        </g>
      )}
      {treasure && (
        <Treasure
          colour={treasure}
          ready={view.track[treasure] >= content.search.goal}
          x={named ? 25 : 22}
          y={named ? -4 : 12}
          scale={named ? 1 : 1.3}
        />
      )}
      {freshOf(props.moment.events).includes(space.id) && <path class="at-fresh" d={shape.coast} />}
      <path class="at-focus" d={shape.focus} />
      {mark && (
        <g class="mayg">
          <path class="at-key-line" d={shape.ring} />
          <path class="at-may" d={shape.ring} />
          {mark === 'chosen' ? (
            <Tab scale={named ? 1 : 1.5} icons={['check']} />
          ) : (
            <Tab scale={named ? 1 : 1.5} letter={tab} icons={props.kind === null && target ? plainKinds(target) : []} />
          )}
        </g>
      )}
    </g>
  );
}

// A key of the keyboard, and what may be done here while no kind is chosen.
function Tab({ letter, icons, scale }: { letter?: string | null; icons: string[]; scale: number }) {
  const parts = (letter ? 1 : 0) + icons.length;
  if (!parts) return null;
  const left = (-parts * 16) / 2;
  return (
    <g class="at-tab" transform={`translate(0 ${-48 - 9 * scale}) scale(${scale})`}>
      <rect x={left - 1} width={parts * 16 + 2} height="18" rx="4" />
      {letter && (
        <text x={left + 8} y="13.300" text-anchor="middle">
          {letter}
        </text>
      )}
      {icons.map((icon, i) => (
        <Glyph key={icon} name={icon} x={left + (letter ? 16 : 0) + i * 16 + 1} y={2} size={14} pen={2.4} />
      ))}
    </g>
  );
}

const plainKinds = (target: Target): string[] => [
  ...new Set(target.moves.filter((m) => isPlain(m.kind)).map((m) => KIND_ICON[m.kind])),
];

// In motion: what an islet was before, and when it changes.
function changeOf(props: Props, space: Space): { from: State; delay: number } | null {
  const { before, view, events, still } = props;
  if (still || !before || !events.length) return null;
  const from = stateOf(before, space.id);
  if (from === stateOf(view, space.id)) return null;
  const told = [...new Set(events.filter((e) => e.args.space !== undefined).map((e) => String(e.args.space)))];
  const step = Math.min(240, 1000 / Math.max(1, told.length));
  return { from, delay: Math.max(0, told.indexOf(space.id)) * step };
}

// ---- the pawn ----

function pawnAt(props: Props, layout: Layout, id: string): { x: number; y: number } {
  const { x, y } = layout.at(id);
  const shared = treasureAt(props.view, id as Space['id']) !== null;
  return { x: x - (shared ? (layout.named ? 13 : 16) : 0), y: y + (layout.named ? -14 : 4) };
}

function Pawn({ props, layout }: { props: Props; layout: Layout }) {
  const { view } = props;
  if (view.pawn === 'none') return null;
  const { x, y } = pawnAt(props, layout, view.pawn);
  const letter = LETTERS[(props.seat ?? 1) - 1];
  const gone = view.ending === 'won';
  const wet = stateOf(view, view.pawn) === 'sunk';
  return (
    <g
      class={`at-pawn ${gone ? 'gone' : ''} ${wet ? 'wet' : ''}`}
      style={{ transform: `translate(${x}px,${y}px)` }}
      aria-hidden="true"
    >
      <g transform={`scale(${layout.named ? 1.3 : 1.75})`}>
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

// The last way of the pawn, dotted: it is past.
function Trail({ props, layout }: { props: Props; layout: Layout }) {
  const way = lastWay(props.moment.events);
  if (!way || way.from === way.to) return null;
  const from = layout.at(way.from);
  const to = pawnAt(props, layout, way.to);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const side = uy > 0 || (uy === 0 && ux > 0) ? 1 : -1; // upright ways pass on the right, level ones above
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

// Won: the plane has picked the pawn up and is on its way out to sea.
function Flight({ layout, from }: { layout: Layout; from: string }) {
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

// Role and special points, in the sea's corners on a phone.
function Pills({ props }: { props: Props }) {
  const { view, words, look, kind } = props;
  const search = props.moves.find((m) => m.kind === 'search'); // else behind "More" in the list
  const special = fill(T.special, view.special);
  return (
    <>
      {view.role !== 'none' && (
        <button
          type="button"
          class="at-pill west"
          aria-label={fill(T.role, words[`role.${view.role}`] ?? view.role)}
          onClick={() => look('role', view.role)}
        >
          <Icon name={ROLE_ICON[view.role] ?? 'cap'} />
          {words[`role.${view.role}`] ?? view.role}
        </button>
      )}
      <span class="at-pill east" role="img" aria-label={special} title={special}>
        <Icon name="bolt" />
        <span class="num">{view.special}</span>
      </span>
      {search && kind === null && (
        <button type="button" class="at-pill may" aria-label={search.label} onClick={() => props.play(search)}>
          <Icon name="dice" />
          {search.label}
        </button>
      )}
    </>
  );
}

// The four searches in one line, on a phone.
function Tracks({ props }: { props: Props }) {
  const { view, content } = props;
  return (
    <ul class="at-mini">
      {COLOURS.map((colour) => (
        <li
          key={colour}
          style={{ color: `var(--el-${colour})` }}
          aria-label={`${T.element[colour]}: ${view.claimed.includes(colour) ? T.claimed : fill(T.of, view.track[colour], content.search.goal)}`}
        >
          <Icon name={GLYPH[colour]} />
          {view.claimed.includes(colour) ? (
            <Icon name="check" />
          ) : (
            <b class="num">
              {view.track[colour]}/{content.search.goal}
            </b>
          )}
        </li>
      ))}
    </ul>
  );
}
