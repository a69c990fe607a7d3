// Components shared by the board's parts: portraits, card pictures, and the list that opens when a thing has several
// uses.
import type { ComponentChildren, JSX } from 'preact';
import { createPortal } from 'preact/compat';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Move } from '@/kit/protocol';
import { Icon, PlayerToken } from '@/kit/ui';
import { ExplorePicture, hasPicture } from './explore-pictures';
import {
  type Card,
  type Props,
  type View,
  ASIDE_KINDS,
  cardLabel,
  cardName,
  cardOf,
  characterOf,
  fill,
  pictureGround,
  isDead,
  isRaw,
  isOnIsland,
  pictureId,
  wordsFor,
} from './model';
import { WORDS } from './words';

const icons: Record<string, string> = {
  explore: 'search',
  scavenge: 'tent',
  fish: 'fish',
  angle: 'hook',
  attack: 'sword',
  raid: 'sword',
  exchange: 'trade',
  rouse: 'sick',
  eat: 'meat',
  'eat-from': 'meat',
  drink: 'water',
  'drink-from': 'water',
  'soul-eat': 'ghost',
  'soul-drink': 'ghost',
  energy: 'bolt',
  'soul-act': 'ghost',
  open: 'can',
  cook: 'fire',
  equip: 'tent',
  light: 'fire',
  kit: 'aid',
  'soul-heal': 'ghost',
  nurse: 'aid',
  trophy: 'aid',
  pliers: 'pliers',
  binoculars: 'binoc',
  end: 'pass',
  torch: 'torch',
  cure: 'aid',
  discard: 'x',
  keep: 'check',
  'put-away': 'x',
  pay: 'water',
  lose: 'skull',
  swap: 'trade',
  'swap-trophy': 'trade',
  escape: 'move',
  call: 'bell',
  side: 'flag',
  lay: 'knife',
  'lay-soul': 'ghost',
  ally: 'people',
  claim: 'cup',
  fight: 'sword',
  never: 'lock',
  kill: 'skull',
  steal: 'chest',
  'steal-item': 'chest',
  save: 'heart',
  let: 'pass',
  enter: 'ship',
  add: 'plus',
  back: 'undo',
  put: 'plus',
  cancel: 'undo',
  carry: 'gem',
  name: 'flag',
  nobody: 'x',
  haunt: 'ghost',
  pass: 'pass',
  done: 'check',
  firewood: 'stick',
  'never-help': 'lock',
  'bid-up-to': 'clock',
  'bid-myself': 'undo',
  offer: 'trade',
  'offer-give': 'plus',
  'offer-gear': 'plus',
  'offer-ask': 'search',
  'offer-favour': 'heart',
  'offer-claim': 'cup',
  'offer-send': 'trade',
  'offer-drop': 'x',
  accept: 'check',
  decline: 'x',
  counter: 'trade',
  withdraw: 'undo',
};
export const moveIcon = (move: Move | string): string => icons[typeof move === 'string' ? move : move.kind] ?? 'play';

interface PickState {
  at: DOMRect;
  title: string;
  moves: Move[];
  about?: [list: string, entry: string];
  more?: { label: string; small?: string; icon: string; act: () => void }[];
  grid?: ComponentChildren; // shown instead of the list
}
export type Press = (e: { currentTarget: EventTarget | null }, pick: Omit<PickState, 'at'>, straight?: boolean) => void;

// A press plays the only move if `straight` is set, and otherwise opens the list of what can be done with the thing.
export function usePick(p: Props): [Press, JSX.Element | null, () => void] {
  const [pick, set] = useState<PickState | null>(null);
  useEffect(() => set(null), [p.moment.version, p.kind, p.moves.length]);
  const press: Press = (e, it, straight = false) => {
    if (it.moves.length === 1 && straight) p.play(it.moves[0]);
    else if (it.moves.length || it.more?.length || it.grid) {
      set({ ...it, at: (e.currentTarget as Element).getBoundingClientRect() });
    } else if (it.about) p.look(...it.about);
  };
  return [press, pick && <PickList p={p} pick={pick} close={() => set(null)} />, () => set(null)];
}

