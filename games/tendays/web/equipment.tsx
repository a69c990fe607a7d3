// The open things of a camp: equipment, campfires with their wood, trophies, souls and opened servings.
import type { TendaysGear } from '@/generated/games';
import type { Move } from '@/kit/protocol';
import { Icon } from '@/kit/ui';
import { type Props, cardName, fill, fires, frame, wordsFor, trophies } from './model';
import { type Press, CardPic, isNew, isLit } from './shared';
import { WORDS } from './words';

const GEAR: TendaysGear[] = [
  'campfire',
  'parasol',
  'water-collector',
  'mousetrap',
  'fishing-net',
  'trap',
  'fruit-dictionary',
  'plant-dictionary',
];
export const gearName = (p: Props, id: string): string => WORDS.gear[id] ?? wordsFor(p, `gear.${id}`).toLowerCase();

export interface Thing {
  id: string;
  kind: 'gear' | 'trophy';
  n: number;
  small?: string;
  fires?: { fire: string; sticks: number; branches: number }[];
}
export function thingsOf(p: Props, seat: number): Thing[] {
  const gear = p.view.gear[seat - 1];
  const own = fires(p, seat);
  const wood = own.reduce((n, f) => n + f.sticks + f.branches, 0);
  return [
    ...GEAR.filter((g) => gear[g] > 0).map((g): Thing => ({
      id: g,
      kind: 'gear',
      n: gear[g],
      ...(g === 'campfire' ? { small: fill(WORDS.wood, wood), fires: own } : {}),
    })),
    ...trophies(p).flatMap((card, i): Thing[] =>
      p.view.trophy[seat - 1][i] ? [{ id: card.id, kind: 'trophy', n: p.view.trophy[seat - 1][i] }] : [],
    ),
  ];
}
export function thingMoves(p: Props, seat: number, thing: Thing): Move[] {
  return p.moves.filter((m) => {
    if (m.kind === 'firewood') return thing.fires?.some((f) => f.fire === m.args.fire);
    if (m.args.card !== thing.id) return false;
    if (m.kind === 'pliers') return m.args.seat === seat || m.args.owner === seat;
    if (m.kind === 'steal-item') return thing.kind === 'gear' && seat === victim(p);
    if (thing.kind === 'trophy') {
      return seat === p.seat && ['trophy', 'swap-trophy', 'offer-give', 'put'].includes(m.kind);
    }
    return seat === p.seat && m.kind === 'offer-gear';
  });
}
const SPOILS_LOSER = 5;
const victim = (p: Props): number => {
  const spoils = frame(p.view, 'spoils');
  return spoils ? spoils.arg[SPOILS_LOSER] + 1 : 0;
};
const SOUL = new Set(['soul-heal', 'soul-act', 'soul-drink', 'soul-eat', 'lay-soul', 'haunt']);
export const soulMoves = (p: Props, seat: number): Move[] =>
  seat === p.seat ? p.moves.filter((m) => SOUL.has(m.kind)) : [];
const THINGS_LIT = new Set(['steal-item', 'swap-trophy', 'put', 'offer-gear', 'pliers']);
export const thingLit = (p: Props, moves: Move[]): boolean => isLit(p, moves, (k) => THINGS_LIT.has(k));

export function Things({ p, seat, press }: { p: Props; seat: number; press: Press }) {
  const v = p.view;
  const souls = soulMoves(p, seat);
  const opened = Object.entries(v.open[seat - 1]).filter(([, n]) => n > 0);
  return (
    <div class="td-grs">
      {thingsOf(p, seat).map((t) => {
        const moves = thingMoves(p, seat, t);
        const name = t.kind === 'gear' ? gearName(p, t.id) : cardName(p, t.id);
        return (
          <button
            key={t.kind + t.id}
            type="button"
            class={[
              'td-gear',
              thingLit(p, moves) ? 'may' : '',
              isNew(p, (b) => t.kind === 'gear' && b.gear[seat - 1][t.id as TendaysGear] < t.n) ? 'td-in' : '',
            ].join(' ')}
            title={wordsFor(p, `card.${t.id}.text`)}
            onClick={(e) =>
              press(e, { title: cardName(p, t.id), moves, about: ['card', t.id] }, !!p.kind || thingLit(p, moves))
            }
          >
            <span class={`td-gp day ${t.kind}`}>
              <CardPic id={t.id} />
            </span>
            <span>
              {t.n > 1 && `${t.n} × `}
              {name}
              {t.small && <small>{t.small}</small>}
            </span>
            {moves.length > 0 && <span class="vh">, {WORDS.mayChoose}</span>}
          </button>
        );
      })}
      {v.souls[seat - 1] > 0 &&
        (souls.length ? (
          <button
            type="button"
            class="td-gear"
            onClick={(e) => press(e, { title: fill(WORDS.souls, v.souls[seat - 1]), moves: souls })}
          >
            <Icon name="ghost" />
            {fill(WORDS.souls, v.souls[seat - 1])}
          </button>
        ) : (
          <span class="td-gear">
            <Icon name="ghost" />
            {fill(WORDS.souls, v.souls[seat - 1])}
          </span>
        ))}
      {v.turned[seat - 1] > 0 && (
        <span class="td-gear">
          <Icon name="ghost" />
          {fill(WORDS.turned, v.turned[seat - 1])}
        </span>
      )}
      {v.never.includes(seat) && (
        <span class="td-gear dim">
          <Icon name="lock" />
          {WORDS.never}
        </span>
      )}
      {opened.length > 0 && (
        <span class="td-gear open">
          <Icon name="can" />
          {WORDS.opened.toLowerCase()}: {opened.map(([k, n]) => `${n} ${wordsFor(p, `serving.${k}`)}`).join(', ')}
        </span>
      )}
    </div>
  );
}
