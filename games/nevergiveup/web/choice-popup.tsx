// A popup with the choices at one chest, die or box, and what each would bring.
import { useEffect, useRef } from 'preact/hooks';
import type { Ref } from 'preact';
import type { Move } from '@/kit/protocol';
import { Icon } from '@/kit/ui';
import { letterOf, type Pet, type Props, type Sheet } from './model';
import { PetPiece } from './pieces';
import { WORDS } from './words';

function ChoiceSign({ move, props, sheet }: { move: Move; props: Props; sheet: Sheet }) {
  const letter = letterOf(move, sheet);
  const pet = move.args.pet as Pet | undefined;
  return (
    <span class="ngu-what" aria-hidden="true">
      {pet && (
        <svg viewBox="-19 -19 38 38" width="30" height="30">
          <PetPiece seat={props.seat ?? 1} pet={pet} />
        </svg>
      )}
      {letter && <span class="ngu-tile">{letter}</span>}
      {!pet && !letter && <Icon name={move.kind === 'plus' ? 'plus' : 'dice'} />}
    </span>
  );
}

// The thing ("E of WET"), then what it brings.
function choiceText(move: Move, words: Props['words']): [string, string] {
  const gain = move.gain ?? '';
  if (move.kind === 'dig' || move.kind === 'free-dig') {
    const [what, ...rest] = gain.split(', ');
    return [what, rest.join(', ')];
  }
  if (move.kind === 'letter') return [words[`motto.${move.args.letter}`] ?? move.label, gain];
  return [move.label, gain];
}

export function Choices({
  props,
  sheet,
  title,
  aside,
  moves,
  close,
  class: name = '',
  tip,
  box,
}: {
  props: Props;
  sheet: Sheet;
  title: string;
  aside?: string;
  moves: Move[];
  close: () => void;
  class?: string;
  tip?: boolean;
  box?: Ref<HTMLDivElement>;
}) {
  const list = useRef<HTMLUListElement>(null);
  // Keyboard users continue at the first line; pointer users need no focus ring.
  useEffect(() => {
    if (tip || !document.activeElement?.matches(':focus-visible')) return;
    list.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div
      ref={box}
      class={`ngu-plate ${tip ? 'tip' : ''} ${name}`}
      role={tip ? 'presentation' : 'dialog'}
      aria-label={title}
      aria-hidden={tip}
      onKeyDown={(e) => {
        if (e.key === 'Escape') {
          e.stopPropagation();
          close();
        }
      }}
    >
      <header>
        <b>{title}</b>
        {aside && <span class="sm dim">{aside}</span>}
        {!tip && (
          <button type="button" class="tool" aria-label={WORDS.close} onClick={close}>
            <Icon name="x" />
          </button>
        )}
      </header>
      <ul ref={list}>
        {moves.map((move) => {
          const [what, brings] = choiceText(move, props.words);
          return (
            <li key={move.text}>
              <button
                type="button"
                tabIndex={tip ? -1 : 0}
                onClick={() => {
                  close();
                  props.play(move);
                }}
              >
                <ChoiceSign move={move} props={props} sheet={sheet} />
                <span>
                  <b>{what}</b> {brings && <small>{brings}</small>}
                  <span class="vh">, {move.label}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
