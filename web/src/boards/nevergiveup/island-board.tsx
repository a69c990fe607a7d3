// The board: the island with its chests and pets. A pet or a chest first, then the other; a chest where one thing alone can
// be done does it at once, otherwise a plate asks which.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Move } from '../../protocol';
import { crowd, type Standing } from './crowd';
import { DiceStrip, movesOf, type Colour } from './dice';
import { PhoneIsland, WideBoat, WideIsland } from './island';
import { eyes, finishOf, letterOf, LOCATIONS, needsOf, say, sheetOf, standsOf, type Location, type Pet, type Props } from './model';
import { hop, openLid, rise, schedule } from './motion';
import { Chest, PetPiece, Ring, Sign, Wing, type PetMood } from './pieces';
import { phoneChart, top, wideChart, type Chart, type Spot } from './places';
import { Choices } from './plate';
import { Boxes, Hand, Sets } from './sheet';
import { LETTERS } from '../../ui';
import { T } from './words';

interface Pick {
  pet: Pet | null;
  spot: string | null;
  die: Colour | null;
}

const NOTHING: Pick = { pet: null, spot: null, die: null };
const ON_CHEST = new Set(['move', 'dig', 'letter']);

// Enter and space act, as a click does.
const onKey = (act: () => void) => (e: KeyboardEvent) => {
  if (e.key !== 'Enter' && e.key !== ' ') return;
  e.preventDefault();
  act();
};

// The chart for the room there is: on a phone its height follows the box.
function useChart(props: Props, box: { current: HTMLElement | null }): Chart {
  const phone = props.size === 'phone';
  const [height, setHeight] = useState(508);
  useLayoutEffect(() => {
    const el = box.current;
    if (!phone || !el) return;
    const measure = () => setHeight(Math.round((el.clientHeight / Math.max(1, el.clientWidth)) * 390));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(el);
    return () => watch.disconnect();
  }, [phone]);
  return useMemo(() => (phone ? phoneChart(props.content, height) : wideChart(props.content)), [props.content, phone, height]);
}

// Pets hop from where they stood, as planned, taken back or shown at the end of a turn; then chests open.
function useMotion(props: Props, root: { current: Element | null }, chart: Chart, pets: Standing[]): void {
  const last = useRef<{ chart: Chart; seat: number | null; at: Map<string, Standing> } | null>(null);
  useLayoutEffect(() => {
    const el = root.current;
    const was = last.current;
    last.current = { chart, seat: props.seat, at: new Map(pets.map((p) => [p.key, p])) };
    if (!el || props.still || (was && (was.chart !== chart || was.seat !== props.seat))) return;
    const from = was?.at ?? (props.before && new Map(crowd(chart, props.before, props.names.length, props.seat).pets.map((p) => [p.key, p])));
    for (const pet of from ? pets : []) {
      const old = from!.get(pet.key);
      const piece = el.querySelector(`[data-pet="${pet.key}"]`);
      if (old && piece && Math.hypot(old.x - pet.x, old.y - pet.y) > 1) hop(piece, (old.x - pet.x) / pet.s, (old.y - pet.y) / pet.s);
    }
    const { dig } = schedule(props.events);
    for (const { event, args } of props.events) {
      const lid = event === 'dug' || event === 'letter' ? el.querySelector(`[data-lid="${args.space}"]`) : null;
      if (lid) openLid(lid, dig);
    }
    for (const found of el.querySelectorAll('[data-found]')) rise(found, dig);
  }, [props.moment.version, chart, props.seat]);
}

