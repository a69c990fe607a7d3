// The atoll as a map: sea, islets, pawn and water gauge. Phones get short names or none, and a horizontal gauge.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BoardProps } from '@/kit/board';
import type { Move } from '@/kit/protocol';
import { useSize } from '@/kit/size';
import { boxOf, popupPosition, spaceBelow } from './layout';
import { Danger } from './islet';
import { inDanger, isLitByDefault, digitKey, makeLayout, targetsOf } from './model';
import type { Props, Space, Target } from './model';
import { Flight, Pawn, Trail } from './pawn';
import { Pills, Tracks } from './phone';
import { Place } from './place';
import { Sea } from './sea';
import { KIND_ICON } from './shapes';
import { FlatWaterGauge, WaterGauge } from './water-gauge';
import { Dice, Menu, Roles, SettledDice, diceOf, settledDice } from './choices';
import type { Choice } from './choices';
import { WORDS, fill } from './words';

interface Selection {
  stamp: string; // moment and kind that the selection belongs to; it is dropped when either changes
  first: string | null;
  menu: string | null;
}

const NAME_PIXELS = 10.5; // smallest size of names on the board, in pixels
const SHORT_NAME_SCALE_MIN = 0.5; // smallest scale at which an islet has room for a short name

export function Board(given: BoardProps) {
  const props = given as Props;
  const { view, content, moment, size, kind } = props;
  const stamp = `${moment.seat}/${moment.version}/${kind}`;
  const [selection, setSelection] = useState<Selection>({ stamp, first: null, menu: null });
  const { first, menu } = selection.stamp === stamp ? selection : { first: null, menu: null };
  const select = (first: string | null, menu: string | null): void => setSelection({ stamp, first, menu });
  const root = useRef<HTMLDivElement>(null);
  const sea = useRef<HTMLDivElement>(null);
  // If the names would be too small to read, the board uses the phone's layout.
  const extent = useSize(root, [0, 0]);
  const phone = size === 'phone' || boxOf(extent, makeLayout(content, true, true)).scale < 0.72;
  const isLow = phone && extent[1] > 0 && extent[1] < 300; // a long list of actions takes up the space
  const fullLayout = makeLayout(content, !phone, !phone);
  const box = boxOf(useSize(sea, [0, 0]), fullLayout);
  const layout =
    phone && box.scale > SHORT_NAME_SCALE_MIN ? makeLayout(content, false, false, NAME_PIXELS / box.scale) : fullLayout;
  const targets = targetsOf(props, first);
  const keys = keysOf(props, targets);

  const act = (space: Space): void => {
    const target = targets.get(space.id);
    if (target?.chosen) return select(null, null);
    if (!target) return props.look('space', space.id);
    if (kind === 'shore-two' && first === null) return select(space.id, null);
    const plain = kind === null ? target.moves.filter((m) => isLitByDefault(m.kind)) : target.moves;
    if (plain.length === 1) return props.play(plain[0]);
    select(null, space.id);
  };
  useKeys(props, keys, act, first, menu, select);

  const choices = menu === null ? [] : choicesOf(props, targets.get(menu), menu);
  const tray =
    kind === 'school' && !phone ? (
      <Roles props={props} />
    ) : view.phase === 'keep' || view.phase === 'roll' ? (
      <Dice props={props} first={first} choose={(face) => select(face, null)} words={!phone && box.scale >= 0.93} />
    ) : settledDice(props).length && !phone ? (
      <SettledDice props={props} small={false} />
    ) : null;
  const corner = { right: box.width - box.x - (layout.map.x + layout.map.width + 34) * box.scale }; // left of the gauge

  return (
    <div class={`atoll ${phone ? 'phone' : 'wide'} ${props.reducedMotion ? 'still' : ''}`} ref={root}>
      {phone && !isLow && <FlatWaterGauge props={props} />}
      <div class="at-sea" ref={sea} hidden={isLow && tray !== null}>
        <svg
          class="board"
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          preserveAspectRatio="xMidYMid meet"
          role="group"
          aria-label={fill(WORDS.atoll, content.spaces.length)}
        >
          <Sea layout={layout} content={props.content} rose={!phone} bare={tray !== null || view.ending === 'won'} />
          {content.spaces.map((space) => (
            <Place
              key={space.id}
              props={props}
              space={space}
              layout={layout}
              target={targets.get(space.id)}
              tab={keys.get(space.id) ?? null}
              onAct={() => act(space)}
            />
          ))}
          {view.ending === 'won' ? (
            <Flight layout={layout} from={view.pawn} />
          ) : (
            <Trail props={props} layout={layout} />
          )}
          <Pawn props={props} layout={layout} />
          {content.spaces
            .filter((s) => inDanger(view, content, s.id))
            .map((s) => (
              <Danger
                key={s.id}
                x={layout.at(s.id).x + (layout.showNames ? 13 : layout.shortNameSize ? -31 : -30)}
                y={layout.at(s.id).y + (layout.showNames ? -33 : layout.shortNameSize ? 12 : 29)}
                scale={layout.showNames ? 1 : 1.25}
              />
            ))}
          {!phone && (
            <WaterGauge props={props} x={layout.map.x + layout.map.width + 66} top={30} height={layout.height - 60} />
          )}
        </svg>
        {phone && <Pills props={props} />}
        {phone && tray === null && settledDice(props).length > 0 && <SettledDice props={props} small />}
        {!phone && tray && (
          <div class={`at-corner ${spaceBelow(content, layout, box) < 126 ? 'slim' : ''}`} style={corner}>
            {tray}
          </div>
        )}
        {menu !== null && (
          <div class="at-pop" style={phone ? undefined : popupPosition(layout, box, menu)}>
            <Menu title={props.words[`space.${menu}`] ?? menu} choices={choices} onClose={() => select(null, null)} />
          </div>
        )}
      </div>
      {phone && (tray ?? (extent[1] >= 390 && <Tracks props={props} />))}
    </div>
  );
}

