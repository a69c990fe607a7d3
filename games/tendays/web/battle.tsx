// Battles: face down between players, open against beasts, cannibals and rescuers. Shows how many cards were laid for
// each side, and what is at stake.
import type { ComponentChildren } from 'preact';
import type { Move } from '@/kit/protocol';
import { Icon, PlayerToken } from '@/kit/ui';
import { Bush, Palm, RescuerPic, Waves, wave } from './art';
import { giftsText } from './camps';
import {
  type Frame,
  type Props,
  type Side,
  cardAt,
  cardLabel,
  cardName,
  cardOf,
  characterOf,
  fill,
  frame,
  pictureGround,
  movesOfKind,
  moveOfKind,
  ownName,
  ownerOf,
  characterName,
  personAt,
  rescuerName,
  rescuerOf,
  wordsFor,
  seatName,
  seats,
  theCharacter,
  weapons,
} from './model';
import { type Press, CardPic, Medallion, Stars, SeatName, abilities, isNew } from './shared';
import { WORDS } from './words';

const Ground = () => (
  <svg class="td-bg" viewBox="0 0 796 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect x="-400" y="-400" width="1600" height="1200" fill="var(--land)" />
    <path d="M-400-400H1200V34C700 22 620 44 520 32S300 22 200 36 60 26-400 34Z" fill="var(--sea-2)" />
    <path
      d="M-400 34C60 26 100 50 200 36S420 20 520 32 700 22 1200 34"
      fill="none"
      stroke="var(--coast)"
      stroke-width="1.800"
    />
    <Waves d={wave(80, 16, 8) + wave(330, 12, 15) + wave(600, 18, 8)} />
    <g class="td-wide">
      <Palm x={392} y={122} s={1.1} />
      <Palm x={424} y={126} s={0.8} flip />
      <Bush x={366} y={124} s={0.8} />
    </g>
    {[
      [380, 300],
      [420, 330],
      [360, 360],
      [410, 372],
      [390, 240],
    ].map(([x, y]) => (
      <path key={y} d={`M${x} ${y}q6-3 12 0`} fill="none" stroke="var(--land-ink)" stroke-width="1.200" opacity=".5" />
    ))}
  </svg>
);

const Backs = ({ n, old = n }: { n: number; old?: number }) => (
  <span class="td-fds">
    {Array.from({ length: Math.min(n, 5) }, (_, i) => (
      <i key={i} class={i >= old ? 'td-in' : ''} />
    ))}
  </span>
);

function OpenWeapons({
  p,
  counts,
  only,
  moved = '',
}: {
  p: Props;
  counts: (number | null)[];
  only?: boolean;
  moved?: string;
}) {
  return (
    <>
      {weapons(p).flatMap((card, i) =>
        Array.from({ length: counts[i] ?? 0 }, (_, k) => (
          <span key={card.id + k} class={`td-up ${only ? 'only' : ''} ${moved}`}>
            <span class="td-mc w day">
              <CardPic id={card.id} />
            </span>
            {cardLabel(p, card.id)}
            <Stars n={card.value ?? 0} />
          </span>
        )),
      )}
    </>
  );
}
const starsOf = (p: Props, counts: (number | null)[]): number =>
  weapons(p).reduce((sum, card, i) => sum + (counts[i] ?? 0) * (card.value ?? 0), 0);
const hasAny = (counts: (number | null)[]): boolean => counts.some((n) => (n ?? 0) > 0);

function Slot({ p, moves, press, icon = 'plus' }: { p: Props; moves: Move[]; press: Press; icon?: string }) {
  if (!moves.length) return null;
  const title = p.moment.kinds.find((k) => k.kind === moves[0].kind)?.group ?? moves[0].label;
  return (
    <button
      type="button"
      class="td-slot"
      aria-label={`${title}, ${WORDS.mayChoose}`}
      title={moves.length === 1 ? moves[0].label : title}
      onClick={(e) => press(e, { title, moves }, icon !== 'plus')}
    >
      <Icon name={icon} />
    </button>
  );
}

function Fighter({
  face,
  role,
  name,
  who,
  note,
  right,
}: {
  face: ComponentChildren;
  role: string;
  name: string;
  who?: ComponentChildren;
  note?: ComponentChildren;
  right?: boolean;
}) {
  return (
    <div class={`td-hd ${right ? 'r' : ''}`}>
      {face}
      <div>
        <span class="td-role">{role}</span>
        <h3>{name}</h3>
        {who}
        {note && <p class="td-long">{note}</p>}
      </div>
    </div>
  );
}
const ownerLabel = (p: Props, seat: number) => (
  <p>
    <SeatName seat={seat} name={seat === p.seat ? ownName(p, seat) : seatName(p, seat)} size={24} />
  </p>
);

// Face down, between players.

