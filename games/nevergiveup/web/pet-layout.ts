// Positions of the pets on their chests: up to two at full size on the rim, always including the viewer's own; the
// others small, on a tag.
import { PETS, petPosition, type Pet, type View } from './model';
import { spotTop, type Chart, type Spot } from './places';

export interface PlacedPet {
  key: string;
  seat: number;
  pet: Pet;
  space: string;
  planned: boolean;
  x: number;
  y: number;
  s: number;
  mini: boolean;
  own: boolean;
}

export interface Tag {
  key: string;
  x: number;
  y: number;
  w: number;
  h: number;
  tip: string; // path of its pointer
}

interface PetLayout {
  pets: PlacedPet[];
  tags: Tag[];
}

type TagPlacement = (w: number, h: number) => { x: number; y: number; side?: boolean };
type PetIdentity = Pick<PlacedPet, 'key' | 'seat' | 'pet' | 'planned' | 'own'>;

function layoutTag(
  chart: Chart,
  spot: Spot,
  list: PetIdentity[],
  most: number,
  s: number,
  place: TagPlacement,
): PetLayout {
  const cell = 31 * s;
  const cols = Math.min(most, list.length);
  const rows = Math.ceil(list.length / cols);
  const [w, h] = [cols * cell + 6, rows * cell + 6];
  const at = place(w, h);
  const x = Math.max(2, Math.min(chart.width - 2 - w, at.x));
  const y = Math.max(2, Math.min(chart.height - 2 - h, at.y));
  const px = Math.max(x + 8, Math.min(x + w - 8, spot.x));
  const tip = at.side ? `M${x + w} ${y + h - 20}l6 4-6 4Z` : `M${px - 5} ${y + h}l5 6 5-6Z`;
  return {
    tags: [{ key: spot.id, x, y, w, h, tip }],
    pets: list.map((who, i) => ({
      ...who,
      space: spot.id,
      s,
      mini: true,
      x: x + 3 + cell * ((i % cols) + 0.5),
      y: y + 3 + cell * (Math.floor(i / cols) + 0.5),
    })),
  };
}

function layoutSpot(chart: Chart, spot: Spot, own: PetIdentity[], others: PetIdentity[]): PetLayout {
  const [big, small, mini] = chart.phone ? [0.9, 0.8, 0.5] : [1, 0.85, 0.58];
  const rim = spotTop(spot) - 5;
  const row = (list: PetIdentity[], middle: number, s: number, gap: number): PlacedPet[] =>
    list.map((who, i) => ({
      ...who,
      space: spot.id,
      s,
      mini: false,
      x: middle + (i - (list.length - 1) / 2) * gap,
      y: rim,
    }));
  if (own.length + others.length <= 2) {
    const all = [...own, ...others];
    const s = own.length ? big : small;
    const gap = all.length > 1 ? 31 * s : 0;
    return { tags: [], pets: row(all, spot.x, s, gap).map((p) => ({ ...p, s: p.own ? big : small })) };
  }
  const ownGap = own.length > 2 ? 27 * big : 31 * big;
  if (!others.length) return { tags: [], pets: row(own, spot.x, big, ownGap) };
  if (spot.location === 'boat' && spot.place === 1) {
    const side = layoutTag(chart, spot, others, chart.phone ? 5 : 3, mini, (w, h) => ({
      x: spot.x - (own.length > 2 ? 47 : 39) - w,
      y: spot.y + 8 - h,
      side: true,
    }));
    return { tags: side.tags, pets: [...row(own, spot.x, big, ownGap), ...side.pets] };
  }
  const cols = others.length > 6 ? 4 : others.length > 4 ? 3 : Math.min(others.length, own.length ? 2 : 3);
  const width = cols * 31 * mini + 6;
  if (own.length && own.length < 3) {
    const from = spot.x - (own.length * 31 * big + width) / 2;
    const beside = layoutTag(chart, spot, others, cols, mini, (_, h) => ({
      x: from + own.length * 31 * big + 1,
      y: rim + 12 - h,
    }));
    return { tags: beside.tags, pets: [...row(own, from + own.length * 15.5 * big, big, ownGap), ...beside.pets] };
  }
  const above = layoutTag(chart, spot, others, cols, mini, (w, h) => ({
    x: spot.x - w / 2,
    y: (own.length ? rim - 20 : spotTop(spot) + 2) - h,
  }));
  return { tags: above.tags, pets: [...row(own, spot.x, big, ownGap), ...above.pets] };
}

export function layoutPets(chart: Chart, view: View, seats: number, viewer: number | null): PetLayout {
  const all: PetLayout = { pets: [], tags: [] };
  const there = new Map<string, { own: PetIdentity[]; others: PetIdentity[] }>();
  for (let seat = 1; seat <= seats; seat++) {
    for (const pet of PETS) {
      const { space, planned } = petPosition(view, seat, pet);
      const group = there.get(space) ?? { own: [], others: [] };
      there.set(space, group);
      const own = seat === viewer;
      group[own ? 'own' : 'others'].push({ key: `${seat}-${pet}`, seat, pet, planned, own });
    }
  }
  for (const [space, { own, others }] of there) {
    const spot = chart.spot.get(space);
    if (!spot) continue;
    const { pets, tags } = layoutSpot(chart, spot, own, others);
    all.pets.push(...pets);
    all.tags.push(...tags);
  }
  // One element per pet, always in the same order, so that Preact keeps it and it can hop.
  all.pets.sort((a, b) => Number(a.own) - Number(b.own) || a.key.localeCompare(b.key));
  return all;
}
