// Trade offers: the open ones with their answers, and the one being drafted.
import { useState } from 'preact/hooks';
import type { Move } from '@/kit/protocol';
import { Icon, PlayerToken } from '@/kit/ui';
import {
  type Offer,
  type Props,
  type Terms,
  cardOf,
  draft,
  fill,
  isFood,
  movesOfKind,
  offers,
  moveOfKind,
  wordsFor,
  seatName,
} from './model';
import { Chips, MiniCard, isNew, smallCard } from './shared';
import { gearName } from './equipment';
import { WORDS } from './words';

// One half of an offer, such as "2 x water, use of the campfire".
function GivenTerms({ p, terms }: { p: Props; terms: Terms }) {
  const words = [
    ...terms.favours.map((f) => wordsFor(p, `favour.${f}.brief`)),
    ...(terms.claim ? [wordsFor(p, 'board.promise', wordsFor(p, `claim.${terms.claim}`))] : []),
  ];
  const none = !terms.give.length && !terms.gear.length && !words.length;
  return (
    <>
      {terms.give.length > 0 && <Chips p={p} ids={terms.give} />}
      {terms.gear.length > 0 && (
        <span class="td-chips">
          {terms.gear.map((g, i) => (
            <span key={i} class="td-chip">
              <MiniCard p={p} id={g} />
              <span>{fill(WORDS.equipped, gearName(p, g))}</span>
            </span>
          ))}
        </span>
      )}
      {words.map((w) => (
        <span key={w} class="td-favour">
          <Icon name="heart" />
          {w}
        </span>
      ))}
      {none && <span class="dim">{WORDS.nothing}</span>}
    </>
  );
}
const AskedTerms = ({ p, terms }: { p: Props; terms: Terms }) =>
  terms.ask.length ? <Chips p={p} ids={terms.ask} /> : <span class="dim">{WORDS.nothing}</span>;

function OpenOffer({ p, offer }: { p: Props; offer: Offer }) {
  const mine = offer.from === p.seat;
  const is = (a: Move['args']) => a.number === offer.number;
  const [accept, counter, decline, withdraw] = ['accept', 'counter', 'decline', 'withdraw'].map((k) =>
    moveOfKind(p, k, is),
  );
  const { terms } = offer;
  if (!terms) return null;
  return (
    <li
      class={`td-offer ${mine ? 'own' : 'asks'} ${isNew(p, (b) => !b.offer_number.includes(offer.number)) ? 'td-in' : ''}`}
    >
      <PlayerToken seat={mine ? offer.to : offer.from} size={26} />
      <div class="td-terms">
        <b>{mine ? fill(WORDS.youOffer, seatName(p, offer.to)) : fill(WORDS.offerHead, seatName(p, offer.from))}</b>
        <GivenTerms p={p} terms={terms} />
        <i class="td-for">{WORDS.wants}</i>
        <AskedTerms p={p} terms={terms} />
      </div>
      <div class="td-btns">
        {accept && (
          <button type="button" class="td-small go" title={WORDS.lapses} onClick={() => p.play(accept)}>
            <Icon name="check" />
            {WORDS.accept}
          </button>
        )}
        {counter && (
          <button type="button" class="td-small" onClick={() => p.play(counter)}>
            <Icon name="trade" />
            {WORDS.counter}
          </button>
        )}
        {decline && (
          <button type="button" class="td-small quiet" onClick={() => p.play(decline)}>
            {WORDS.decline}
          </button>
        )}
        {withdraw && (
          <button type="button" class="td-small quiet" onClick={() => p.play(withdraw)}>
            <Icon name="undo" />
            {WORDS.withdraw}
          </button>
        )}
        {!mine && decline && !accept && <small class="td-lack">{WORDS.cannotAccept}</small>}
      </div>
    </li>
  );
}