// Letters that come out of chests as the turn closes.
function Found({ props, chart }: { props: Props; chart: Chart }) {
  if (props.still) return null;
  const seen = new Map<string, number>();
  return (
    <g aria-hidden="true">
      {props.events.map((e, i) => {
        if ((e.event !== 'dug' && e.event !== 'letter') || !e.args.space) return null;
        const spot = chart.spot.get(String(e.args.space));
        if (!spot) return null;
        const nth = seen.get(spot.id) ?? 0;
        seen.set(spot.id, nth + 1);
        const letter = e.event === 'dug' ? String(e.args.letter).toUpperCase() : letterOf({ kind: 'letter', args: { letter: String(e.args.letter) }, text: '', label: '' }, sheetOf(props.view, props.content, 1));
        return (
          <g key={i} transform={`translate(${spot.x + (nth % 3) * 20 - 10} ${top(spot) - 8 - Math.floor(nth / 3) * 20})`}>
            <g data-found class="ngu-found">
              <rect x="-9" y="-9" width="18" height="18" rx="2" />
              <text y="5" text-anchor="middle">{letter}</text>
              <circle cx="9" cy="9" r="4.500" fill={`var(--p${LETTERS[(e.seat ?? 1) - 1]})`} />
            </g>
          </g>
        );
      })}
    </g>
  );
}

function placePlate(plate: HTMLElement | null, svg: SVGSVGElement | null, root: HTMLElement | null, spot: Spot | undefined): void {
  const map = svg?.getScreenCTM();
  if (!plate || !map || !root || !spot) return;
  const frame = root.getBoundingClientRect();
  const [x, y] = [map.a * spot.x + map.e - frame.left, map.d * top(spot) + map.f - frame.top];
  const below = map.d * spot.y + map.f - frame.top + 12;
  const [w, h] = [plate.offsetWidth, plate.offsetHeight];
  const left = Math.max(6, Math.min(frame.width - w - 6, x - w / 2));
  let up = below + h < frame.height - 4 ? below : y - h - 22;
  let side = left;
  if (up < 4) {
    up = Math.max(4, Math.min(frame.height - h - 4, y - h / 2));
    side = x + 48 + w < frame.width ? x + 48 : Math.max(6, x - 48 - w);
  }
  plate.style.left = `${side}px`;
  plate.style.top = `${up}px`;
}

