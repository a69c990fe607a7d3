// The results of the last move as pictures, on a tag over the beach: the card revealed, dice, cards gained, injuries.
// The log has them in words.
import type { GameEvent } from '@/kit/protocol';
import { Icon, PlayerToken } from '@/kit/ui';
import { type Props, cardOf, pictureGround, characterName, wordsFor } from './model';
import { CardPic, Medallion } from './shared';
import { WORDS } from './words';

const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [
    [7, 7],
    [17, 17],
  ],
  3: [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  4: [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  5: [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ],
  6: [
    [7, 6],
    [7, 12],
    [7, 18],
    [17, 6],
    [17, 12],
    [17, 18],
  ],
};
const Die = ({ n }: { n: number }) => (
  <svg class="td-die day" viewBox="0 0 24 24" role="img" aria-label={String(n)}>
    <rect
      x="1.500"
      y="1.500"
      width="21"
      height="21"
      rx="4"
      fill="var(--paper)"
      stroke="var(--ink)"
      stroke-width="1.700"
    />
    {(PIPS[n] ?? []).map(([x, y]) => (
      <circle key={`${x} ${y}`} cx={x} cy={y} r="2.100" fill="var(--ink)" />
    ))}
  </svg>
);

interface Piece {
  key: string;
  seat?: number | null;
  pic: preact.JSX.Element;
  word: string;
}
const PIECES_MAX = 7;

function newsPiece(p: Props, e: GameEvent, i: number): Piece | null {
  const a = e.args;
  const card = typeof a.card === 'string' && a.card !== 'none' ? a.card : null;
  const who = typeof a.character === 'string' && a.character !== 'none' ? a.character : null;
  const small = (id: string) => (
    <span class={`td-mc day ${pictureGround(cardOf(p, id))}`}>
      <CardPic id={id} />
    </span>
  );
  const face = (c: string, icon: string) => (
    <span class="td-nface">
      <Medallion id={c} />
      <Icon name={icon} />
    </span>
  );
  const key = `${e.event}${i}`;
  switch (e.event) {
    case 'turned-up':
      return card ? { key, pic: small(card), word: wordsFor(p, `card.${card}`) } : null;
    case 'rolled':
      return { key, pic: <Die n={Number(a.pips)} />, word: wordsFor(p, `roll.${a.roll}`) };
    case 'drew':
    case 'gained':
    case 'stole':
    case 'stole-item':
    case 'steamed':
    case 'rotted':
    case 'changed-hands':
      return card
        ? {
            key,
            pic: small(card),
            word: `${Number(a.cards) > 1 ? `${a.cards} × ` : e.event === 'rotted' ? '− ' : '+ '}${wordsFor(p, `card.${card}`)}`,
          }
        : null;
    case 'harmed':
      return who
        ? {
            key,
            pic: face(who, a.ill === 'injury' ? 'injury' : a.ill === 'poison' ? 'poison' : 'sick'),
            word: `${characterName(p, who)}: ${wordsFor(p, `ill.${a.ill}.short`)}`,
          }
        : null;
    case 'died':
      return who ? { key, pic: face(who, 'skull'), word: `${characterName(p, who)}: ${WORDS.state.dead}` } : null;
    case 'rescued':
      return who ? { key, pic: face(who, 'ship'), word: `${characterName(p, who)}: ${WORDS.state.rescued}` } : null;
    case 'cured':
      return who ? { key, pic: face(who, 'aid'), word: characterName(p, who) } : null;
    case 'defeated':
    case 'chased':
      return card
        ? {
            key,
            pic: small(card),
            word: `${wordsFor(p, `card.${card}`)}: ${e.event === 'defeated' ? WORDS.beatenWord : WORDS.chasedWord}`,
          }
        : null;
    default:
      return null;
  }
}

export function News({ p }: { p: Props }) {
  const events = p.moment.events;
  if (events.some((e) => e.event === 'dealt') || p.moment.over) return null;
  // A revealed treasure is also a gained card: show it once.
  const found = new Set(events.filter((e) => e.event === 'turned-up').map((e) => e.args.card));
  const shown = events.filter((e) => e.event !== 'gained' || !found.has(e.args.card));
  const pieces = shown
    .map((e, i) => ({ seat: e.seat, it: newsPiece(p, e, i) }))
    .flatMap(({ seat, it }) => (it ? [{ ...it, seat }] : []))
    .slice(-PIECES_MAX);
  if (!pieces.length) return null;
  return (
    <div class={`td-news ${p.reducedMotion ? '' : 'td-in'}`} key={p.moment.version}>
      {pieces.map((x, i) => (
        <>
          {x.seat && x.seat !== pieces[i - 1]?.seat && <PlayerToken key={`t${x.key}`} seat={x.seat} size={18} />}
          <span key={x.key} title={x.word}>
            {x.pic}
            <small>{x.word}</small>
          </span>
        </>
      ))}
    </div>
  );
}
