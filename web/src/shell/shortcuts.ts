// The keyboard at a table: letters for kinds of moves, digits for choices, arrows to move over the board, Escape to
// go back.
import { useEffect, useRef } from 'preact/hooks';

export interface KeyHandlers {
  kind: (key: string) => boolean; // whether a kind has this key
  choice: (n: number) => boolean;
  back: () => void;
  undo: () => void;
  hint: () => void;
  help: () => void;
  any: () => void; // called for every key; finishes animations
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('input:not([type=range]), textarea, select') || target.isContentEditable);

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

// Moves the focus to the nearest element in a direction. Distance across that direction counts double.
export function focusNearest(area: Element, [dx, dy]: [number, number]): boolean {
  const all = [
    ...area.querySelectorAll<HTMLElement | SVGElement>('[role=button], button, [role=radio], a[href]'),
  ].filter((e) => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && e.getAttribute('tabindex') !== '-1';
  });
  if (!all.length) return false;
  const now = all.find((e) => e === document.activeElement);
  if (!now) {
    (all.find((e) => /you may/.test(e.getAttribute('aria-label') ?? '')) ?? all[0]).focus();
    return true;
  }
  const centre = (e: Element) => {
    const box = e.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(now);
  let best: HTMLElement | SVGElement | null = null;
  let bestDistance = Infinity;
  for (const e of all) {
    if (e === now) continue;
    const [ex, ey] = centre(e);
    const along = (ex - x) * dx + (ey - y) * dy;
    const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (along <= 1 || across > along * 2.5) continue;
    const distance = along + across * 2;
    if (distance < bestDistance) [best, bestDistance] = [e, distance];
  }
  best?.focus();
  return best !== null;
}

export function useKeys(keys: KeyHandlers, on: boolean): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const k = now.current;
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
      if (isTyping(event.target)) {
        if (event.key === 'Escape') (event.target as HTMLElement).blur();
        return;
      }
      k.any();
      if ((event.ctrlKey || event.metaKey) && event.key === 'z') k.undo();
      else if (event.ctrlKey || event.metaKey) return;
      else if (event.key === 'Escape') k.back();
      else if (event.key in arrows) {
        if (event.target instanceof HTMLElement && event.target.matches('input, [role=radio], [role=tab]')) return;
        const target = event.target as Element | null;
        const area = target?.closest?.('.acts, .hand, .choices') ?? document.querySelector('.chart');
        if (!area || !focusNearest(area, arrows[event.key])) return;
      } else if (/^[1-9]$/.test(event.key)) {
        if (!k.choice(Number(event.key))) return;
      } else if (event.key.length === 1 && event.key !== ' ') {
        if (k.kind(event.key)) void 0;
        else if (event.key === '?') k.help();
        else if (event.key === 'u' || event.key === 'U') k.undo();
        else if (event.key === 'h' || event.key === 'H') k.hint();
        else return;
      } else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [on]);
}
