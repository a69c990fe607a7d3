// Draws the island: background, places, shortcuts, chests, signs, pets, and letters just dug up.
import { useMemo } from 'preact/hooks';
import type { Ref } from 'preact';
import { SEAT_LETTERS } from '@/kit/ui';
import type { PlacedPet, Tag } from './pet-layout';
import { PhoneIsland, WideBoat, WideIsland } from './island';
import { LOCATIONS, MOTTO, say, type Location, type Need, type Props } from './model';
import type { Available } from './available';
import { Chest, PetPiece, Ring, Sign, Wing } from './pieces';
import { spotTop, type Chart, type Spot } from './places';
import { WORDS } from './words';

interface IslandProps {
  props: Props;
  chart: Chart;
  offer: Available;
  needs: Map<string, Need>;
  pets: PlacedPet[];
  tags: Tag[];
  chosen: string | null; // id of a chest
  pressSpot: (spot: Spot) => void;
  pressPlace: (location: Location) => void;
  pressPet: (pet: PlacedPet) => void;
  hover: (spot: string | null) => void;
  svg: Ref<SVGSVGElement>;
}

// Props of a pressable thing on the board: Enter and space act like a click.
const button = (label: string, act: () => void) => ({
  role: 'button' as const,
  tabIndex: 0,
  'aria-label': label,
  onClick: act,
  onKeyDown: (e: KeyboardEvent) => {
    if (e.key !== 'Enter' && e.key !== ' ') return;
    e.preventDefault();
    act();
  },
});

const listed = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(', ');

function Places({ props, chart, offer, pressPlace }: IslandProps) {
  const { words } = props;
  return (
    <>
      {LOCATIONS.map((location) => {
        const mood = offer.place(location);
        if (!mood) return null;
        const label = listed(
          words[`location.${location}`],
          words[`location.${location}.when`],
          WORDS.mayGo,
          offer.go(location)?.gain,
        );
        return (
          <g
            key={location}
            class={`ngu-area ${mood}`}
            {...(mood === 'may' ? button(label, () => pressPlace(location)) : {})}
          >
            <path class="key" d={chart.area[location]} />
            <path class="line" d={chart.area[location]} />
          </g>
        );
      })}
    </>
  );
}

// Shortcuts, and the rows of chests.
const Ways = ({ chart }: { chart: Chart }) => (
  <g aria-hidden="true">
    {chart.shortcuts.map(
      ({ letter, path }) =>
        path && (
          <g key={letter} class="ngu-way">
            <path class="key" d={path} />
            <path class="dots" d={path} />
          </g>
        ),
    )}
  </g>
);

const Rows = ({ chart }: { chart: Chart }) => (
  <g aria-hidden="true">
    {LOCATIONS.filter((l) => l !== 'boat').map((location) => {
      const row = chart.spots.filter((s) => s.location === location);
      return (
        row.length > 1 && (
          <path key={location} class="ngu-row" d={`M${row[0].x} ${row[0].y + 7}H${row[row.length - 1].x}`} />
        )
      );
    })}
  </g>
);

// Dashed magenta with a light outline; on wide screens with the chest's number, which the action list uses.
function Mark({ spot, phone }: { spot: Spot; phone: boolean }) {
  const x = spot.x - (spot.w / 2 + 5) * spot.s;
  const y = spotTop(spot) - 5;
  const box = { x, y, width: (spot.w + 10) * spot.s, height: spot.y - y + 5, rx: 7 };
  return (
    <g class="mayg ngu-mark">
      <rect class="key" {...box} />
      <rect class="line" {...box} />
      {!phone && <rect class="tab" x={x - 4} y={y - 6} width="18" height="18" rx="4" />}
      {!phone && (
        <text class="num" x={x + 5} y={y + 7.5} text-anchor="middle">
          {spot.place}
        </text>
      )}
    </g>
  );
}

function Chests({ props, chart, offer, needs, pets, chosen, pressSpot, hover }: IslandProps) {
  const { words, names } = props;
  const standing = (spot: Spot): string =>
    pets
      .filter((p) => p.space === spot.id)
      .map(({ pet, own, seat, planned }) =>
        listed(
          own ? say(WORDS.your, words[`pet.${pet}`]) : say(WORDS.of, words[`pet.${pet}`], names[seat - 1]),
          planned && WORDS.planned,
        ),
      )
      .join(', ');
  return (
    <>
      {chart.spots.map((spot) => {
        const moves = offer.at(spot);
        const may = moves.length > 0;
        const label = listed(
          say(WORDS.chest, words[`space.${spot.id}`] ?? spot.id, [...spot.letters].join(' ')),
          spot.wing && WORDS.wing,
          spot.ring && say(WORDS.shortcut, spot.ring.letter),
          standing(spot),
          may && `${WORDS.mayPlay}: ${moves.map((m) => m.label).join(', ')}`,
        );
        return (
          <g
            key={spot.id}
            class={`ngu-spot ${may ? 'may' : ''} ${chosen === spot.id ? 'on' : ''}`}
            onPointerEnter={(e) => e.pointerType === 'mouse' && may && hover(spot.id)}
            onPointerLeave={() => hover(null)}
          >
            <Chest spot={spot} needs={needs} dig={offer.letters(spot)} />
            {may && !offer.isElsewhere(spot) && <Mark spot={spot} phone={chart.phone} />}
            <rect
              class="hit"
              data-spot={spot.id}
              x={spot.x - (spot.w / 2 + 4) * spot.s}
              y={spotTop(spot) - 4}
              width={(spot.w + 8) * spot.s}
              height={spot.y - spotTop(spot) + 8}
              rx="7"
              {...button(label, () => pressSpot(spot))}
              tabIndex={may ? 0 : -1}
              aria-pressed={chosen === spot.id}
            />
          </g>
        );
      })}
    </>
  );
}

