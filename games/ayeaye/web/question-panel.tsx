// Questions that are not answered on the map: the current card, dice, items to take.
import type { ComponentChildren } from 'preact';
import type { Move } from '@/kit/protocol';
import { Icon, PlayerToken } from '@/kit/ui';
import { FRAME, ITEMS, SKILLS, SKILL_ICON, cardById, currentCard, figures, frameOf, layoutOf, nameOf } from './model';
import type { Card, Props } from './model';
import { ISLAND_BOX, SEA_BOX } from './map';
import type { Box } from './map';
import { ItemSlot } from './hand';
import { Outcomes, QuestHead } from './quest';
import { WORDS, fill, wordsFor } from './words';

function Die({ n, size = 34 }: { n: number; size?: number }) {
  const at: [number, number][] =
    (
      {
        1: [[2, 2]],
        2: [
          [1, 1],
          [3, 3],
        ],
        3: [
          [1, 1],
          [2, 2],
          [3, 3],
        ],
        4: [
          [1, 1],
          [1, 3],
          [3, 1],
          [3, 3],
        ],
        5: [
          [1, 1],
          [1, 3],
          [2, 2],
          [3, 1],
          [3, 3],
        ],
        6: [
          [1, 1],
          [1, 2],
          [1, 3],
          [3, 1],
          [3, 2],
          [3, 3],
        ],
      } as Record<number, [number, number][]>
    )[n] ?? [];
  return (
    <svg class="aye-die day" viewBox="0 0 40 40" width={size} height={size} role="img" aria-label={String(n)}>
      <rect x="2" y="2" width="36" height="36" rx="7" fill="var(--paper)" stroke="var(--ink)" stroke-width="2" />
      {at.map(([x, y], i) => (
        <circle key={i} cx={x * 10} cy={y * 10} r="3.4" fill="var(--ink)" />
      ))}
    </svg>
  );
}

export function Dice({ p }: { p: Props }) {
  const [a, b] = p.view.die;
  if (!a) return null;
  const fresh = !p.reducedMotion && p.events.some((e) => e.event === 'threw' || e.event === 'threw-one');
  return (
    <span class={`aye-dice${fresh ? ' fresh' : ''}`} key={fresh ? p.moment.version : 0}>
      <Die n={a} />
      {b > 0 && <Die n={b} />}
    </span>
  );
}

const moveOfKind = (p: Props, kind: string): Move | undefined => p.moves.find((m) => m.kind === kind);

function MoveButton({ p, kind, icon, main }: { p: Props; kind: string; icon?: string; main?: boolean }) {
  const m = moveOfKind(p, kind);
  if (!m) return null;
  return (
    <button type="button" class={`btn ${main ? 'go' : 'may'}`} onClick={() => p.play(m)}>
      {icon && <Icon name={icon} />}
      <span>
        {m.label}
        {m.gain && <small>{m.gain}</small>}
      </span>
    </button>
  );
}

function Items({ p, kind, of, title }: { p: Props; kind: string; of: string[]; title: string }) {
  return (
    <div class="aye-pick">
      <h4>{title}</h4>
      <div class="aye-mats">
        {ITEMS.map((i) => (
          <ItemSlot
            key={i}
            p={p}
            item={i}
            has={of.includes(i)}
            moves={p.moves.filter((m) => m.kind === kind && m.args.item === i)}
          />
        ))}
      </div>
    </div>
  );
}

function People({ p, kind }: { p: Props; kind: string }) {
  const moves = p.moves.filter((m) => m.kind === kind);
  return (
    <div class="aye-people">
      {moves.map((m) => (
        <button key={m.text} type="button" class="btn may" onClick={() => p.play(m)}>
          <PlayerToken seat={Number(m.args.seat)} size={24} />
          <span>
            {m.label}
            {m.gain && <small>{m.gain}</small>}
          </span>
        </button>
      ))}
    </div>
  );
}

