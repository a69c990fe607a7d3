// The board: the island with its chests and pets. Players click a pet and a chest in any order. A chest with only one
// possible move plays it at once; otherwise a popup lists the moves.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { layoutPets, type PlacedPet } from './pet-layout';
import { DiceStrip, movesOf, type Colour } from './dice';
import { shownSeat, LOCATIONS, needsOf, say, sheetOf, type Location, type Pet, type Props, type Sheet } from './model';
import { availableActions, type Available } from './available';
import type { Spot } from './places';
import { Choices } from './choice-popup';
import { IslandPicture } from './island-picture';
import { Boxes, Hand, Sets } from './sheet';
import { placePopup, scrollToRow, useChart, usePetMotion } from './layout';
import { WORDS } from './words';

interface Selection {
  pet: Pet | null;
  spot: string | null;
  die: Colour | null;
}

const NO_SELECTION: Selection = { pet: null, spot: null, die: null };

// Questions that are answered on the sheet; if the sheet is not visible, they appear on the board.
function SheetQuestion({ props, sheet, offer }: { props: Props; sheet: Sheet; offer: Available }) {
  const phone = props.size === 'phone';
  if (props.size !== 'desktop' && offer.asks('cross')) {
    return (
      <div class={`ngu-plate ngu-ask ${phone ? 'dock down' : 'boat'}`}>
        <header>
          <b>{WORDS.boats}</b>
        </header>
        <Sets props={props} sheet={sheet} moves={props.moves} />
      </div>
    );
  }
  if (phone && offer.asks('free-dig', 'free-letter')) {
    return (
      <div class="ngu-plate ngu-ask dock whole">
        <header>
          <b>{WORDS.pickBox}</b>
        </header>
        <Boxes
          props={props}
          sheet={sheet}
          moves={props.moves}
          openChoice={({ moves: [move] }) => props.play(move)}
          chosenId={null}
        />
      </div>
    );
  }
  return null;
}

export function Board(props: Props) {
  const { view, words, names, seat, moves, size, content, play, look } = props;
  const root = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  const [hover, setHover] = useState<string | null>(null);
  useEffect(() => {
    setSelection(NO_SELECTION);
    setHover(null);
  }, [props.moment.version, props.kind, seat]);

  const chart = useChart(props, room);
  const phone = chart.phone;
  const sheet = sheetOf(view, content, shownSeat(props));
  const needs = new Map(needsOf(sheet).map((n) => [n.letter, n]));
  const { pets, tags } = layoutPets(chart, view, names.length, seat);
  const offer = availableActions(props, sheet, selection.pet);
  usePetMotion(props, svg, chart, pets);
  useEffect(() => {
    if (phone) {
      scrollToRow(
        room.current,
        chart.row,
        LOCATIONS.findIndex((l) => l === view.location),
      );
    }
  }, [view.location, phone]);

  const pressSpot = (spot: Spot) => {
    const list = offer.at(spot);
    const place = offer.go(spot.location);
    setHover(null);
    if (list.length > 1) setSelection((p) => ({ ...p, die: null, spot: p.spot === spot.id ? null : spot.id }));
    else if (list.length === 1) play(list[0]);
    else if (place) play(place);
    else look('space', spot.id);
  };
  const pressPlace = (location: Location) => {
    const move = offer.go(location);
    if (move) play(move);
    else look('location', location);
  };
  // A pet that can only dig where it stands shows at once what it could dig.
  const pressPet = (p: PlacedPet) => {
    const stays = offer.ofPet(p.pet).every((m) => m.kind !== 'move');
    setSelection(selection.pet === p.pet ? NO_SELECTION : { die: null, pet: p.pet, spot: stays ? p.space : null });
  };
  const pressDie = (die: Colour) => setSelection({ ...NO_SELECTION, die: selection.die === die ? null : die });
  const close = () => {
    const inside = selection.spot && root.current?.contains(document.activeElement);
    const from = inside
      ? svg.current?.querySelector<SVGElement>(`[data-spot="${selection.spot}"][tabindex="0"]`)
      : null;
    setSelection((p) => ({ ...p, spot: null, die: null }));
    from?.focus({ preventScroll: true });
  };

  const open = selection.spot ? chart.spot.get(selection.spot) : undefined;
  const tip = !open && !phone && hover ? chart.spot.get(hover) : undefined;
  const shown = open ?? tip;
  useLayoutEffect(() => {
    if (!phone) placePopup(popup.current, svg.current, root.current, shown);
  }, [shown, !open, phone, selection.pet]);
  const choices = shown ? offer.at(shown) : [];
  const dock = shown && LOCATIONS.indexOf(shown.location) > 2 ? 'dock up' : 'dock down';
  // Spectators have no hand, so the sheets and the dice are below the island.
  const watched = seat === null && (
    <div class="ngu-watch">
      <Hand {...props} />
    </div>
  );
  return (
    <div ref={root} class={`ngu ${size}`}>
      {phone && <DiceStrip props={props} die={selection.die} press={pressDie} />}
      <div ref={room} class="ngu-room">
        <IslandPicture
          props={props}
          chart={chart}
          offer={offer}
          needs={needs}
          pets={pets}
          tags={tags}
          chosen={selection.spot}
          svg={svg}
          pressSpot={pressSpot}
          pressPlace={pressPlace}
          pressPet={pressPet}
          hover={setHover}
        />
        {phone && watched}
      </div>
      {!phone && watched}
      {selection.die && (
        <Choices
          props={props}
          sheet={sheet}
          title={say(WORDS.die, words[`die.${selection.die}`], view.die[selection.die])}
          moves={movesOf(moves, selection.die)}
          close={close}
          class="dock low-strip"
        />
      )}
      {shown && choices.length > 0 && (
        <Choices
          key={open ? 'open' : 'tip'}
          box={popup}
          tip={!open}
          props={props}
          sheet={sheet}
          title={words[`space.${shown.id}`] ?? shown.id}
          aside={open && [...open.letters].join(' ')}
          moves={choices}
          close={close}
          class={phone ? dock : 'float'}
        />
      )}
      <SheetQuestion props={props} sheet={sheet} offer={offer} />
    </div>
  );
}
