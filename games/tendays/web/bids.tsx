// Bidding at dawn: all rescuers side by side, the bids, who would be taken as they are now, and whose turn it is.
import type { TendaysBerth } from '@/generated/games';
import { Icon, PlayerToken } from '@/kit/ui';
import { RescuerPic, Ship, Waves, wave } from './art';
import {
  type BidRow,
  type Props,
  type Rescuer,
  rescuerNeedsText,
  bidsFor,
  cardName,
  cardOf,
  fill,
  frame,
  joinNames,
  measureText,
  movesOfKind,
  moveOfKind,
  characterName,
  personAt,
  isPresent,
  rescuerName,
  wordsFor,
  seatName,
  seats,
  theCharacter,
  waitingRescuers,
} from './model';
import { type Press, Medallion, MiniCard, SeatName, isNew } from './shared';
import { spotsText } from './camps';
import { WORDS } from './words';

function BidSky({ p }: { p: Props }) {
  const all = waitingRescuers(p);
  const places = [[0.24], [0.22, 0.78], [0.14, 0.3, 0.78], [0.12, 0.28, 0.72, 0.88]][all.length - 1] ?? [];
  const names = joinNames(all.map((w) => rescuerName(p, w.rescuer.id)));
  return (
    <svg
      class="td-sky"
      viewBox="0 0 796 92"
      preserveAspectRatio="xMidYMax slice"
      role="img"
      aria-label={`${fill(WORDS.dawnOf, p.view.day)}; ${names}`}
    >
      <rect x="-400" width="1600" height="92" fill="var(--sea-1)" />
      <g class="art">
        <path d="M330 62a68 68 0 0 1 136 0Z" fill="var(--pA)" stroke="var(--ink)" stroke-width="1.600" />
        <path
          d="M320 62h-14M325 35l-13-4M338 12l-10-9M458 12l10-9M471 35l13-4M476 62h14"
          stroke="var(--pA)"
          stroke-width="3"
          stroke-linecap="round"
          fill="none"
        />
        <text x="398" y="52" text-anchor="middle" class="nm" font-size="30" fill="var(--ink)">
          {p.view.day}
        </text>
      </g>
      <rect x="-400" y="62" width="1600" height="40" fill="var(--sea-2)" />
      <path d="M-400 62H1200" stroke="var(--sea-ink)" stroke-width="1.300" />
      <Waves d={wave(60, 80, 8) + wave(560, 84, 10) + wave(700, 74, 6)} />
      <Waves d={wave(340, 76, 15)} color="sea-3" />
      {all.map(({ berth, rescuer }, i) => (
        <Ship key={berth} id={rescuer.id} x={796 * places[i]} y={66} s={all.length > 2 ? 0.72 : 0.9} />
      ))}
    </svg>
  );
}

const bidText = (p: Props, r: BidRow): string => {
  const name = r.seat === p.seat ? WORDS.youWord : seatName(p, r.seat);
  return r.owed
    ? fill(WORDS.owed, name)
    : r.first && r.place !== null
      ? fill(WORDS.first, name)
      : r.tied
        ? fill(WORDS.tied, name)
        : r.place === null
          ? fill(WORDS.below, name)
          : name;
};

