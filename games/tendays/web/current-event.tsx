// The strip below the beach: the open card, a character who can be saved, or a winner's choices, with the answers.
import type { ComponentChildren } from 'preact';
import type { Move } from '@/kit/protocol';
import { Icon } from '@/kit/ui';
import { RescuerPic } from './art';
import {
  type Props,
  cardAt,
  cardName,
  fill,
  frames,
  joinNames,
  movesOfKind,
  characterName,
  personAt,
  wordsFor,
  seatName,
  theCharacter,
  openExploreCard,
} from './model';
import { CardPic, Medallion, abilities, moveIcon } from './shared';
import { WORDS } from './words';

interface CurrentEvent {
  pic: ComponentChildren;
  title: string;
  text: string;
  kinds: string[]; // kinds of the moves shown as buttons
}
const cardPic = (id: string) => (
  <span class="td-npic day">
    <CardPic id={id} />
  </span>
);
const CAUSE_FIRST = 1;

const healerText = (p: Props): string => {
  const c = p.content.characters.find((x) => x.heals_for);
  return c ? abilities(p, c.id).join(' ') : '';
};

function currentEvent(p: Props): CurrentEvent | null {
  const v = p.view;
  const top = frames(v).reverse();
  for (const f of top) {
    switch (f.name) {
      case 'death': {
        const c = personAt(p, f.arg[CAUSE_FIRST]);
        const cause = ['poison', 'injury', 'want', 'sun', 'animal', 'attack'][f.arg[2]];
        return (
          c && {
            pic: <Medallion id={c} />,
            title: fill(WORDS.dying, characterName(p, c), wordsFor(p, `cause.${cause}`)),
            text: p.words['character.revolutionary.text'] ?? '',
            kinds: ['save', 'let'],
          }
        );
      }
      case 'spoils': {
        const c = personAt(p, f.arg[1]);
        return (
          c && {
            pic: <Medallion id={c} />,
            title: f.seat === p.seat ? WORDS.spoilsYours : fill(WORDS.spoilsTitle, seatName(p, f.seat)),
            text: wordsFor(p, 'board.spoils', theCharacter(p, c), f.arg[2]),
            kinds: ['kill', 'steal', 'steal-item', 'done'],
          }
        );
      }
      case 'team':
        return {
          pic: <RescuerPic id="rescue-team" class="td-npic" />,
          title: WORDS.naming,
          text: [
            WORDS.namingNote,
            v.pending.length ? `${fill(WORDS.thinking, joinNames(v.pending.map((s) => seatName(p, s))))}.` : '',
            p.seat !== null && !v.pending.includes(p.seat) && v.named[p.seat - 1] && v.named[p.seat - 1] !== 'none'
              ? fill(WORDS.youNamed, theCharacter(p, v.named[p.seat - 1]!))
              : '',
          ]
            .filter(Boolean)
            .join(' '),
          kinds: ['name', 'nobody'],
        };
      case 'ghost':
        return {
          pic: <RescuerPic id="ghost-ship" class="td-npic" />,
          title: WORDS.ghostTitle,
          text: fill(WORDS.ghostNote, p.content.soul.points),
          kinds: ['haunt'],
        };
      case 'leave': {
        const c = f.arg[0] >= 2 ? personAt(p, f.arg[2]) : null;
        return (
          c && {
            pic: <Medallion id={c} />,
            title: fill(WORDS.boards, characterName(p, c)),
            text: WORDS.boardsNote,
            kinds: ['carry', 'done'],
          }
        );
      }
      case 'heal':
        return {
          pic: cardPic('first-aid-kit'),
          title: f.arg[0] ? WORDS.healing : fill(WORDS.payNurse, f.arg[2]),
          text: f.arg[0] ? '' : healerText(p),
          kinds: ['cure', 'discard', 'pass'],
        };
      case 'exchange': {
        const c = personAt(p, f.arg[1]);
        return (
          c && {
            pic: <Medallion id={c} />,
            title: characterName(p, c),
            text: abilities(p, c).join(' '),
            kinds: ['discard', 'pass'],
          }
        );
      }
      case 'natives':
        return {
          pic: cardPic('trade-with-natives'),
          title: cardName(p, 'trade-with-natives'),
          text: fill(WORDS.nativesLeft, f.arg[1]),
          kinds: ['swap-trophy', 'done'],
        };
      case 'each': {
        const card = cardAt(p, f.arg[1]);
        return (
          card && {
            pic: cardPic(card.id),
            title: cardName(p, card.id),
            text: wordsFor(p, `card.${card.id}.text`),
            kinds: ['lose', 'pass'],
          }
        );
      }
      case 'explore': {
        const card = openExploreCard(p);
        return (
          card && {
            pic: cardPic(card.id),
            title: `${WORDS.turnedUp}: ${cardName(p, card.id)}`,
            text: wordsFor(p, `card.${card.id}.text`),
            kinds: ['keep', 'put-away'],
          }
        );
      }
      default:
    }
  }
  if (v.ask === 'torch') {
    return {
      pic: cardPic('torch'),
      title: fill(WORDS.nightOf, v.day).replace(/^./, (c) => c.toUpperCase()),
      text: wordsFor(p, 'card.torch.text'),
      kinds: ['torch', 'pass'],
    };
  }
  return null;
}

const GO = new Set(['keep', 'done', 'torch']);

export function EventStrip({ p }: { p: Props }) {
  const now = currentEvent(p);
  if (!now) return null;
  const moves: Move[] = now.kinds.flatMap((k) => movesOfKind(p, k));
  const few = moves.length <= 8 ? moves : [];
  return (
    <div class={`td-now ${moves.length ? 'asks' : ''}`}>
      {now.pic}
      <div class="td-txt">
        <h3>{now.title}</h3>
        {now.text && <p>{now.text}</p>}
      </div>
      {few.length > 0 && (
        <div class="td-btns">
          {few.map((m) => (
            <button
              key={m.text}
              type="button"
              class={`td-small ${GO.has(m.kind) && !m.doubt ? 'go' : ''}`}
              onClick={() => p.play(m)}
            >
              <Icon name={moveIcon(m)} />
              {m.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
export const overlayKind = (p: Props): 'bids' | 'battle' | null => {
  const top = frames(p.view)
    .reverse()
    .find((f) => f.name === 'bids' || f.name === 'attack' || f.name === 'battle' || f.name === 'raid');
  if (!top || p.view.node === 'over') return null;
  return top.name === 'bids' ? 'bids' : 'battle';
};
export const hasCurrentEvent = (p: Props): boolean => currentEvent(p) !== null;
