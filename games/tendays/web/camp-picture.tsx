// The player's own camp as a picture: tent, fire with its wood, and each piece of equipment in its place.
import type { TendaysGear } from '@/generated/games';
import { Icon, SEAT_LETTERS } from '@/kit/ui';
import { Bush, Flames, Grave, Log, Mat, Palm, Pine, Poles, Soul, Tent, Tree } from './art';
import { type Props, cardName, fill, frame, duskNeeds, wordsFor } from './model';
import { type Press, CardPic, isNew } from './shared';
import { type Thing, gearName, soulMoves, thingLit, thingMoves, thingsOf } from './equipment';
import { WORDS } from './words';

// Places for things, best ones first: centre, top, width.
const SLOTS: [number, number, number][] = [
  [296, 56, 58],
  [46, 126, 50],
  [228, 34, 48],
  [124, 134, 44],
  [304, 122, 42],
  [98, 12, 42],
  [162, 18, 42],
];

function Item({
  p,
  seat,
  thing,
  x,
  y,
  w,
  press,
}: {
  p: Props;
  seat: number;
  thing: Thing;
  x: number;
  y: number;
  w: number;
  press: Press;
}) {
  const h = (w * 52) / 72;
  const moves = thingMoves(p, seat, thing);
  const may = thingLit(p, moves);
  const name = `${thing.n > 1 ? `${thing.n} × ` : ''}${gearName(p, thing.id)}`;
  const tap = (e: { currentTarget: EventTarget | null }) =>
    press(e, { title: cardName(p, thing.id), moves, about: ['card', thing.id] }, !!p.kind || may);
  return (
    <g
      class={`td-item ${may ? 'may' : ''} ${isNew(p, (b) => b.gear[seat - 1][thing.id as TendaysGear] < thing.n) ? 'td-in' : ''}`}
      role="button"
      tabIndex={0}
      aria-label={`${name}${moves.length ? `, ${WORDS.mayChoose}` : ''}`}
      onClick={tap}
      onKeyDown={(e) => (e.key === 'Enter' || e.key === ' ') && (e.preventDefault(), tap(e))}
    >
      <title>{wordsFor(p, `card.${thing.id}.text`)}</title>
      <rect x={x - w / 2 - 5} y={y - 4} width={w + 10} height={h + 21} rx="6" class="hit" />
      {thing.id === 'fishing-net' && <Poles x={x - w * 0.4} y={y + 2} s={w / 78} />}
      <g class="art">
        <svg x={x - w / 2} y={y} width={w} height={h} viewBox="0 0 72 52">
          <use href={`#card-${thing.id}`} />
        </svg>
      </g>
      <text x={x} y={y + h + 12} text-anchor="middle" class="td-lab">
        {name}
      </text>
    </g>
  );
}

function Fires({ p, seat, thing, press }: { p: Props; seat: number; thing: Thing; press: Press }) {
  const moves = thingMoves(p, seat, thing);
  const may = thingLit(p, moves);
  const tap = (e: { currentTarget: EventTarget | null }) =>
    press(e, { title: cardName(p, 'campfire'), moves, about: ['card', 'campfire'] }, !!p.kind || may);
  const label = `${thing.n > 1 ? `${thing.n} ` : ''}${gearName(p, 'campfire')}, ${thing.small}`;
  const wood = (thing.fires ?? []).reduce((n, f) => n + f.sticks + f.branches, 0);
  return (
    <g
      class={`td-item ${may ? 'may' : ''}`}
      role="button"
      tabIndex={0}
      aria-label={`${label}${moves.length ? `, ${WORDS.mayChoose}` : ''}`}
      onClick={tap}
      onKeyDown={(e) => (e.key === 'Enter' || e.key === ' ') && (e.preventDefault(), tap(e))}
    >
      <rect x="160" y="80" width="92" height="74" rx="6" class="hit" />
      <Flames x={196} y={122} s={1.35} />
      {thing.n > 1 && <Flames x={170} y={128} s={0.9} />}
      {Array.from({ length: Math.min(wood, 3) }, (_, i) => (
        <Log key={i} x={227 + i * 12} y={124} />
      ))}
      <text x="206" y="148" text-anchor="middle" class="td-lab">
        {label}
      </text>
    </g>
  );
}

