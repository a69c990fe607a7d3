// Which chests, places and pets can be pressed now, and what that does.
import type { Move } from '@/kit/protocol';
import { letterOf, petPosition, type Location, type Pet, type Props, type Sheet } from './model';
import type { PlacedPet } from './pet-layout';
import type { PetMark, PlaceMark } from './pieces';
import type { Spot } from './places';

const ON_CHEST = new Set(['move', 'dig', 'letter']);

export interface Available {
  at: (spot: Spot) => Move[]; // moves of the chosen pet, or of all pets
  isElsewhere: (spot: Spot) => boolean; // reachable only by the parrot: marked at the wing until the parrot is chosen
  letters: (spot: Spot) => Set<string>; // letters that can be dug
  go: (location: Location) => Move | undefined;
  place: (location: Location) => PlaceMark;
  pet: (pet: PlacedPet) => PetMark;
  ofPet: (pet: Pet) => Move[];
  asks: (...kinds: string[]) => boolean;
}

export function availableActions({ moves, view, seat }: Props, sheet: Sheet, chosen: Pet | null): Available {
  const bySpot = new Map<string, Move[]>();
  for (const move of moves) {
    if (!ON_CHEST.has(move.kind) || (chosen && move.args.pet !== chosen)) continue;
    const stands = seat ? petPosition(view, seat, move.args.pet as Pet).space : '';
    const space = move.kind === 'move' ? String(move.args.space) : stands;
    bySpot.set(space, [...(bySpot.get(space) ?? []), move]);
  }
  const at = (spot: Spot) => bySpot.get(spot.id) ?? [];
  const go = (location: Location) => moves.find((m) => m.kind === 'go' && m.args.location === location);
  const ofPet = (pet: Pet) => moves.filter((m) => ON_CHEST.has(m.kind) && m.args.pet === pet);
  const settled = view.phase === 'dig' || view.phase === 'cross' || view.phase === 'free';
  return {
    at,
    go,
    ofPet,
    isElsewhere: (spot) => !chosen && spot.location !== view.location,
    letters: (spot) =>
      new Set(
        at(spot)
          .filter((m) => m.kind !== 'move')
          .map((m) => letterOf(m, sheet)),
      ),
    place: (location) => {
      if (go(location)) return 'may';
      if (view.location !== location || !settled) return '';
      return moves.length ? 'on' : 'here';
    },
    pet: ({ own, mini, pet }) => {
      if (!own || mini || !ofPet(pet).length) return '';
      return chosen === pet ? 'on' : 'may';
    },
    asks: (...kinds) => moves.some((m) => kinds.includes(m.kind)),
  };
}