function Row({ p, r, press, laying }: { p: Props; r: BidRow; press: Press; laying: boolean }) {
  const add = moveOfKind(p, 'add', (a) => a.character === r.character);
  const back = moveOfKind(p, 'back', (a) => a.character === r.character);
  const puts = laying ? movesOfKind(p, 'put') : [];
  const done = laying ? moveOfKind(p, 'done') : undefined;
  const cancel = laying ? moveOfKind(p, 'cancel') : undefined;
  const own = r.seat === p.seat;
  return (
    <li
      class={[
        'td-brow',
        r.tied ? 'tie' : '',
        own ? 'mineb' : '',
        r.place === null ? 'outb' : '',
        laying ? 'laying' : '',
        isNew(p, (b) => b.bid[r.character] === 'none') ? 'td-in' : '',
      ].join(' ')}
    >
      {r.place !== null ? (
        <span class="td-berth">
          <span class="vh">{WORDS.spot} </span>
          {r.place}
        </span>
      ) : (
        <span class="td-berth out">
          <Icon name="x" />
          <span class="vh">{WORDS.stays}</span>
        </span>
      )}
      <button
        type="button"
        class="td-mface"
        aria-label={`${characterName(p, r.character)}, ${bidText(p, r)}`}
        onClick={(e) =>
          press(e, {
            title: characterName(p, r.character),
            moves: [add, back].filter((m) => m !== undefined),
            about: ['character', r.character],
          })
        }
      >
        <Medallion id={r.character} />
      </button>
      <span class="td-bname">
        <b>{characterName(p, r.character)}</b>
        <small>
          <PlayerToken seat={r.seat} size={17} />
          <span>{bidText(p, r)}</span>
        </small>
      </span>
      <span class="td-mcs">
        {r.cards.map((id, i) => (
          <MiniCard key={i} p={p} id={id} labelled />
        ))}
        {laying && puts.length > 0 && (
          <button
            type="button"
            class="td-mc add"
            aria-label={`${puts[0].label.split(' ')[0]}, ${WORDS.mayChoose}`}
            onClick={(e) => press(e, { title: characterName(p, r.character), moves: puts })}
          >
            <Icon name="plus" />
          </button>
        )}
        {add && (
          <button
            type="button"
            class="td-mc add"
            aria-label={fill(WORDS.addCard, theCharacter(p, r.character))}
            title={fill(WORDS.addCard, theCharacter(p, r.character))}
            onClick={() => p.play(add)}
          >
            <Icon name="plus" />
          </button>
        )}
        {back && (
          <button
            type="button"
            class="td-mc add"
            aria-label={fill(WORDS.backOut, theCharacter(p, r.character))}
            title={fill(WORDS.backOut, theCharacter(p, r.character))}
            onClick={() => p.play(back)}
          >
            <Icon name="undo" />
          </button>
        )}
      </span>
      <span class="td-val">{r.worth ?? ''}</span>
      {laying && (done || cancel || puts.length > 0) && (
        <span class="td-lay">
          {puts.map((m) => (
            <button key={m.text} type="button" class="td-put" onClick={() => p.play(m)} title={m.label}>
              <MiniCard p={p} id={m.args.card as string} />
              {cardName(p, m.args.card as string)}
              {cardOf(p, m.args.card as string).value ? ` ${cardOf(p, m.args.card as string).value}` : ''}
            </button>
          ))}
          {done && (
            <button type="button" class="td-small go" onClick={() => p.play(done)}>
              <Icon name="check" />
              {done.label}
            </button>
          )}
          {cancel && (
            <button type="button" class="td-small quiet" onClick={() => p.play(cancel)}>
              <Icon name="undo" />
              {cancel.label}
            </button>
          )}
        </span>
      )}
    </li>
  );
}

const CutLine = ({ text }: { text: string }) => (
  <li class="td-line">
    <svg viewBox="0 0 120 10" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
      <Waves d={wave(0, 5, 40)} w={1.6} />
    </svg>
    <span>{text}</span>
    <svg viewBox="0 0 120 10" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <Waves d={wave(-200, 5, 40)} w={1.6} />
    </svg>
  </li>
);