const [CHAR, TARGET] = [1, 2];

function Pile({ p, seat, main, press }: { p: Props; seat: number; main: boolean; press: Press }) {
  const v = p.view;
  const [put, laid, n] = [v.put[seat - 1], v.laid[seat - 1], v.laid_n[seat - 1]];
  const own = seat === p.seat;
  const lays = own ? movesOfKind(p, 'lay') : [];
  const turned = isNew(p, (b) => !hasAny(b.put[seat - 1]));
  const name = own ? WORDS.youWord : seatName(p, seat);
  const word = hasAny(put)
    ? wordsFor(p, 'gain.stars', starsOf(p, put))
    : own && n
      ? WORDS.yours
      : main
        ? n
          ? fill(WORDS.faceDown, n)
          : WORDS.nothingYet
        : fill(WORDS.forSide, name, n);
  return (
    <span class="td-pile">
      <span class="td-ups">
        {hasAny(put) ? (
          <OpenWeapons p={p} counts={put} moved={turned ? 'td-flip' : ''} />
        ) : own ? (
          <OpenWeapons p={p} counts={laid} only />
        ) : n > 0 ? (
          <Backs n={n} old={isNew(p, () => true) ? p.previousView!.laid_n[seat - 1] : n} />
        ) : (
          <span class="td-nocard" />
        )}
        <Slot p={p} moves={lays} press={press} />
      </span>
      <small>
        {own && n ? <Icon name="eye" /> : <PlayerToken seat={seat} size={18} />}
        {word}
      </small>
    </span>
  );
}

function Attack({ p, f, press }: { p: Props; f: Frame; press: Press }) {
  const v = p.view;
  const [from, to] = [personAt(p, f.arg[CHAR])!, personAt(p, f.arg[TARGET])!];
  const [a, d] = [f.seat, ownerOf(p, to)];
  const of2 = (side: Side) =>
    seats(p).filter(
      (s) => v.side[s - 1] === side || (side === 'attacker' && s === a) || (side === 'defender' && s === d),
    );
  const side = (which: Side) => {
    const c = which === 'attacker' ? from : to;
    const bonus = Number(characterOf(p, c).vs_player ?? 0);
    const mine = which === 'attacker' ? a : d;
    const all = of2(which).sort((x) => (x === mine ? -1 : 1));
    const down = all.reduce((n, s) => n + (s === p.seat ? 0 : v.laid_n[s - 1]), 0);
    const own = p.seat !== null && all.includes(p.seat) ? starsOf(p, v.laid[p.seat - 1]) : 0;
    const souls = which === 'defender' ? v.souls_laid : 0;
    const soul = which === 'defender' && p.seat === d ? movesOfKind(p, 'lay-soul') : [];
    const choose = moveOfKind(p, 'side', (args) => args.side === which);
    const sums = [
      own ? fill(WORDS.sumYours, own) : '',
      down || !own ? fill(WORDS.sumDown, down, down ? fill(WORDS.atLeast, down) : '') : '',
      bonus ? fill(WORDS.bonus, bonus) : '',
      souls ? fill(WORDS.soulsLaid, souls, souls * p.content.soul.stars) : '',
      soul.length ? fill(WORDS.soulWould, p.content.soul.stars) : '',
    ].filter(Boolean);
    return (
      <div class={`td-fside ${which === 'defender' ? 'r' : ''}`}>
        <Fighter
          right={which === 'defender'}
          face={<Medallion id={c} points={characterOf(p, c).points} class="big" />}
          role={which === 'attacker' ? WORDS.attacks : WORDS.defends}
          name={characterName(p, c)}
          who={ownerLabel(p, mine)}
          note={abilities(p, c).find((_, i) => i === 0)}
        />
        <div class="td-felt">
          {all.map((s) => (
            <Pile key={s} p={p} seat={s} main={s === mine} press={press} />
          ))}
          {souls > 0 && (
            <span class="td-pile">
              <span class="td-ups">
                {Array.from({ length: souls }, (_, i) => (
                  <span key={i} class="td-up">
                    <span class="td-mc day">
                      <Icon name="ghost" />
                    </span>
                    {WORDS.soul}
                    <Stars n={p.content.soul.stars} />
                  </span>
                ))}
              </span>
            </span>
          )}
          {soul.length > 0 && <Slot p={p} moves={soul} press={press} icon="ghost" />}
          {choose && (
            <button type="button" class="td-small td-choose" onClick={() => p.play(choose)}>
              <Icon name="flag" />
              {choose.label}
            </button>
          )}
        </div>
        <p class="td-sum">{sums.join('; ')}</p>
      </div>
    );
  };
  const steals = Number(characterOf(p, from).steals ?? 1) || 1;
  const stakes = (win: number, victim: string, n: number) => (
    <div>
      <b>{win === p.seat ? WORDS.ifYouWin : fill(WORDS.ifWins, seatName(p, win))}</b>
      <span>
        {win === p.seat
          ? fill(WORDS.spoilsYou, theCharacter(p, victim), n)
          : fill(WORDS.spoilsKill, seatName(p, win), theCharacter(p, victim), n)}
      </span>
    </div>
  );
  return (
    <>
      <div class="td-arena">
        <Ground />
        {side('attacker')}
        <div class="td-vs">
          <span class="td-sw">
            <Icon name="sword" />
          </span>
          <small>{WORDS.allAtOnce}</small>
        </div>
        {side('defender')}
      </div>
      <div class="td-stakes duel">
        {stakes(a, to, steals)}
        {stakes(d, from, 1)}
        <div>
          <b>{WORDS.ifDraw}</b>
          <span>{WORDS.drawNote}</span>
        </div>
      </div>
    </>
  );
}