export function Board(props: Props) {
  const { view, words, names, seat, moves, size, content } = props;
  const root = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const plate = useRef<HTMLDivElement>(null);
  const [pick, setPick] = useState<Pick>(NOTHING);
  const [hover, setHover] = useState<string | null>(null);
  const chart = useChart(props, room);
  const phone = chart.phone;
  useEffect(() => { setPick(NOTHING); setHover(null); }, [props.moment.version, props.kind, seat]);

  const sheet = sheetOf(view, content, eyes(props));
  const needs = new Map(needsOf(sheet).map((n) => [n.letter, n]));
  const standing = crowd(chart, view, names.length, seat);
  useMotion(props, svg, chart, standing.pets);

  const spaceOf = (m: Move): string => (m.kind === 'move' ? String(m.args.space) : seat ? standsOf(view, seat, m.args.pet as Pet).space : '');
  const bySpot = new Map<string, Move[]>();
  for (const m of moves) {
    if (!ON_CHEST.has(m.kind) || (pick.pet && m.args.pet !== pick.pet)) continue;
    bySpot.set(spaceOf(m), [...(bySpot.get(spaceOf(m)) ?? []), m]);
  }
  const go = new Map(moves.filter((m) => m.kind === 'go').map((m) => [m.args.location as Location, m]));
  const asks = (kind: string) => moves.some((m) => m.kind === kind);

  const pressSpot = (spot: Spot) => {
    const list = bySpot.get(spot.id) ?? [];
    const place = go.get(spot.location);
    setHover(null);
    if (!list.length && place) props.play(place);
    else if (!list.length) props.look('space', spot.id);
    else if (list.length === 1) props.play(list[0]);
    else setPick((p) => ({ ...p, die: null, spot: p.spot === spot.id ? null : spot.id }));
  };
  const pressPet = (p: Standing) => {
    if (pick.pet === p.pet) return setPick(NOTHING);
    const mine = moves.filter((m) => m.args.pet === p.pet);
    const digs = mine.length > 0 && mine.every((m) => m.kind !== 'move');
    setPick({ die: null, pet: p.pet, spot: digs ? p.space : null });
  };
  const pressPlace = (location: Location) => {
    const move = go.get(location);
    if (move) props.play(move);
    else props.look('location', location);
  };

  const open = pick.spot ? chart.spot.get(pick.spot) : undefined;
  const tip = !open && !phone && hover ? chart.spot.get(hover) : undefined;
  useLayoutEffect(() => {
    if (!phone) placePlate(plate.current, svg.current, root.current, open ?? tip);
  }, [open, tip, phone, pick.pet]);
  useEffect(() => {
    // On a phone too small for the whole island the place of this turn is brought into sight.
    if (!phone || view.location === 'none' || !room.current) return;
    const i = LOCATIONS.indexOf(view.location);
    if (room.current.scrollHeight > room.current.clientHeight + 8) room.current.scrollTo({ top: (i * chart.row * room.current.clientWidth) / 390 - 20 });
  }, [view.location, phone]);

  const ground = useMemo(() => (phone ? <PhoneIsland row={chart.row} /> : <WideIsland />), [phone, chart.row]);
  const deck = useMemo(() => (phone ? null : <WideBoat />), [phone]);
  const acts = moves.length > 0;
  const digging = view.phase === 'dig' || view.phase === 'cross' || view.phase === 'free';

  const placeMood = (location: Location): 'may' | 'on' | 'here' | '' => {
    if (go.has(location)) return 'may';
    if (view.location !== location || !digging) return '';
    return acts ? 'on' : 'here';
  };
  const placeLines = (location: Location): string[] => {
    const gain = go.get(location)?.gain;
    return gain ? [gain] : [];
  };
  const onSpot = (spot: Spot): string => {
    const list = standing.pets.filter((p) => p.space === spot.id).map((p) => (p.own ? say(T.your, words[`pet.${p.pet}`]) : say(T.of, words[`pet.${p.pet}`], names[p.seat - 1])) + (p.planned ? `, ${T.planned}` : ''));
    return list.join(', ');
  };
  const spotLabel = (spot: Spot): string => {
    const list = bySpot.get(spot.id);
    return [
      say(T.chest, words[`space.${spot.id}`] ?? spot.id, [...spot.letters].join(' ')), spot.wing && T.wing, spot.ring && say(T.shortcut, spot.ring.letter), onSpot(spot),
      list?.length && `${T.mayPlay}: ${list.map((m) => m.label).join(', ')}`,
    ].filter(Boolean).join(', ');
  };
  const petMood = (p: Standing): PetMood => {
    if (!p.own || p.mini) return '';
    if (pick.pet === p.pet) return 'on';
    return moves.some((m) => ON_CHEST.has(m.kind) && m.args.pet === p.pet) ? 'may' : '';
  };
  // What lies elsewhere (a flight to another wing) is marked at its wing alone until the parrot is chosen.
  const away = (spot: Spot): boolean => !pick.pet && spot.location !== view.location;
  const lit = chart.spots.filter((s) => bySpot.has(s.id));
  const digLetters = (spot: Spot): Set<string> => new Set((bySpot.get(spot.id) ?? []).filter((m) => m.kind !== 'move').map((m) => letterOf(m, sheet)));

  const svgBoard = (
    <svg ref={svg} class={`board ngu-svg ${phone ? 'phone' : ''}`} viewBox={`0 0 ${chart.width} ${chart.height}`} preserveAspectRatio={phone ? 'xMidYMin meet' : 'xMidYMid meet'}
      role="group" aria-label={T.island}>
      {ground}
      {LOCATIONS.map((location) => {
        const mood = placeMood(location);
        if (!mood) return null;
        const click = mood === 'may' ? { role: 'button', tabIndex: 0, 'aria-label': [words[`location.${location}`], words[`location.${location}.when`], T.mayGo, ...placeLines(location)].join(', '), onClick: () => pressPlace(location), onKeyDown: onKey(() => pressPlace(location)) } as const : {};
        return (
          <g key={location} class={`ngu-area ${mood}`} {...click}>
            <path class="key" d={chart.area[location]} />
            <path class="line" d={chart.area[location]} />
          </g>
        );
      })}
      {chart.shortcuts.map(({ letter, path }) => path && (
        <g key={letter} class="ngu-way" aria-hidden="true">
          <path class="key" d={path} />
          <path class="dots" d={path} />
        </g>
      ))}
      {deck}
      <PetTrails chart={chart} props={props} />
      {LOCATIONS.filter((l) => l !== 'boat').map((location) => {
        const row = chart.spots.filter((s) => s.location === location);
        return row.length > 1 && <path key={location} class="ngu-row" d={`M${row[0].x} ${row[0].y + (phone ? 7 : 7)}H${row[row.length - 1].x}`} />;
      })}
      {chart.spots.map((spot) => {
        const list = bySpot.get(spot.id);
        const may = !!list && !away(spot);
        return (
          <g key={spot.id} data-spot={spot.id} class={`ngu-spot ${list ? 'may' : ''} ${pick.spot === spot.id ? 'on' : ''}`} role="button" tabIndex={list ? 0 : -1} aria-label={spotLabel(spot)} aria-pressed={pick.spot === spot.id}
            onClick={() => pressSpot(spot)} onKeyDown={onKey(() => pressSpot(spot))} onPointerEnter={(e) => e.pointerType === 'mouse' && list && setHover(spot.id)} onPointerLeave={() => setHover(null)}>
            <Chest spot={spot} needs={needs} dig={digLetters(spot)} />
            {may && <Mark spot={spot} phone={phone} />}
            <rect class="hit" x={spot.x - (spot.w / 2 + 4) * spot.s} y={top(spot) - 4} width={(spot.w + 8) * spot.s} height={spot.y - top(spot) + 8} rx="7" />
          </g>
        );
      })}
      {chart.shortcuts.flatMap(({ letter, from, to }) => [from, to].map((s) => s.ring && <Ring key={letter + s.id} {...s.ring} />))}
      {LOCATIONS.map((location) => (
        <g key={location} class="ngu-signpost" onClick={() => pressPlace(location)}>
          <Sign chart={chart} location={location} name={words[`location.${location}`]} when={words[`location.${location}.when`]} lines={placeLines(location)} mood={placeMood(location)} />
        </g>
      ))}
      {standing.tags.map((t) => (
        <g key={t.key} class="ngu-tag" aria-hidden="true">
          <path d={t.tip} />
          <rect x={t.x} y={t.y} width={t.w} height={t.h} rx="4" />
          <path class="over" d={t.tip} />
        </g>
      ))}
      {standing.pets.map((p) => {
        const mood = petMood(p);
        const act = mood ? { role: 'button', tabIndex: 0, 'aria-label': `${say(T.your, words[`pet.${p.pet}`])}, ${words[`space.${p.space}`] ?? p.space}, ${mood === 'on' ? T.chosen : T.mayPet}`, 'aria-pressed': mood === 'on', onClick: () => pressPet(p), onKeyDown: onKey(() => pressPet(p)) } as const : { 'aria-hidden': true };
        return (
          <g key={p.key} class={mood ? 'ngu-own' : 'ngu-still'} transform={`translate(${p.x.toFixed(1)} ${p.y.toFixed(1)}) scale(${p.s})`} {...act}>
            <g data-pet={p.key}>
              <PetPiece seat={p.seat} pet={p.pet} mood={mood} planned={p.planned} letter={!p.mini && names.length > 1} mini={p.mini} />
            </g>
            {mood && <circle class="hit" r={phone ? 22 : 20} />}
          </g>
        );
      })}
      {chart.spots.filter((s) => s.wing).map((spot) => <Wing key={spot.id} spot={spot} may={bySpot.has(spot.id) && away(spot)} />)}
      <Found props={props} chart={chart} />
    </svg>
  );

  // Who watches has no hand of their own: the sheets, and the dice, lie below the island.
  const watched = seat === null && <div class="ngu-watch"><Hand {...props} /></div>;
  const close = () => {
    const from = pick.spot && root.current?.contains(document.activeElement) ? svg.current?.querySelector<SVGElement>(`[data-spot="${pick.spot}"]`) : null;
    setPick((p) => ({ ...p, spot: null, die: null }));
    if (from?.getAttribute('tabindex') === '0') from.focus({ preventScroll: true });
  };
  const where = open && phone ? (LOCATIONS.indexOf(open.location) > 2 ? 'up' : 'down') : '';
  return (
    <div ref={root} class={`ngu ${size}`}>
      {phone && <DiceStrip props={props} die={pick.die} press={(die) => setPick({ ...NOTHING, die: pick.die === die ? null : die })} />}
      <div ref={room} class="ngu-room">{svgBoard}{phone && watched}</div>
      {!phone && watched}
      {pick.die && <Choices props={props} sheet={sheet} title={say(T.die, words[`die.${pick.die}`], view.die[pick.die])} moves={movesOf(moves, pick.die)} close={close} class="dock low-strip" />}
      {open && (bySpot.get(open.id)?.length ?? 0) > 0 && (
        <Choices box={plate} props={props} sheet={sheet} title={words[`space.${open.id}`] ?? open.id} aside={[...open.letters].join(' ')} moves={bySpot.get(open.id) ?? []} close={close} class={phone ? `dock ${where}` : 'float'} />
      )}
      {tip && lit.includes(tip) && (
        <Choices box={plate} tip props={props} sheet={sheet} title={words[`space.${tip.id}`] ?? tip.id} moves={bySpot.get(tip.id) ?? []} close={close} class="float" />
      )}
      {size !== 'desktop' && asks('cross') && (
        <div class={`ngu-plate ngu-ask ${phone ? 'dock down' : 'boat'}`}>
          <header><b>{T.boats}</b></header>
          <Sets props={props} sheet={sheet} moves={moves} />
        </div>
      )}
      {phone && (asks('free-dig') || asks('free-letter')) && (
        <div class="ngu-plate ngu-ask dock whole">
          <header><b>{T.pickBox}</b></header>
          <Boxes props={props} sheet={sheet} moves={moves} ask={({ moves: [m] }) => props.play(m)} asked={null} />
        </div>
      )}
      {size !== 'phone' && view.phase === 'dig' && <p class="vh" role="status">{names.map((n, i) => (finishOf(view, i + 1) === 'done' ? n : '')).filter(Boolean).join(', ')}</p>}
    </div>
  );
}

