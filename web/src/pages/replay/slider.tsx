// The replay's slider, with a block per turn, buttons, speeds and keys.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../kit/ui';
import { catalogue, fill } from '../../kit/words';

export interface Turn {
  turn: number;
  from: number; // first version of the turn
}

const T = catalogue.pages.slider;
const STEP_DELAYS = [2000, 900, 300];

export function Slider({
  at,
  of,
  turns,
  turnWord,
  go,
  children,
}: {
  at: number;
  of: number;
  turns: Turn[];
  turnWord: string;
  go: (at: number) => void;
  children?: ComponentChildren;
}) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    if (!playing) return;
    if (at >= of) return setPlaying(false);
    const timer = setTimeout(() => go(at + 1), STEP_DELAYS[speed]);
    return () => clearTimeout(timer);
  }, [playing, at, of, speed]);
  const turnBefore = [...turns].reverse().find((x) => x.from < at)?.from ?? 1;
  const turnAfter = turns.find((x) => x.from > at)?.from ?? of;
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.type !== 'range') return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === 'ArrowLeft') go(Math.max(1, event.shiftKey ? turnBefore : at - 1));
      else if (event.key === 'ArrowRight') go(Math.min(of, event.shiftKey ? turnAfter : at + 1));
      else if (event.key === 'Home') go(1);
      else if (event.key === 'End') go(of);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  });
  const tool = (icon: string, label: string, to: number, off: boolean) => (
    <button type="button" class="tool" aria-label={label} title={label} disabled={off} onClick={() => go(to)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <section class="panel slider">
      <div class="scale">
        <div class="blocks" aria-hidden="true">
          {turns.map((x, i) => (
            <span key={x.turn} style={{ flexGrow: Math.max(1, (turns[i + 1]?.from ?? of + 1) - x.from) }}>
              <i>{turns.length < 30 || x.turn % 5 === 0 ? x.turn : ''}</i>
            </span>
          ))}
        </div>
        <input
          type="range"
          min={1}
          max={Math.max(1, of)}
          value={at}
          aria-label={T.moment}
          aria-valuetext={`${fill(T.of, at, of)}, ${turnWord}`}
          onInput={(e) => go(Number(e.currentTarget.value))}
        />
      </div>
      <div class="slider-row">
        {tool('first', T.first, 1, at <= 1)}
        {tool('prev', T.before, at - 1, at <= 1)}
        <button
          type="button"
          class="tool"
          aria-label={playing ? T.pause : T.play}
          title={playing ? T.pause : T.play}
          onClick={() => (at >= of ? (go(1), setPlaying(true)) : setPlaying(!playing))}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        {tool('next', T.after, at + 1, at >= of)}
        {tool('last', T.last, of, at >= of)}
        <span class="num slider-at">
          <b>{fill(T.atMoment, at)}</b> {fill(T.ofAll, of)}, {turnWord}
        </span>
        <span class="seg" role="group" aria-label={T.speed}>
          {T.speeds.map((word, i) => (
            <button key={word} type="button" aria-pressed={speed === i} onClick={() => setSpeed(i)}>
              {word}
            </button>
          ))}
        </span>
        <span class="sp" />
        {children}
      </div>
    </section>
  );
}