function SwapGrid({ p }: { p: Props }) {
  const moves = p.moves.filter((m) => m.kind === 'swap');
  if (!moves.length) return null;
  return (
    <div class="aye-pick">
      <h4>{WORDS.swap}</h4>
      <div class="aye-swaps">
        {moves.map((m) => (
          <button key={m.text} type="button" class="btn may" onClick={() => p.play(m)}>
            {p.words[`item.${m.args.give}`]} <Icon name="trade" />
            {p.words[`item.${m.args.take}`]}
            <span class="vh">, {m.label}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

// The open card: the one being resolved, the figure in the way, or the unsolved one the player holds.
function openCard(p: Props): { card: Card; seat: number } | null {
  const now = currentCard(p.view, p.content);
  if (now) return now;
  const seat = typeof p.view.actor === 'number' ? p.view.actor : null;
  const bars =
    seat && p.view.ask === 'lantern' ? figures(p).find((f) => f.place === p.view.place[seat - 1]) : undefined;
  if (bars && seat) return { card: bars.card, seat };
  const held = seat ? p.view.card[seat - 1] : 'none';
  const card = held !== 'none' ? cardById(p.content, held) : null;
  return card && seat ? { card, seat } : null;
}

const ON_MAP = new Set([
  'land',
  'walk',
  'step',
  'put',
  'peek',
  'sail',
  'dig',
  'over',
  'flip',
  'bay',
  'wind',
  'first',
  'dice',
  'die',
  'ffc',
  'piece',
  'doubloon',
  'nothing',
]);

// The answers to the question, below the card.
function QuestionBody({ p }: { p: Props }) {
  const v = p.view;
  const victim = typeof v.victim === 'number' ? v.victim : null;
  const item = v.wanted < ITEMS.length ? ITEMS[v.wanted] : null;
  const parts: ComponentChildren[] = [];
  switch (v.ask) {
    case 'booty':
    case 'steal':
      if (victim) {
        parts.push(
          <Items key="i" p={p} kind="take" of={v.items[victim - 1]} title={fill(WORDS.booty, nameOf(p, victim))} />,
          <div key="b" class="aye-press">
            <MoveButton p={p} kind="blind" icon="eyeoff" />
            <MoveButton p={p} kind="enough" />
          </div>,
        );
      }
      break;
    case 'take':
      parts.push(<Items key="t" p={p} kind="take" of={ITEMS.filter((i) => v.supply[i] > 0)} title={WORDS.supply} />);
      break;
    case 'swap':
      parts.push(
        <SwapGrid key="s" p={p} />,
        <div key="b" class="aye-press">
          <MoveButton p={p} kind="enough" />
        </div>,
      );
      break;
    case 'yield':
      parts.push(
        <p key="w" class="aye-wanted">
          {item ? (
            <>
              <ItemSlot p={p} item={item} has moves={[]} />
              <span>{fill(WORDS.wanted, p.words[`item.${item}`])}</span>
            </>
          ) : (
            WORDS.wantedCards
          )}
        </p>,
        <div key="b" class="aye-press">
          <MoveButton p={p} kind="allow" />
          <MoveButton p={p} kind="cards" icon="trade" />
          <MoveButton p={p} kind="flag" icon="flag" />
        </div>,
      );
      break;
    case 'choice':
      parts.push(
        <div key="b" class="aye-press">
          <MoveButton p={p} kind="pay" main />
          <MoveButton p={p} kind="refuse" />
        </div>,
      );
      break;
    case 'thrown':
      parts.push(
        <div key="d" class="aye-thrown">
          <Dice p={p} />
        </div>,
        <div key="b" class="aye-press">
          <MoveButton p={p} kind="on" main />
          <MoveButton p={p} kind="again" icon="dice" />
        </div>,
      );
      break;
    case 'give':
      if (p.moves.some((m) => m.kind === 'give') && p.seat) {
        parts.push(<Items key="g" p={p} kind="give" of={v.items[p.seat - 1]} title={WORDS.raft} />);
      }
      if (p.moves.some((m) => m.kind === 'give-ffc' || m.kind === 'flag')) {
        parts.push(<Cards key="c" p={p} kinds={['give-ffc', 'flag']} />);
      }
      break;
    case 'discard':
      parts.push(<Cards key="c" p={p} kinds={['discard']} />);
      break;
    case 'whom':
    case 'against':
      parts.push(<People key="p" p={p} kind="against" />);
      break;
    case 'undead':
      parts.push(
        <People key="p" p={p} kind="set" />,
        <div key="b" class="aye-press">
          <MoveButton p={p} kind="dismiss" />
        </div>,
      );
      break;
    case 'lantern':
      parts.push(
        <div key="b" class="aye-press">
          <MoveButton p={p} kind="fight" icon="sword" main />
          <MoveButton p={p} kind="lantern" icon="torch" />
        </div>,
      );
      break;
    case 'sober':
      parts.push(
        <div key="b" class="aye-press">
          <MoveButton p={p} kind="skip" main />
          <MoveButton p={p} kind="sober" icon="rum" />
        </div>,
      );
      break;
    case 'grape':
      parts.push(
        <div key="b" class="aye-press">
          <MoveButton p={p} kind="on" main />
          <MoveButton p={p} kind="grapeshot" icon="star" />
        </div>,
      );
      break;
    case 'search':
      parts.push(
        <div key="b" class="aye-press">
          <MoveButton p={p} kind="throw" icon="dice" main />
        </div>,
        <Cards key="c" p={p} kinds={['spend', 'doublette']} />,
      );
      break;
    case 'skill':
      parts.push(<SkillChoice key="s" p={p} />);
      break;
    default:
      break;
  }
  return <>{parts}</>;
}

function Cards({ p, kinds }: { p: Props; kinds: string[] }) {
  const moves = p.moves.filter((m) => kinds.includes(m.kind));
  if (!moves.length) return null;
  return (
    <div class="aye-pick">
      <h4>{WORDS.favours}</h4>
      <div class="aye-press">
        {moves.map((m) => (
          <button key={m.text} type="button" class="btn may" onClick={() => p.play(m)}>
            <span>
              {m.label}
              {m.gain && <small>{m.gain}</small>}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}

function SkillChoice({ p }: { p: Props }) {
  return (
    <div class="aye-people">
      {SKILLS.map((s) => {
        const m = p.moves.find((x) => x.kind === 'skill' && x.args.skill === s);
        return (
          m && (
            <button key={s} type="button" class="btn may" onClick={() => p.play(m)}>
              <Icon name={SKILL_ICON[s]} />
              <span>
                {p.words[`skill.${s}`]}
                <small>{m.gain}</small>
              </span>
            </button>
          )
        );
      })}
    </div>
  );
}

export type Panel = 'none' | 'strip' | 'column' | 'card';
// How the question is shown: a column with the current card, a small card with the question alone, or only a strip
// with the quest's name if the answer is a space on the map.
export function panelFor(p: Props): Panel {
  const v = p.view;
  const open = openCard(p);
  if (v.ask === 'over') return 'none';
  if (ON_MAP.has(v.ask)) return open ? 'strip' : 'none';
  return isQuestShown(p) ? 'column' : p.moves.length > 0 ? 'card' : 'none';
}

const WITHOUT_QUEST = new Set(['skill', 'sober', 'discard', 'booty', 'yield']);
const isQuestShown = (p: Props): boolean => openCard(p) !== null && !WITHOUT_QUEST.has(p.view.ask);

export function QuestStrip({ p }: { p: Props }) {
  const open = openCard(p)!;
  return (
    <div class="aye-strip">
      <QuestHead p={p} card={open.card} seat={open.seat} small />
    </div>
  );
}

export function QuestionPanel({ p, over }: { p: Props; over?: boolean }) {
  const v = p.view;
  const open = openCard(p);
  const stage = frameOf(v, FRAME.card)?.[2] ?? 0;
  return (
    <section
      class={`aye-ask${over ? ` over${mapBoxBeside(p) === SEA_BOX ? ' at-left' : ''}` : ''}`}
      aria-label={wordsFor(p.words, `ask.${v.ask}`)}
    >
      {isQuestShown(p) && open && <QuestHead p={p} card={open.card} seat={open.seat} small={p.size === 'phone'} />}
      {isQuestShown(p) && open && stage < 4 && <Outcomes p={p} card={open.card} />}
      <div class="aye-asked">
        <QuestionBody p={p} />
      </div>
    </section>
  );
}

// The part of the map shown beside the column: the island, or the sea for a player who is sailing.
export function mapBoxBeside(p: Props): Box {
  const v = p.view;
  const actor = typeof v.actor === 'number' ? v.actor : null;
  const kind = actor ? layoutOf(p.content).byId.get(v.place[actor - 1] ?? '')?.kind : undefined;
  return kind === 'sea' || kind === 'final' ? SEA_BOX : ISLAND_BOX;
}