function PickList({ p, pick, close }: { p: Props; pick: PickState; close: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [at, put] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const own = box.current!.getBoundingClientRect();
    const below = pick.at.bottom + 6 + own.height < innerHeight - 8;
    put({
      left: Math.max(8, Math.min(innerWidth - own.width - 8, pick.at.left + pick.at.width / 2 - own.width / 2)),
      top: Math.max(
        8,
        below ? pick.at.bottom + 6 : Math.min(innerHeight - own.height - 8, pick.at.top - own.height - 6),
      ),
    });
    box.current!.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, [pick]);
  useEffect(() => {
    const out = (e: Event) => !box.current?.contains(e.target as Node) && close();
    const key = (e: KeyboardEvent) => e.key === 'Escape' && (e.stopPropagation(), close());
    document.addEventListener('pointerdown', out, true);
    document.addEventListener('keydown', key, true);
    return () => (
      document.removeEventListener('pointerdown', out, true),
      document.removeEventListener('keydown', key, true)
    );
  }, []);
  const arrows = (e: KeyboardEvent) => {
    const step = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0;
    if (!step) return;
    e.preventDefault();
    const all = [...box.current!.querySelectorAll<HTMLElement>('button')];
    all[(all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length]?.focus();
  };
  return createPortal(
    <div
      class={`td-pick ${at ? '' : 'off'}`}
      ref={box}
      role="dialog"
      aria-label={pick.title}
      style={at ?? {}}
      onKeyDown={arrows}
    >
      <header>
        <h3>{pick.title}</h3>
        <button type="button" class="td-x" aria-label={WORDS.close} onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      {pick.grid}
      <ul>
        {pick.moves.map((m) => (
          <li key={m.text}>
            <button type="button" onClick={() => (close(), p.play(m))}>
              <Icon name={moveIcon(m)} />
              <span>
                {m.label}
                {m.gain && <small>{m.gain}</small>}
              </span>
            </button>
          </li>
        ))}
        {pick.more?.map((m) => (
          <li key={m.label}>
            <button type="button" onClick={() => (close(), m.act())}>
              <Icon name={m.icon} />
              <span>
                {m.label}
                {m.small && <small>{m.small}</small>}
              </span>
            </button>
          </li>
        ))}
        {pick.about && (
          <li class="about">
            <button type="button" onClick={() => (close(), p.look(...pick.about!))}>
              <Icon name="rules" />
              <span>{fill(WORDS.about, pick.title)}</span>
            </button>
          </li>
        )}
      </ul>
    </div>,
    document.body,
  );
}

// Highlighted: its kind is chosen in the action list, or no kind is and it belongs to the current turn.
export const isLit = (p: Props, moves: Move[], test: (kind: string) => boolean = () => true): boolean =>
  p.kind ? moves.length > 0 : moves.some((m) => !ASIDE_KINDS.has(m.kind) && test(m.kind));

// New since the previous view, so that it is animated.
export const isNew = (p: Props, test: (before: View) => boolean): boolean =>
  p.previousView !== null && !p.reducedMotion && test(p.previousView as View);

export function CardPic({ id, class: name = 'td-cp' }: { id: string; class?: string }) {
  if (hasPicture(id)) return <ExplorePicture id={id} class={name} />;
  return (
    <svg class={name} viewBox="0 0 72 52" aria-hidden="true">
      <use href={`#${pictureId(id)}`} />
    </svg>
  );
}
// `labelled`: it has a label because there is no text beside it
export function MiniCard({
  p,
  id,
  class: name = '',
  only,
  labelled,
}: {
  p: Props;
  id: string;
  class?: string;
  only?: boolean;
  labelled?: boolean;
}) {
  return (
    <span
      class={`td-mc day ${pictureGround(cardOf(p, id))} ${only ? 'only' : ''} ${name}`}
      title={wordsFor(p, `card.${id}`)}
    >
      <CardPic id={id} />
      {labelled && <span class="vh">{wordsFor(p, `card.${id}`)}</span>}
    </span>
  );
}
export const Stars = ({ n }: { n: number }) =>
  n > 4 ? (
    <span class="td-stars">
      {n}
      <Icon name="star" />
    </span>
  ) : (
    <span class="td-stars">
      {Array.from({ length: n }, (_, i) => (
        <Icon key={i} name="star" />
      ))}
    </span>
  );

// The line below a card's name: its value.
export function CardValue({ p, card }: { p: Props; card: Card }) {
  const v = card.value ?? 0;
  if (card.kind === 'weapon') return <Stars n={v} />;
  if (card.kind === 'treasure') return <>{wordsFor(p, 'gain.points', v)}</>;
  if (card.kind === 'animal' || card.kind === 'cannibals') return <>{wordsFor(p, 'gain.strength', v)}</>;
  if (['item', 'tool', 'wood', 'event'].includes(card.kind)) return <>{wordsFor(p, `card-kind.${card.kind}`)}</>;
  if (card.kind === 'fruit' || card.kind === 'fresh-fish') return <>{fill(WORDS.maySicken, v)}</>;
  if (card.kind === 'plants') return <>{fill(WORDS.mayPoison, v)}</>;
  return <>{fill(isRaw(card.kind) ? WORDS.rawServings : WORDS.servings, v)}</>;
}
export const smallCard = (p: Props, id: string): string => {
  const v = cardOf(p, id).value ?? 0;
  const kind = cardOf(p, id).kind;
  return v > 1 && kind !== 'weapon' && kind !== 'treasure' ? `${cardLabel(p, id)} ${v}` : cardLabel(p, id);
};
// Counts equal cards, for texts such as "2 x spring water".
export function counted(ids: string[]): [string, number][] {
  const all = new Map<string, number>();
  for (const id of ids) all.set(id, (all.get(id) ?? 0) + 1);
  return [...all];
}
export function Chips({ p, ids, only }: { p: Props; ids: string[]; only?: boolean }) {
  return (
    <span class="td-chips">
      {counted(ids).map(([id, n]) => (
        <span class="td-chip" key={id}>
          <MiniCard p={p} id={id} only={only} />
          <span>
            {n > 1 && <b>{n} × </b>}
            {smallCard(p, id)}
          </span>
        </span>
      ))}
    </span>
  );
}

export const Medallion = ({ id, points, class: name = '' }: { id: string; points?: number; class?: string }) => (
  <span class={`td-pw day ${name}`}>
    <svg class="td-por" viewBox="0 0 64 72" aria-hidden="true">
      <use href={`#por-${id}`} />
    </svg>
    {points !== undefined && <em aria-hidden="true">{points}</em>}
  </span>
);
export const SeatName = ({ seat, name, size = 18 }: { seat: number; name: string; size?: number }) => (
  <span class="td-who">
    <PlayerToken seat={seat} size={size} />
    <span>{name}</span>
  </span>
);
export interface State {
  icon: string;
  word: string;
  tone: 'bad' | 'ok' | 'may' | 'dim';
}
function conditions(p: Props, c: string): State[] {
  const v = p.view as unknown as Record<string, string[]>;
  return (
    [
      ['injured', 'injury'],
      ['poisoned', 'poison'],
      ['sick', 'sick'],
    ] as const
  )
    .filter(([set]) => v[set].includes(c))
    .map(([set, icon]) => ({
      icon,
      word: wordsFor(p, `ill.${set === 'injured' ? 'injury' : set === 'poisoned' ? 'poison' : 'sickness'}.short`),
      tone: 'bad' as const,
    }));
}
export function states(p: Props, c: string): State[] {
  if (isDead(p, c)) return [{ icon: 'skull', word: WORDS.state.dead, tone: 'dim' }];
  if (!isOnIsland(p, c)) return [{ icon: 'ship', word: WORDS.state.rescued, tone: 'ok' }];
  return conditions(p, c);
}
export const StateLine = ({ all }: { all: State[] }) => (
  <>
    {all.map((s) => (
      <small key={s.word} class={`td-st ${s.tone}`}>
        <Icon name={s.icon} />
        {s.word}
      </small>
    ))}
  </>
);
// A character's abilities, in sentences from the catalogue.
export function abilities(p: Props, c: string): string[] {
  const it = characterOf(p, c);
  return Object.keys(it).flatMap((field) => {
    const key = `ability.${field.replace(/_/g, '-')}`;
    if (!(key in p.words)) return [];
    const value = it[field];
    if (value && typeof value === 'object') {
      const gift = value as { card: string; n: number };
      return [wordsFor(p, key, cardName(p, gift.card), gift.n)];
    }
    return value ? [wordsFor(p, key, Number(value))] : [];
  });
}