// Digit keys of the islets: the numbers in the list of choices while a kind is chosen; otherwise the highlighted
// islets are numbered, if there are at most nine.
function keysOf(props: Props, targets: Map<string, Target>): Map<string, string> {
  const keys = new Map<string, string>();
  if (props.size === 'phone') return keys;
  const lit = props.content.spaces.filter((s) => targets.get(s.id)?.lit);
  lit.forEach((s, i) => {
    const { moves, chosen } = targets.get(s.id) as Target;
    const key =
      props.kind === null
        ? digitKey(i, lit.length)
        : moves.length === 1 && !chosen
          ? digitKey(props.moves.indexOf(moves[0]), 0)
          : null;
    if (key) keys.set(s.id, key);
  });
  return keys;
}

function choicesOf(props: Props, target: Target | undefined, id: string): Choice[] {
  const price = (move: Move): string | undefined => props.moment.kinds.find((k) => k.kind === move.kind)?.price;
  const moves = (target?.moves ?? []).map((move) => ({
    label: move.label,
    icon: KIND_ICON[move.kind] ?? 'move',
    price: price(move),
    run: () => props.play(move),
  }));
  return [...moves, { label: WORDS.about, icon: 'rules', quiet: true, run: () => props.look('space', id) }];
}

function useKeys(
  props: Props,
  keys: Map<string, string>,
  act: (space: Space) => void,
  first: string | null,
  menu: string | null,
  set: (first: string | null, menu: string | null) => void,
): void {
  useLayoutEffect(() => {
    const onKey = (e: KeyboardEvent): void => {
      const target = e.target as HTMLElement | null;
      if (e.ctrlKey || e.altKey || e.metaKey || target?.closest?.('input,textarea,select,[contenteditable],dialog')) {
        return;
      }
      const take = (run: () => void): void => {
        e.preventDefault();
        e.stopPropagation();
        run();
      };
      if (e.key === 'Escape' && (first !== null || menu !== null)) return take(() => set(null, null));
      if (props.kind !== null) return; // the digits belong to the list of choices
      const space = props.content.spaces.find((s) => keys.get(s.id) === e.key);
      if (space) return take(() => act(space));
      const die = first === null ? diceOf(props).find((d) => d.key === e.key) : undefined;
      if (die?.move) return take(() => props.play(die.move as Move));
      if (die?.change) return take(() => set(die.face, null));
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  });
}