// Dashed magenta with a paper keyline; on wide screens the chest's number, by which the list of actions calls it.
function Mark({ spot, phone }: { spot: Spot; phone: boolean }) {
  const x = spot.x - (spot.w / 2 + 5) * spot.s;
  const y = top(spot) - 5;
  const [w, h] = [(spot.w + 10) * spot.s, spot.y - y + 5];
  return (
    <g class="mayg ngu-mark">
      <rect class="key" x={x} y={y} width={w} height={h} rx="7" />
      <rect class="line" x={x} y={y} width={w} height={h} rx="7" />
      {!phone && (
        <>
          <rect class="tab" x={x - 4} y={y - 6} width="18" height="18" rx="4" />
          <text class="num" x={x + 5} y={y + 7.5} text-anchor="middle">{spot.place}</text>
        </>
      )}
    </g>
  );
}

// From where a pet stands to where its move is planned.
function PetTrails({ chart, props }: { chart: Chart; props: Props }) {
  const { view, seat } = props;
  const pet = seat && view.phase === 'dig' ? view.mover[seat - 1] : null;
  if (!seat || !pet || pet === 'none') return null;
  const from = chart.spot.get(view.pet[seat - 1][pet]);
  const to = chart.spot.get(String(view.to[seat - 1]));
  if (!from || !to) return null;
  const lift = Math.min(60, 20 + Math.abs(from.x - to.x) / 6);
  const [ya, yb] = [top(from) - 5, top(to) - 5];
  return <path class="ngu-trail" d={`M${from.x} ${ya}Q${(from.x + to.x) / 2} ${Math.min(ya, yb) - lift} ${to.x} ${yb}`} aria-hidden="true" />;
}