// Opened servings lie on a mat at dusk.
function Opened({ p, seat }: { p: Props; seat: number }) {
  const open = Object.entries(p.view.open[seat - 1]).filter(([, n]) => n > 0);
  const shown: Record<string, string> = {
    water: 'water-1',
    can: 'can-1',
    fruit: 'fruit',
    plants: 'plants',
    'fresh-fish': 'fresh-fish',
    'roast-fish': 'roast-fish',
    'raw-meat': 'raw-meat',
    'roast-meat': 'roast-meat',
  };
  return (
    <g>
      <Mat x={176} y={178} s={open.length > 3 ? 1.7 : 1.35} />
      {open.map(([kind, n], i) => {
        const x = 176 + (i - (open.length - 1) / 2) * 34;
        return (
          <g key={kind}>
            <g class="art">
              <svg x={x - 16} y="158" width="32" height="23" viewBox="0 0 72 52">
                <use href={`#card-${shown[kind]}`} />
              </svg>
            </g>
            <circle cx={x + 13} cy="162" r="7" fill="var(--paper)" stroke="var(--ink)" stroke-width="1.200" />
            <text x={x + 13} y="166" text-anchor="middle" class="td-lab">
              {n}
            </text>
          </g>
        );
      })}
      {!open.length && (
        <text x="176" y="182" text-anchor="middle" class="td-lab it">
          {WORDS.openedNothing}
        </text>
      )}
    </g>
  );
}

export function CampPicture({ p, seat, press }: { p: Props; seat: number; press: Press }) {
  const things = thingsOf(p, seat);
  const gear = things.filter((t) => t.kind === 'gear' && t.id !== 'campfire');
  const fire = things.find((t) => t.id === 'campfire');
  const need = duskNeeds(p, seat);
  const dead = p.view.dead[seat - 1].length;
  const dusk = !!frame(p.view, 'dusk');
  const souls = p.view.souls[seat - 1];
  const trophies = things.filter((t) => t.kind === 'trophy');
  const short = (n: { need: number; have: number } | null) => !!n && n.have < n.need;
  return (
    <div class="td-camp-picture">
      <svg
        viewBox="-6 -8 348 204"
        preserveAspectRatio="xMidYMax meet"
        role="group"
        aria-label={fill(WORDS.campIs, things.map((t) => gearName(p, t.id)).join(', ') || WORDS.campEmpty)}
      >
        <rect x="-600" y="-300" width="1600" height="900" fill="var(--land)" />
        <path d="M-600-300H1000V66C420 54 340 78 250 66S90 52 40 64-60 62-600 66Z" fill="var(--drying)" />
        <Palm x={24} y={92} />
        <Pine x={328} y={62} s={0.8} />
        <Tree x={280} y={50} s={0.7} fill="leaf-2" />
        {gear.length < 7 && <Bush x={136} y={70} s={0.9} />}
        <Tent x={96} y={112} s={1.7} fill={`p${SEAT_LETTERS[seat - 1]}`} />
        {Array.from({ length: dead }, (_, i) => (
          <Grave key={i} x={14 + i * 24} y={112 - (i % 2) * 6} s={0.7} />
        ))}
        {fire ? <Fires p={p} seat={seat} thing={fire} press={press} /> : null}
        {gear.map(
          (t, i) =>
            SLOTS[i] && (
              <Item
                key={t.id}
                p={p}
                seat={seat}
                thing={t}
                x={SLOTS[i][0]}
                y={SLOTS[i][1]}
                w={SLOTS[i][2]}
                press={press}
              />
            ),
        )}
        {Array.from({ length: Math.min(souls, 3) }, (_, i) => (
          <Soul key={i} x={290 + i * 18} y={i % 2 ? 20 : 14} s={0.62} />
        ))}
        {dusk && <Opened p={p} seat={seat} />}
        {!gear.length && !fire && !dusk && (
          <text x="236" y="128" text-anchor="middle" class="td-lab it">
            {WORDS.campEmpty}
          </text>
        )}
      </svg>
      <div class={`td-plates ${dusk ? 'top' : ''}`}>
        {souls > 0 && (
          <button
            type="button"
            class="td-plate"
            onClick={(e) => press(e, { title: fill(WORDS.souls, souls), moves: soulMoves(p, seat) })}
          >
            <Icon name="ghost" />
            {fill(WORDS.souls, souls)}
          </button>
        )}
        {trophies.map((t) => {
          const moves = thingMoves(p, seat, t);
          const may = thingLit(p, moves);
          return (
            <button
              key={t.id}
              type="button"
              class={`td-plate ${may ? 'may' : ''}`}
              onClick={(e) => press(e, { title: cardName(p, t.id), moves, about: ['card', t.id] }, !!p.kind || may)}
            >
              <span class="td-gp day trophy">
                <CardPic id={t.id} />
              </span>
              {t.n > 1 && `${t.n} × `}
              {cardName(p, t.id)}
            </button>
          );
        })}
        <span class="sp" />
        {need && (
          <span class="td-plate">
            {need.water && (
              <span class={short(need.water) ? 'short' : ''}>
                <Icon name="water" />
                {fill(WORDS.ofNeed, need.water.have, need.water.need)}
              </span>
            )}
            {need.food && (
              <span class={short(need.food) ? 'short' : ''}>
                <Icon name="meat" />
                {fill(WORDS.ofNeed, need.food.have, need.food.need)}
              </span>
            )}
          </span>
        )}
      </div>
    </div>
  );
}