const Signs = ({ props: { words }, chart, offer, pressPlace }: IslandProps) => (
  <>
    {LOCATIONS.map((location) => {
      const gain = offer.go(location)?.gain;
      return (
        <g key={location} class="ngu-signpost" onClick={() => pressPlace(location)}>
          <Sign
            chart={chart}
            location={location}
            name={words[`location.${location}`]}
            when={words[`location.${location}.when`]}
            lines={gain ? [gain] : []}
            mood={offer.place(location)}
          />
        </g>
      );
    })}
  </>
);

function Pets({ props, chart, offer, pets, tags, pressPet }: IslandProps) {
  const { words, names } = props;
  return (
    <>
      {tags.map((t) => (
        <g key={t.key} class="ngu-tag" aria-hidden="true">
          <path d={t.tip} />
          <rect x={t.x} y={t.y} width={t.w} height={t.h} rx="4" />
          <path class="over" d={t.tip} />
        </g>
      ))}
      {pets.map((p) => {
        const mood = offer.pet(p);
        const label = listed(
          say(WORDS.your, words[`pet.${p.pet}`]),
          words[`space.${p.space}`] ?? p.space,
          mood === 'on' ? WORDS.chosen : WORDS.mayPet,
        );
        const press = mood
          ? { ...button(label, () => pressPet(p)), 'aria-pressed': mood === 'on' }
          : { 'aria-hidden': true };
        return (
          <g
            key={p.key}
            class={mood ? 'ngu-own' : 'ngu-still'}
            transform={`translate(${p.x.toFixed(1)} ${p.y.toFixed(1)}) scale(${p.s})`}
            {...press}
          >
            <g data-pet={p.key}>
              <PetPiece
                seat={p.seat}
                pet={p.pet}
                mood={mood}
                planned={p.planned}
                letter={!p.mini && names.length > 1}
                mini={p.mini}
              />
            </g>
            {mood && <circle class="hit" r={chart.phone ? 22 : 20} />}
          </g>
        );
      })}
    </>
  );
}

// From a pet to the target of its planned move.
function Trail({ chart, props: { view, seat } }: IslandProps) {
  const pet = seat && view.phase === 'dig' ? view.mover[seat - 1] : null;
  if (!seat || !pet || pet === 'none') return null;
  const from = chart.spot.get(view.pet[seat - 1][pet]);
  const to = chart.spot.get(String(view.to[seat - 1]));
  if (!from || !to) return null;
  const lift = Math.min(60, 20 + Math.abs(from.x - to.x) / 6);
  const [a, b] = [spotTop(from) - 5, spotTop(to) - 5];
  return (
    <path
      class="ngu-trail"
      d={`M${from.x} ${a}Q${(from.x + to.x) / 2} ${Math.min(a, b) - lift} ${to.x} ${b}`}
      aria-hidden="true"
    />
  );
}

// Letters that come out of chests at the end of the turn.
function Found({ props, chart }: IslandProps) {
  const seen = new Map<string, number>();
  if (props.reducedMotion) return null;
  return (
    <g aria-hidden="true">
      {props.events.map(({ event, seat, args }, i) => {
        const spot = event === 'dug' || event === 'letter' ? chart.spot.get(String(args.space)) : undefined;
        if (!spot) return null;
        const nth = seen.get(spot.id) ?? 0;
        seen.set(spot.id, nth + 1);
        const y = spotTop(spot) - 8 - Math.floor(nth / 3) * 20;
        const motto = MOTTO.find((m) => m.id === args.letter)?.letter;
        const letter = event === 'dug' ? String(args.letter).toUpperCase() : motto;
        return (
          <g key={i} transform={`translate(${spot.x + (nth % 3) * 20 - 10} ${y})`}>
            <g data-found class="ngu-found">
              <rect x="-9" y="-9" width="18" height="18" rx="2" />
              <text y="5" text-anchor="middle">
                {letter}
              </text>
              <circle cx="9" cy="9" r="4.500" fill={`var(--p${SEAT_LETTERS[(seat ?? 1) - 1]})`} />
            </g>
          </g>
        );
      })}
    </g>
  );
}

export function IslandPicture(island: IslandProps) {
  const { chart, offer } = island;
  const { phone, row } = chart;
  const ground = useMemo(() => (phone ? <PhoneIsland row={row} /> : <WideIsland />), [phone, row]);
  const deck = useMemo(() => (phone ? null : <WideBoat />), [phone]);
  return (
    <svg
      ref={island.svg}
      class={`board ngu-svg ${phone ? 'phone' : ''}`}
      viewBox={`0 0 ${chart.width} ${chart.height}`}
      preserveAspectRatio={phone ? 'xMidYMin meet' : 'xMidYMid meet'}
      role="group"
      aria-label={WORDS.island}
    >
      {ground}
      <Places {...island} />
      <Ways chart={chart} />
      {deck}
      <Trail {...island} />
      <Rows chart={chart} />
      <Chests {...island} />
      {chart.shortcuts.flatMap(({ letter, from, to }) =>
        [from, to].map((s) => s.ring && <Ring key={letter + s.id} {...s.ring} />),
      )}
      <Signs {...island} />
      <Pets {...island} />
      {chart.spots
        .filter((s) => s.wing)
        .map((s) => (
          <Wing key={s.id} spot={s} may={offer.at(s).length > 0 && offer.isElsewhere(s)} />
        ))}
      <Found {...island} />
    </svg>
  );
}