function Berth({
  p,
  berth,
  rescuer,
  press,
  laying,
}: {
  p: Props;
  berth: TendaysBerth;
  rescuer: Rescuer;
  press: Press;
  laying: string | null;
}) {
  const standing = bidsFor(p, berth, rescuer);
  const enter = movesOfKind(p, 'enter', (a) => a.berth === berth);
  const debt = p.view.debt[berth] ?? [];
  const orders = p.content.characters.filter((c) => p.view.order[c.id] === berth);
  const ties = standing.rows.filter((r) => r.tied);
  const lastTie = standing.rows.map((r) => r.tied).lastIndexOf(true);
  return (
    <section class="td-ship-box" aria-label={rescuerName(p, rescuer.id)}>
      <header>
        <RescuerPic id={rescuer.id} />
        <div>
          <h3>{rescuer.needs === 'kill' ? rescuerName(p, rescuer.id) : spotsText(p, rescuer.id, rescuer.spots)}</h3>
          <p>
            {rescuer.needs === 'kill'
              ? WORDS.takesKillers
              : [rescuerNeedsText(p, rescuer), measureText(p, rescuer)].filter(Boolean).join('; ')}
          </p>
        </div>
      </header>
      <ul>
        {standing.rows.map((r, i) => (
          <>
            <Row key={r.character} p={p} r={r} press={press} laying={laying === r.character} />
            {i === lastTie && (
              <li key="tie" class="td-tie">
                <Icon name="scale" />
                <span>{fill(WORDS.tie, ties.length, ties[0].worth ?? 0)}</span>
              </li>
            )}
            {!ties.length &&
              standing.spots > 0 &&
              i + 1 === standing.taken &&
              standing.rows.length > standing.taken && <CutLine key="cut" text={WORDS.lastSpot} />}
          </>
        ))}
        {ties.length > 0 && <CutLine key="empty" text={fill(WORDS.spotsEmpty, standing.spots - standing.taken)} />}
        {!standing.rows.length && rescuer.needs !== 'kill' && <li class="td-empty">{WORDS.nobodyYet}</li>}
        {debt.map((c) => (
          <li key={c} class="td-brow">
            <span class="td-berth">
              <Icon name="skull" />
            </span>
            <span class="td-mface">
              <Medallion id={c} />
            </span>
            <span class="td-bname">
              <b>{characterName(p, c)}</b>
              <small>{fill(WORDS.owes, theCharacter(p, c))}</small>
            </span>
          </li>
        ))}
      </ul>
      {orders.length > 0 && (
        <p class="td-tie td-quiet">
          <Icon name="clock" />
          <span>
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
          </span>
        </p>
      )}
      {enter.length > 0 && (
        <div class="td-enter">
          <span>{WORDS.enterFor}</span>
          {enter.map((m) => (
            <button key={m.text} type="button" onClick={() => p.play(m)} title={m.label}>
              <Medallion id={m.args.character as string} />
              {characterName(p, m.args.character as string)}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

const [AT, CIRCLE, QUIET, CHARACTER] = [1, 2, 3, 4];

function BidRound({ p, toCamps }: { p: Props; toCamps: () => void }) {
  const f = frame(p.view, 'bids')!;
  const n = p.names.length;
  const first = Number(p.view.first) || 1;
  const order = seats(p).map((_, i) => ((first - 1 + i) % n) + 1);
  const at = f.arg[AT];
  const state = (seat: number, i: number): string => {
    if (seat === p.view.actor) {
      return seat === p.seat ? WORDS.yourGo : p.view.ask === 'enter' ? WORDS.enteredNow : WORDS.theirGo;
    }
    if (i > at) return WORDS.waits;
    return at - i <= f.arg[QUIET] ? WORDS.kept : WORDS.changed;
  };
  return (
    <div class="td-circ">
      <span>{fill(WORDS.circle, f.arg[CIRCLE] + 1, p.content.rescue.circles)}</span>
      <ol>
        {order.map(
          (seat, i) =>
            isPresent(p, seat) && (
              <li
                key={seat}
                class={seat === p.view.actor ? `now ${seat === p.seat ? 'you' : ''}` : i < at ? 'done' : ''}
                title={`${seatName(p, seat)}: ${state(seat, i)}`}
              >
                <SeatName seat={seat} name={state(seat, i)} size={20} />
                <span class="vh">{seatName(p, seat)}</span>
              </li>
            ),
        )}
      </ol>
      <span class="td-wide">{WORDS.circleEnds}</span>
      <button type="button" class="td-small quiet" aria-label={WORDS.toCamps} title={WORDS.toCamps} onClick={toCamps}>
        {p.size === 'phone' ? <Icon name="tent" /> : WORDS.toCamps}
      </button>
    </div>
  );
}

export function Bids({ p, press, toCamps }: { p: Props; press: Press; toCamps: () => void }) {
  const f = frame(p.view, 'bids')!;
  const laying = p.view.ask === 'enter' ? personAt(p, f.arg[CHARACTER]) : null;
  const all = waitingRescuers(p);
  return (
    <div class="td-bids">
      <BidSky p={p} />
      <div class={`td-duo n${all.length}`}>
        {all.map(({ berth, rescuer }) => (
          <Berth key={berth} p={p} berth={berth} rescuer={rescuer} press={press} laying={laying} />
        ))}
      </div>
      <BidRound p={p} toCamps={toCamps} />
      <span class="vh">
        {wordsFor(
          p,
          'board.bids-theirs',
          f.arg[CIRCLE] + 1,
          p.content.rescue.circles,
          seatName(p, Number(p.view.actor)),
        )}
      </span>
    </div>
  );
}