// In the open, against beasts, cannibals or rescuers.

function OpenPile({ p, seat, word, ally, press }: { p: Props; seat: number; word: string; ally?: Move; press: Press }) {
  const put = p.view.put[seat - 1];
  const lays = seat === p.seat ? movesOfKind(p, 'lay') : [];
  return (
    <span class="td-pile">
      <span class="td-ups">
        {hasAny(put) ? (
          <OpenWeapons
            p={p}
            counts={put}
            moved={isNew(p, (b) => starsOf(p, b.put[seat - 1]) < starsOf(p, put)) ? 'td-in' : ''}
          />
        ) : (
          !lays.length && <span class="td-nocard" />
        )}
        <Slot p={p} moves={lays} press={press} />
      </span>
      <small>
        <PlayerToken seat={seat} size={18} />
        {word}
      </small>
      {ally && (
        <button type="button" class="td-small" onClick={() => p.play(ally)}>
          <Icon name="people" />
          {ally.label}
        </button>
      )}
    </span>
  );
}

// The prize for the winner.
function Prize({
  p,
  gives,
  draws,
  trophy,
}: {
  p: Props;
  gives?: { card: string; n: number };
  draws?: number;
  trophy?: string;
}) {
  const up = (id: string, word: string) => (
    <span class="td-up">
      <span class={`td-mc day ${pictureGround(cardOf(p, id))}`}>
        <CardPic id={id} />
      </span>
      {word}
    </span>
  );
  return (
    <span class="td-pile">
      <span class="td-ups">
        {gives && up(gives.card, wordsFor(p, 'list.times', cardLabel(p, gives.card), gives.n))}
        {draws ? (
          <span class="td-up">
            <span class="td-mc">
              <Backs n={1} />
            </span>
            {fill(WORDS.drawn, draws)}
          </span>
        ) : null}
        {trophy && up(trophy, WORDS.itsTrophy)}
      </span>
      <small>
        <Icon name="chest" />
        {WORDS.itLeaves}
      </small>
    </span>
  );
}