// `part`: phones show the offers that need an answer above the camps and the others below.
export function Offers({ p, part = 'all' }: { p: Props; part?: 'all' | 'mine' | 'rest' }) {
  const all = offers(p).filter((o) => part === 'all' || (o.to === p.seat) === (part === 'mine'));
  if (!all.length) return null;
  const rank = (o: Offer) => (o.to === p.seat ? 0 : o.from === p.seat ? 1 : 2);
  const sorted = all.filter((o) => o.terms).sort((a, b) => rank(a) - rank(b) || a.number - b.number);
  const hidden = all.filter((o) => !o.terms);
  return (
    <ul class="td-offers" aria-label={WORDS.offersTitle}>
      {sorted.map((o) => (
        <OpenOffer key={o.number} p={p} offer={o} />
      ))}
      {hidden.length > 0 && (
        <li class="td-offer td-hid">
          <Icon name="trade" />
          <div class="td-terms">
            <i class="td-for">{WORDS.privately}</i>
            {hidden.map((o) => (
              <span
                key={o.number}
                class="td-priv"
                title={fill(WORDS.inPrivate, seatName(p, o.from), seatName(p, o.to), o.gives, o.asks)}
              >
                <PlayerToken seat={o.from} size={17} />
                <Icon name="next" />
                <PlayerToken seat={o.to} size={17} />
                {fill(WORDS.cardsFor, o.gives, o.asks)}
                <span class="vh">{fill(WORDS.inPrivate, seatName(p, o.from), seatName(p, o.to), o.gives, o.asks)}</span>
              </span>
            ))}
          </div>
        </li>
      )}
    </ul>
  );
}

// The offer being drafted.

const makeMove = (text: string, kind: string, label: string): Move => ({ text, kind, args: {}, label });

// The rules have no move to take one card back, so the draft is dropped and built again without it.
function offerWithout(
  p: Props,
  to: number,
  terms: Terms,
  part: 'give' | 'gear' | 'ask' | 'favours' | 'claim',
  at: number,
): Move[] {
  const label = fill(WORDS.draftTitle, seatName(p, to));
  const keep = (name: typeof part, all: string[]) => all.filter((_, i) => !(name === part && i === at));
  const steps: [string, string[]][] = [
    ['offer-give', keep('give', terms.give)],
    ['offer-gear', keep('gear', terms.gear)],
    ['offer-ask', keep('ask', terms.ask)],
    ['offer-favour', keep('favours', terms.favours)],
    ['offer-claim', keep('claim', terms.claim ? [terms.claim] : [])],
  ];
  return [
    makeMove('offer-drop', 'offer-drop', label),
    makeMove(`offer ${to}`, 'offer', label),
    ...steps.flatMap(([kind, all]) => all.map((x) => makeMove(`${kind} ${x}`, kind, label))),
  ];
}

function DraftPart({ p, id, label, out }: { p: Props; id?: string; label: string; out?: () => void }) {
  return (
    <span class="td-taken">
      {id ? <MiniCard p={p} id={id} /> : <Icon name="heart" />}
      <span>{label}</span>
      {out && (
        <button
          type="button"
          class="td-out"
          aria-label={fill(WORDS.take, label)}
          title={fill(WORDS.take, label)}
          onClick={out}
        >
          <Icon name="x" />
        </button>
      )}
    </span>
  );
}

function Choice({ p, m, id, label }: { p: Props; m: Move; id?: string; label: string }) {
  return (
    <button type="button" class="td-choice" title={m.label} onClick={() => p.play(m)}>
      {id ? <MiniCard p={p} id={id} /> : <Icon name="heart" />}
      <span>{label}</span>
    </button>
  );
}

function cardGroup(p: Props, id: string): string {
  const kind = cardOf(p, id).kind;
  if (isFood(kind)) return 'food';
  if (kind === 'animal' || kind === 'cannibals') return 'trophy';
  return kind === 'wood' ? 'tool' : kind;
}

