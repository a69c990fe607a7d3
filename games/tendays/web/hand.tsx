// The hand: each kind of card once, with its count. When a card must be chosen, the suitable ones are dashed.
import type { TendaysCard } from '@/generated/games';
import type { Move } from '@/kit/protocol';
import { Icon } from '@/kit/ui';
import {
  type Card,
  type Props,
  CARD_KINDS,
  cardLabel,
  cardName,
  draft,
  fill,
  pictureGround,
  isFood,
  wordsFor,
  waitingRescuers,
} from './model';
import { CardPic, CardValue, isNew, usePick } from './shared';
import { WORDS } from './words';

// Moves that a held card allows: those that name it, and those that use it up without naming it.
const KINDS_BY_USE: Record<string, string[]> = {
  'first-aid-kit': ['kit'],
  fishing: ['fish'],
  binoculars: ['binoculars'],
  'energy-drink': ['energy'],
  torch: ['torch'],
  pliers: ['pliers'],
};
function cardMoves(p: Props, id: string, use?: string): Move[] {
  const named = new Set([
    'open',
    'cook',
    'equip',
    'light',
    'discard',
    'pay',
    'swap',
    'lay',
    'put',
    'carry',
    'firewood',
    'offer-give',
  ]);
  return p.moves.filter(
    (m) => (named.has(m.kind) && m.args.card === id) || (use && KINDS_BY_USE[use]?.includes(m.kind)),
  );
}
// The kind of move that needs a card now, or null.
function cardKind(p: Props): string | null {
  if (p.kind) return p.moves.some((m) => m.args.card !== undefined) ? p.kind : null;
  const move = p.moves.find((m) => CARD_KINDS.has(m.kind));
  if (move) return move.kind;
  return draft(p) && p.moves.some((m) => m.kind === 'offer-give') ? 'offer-give' : null;
}

// Whether a waiting rescuer accepts this card.
function isWanted(p: Props, card: Card): boolean {
  return waitingRescuers(p).some(
    ({ rescuer: { needs } }) =>
      needs === card.kind ||
      (needs === 'food' && isFood(card.kind)) ||
      (needs === 'ufo-set' && (card.use === 'ufo-statue' || card.use === 'ufo-base')),
  );
}

export function Hand(p: Props) {
  const [press, list] = usePick(p);
  if (p.seat === null) {
    return (
      <section class="panel td-hand">
        <header>
          <h2>{WORDS.noHand}</h2>
        </header>
      </section>
    );
  }
  const hand = p.view.hand[p.seat - 1];
  const held = p.content.cards.filter((c) => (hand[c.id as TendaysCard] ?? 0) > 0);
  const total = p.view.held[p.seat - 1];
  const kind = cardKind(p);
  const laid = p.view.laid[p.seat - 1];
  const bidding = !kind && p.view.ask === 'bid' && p.view.actor === p.seat;
  return (
    <section class={`panel td-hand ${held.length > 10 ? 'many' : ''}`}>
      <header>
        <h2>{total ? fill(WORDS.hand, total) : WORDS.handEmpty}</h2>
        {(kind || bidding) && <span class="td-note">{WORDS.dashed[kind ?? 'bid'] ?? WORDS.chosenDash}</span>}
        <span class="sp" />
        <i>
          <Icon name="eye" />
          {WORDS.onlyYou}
        </i>
      </header>
      <div class="td-cards">
        {held.map((card) => {
          const n = hand[card.id as TendaysCard] ?? 0;
          const moves = cardMoves(p, card.id, card.use);
          const fit = kind ? moves.filter((m) => m.kind === kind || (!p.kind && CARD_KINDS.has(m.kind))) : [];
          const may = fit.length > 0;
          return (
            <button
              key={card.id}
              type="button"
              class={[
                'td-card',
                pictureGround(card),
                may ? 'may' : kind || (bidding && !isWanted(p, card)) ? 'faint' : '',
                moves.length ? 'use' : '',
                isNew(p, (b) => (b.hand[p.seat! - 1][card.id] ?? 0) < n) ? 'td-in' : '',
              ].join(' ')}
              title={wordsFor(p, `card.${card.id}.text`)}
              data-card={card.id}
              onClick={(e) =>
                press(e, { title: cardName(p, card.id), moves: may ? fit : moves, about: ['card', card.id] }, may)
              }
            >
              <span class="td-ci day">
                <CardPic id={card.id} />
              </span>
              <b>{cardLabel(p, card.id)}</b>
              <small>
                <CardValue p={p} card={card} />
              </small>
              {n > 1 && <span class="td-cnt">×{n}</span>}
              {(may || (moves.length > 0 && !kind)) && <span class="vh">, {WORDS.mayChoose}</span>}
            </button>
          );
        })}
        {weaponsLaid(p, laid).map(([id, n]) => (
          <span key={`laid ${id}`} class="td-card w laid">
            <span class="td-ci day">
              <CardPic id={id} />
            </span>
            <b>{cardLabel(p, id)}</b>
            <small>{fill(WORDS.faceDownOwn, n)}</small>
          </span>
        ))}
      </div>
      {list}
    </section>
  );
}

function weaponsLaid(p: Props, laid: (number | null)[]): [string, number][] {
  return p.content.cards
    .filter((c) => c.kind === 'weapon')
    .flatMap((c, i): [string, number][] => (laid[i] ? [[c.id, laid[i]!]] : []));
}