function OpenBattle({ p, f, press }: { p: Props; f: Frame; press: Press }) {
  const v = p.view;
  const raid = f.name === 'raid';
  const who = personAt(p, f.arg[CHAR])!;
  const foe = raid ? null : cardAt(p, f.arg[TARGET])!;
  const berth = raid ? (['1', '2', '3', '4'] as const)[f.arg[TARGET]] : null;
  const rescuer = berth ? rescuerOf(p, v.berth[berth]) : null;
  const beast = foe?.kind === 'animal';
  const traps = beast ? v.gear[f.seat - 1].trap : 0;
  const bonus = beast ? Number(characterOf(p, who).vs_animal ?? 0) : 0;
  const helpers = seats(p).filter(
    (s) => s !== f.seat && (hasAny(v.put[s - 1]) || (s === p.seat && movesOfKind(p, 'lay').length > 0)),
  );
  const claims = movesOfKind(p, 'claim');
  const stars =
    starsOf(p, v.put[f.seat - 1]) +
    traps +
    bonus +
    (raid ? 0 : helpers.filter((s) => v.allied.includes(s)).reduce((n, s) => n + starsOf(p, v.put[s - 1]), 0));
  const guards = raid ? helpers.reduce((n, s) => n + starsOf(p, v.put[s - 1]), 0) : 0;
  const strength = (raid ? (rescuer?.strength ?? 0) : (foe?.value ?? 0)) + guards;
  const gain = raid ? giftsText(p, rescuer ?? {}) : giftsText(p, foe ?? {});
  const at = stars > strength ? 0 : stars === strength ? 1 : 2;
  const extra = [traps ? fill(WORDS.traps, traps) : '', bonus ? fill(WORDS.bonus, bonus) : '']
    .filter(Boolean)
    .join(', ');
  const outcomes: [string, string][] = raid
    ? [
        [fill(WORDS.more, strength), fill(WORDS.raidWon, gain)],
        [fill(WORDS.equal, strength), WORDS.raidEven],
        [fill(WORDS.less, strength), WORDS.raidLost],
      ]
    : [
        [fill(WORDS.more, strength), fill(WORDS.beatIt, gain)],
        [fill(WORDS.equal, strength), WORDS.chased],
        [
          fill(WORDS.less, strength),
          fill(WORDS.harm, characterName(p, who), wordsFor(p, `harm.${foe?.harm ?? 'none'}`)),
        ],
      ];
  const helper = (s: number) => {
    const claim = v.claim[s - 1];
    if (raid) return fill(WORDS.guard, seatName(p, s));
    return fill(
      v.allied.includes(s) ? WORDS.helper : WORDS.helperNot,
      s === p.seat ? WORDS.youWord : seatName(p, s),
      wordsFor(p, `claim.${claim === 'none' ? 'nothing' : claim}`),
    );
  };
  return (
    <>
      <div class="td-arena open">
        <Ground />
        <div class="td-fside">
          <Fighter
            face={<Medallion id={who} points={characterOf(p, who).points} class="big" />}
            role={raid ? WORDS.raids : WORDS.faces}
            name={characterName(p, who)}
            who={ownerLabel(p, f.seat)}
            note={abilities(p, who)[0]}
          />
          <div class="td-felt">
            <OpenPile
              p={p}
              seat={f.seat}
              press={press}
              word={
                hasAny(v.put[f.seat - 1])
                  ? wordsFor(p, 'gain.stars', starsOf(p, v.put[f.seat - 1]))
                  : wordsFor(p, 'board.no-weapon')
              }
            />
            {!raid &&
              helpers.map((s) => (
                <OpenPile
                  key={s}
                  p={p}
                  seat={s}
                  press={press}
                  word={helper(s)}
                  ally={moveOfKind(p, 'ally', (a) => a.seat === s)}
                />
              ))}
          </div>
          {(extra || helpers.length > 0) && (
            <p class="td-sum">
              {fill(WORDS.stars, stars)}
              {extra && `: ${extra}`}
            </p>
          )}
        </div>
        <div class="td-vs">
          <span class="td-sw">
            <Icon name="sword" />
          </span>
          <b class="td-score">
            <span>{stars}</span>:<span>{strength}</span>
          </b>
        </div>
        <div class="td-fside r">
          <Fighter
            right
            role={raid ? WORDS.rescuer : WORDS.foe}
            name={raid ? rescuerName(p, rescuer!.id) : cardName(p, foe!.id)}
            face={
              raid ? (
                <RescuerPic id={rescuer!.id} class="big" />
              ) : (
                <button
                  type="button"
                  class="td-foe day"
                  aria-label={cardName(p, foe!.id)}
                  onClick={(e) => press(e, { title: cardName(p, foe!.id), moves: [], about: ['card', foe!.id] })}
                >
                  <CardPic id={foe!.id} />
                </button>
              )
            }
            who={
              <p>
                <b>{fill(WORDS.against, raid ? (rescuer?.strength ?? 0) : (foe?.value ?? 0))}</b>
                {guards ? ` + ${fill(WORDS.guarded, guards)}` : ''}
              </p>
            }
            note={raid ? wordsFor(p, `rescuer.${rescuer!.id}.text`) : wordsFor(p, `card.${foe!.id}.text`)}
          />
          <div class={`td-felt ${raid && helpers.length ? '' : 'td-prize'}`}>
            {raid && helpers.map((s) => <OpenPile key={s} p={p} seat={s} press={press} word={helper(s)} />)}
            <Prize
              p={p}
              gives={raid ? rescuer?.gives : foe?.gives}
              draws={raid ? rescuer?.draws : foe?.draws}
              trophy={foe?.id}
            />
          </div>
          {claims.length > 0 && (
            <div class="td-felt td-claims">
              {claims.map((m) => (
                <button key={m.text} type="button" class="td-small" onClick={() => p.play(m)}>
                  <Icon name="cup" />
                  {m.label}
                </button>
              ))}
            </div>
          )}
        </div>
      </div>
      <div class="td-stakes three">
        {outcomes.map(([head, text], i) => (
          <div key={head} class={i === at ? 'td-at' : ''}>
            <b>
              {i === at && <Icon name="check" />}
              {head}
            </b>
            <span>{text}</span>
          </div>
        ))}
      </div>
    </>
  );
}

export function Battle({ p, press }: { p: Props; press: Press }) {
  const attack = frame(p.view, 'attack');
  const open = frame(p.view, 'battle') ?? frame(p.view, 'raid');
  return (
    <div class="td-battle">
      {attack ? <Attack p={p} f={attack} press={press} /> : open ? <OpenBattle p={p} f={open} press={press} /> : null}
    </div>
  );
}