export function Draft({ p, fold }: { p: Props; fold: () => void }) {
  const it = draft(p);
  const [kind, look] = useState('water');
  if (!it) return null;
  const { to, terms } = it;
  const name = seatName(p, to);
  const live = p.moves.length > 0;
  const out = (part: Parameters<typeof offerWithout>[3], at: number) =>
    live ? () => p.play(offerWithout(p, to, terms, part, at)) : undefined;
  const [give, gear, ask, favour, claim] = ['offer-give', 'offer-gear', 'offer-ask', 'offer-favour', 'offer-claim'].map(
    (k) => movesOfKind(p, k),
  );
  const [send, drop] = [moveOfKind(p, 'offer-send'), moveOfKind(p, 'offer-drop')];
  const id = (m: Move) => m.args.card as string;
  const groups = Object.keys(WORDS.kinds)
    .map((g) => ({ g, moves: ask.filter((m) => cardGroup(p, id(m)) === g) }))
    .filter((x) => x.moves.length);
  const shown = groups.find((x) => x.g === kind) ?? groups[0];
  return (
    <section class="td-draft" aria-label={fill(WORDS.draftTitle, name)}>
      <header>
        <PlayerToken seat={to} size={26} />
        <h3>{fill(WORDS.draftTitle, name)}</h3>
        <i>
          <Icon name="eye" />
          {WORDS.draftNote}
        </i>
        <span class="sp" />
        <span class="td-btns">
          <button type="button" class="td-small quiet" onClick={fold}>
            {WORDS.fold}
          </button>
          {drop && (
            <button type="button" class="td-small quiet" onClick={() => p.play(drop)}>
              <Icon name="x" />
              {WORDS.drop}
            </button>
          )}
          {send && (
            <button type="button" class="td-small go" onClick={() => p.play(send)}>
              <Icon name="trade" />
              {WORDS.send}
            </button>
          )}
        </span>
      </header>
      <div class="td-halves">
        <div class="td-half">
          <h4>{WORDS.youGive}</h4>
          <div class="td-basket">
            {terms.give.map((c, i) => (
              <DraftPart key={`c${i}`} p={p} id={c} label={smallCard(p, c)} out={out('give', i)} />
            ))}
            {terms.gear.map((c, i) => (
              <DraftPart key={`g${i}`} p={p} id={c} label={fill(WORDS.equipped, gearName(p, c))} out={out('gear', i)} />
            ))}
            {terms.favours.map((f, i) => (
              <DraftPart key={f} p={p} label={wordsFor(p, `favour.${f}.brief`)} out={out('favours', i)} />
            ))}
            {terms.claim && (
              <DraftPart
                p={p}
                label={wordsFor(p, 'board.promise', wordsFor(p, `claim.${terms.claim}`))}
                out={out('claim', 0)}
              />
            )}
            {!terms.give.length && !terms.gear.length && !terms.favours.length && !terms.claim && (
              <span class="td-hint">{WORDS.giveHint}</span>
            )}
          </div>
          {(give.length > 0 || gear.length > 0) && (
            <div class="td-choices">
              {give.map((m) => (
                <Choice key={m.text} p={p} m={m} id={id(m)} label={smallCard(p, id(m))} />
              ))}
              {gear.map((m) => (
                <Choice key={m.text} p={p} m={m} id={id(m)} label={fill(WORDS.equipped, gearName(p, id(m)))} />
              ))}
            </div>
          )}
          {favour.length > 0 && (
            <>
              <h5>{WORDS.favours}</h5>
              <div class="td-choices">
                {favour.map((m) => (
                  <Choice key={m.text} p={p} m={m} label={wordsFor(p, `favour.${m.args.favour}.text`)} />
                ))}
              </div>
            </>
          )}
          {claim.length > 0 && (
            <>
              <h5>{WORDS.claims}</h5>
              <div class="td-choices">
                {claim.map((m) => (
                  <Choice key={m.text} p={p} m={m} label={wordsFor(p, `claim.${m.args.claim}`)} />
                ))}
              </div>
            </>
          )}
        </div>
        <div class="td-half">
          <h4>{WORDS.youWant}</h4>
          <div class="td-basket">
            {terms.ask.map((c, i) => (
              <DraftPart key={i} p={p} id={c} label={smallCard(p, c)} out={out('ask', i)} />
            ))}
            {!terms.ask.length && <span class="td-hint">{WORDS.wantHint}</span>}
          </div>
          {shown && (
            <>
              <div class="td-tabs" role="tablist" aria-label={WORDS.youWant}>
                {groups.map(({ g }) => (
                  <button key={g} type="button" role="tab" aria-selected={g === shown.g} onClick={() => look(g)}>
                    {WORDS.kinds[g]}
                  </button>
                ))}
              </div>
              <div class="td-palette">
                {shown.moves.map((m) => (
                  <button key={m.text} type="button" class="td-pal" title={m.label} onClick={() => p.play(m)}>
                    <MiniCard p={p} id={id(m)} />
                    <small>{smallCard(p, id(m))}</small>
                  </button>
                ))}
              </div>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
