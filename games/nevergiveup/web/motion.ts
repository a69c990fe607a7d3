// Animations. They run once and use only transform and opacity; a click anywhere finishes them.
import type { GameEvent } from '@/kit/protocol';

const running = new Set<Animation>();
let listening = false;

function finishAll(): void {
  for (const animation of [...running]) animation.finish();
}

const EASE = 'cubic-bezier(.2,.7,.2,1)';
const HOP = 260;
const OPEN = 480;
const TUMBLE = 480;

function run(
  element: Element,
  frames: Keyframe[],
  duration: number,
  delay: number,
  fill: FillMode = 'backwards',
  easing = EASE,
): void {
  if (!listening) addEventListener('pointerdown', finishAll, true);
  listening = true;
  const animation = element.animate(frames, { duration, delay, fill, easing });
  running.add(animation);
  const over = () => running.delete(animation);
  animation.addEventListener('finish', over);
  animation.addEventListener('cancel', over);
}

// A pet hops from dx, dy; one that only makes room on its chest slides.
export function hop(element: Element, dx: number, dy: number, slides: boolean): void {
  const height = slides ? 0 : Math.min(46, 16 + Math.hypot(dx, dy) / 7);
  run(
    element,
    [
      { transform: `translate(${dx}px, ${dy}px)` },
      { transform: `translate(${dx / 2}px, ${dy / 2 - height}px)` },
      { transform: 'translate(0, 0)' },
    ],
    HOP,
    0,
  );
}

export function openLid(element: Element, delay: number): void {
  run(
    element,
    [
      { transform: 'translate(0, 0) rotate(0)' },
      { transform: 'translate(0, -10px) rotate(-7deg)', offset: 0.3 },
      { transform: 'translate(0, -10px) rotate(-7deg)', offset: 0.7 },
      { transform: 'translate(0, 0) rotate(0)' },
    ],
    OPEN,
    delay,
  );
}

export function rise(element: Element, delay: number): void {
  run(
    element,
    [
      { transform: 'translate(0, 8px)', opacity: 0 },
      { transform: 'translate(0, -14px)', opacity: 1, offset: 0.4 },
      { transform: 'translate(0, -24px)', opacity: 1, offset: 0.8 },
      { transform: 'translate(0, -28px)', opacity: 0 },
    ],
    OPEN + 120,
    delay,
  );
}

export function tumble(element: Element, delay: number, way: number): void {
  run(
    element,
    [
      // still in the hand
      { transform: `translate(${-18 * way}px, -10px) rotate(${-270 * way}deg) scale(.82)`, opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: `translate(${-6 * way}px, -22px) rotate(${-90 * way}deg) scale(1.06)`, offset: 0.5 },
      { transform: 'translate(0, 0) rotate(0) scale(1)', opacity: 1 },
    ],
    TUMBLE,
    delay,
  );
}

export function drawMark(element: Element, delay: number): void {
  run(
    element,
    [
      { opacity: 0, transform: 'scale(1.5)' },
      { opacity: 1, transform: 'scale(1)' },
    ],
    HOP,
    delay,
  );
}

// Start times for a batch of events: pets hop, then chests open, then the dice of the next turn roll.
export function schedule(events: GameEvent[]): { dig: number; dice: number } {
  const moved = events.some((e) => e.event === 'moved');
  const dug = events.some((e) => e.event === 'dug' || e.event === 'letter');
  const dig = moved ? HOP + 60 : 0;
  return { dig, dice: dug ? dig + OPEN : dig };
}
