// The camps: waiting rescuers, the other players' camps, and the player's own camp as a picture with its equipment.
import { useState } from 'preact/hooks';
import type { TendaysCharacter } from '@/generated/games';
import type { Move } from '@/kit/protocol';
import { Icon, PlayerToken } from '@/kit/ui';
import { RescuerPic } from './art';
import {
  type Props,
  canAct,
  rescuerNeedsText,
  cardName,
  characterOf,
  fill,
  frame,
  hour,
  isDead,
  joinNames,
  isOnIsland,
  measureText,
  movesOfKind,
  others,
  ownName,
  ownerOf,
  characterName,
  isPresent,
  rescuerName,
  wordsFor,
  seatName,
  team,
  theCharacter,
  waitingRescuers,
} from './model';
import { type Press, type State, Medallion, StateLine, abilities, isNew, isLit, states } from './shared';
import { CampPicture } from './camp-picture';
import { Things } from './equipment';
import { WORDS } from './words';

export function giftsText(p: Props, r: { gives?: { card: string; n: number }; draws?: number }): string {
  return [
    r.draws ? fill(WORDS.supplies, r.draws) : '',
    r.gives ? wordsFor(p, 'list.times', cardName(p, r.gives.card).toLowerCase(), r.gives.n) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
export const spotsText = (p: Props, id: string, spots?: number): string =>
  spots ? fill(WORDS.spots, rescuerName(p, id), spots) : fill(WORDS.roomForAll, rescuerName(p, id));

function StandingBids({ p, moves }: { p: Props; moves: Move[] }) {
  const who = [...new Set(moves.map((m) => m.args.character as string))];
  return (
    <div class="td-ahead">
      <p>{WORDS.aheadNote}</p>
      {who.map((c) => (
        <div key={c} class="td-arow">
          <Medallion id={c} />
          <b>{characterName(p, c)}</b>
          <span class="td-nums">
            {moves
              .filter((m) => m.args.character === c)
              .map((m) => (
                <button
                  key={m.text}
                  type="button"
                  class="td-num"
                  title={m.label}
                  aria-label={m.label}
                  onClick={() => p.play(m)}
                >
                  {Number(m.args.cards) || WORDS.aheadNone}
                </button>
              ))}
          </span>
        </div>
      ))}
    </div>
  );
}

export function Rescuers({ p, press }: { p: Props; press: Press }) {
  const all = waitingRescuers(p);
  const due = p.content.days.findIndex((d, i) => d.rescue && i + 1 > p.view.day) + 1;
  if (!all.length) {
    return (
      <div class="td-resc td-none">
        <Icon name="ship" />
        <p>
          <b>{WORDS.nobodyWaits}</b>{' '}
          {p.view.node === 'over' ? '' : due ? fill(WORDS.nextRescuer, due) : WORDS.lastRescuer}
        </p>
      </div>
    );
  }
  return (
    <div class={`td-rescs n${all.length}`}>
      {all.map(({ berth, rescuer }) => {
        const here = p.moves.filter((m) => m.args.berth === berth && (m.kind === 'raid' || m.kind === 'binoculars'));
        const ahead = movesOfKind(p, 'bid-up-to', (a) => a.berth === berth);
        const orders = p.content.characters.filter((c) => p.view.order[c.id] === berth);
        const debt = p.view.debt[berth] ?? [];
        const may = isLit(p, here, () => false) || (p.kind === 'bid-up-to' && ahead.length > 0);
        const own = movesOfKind(p, 'bid-myself', (a) => orders.some((c) => c.id === a.character));
        const gain = giftsText(p, rescuer);
        const grid = () => ({
          title: `${WORDS.aheadTitle}: ${rescuerName(p, rescuer.id)}`,
          moves: [],
          grid: <StandingBids p={p} moves={ahead} />,
        });
        return (
          <div key={berth} class={`td-resc ${may ? 'may' : ''}`}>
            <button
              type="button"
              class="td-pic"
              aria-label={`${rescuerName(p, rescuer.id)}${here.length ? `, ${WORDS.mayChoose}` : ''}`}
              onClick={(e) =>
                p.kind === 'bid-up-to'
                  ? press(e, grid())
                  : press(
                      e,
                      { title: rescuerName(p, rescuer.id), moves: here, about: ['rescuer', rescuer.id] },
                      !!p.kind,
                    )
              }
            >
              <RescuerPic id={rescuer.id} />
            </button>
            <div class="td-txt">
              <h3>{rescuer.needs === 'kill' ? rescuerName(p, rescuer.id) : spotsText(p, rescuer.id, rescuer.spots)}</h3>
              <p>
                {rescuer.needs === 'kill'
                  ? WORDS.takesKillers
                  : [rescuerNeedsText(p, rescuer), measureText(p, rescuer)].filter(Boolean).join(', ')}
                ; {WORDS.leavesAtDawn}
              </p>
              {orders.length > 0 && (
                <p class="td-note2">
                  <Icon name="clock" />
                  {fill(
                    WORDS.aheadFor,
                    joinNames(
                      orders.map((c) =>
                        p.view.limit[c.id]
                          ? fill(WORDS.upTo, characterName(p, c.id), p.view.limit[c.id]!)
                          : characterName(p, c.id),
                      ),
                    ),
                  )}
                </p>
              )}
              {debt.length > 0 && (
                <p class="td-note2 bad">
                  <Icon name="skull" />
                  {fill(WORDS.owes, joinNames(debt.map((c) => theCharacter(p, c))))}
                </p>
              )}
            </div>
            <div class="td-facts">
              <span>
                <Icon name="sword" />
                {rescuer.strength ? wordsFor(p, 'gain.strength', rescuer.strength) : WORDS.cannotAttack}
              </span>
              {rescuer.strength && gain ? (
                <span>
                  <Icon name="chest" />
                  {fill(WORDS.beaten, gain)}
                </span>
              ) : null}
            </div>
            {(ahead.length > 0 || own.length > 0) && (
              <div class="td-btns">
                {ahead.length > 0 && (
                  <button type="button" class="td-small" onClick={(e) => press(e, grid())}>
                    <Icon name="clock" />
                    {WORDS.ahead}
                  </button>
                )}
                {own.map((m) => (
                  <button key={m.text} type="button" class="td-small" title={m.label} onClick={() => p.play(m)}>
                    <Icon name="undo" />
                    {p.size === 'phone' ? characterName(p, m.args.character as string) : m.label}
                  </button>
                ))}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

const ACTIONS = new Set(['explore', 'scavenge', 'fish', 'angle', 'attack', 'raid', 'exchange', 'rouse']);
const LIT = new Set([...ACTIONS, 'cure', 'lose', 'name']);

// The attacker chosen so far: an attack needs the attacker first, then the target.
interface Aim {
  from: string | null;
  aim: (c: string | null) => void;
}

function movesOf(p: Props, c: TendaysCharacter, aim: Aim): Move[] {
  return p.moves.filter((m) => {
    if (m.kind === 'attack') {
      return p.kind === 'attack'
        ? aim.from
          ? m.args.character === aim.from && m.args.target === c
          : m.args.character === c
        : m.args.character === c;
    }
    return m.args.character === c;
  });
}

function turnStates(p: Props, c: TendaysCharacter): State[] {
  const v = p.view;
  const seat = ownerOf(p, c);
  if (!isOnIsland(p, c)) return [];
  if (v.bid[c] && v.bid[c] !== 'none') return [{ icon: 'ship', word: WORDS.state.entered, tone: 'ok' }];
  if (v.active !== seat || hour(v) !== 'day') return [];
  const moves = p.moment.moves.filter((m) => m.args.character === c && ACTIONS.has(m.kind));
  if (p.seat === seat && moves.some((m) => m.kind === 'rouse')) {
    return [{ icon: 'sick', word: WORDS.state.rouse, tone: 'may' }];
  }
  if (p.seat === seat && moves.length) return [{ icon: 'flare', word: WORDS.state.next, tone: 'may' }];
  if (v.lost.includes(c)) return [{ icon: 'bed', word: WORDS.state.lost, tone: 'dim' }];
  if (v.acted.includes(c)) return [{ icon: 'check', word: WORDS.state.acted, tone: 'ok' }];
  return canAct(p, c) ? [] : [{ icon: 'lock', word: WORDS.state.cannot, tone: 'dim' }];
}

// Cups at dusk: what a character still needs and has already had.
function Cup({ p, c, what, press }: { p: Props; c: TendaysCharacter; what: 'water' | 'food'; press: Press }) {
  const had = (what === 'water' ? p.view.drunk : p.view.eaten).includes(c);
  const kinds = what === 'water' ? ['drink', 'soul-drink', 'drink-from'] : ['eat', 'soul-eat', 'eat-from'];
  const moves = p.moves.filter((m) => m.args.character === c && kinds.includes(m.kind));
  const word = what === 'water' ? WORDS.water : WORDS.food;
  if (had) {
    return (
      <span class="td-cup had" title={`${word}: ${WORDS.served}`}>
        <Icon name={what === 'water' ? 'water' : 'meat'} />
        <Icon name="check" />
        <span class="vh">
          {word}: {WORDS.served}
        </span>
      </span>
    );
  }
  if (!moves.length) {
    return (
      <span class="td-cup" title={what === 'water' ? WORDS.state.drink : WORDS.state.eat}>
        <Icon name={what === 'water' ? 'water' : 'meat'} />
        <span class="vh">{what === 'water' ? WORDS.state.drink : WORDS.state.eat}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      class="td-cup may"
      aria-label={`${characterName(p, c)}, ${word}, ${WORDS.mayChoose}`}
      title={moves.length === 1 ? moves[0].label : word}
      onClick={(e) => press(e, { title: `${characterName(p, c)}: ${word}`, moves }, true)}
    >
      <Icon name={what === 'water' ? 'water' : 'meat'} />
    </button>
  );
}

export function Person({
  p,
  c,
  press,
  aim,
  own,
}: {
  p: Props;
  c: TendaysCharacter;
  press: Press;
  aim: Aim;
  own: boolean;
}) {
  const moves = movesOf(p, c, aim);
  const target = p.kind === 'attack' && aim.from !== null && moves.length > 0;
  const may = isLit(p, moves, (k) => LIT.has(k) && (own || k !== 'attack'));
  const from = p.kind === 'attack' && aim.from === c;
  const dead = isDead(p, c);
  const saved = !dead && !isOnIsland(p, c);
  const dusk = own && frame(p.view, 'dusk') && !dead && !saved;
  const day = p.content.days[p.view.day - 1];
  const all = [...states(p, c), ...(dusk ? [] : turnStates(p, c))];
  const carried = saved
    ? p.view.carried[p.content.characters.findIndex((x) => x.id === c)].filter((x) => x !== 'none')
    : [];
  const label = [
    wordsFor(p, 'board.points', characterOf(p, c).points),
    ...all.map((s) => s.word),
    carried.length ? fill(WORDS.carried, joinNames(carried.map((x) => cardName(p, x)))) : '',
    may ? WORDS.mayChoose : '',
  ]
    .filter(Boolean)
    .join(', ');
  const tap = (e: { currentTarget: EventTarget | null }) => {
    if (p.kind === 'attack' && !target) {
      if (moves.length) aim.aim(from ? null : c);
      return;
    }
    const attacks = moves.filter((m) => m.kind === 'attack');
    const more =
      attacks.length > 1 && !p.kind
        ? [
            {
              label: `${p.moment.kinds.find((k) => k.kind === 'attack')?.group ?? WORDS.attacks}…`,
              icon: 'sword',
              act: () => (aim.aim(c), p.choose('attack')),
            },
          ]
        : [];
    press(
      e,
      {
        title: characterName(p, c),
        moves: more.length
          ? moves.filter((m) => m.kind !== 'attack' && m.kind !== 'bid-up-to')
          : moves.filter((m) => p.kind || m.kind !== 'bid-up-to'),
        more,
        about: ['character', c],
      },
      !!p.kind || (may && !own),
    );
  };
  return (
    <li
      class={[
        'td-ch',
        dead ? 'dead' : saved ? 'rescued' : '',
        isNew(p, (b) => (dead || saved) && b.island.some((set) => set.includes(c))) ? 'td-gone-now' : '',
      ].join(' ')}
    >
      <button
        type="button"
        class={`td-face ${may ? 'may' : ''} ${from ? 'chosen' : ''} ${all.some((s) => s.word === WORDS.state.next) ? 'next' : ''}`}
        aria-pressed={from || undefined}
        title={[characterName(p, c), ...abilities(p, c)].join('. ')}
        onClick={tap}
      >
        <Medallion id={c} points={characterOf(p, c).points} />
        <b>{characterName(p, c)}</b>
        <span class="vh">, {label}</span>
      </button>
      {own && !dusk && <span class="td-ab">{abilities(p, c)[0] ?? ''}</span>}
      <StateLine all={all} />
      {carried.length > 0 && <span class="td-ab td-with">{joinNames(carried.map((x) => cardName(p, x)))}</span>}
      {dusk && (
        <span class="td-cups">
          {day?.water ? <Cup p={p} c={c} what="water" press={press} /> : null}
          {day?.food ? <Cup p={p} c={c} what="food" press={press} /> : null}
        </span>
      )}
    </li>
  );
}

const Backs = ({ n }: { n: number }) => (
  <span class="td-backs" title={fill(WORDS.cards, n)}>
    <i />
    <i />
    <i />
    <span class="vh">{fill(WORDS.cards, n)}</span>
    <span aria-hidden="true">{n}</span>
  </span>
);

function CampHeader({ p, seat, own }: { p: Props; seat: number; own: boolean }) {
  const offer = movesOfKind(p, 'offer', (a) => a.seat === seat)[0];
  const name = seatName(p, seat);
  return (
    <header>
      <PlayerToken seat={seat} size={own ? 26 : 22} />
      <b title={name}>{own ? ownName(p, seat) : name}</b>
      {!isPresent(p, seat) && <i class="dim">{WORDS.out}</i>}
      <span class="sp" />
      {offer && (
        <button
          type="button"
          class="td-trade"
          aria-label={fill(WORDS.offerTo, name)}
          title={fill(WORDS.offerTo, name)}
          onClick={() => p.play(offer)}
        >
          <Icon name="trade" />
        </button>
      )}
      <Backs n={p.view.held[seat - 1]} />
    </header>
  );
}

function Camp({ p, seat, press, aim }: { p: Props; seat: number; press: Press; aim: Aim }) {
  const turn = p.view.active === seat && hour(p.view) !== 'over' && p.view.node !== 'over';
  return (
    <section
      class={`td-camp ${isPresent(p, seat) ? '' : 'td-gone'} ${turn ? 'td-turn' : ''}`}
      aria-label={seatName(p, seat)}
      data-seat={seat}
    >
      <CampHeader p={p} seat={seat} own={false} />
      <ul class="td-chs">
        {team(p, seat).map((c) => (
          <Person key={c} p={p} c={c} press={press} aim={aim} own={false} />
        ))}
      </ul>
      <Things p={p} seat={seat} press={press} />
    </section>
  );
}

function OwnCamp({ p, seat, press, aim }: { p: Props; seat: number; press: Press; aim: Aim }) {
  return (
    <section class="td-camp td-mine" aria-label={ownName(p, seat)} data-seat={seat}>
      <div class="td-folk">
        <CampHeader p={p} seat={seat} own />
        <ul class="td-chs">
          {team(p, seat).map((c) => (
            <Person key={c} p={p} c={c} press={press} aim={aim} own />
          ))}
        </ul>
        {p.size === 'phone' && <Things p={p} seat={seat} press={press} />}
      </div>
      {p.size !== 'phone' && <CampPicture p={p} seat={seat} press={press} />}
    </section>
  );
}

export function Camps({ p, press }: { p: Props; press: Press }) {
  const [from, aim] = useState<string | null>(null);
  const attackers = [...new Set(movesOfKind(p, 'attack').map((m) => m.args.character as string))];
  const chosen =
    from && attackers.includes(from) ? from : attackers.length === 1 && p.kind === 'attack' ? attackers[0] : null;
  const it: Aim = { from: chosen, aim };
  const rest = others(p);
  return (
    <div class={`td-camps n${rest.length} ${p.seat === null ? 'watch' : ''}`}>
      {p.seat !== null && p.size === 'phone' && <OwnCamp p={p} seat={p.seat} press={press} aim={it} />}
      {rest.map((seat) => (
        <Camp key={seat} p={p} seat={seat} press={press} aim={it} />
      ))}
      {p.seat !== null && p.size !== 'phone' && <OwnCamp p={p} seat={p.seat} press={press} aim={it} />}
    </div>
  );
}
