// The board's size, the position of popups, and the animation of pets and chests.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useSize } from '@/kit/size';
import { layoutPets, type PlacedPet } from './pet-layout';
import type { Props } from './model';
import { hop, openLid, rise, schedule } from './motion';
import { phoneChart, spotTop, wideChart, type Chart, type Spot } from './places';

// The chart for the available space: on phones its height follows the box.
export function useChart({ content, size }: Props, box: { current: HTMLElement | null }): Chart {
  const phone = size === 'phone';
  const [width, visible] = useSize(box, [390, 508]);
  const height = phone ? Math.round((visible / width) * 390) : 0;
  return useMemo(() => (phone ? phoneChart(content, height) : wideChart(content)), [content, phone, height]);
}

const byKey = (pets: PlacedPet[]): Map<string, PlacedPet> => new Map(pets.map((p) => [p.key, p]));

// Pets hop from their old positions when a move is planned, undone or revealed at the end of a turn; then chests
// open.
export function usePetMotion(props: Props, root: { current: Element | null }, chart: Chart, pets: PlacedPet[]): void {
  const last = useRef<{ chart: Chart; seat: number | null; at: Map<string, PlacedPet> } | null>(null);
  useLayoutEffect(() => {
    const { previousView, names, seat, reducedMotion, events } = props;
    const el = root.current;
    const was = last.current;
    last.current = { chart, seat, at: byKey(pets) };
    if (!el || reducedMotion || (was && (was.chart !== chart || was.seat !== seat))) return;
    const from = was?.at ?? byKey(previousView ? layoutPets(chart, previousView, names.length, seat).pets : []);
    for (const pet of pets) {
      const old = from.get(pet.key);
      const piece = el.querySelector(`[data-pet="${pet.key}"]`);
      if (!old || !piece || Math.hypot(old.x - pet.x, old.y - pet.y) < 1) continue;
      hop(piece, (old.x - pet.x) / pet.s, (old.y - pet.y) / pet.s, old.space === pet.space);
    }
    const { dig } = schedule(events);
    for (const { event, args } of events) {
      const lid = event === 'dug' || event === 'letter' ? el.querySelector(`[data-lid="${args.space}"]`) : null;
      if (lid) openLid(lid, dig);
    }
    for (const found of el.querySelectorAll('[data-found]')) rise(found, dig);
  }, [props.moment.version, chart, props.seat]);
}

// Places a popup below, above or beside its chest, so that it covers neither the chest nor the edge.
export function placePopup(
  plate: HTMLElement | null,
  svg: SVGSVGElement | null,
  root: HTMLElement | null,
  spot?: Spot,
): void {
  const map = svg?.getScreenCTM();
  if (!plate || !map || !root || !spot) return;
  const frame = root.getBoundingClientRect();
  const x = map.a * spot.x + map.e - frame.left;
  const above = map.d * spotTop(spot) + map.f - frame.top;
  const below = map.d * spot.y + map.f - frame.top + 12;
  const [w, h] = [plate.offsetWidth, plate.offsetHeight];
  let left = Math.max(6, Math.min(frame.width - w - 6, x - w / 2));
  let up = below + h < frame.height - 4 ? below : above - h - 22;
  if (up < 4) {
    up = Math.max(4, Math.min(frame.height - h - 4, above - h / 2));
    left = x + 48 + w < frame.width ? x + 48 : Math.max(6, x - 48 - w);
  }
  plate.style.left = `${left}px`;
  plate.style.top = `${up}px`;
}

// On a phone too small for the whole island, scrolls to the place of this turn.
export function scrollToRow(room: HTMLElement | null, row: number, nth: number): void {
  if (!room || nth < 0 || room.scrollHeight <= room.clientHeight + 8) return;
  room.scrollTo({ top: (nth * row * room.clientWidth) / 390 - 20 });
}
