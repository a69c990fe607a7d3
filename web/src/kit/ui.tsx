// Components shared by pages and boards: icons, player tokens, panels, choices, dialogs.
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import './attributes';
import { t } from './words';

export const SEAT_LETTERS = 'ABCDEF';

// An icon from art/icons.svg, positioned by x, y and size on a board and by CSS elsewhere. It is hidden from screen
// readers because there is always text beside it.
export function Icon({
  name,
  x,
  y,
  size,
  ...rest
}: { name: string; x?: number; y?: number; size?: number } & Omit<
  JSX.SVGAttributes<SVGSVGElement>,
  'name' | 'x' | 'y' | 'size'
>) {
  const at = size === undefined ? {} : { x, y, width: size, height: size };
  return (
    <svg class="ic" viewBox="0 0 24 24" aria-hidden="true" {...at} {...rest}>
      <use href={`#${name}`} />
    </svg>
  );
}

// A player's token: letter, shape and colour together (shape-A to shape-F in the icon sheet).
export function PlayerToken({
  seat,
  size = 26,
  x,
  y,
  label,
}: {
  seat: number;
  size?: number;
  x?: number;
  y?: number;
  label?: string;
}) {
  const letter = SEAT_LETTERS[seat - 1];
  return (
    <svg class={`token tok p${letter}`} x={x} y={y} width={size} height={size} viewBox="-1 -1 34 34" aria-hidden="true">
      <use
        href={`#shape-${letter}`}
        fill={`var(--p${letter})`}
        stroke="var(--ink)"
        stroke-width="1.8"
        stroke-linejoin="round"
      />
      <text
        x="16"
        y={letter === 'C' ? 24 : 21}
        text-anchor="middle"
        font-size={letter === 'C' ? 13 : 15}
        font-weight="750"
        fill={`var(--on-p${letter})`}
      >
        {label ?? letter}
      </text>
    </svg>
  );
}

// Makes a scrolling box focusable while it overflows and contains nothing focusable. Otherwise keyboard users could
// not reach its end.
export function useScrollFocus<Box extends HTMLElement>(): RefObject<Box> {
  const ref = useRef<Box>(null);
  const update = () => {
    const box = ref.current;
    if (!box) return;
    const scrolls = box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible';
    if (scrolls && !box.querySelector('a[href], button:not([disabled]), [tabindex="0"]')) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  // Measured in the next frame, when the layout is up to date anyway.
  useEffect(() => {
    const frame = requestAnimationFrame(update);
    return () => cancelAnimationFrame(frame);
  });
  useEffect(() => {
    addEventListener('resize', update);
    return () => removeEventListener('resize', update);
  }, []);
  return ref;
}

export function Panel({
  title,
  headerExtra,
  children,
  class: name = '',
}: {
  title?: ComponentChildren;
  headerExtra?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
}) {
  return (
    <section class={`panel ${name}`}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {headerExtra}
        </header>
      )}
      <div class="in">{children}</div>
    </section>
  );
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <circle
        cx="16"
        cy="16"
        r="13.6"
        fill="var(--sea-1)"
        stroke="var(--ink)"
        stroke-width="1.9"
        stroke-linecap="round"
        stroke-dasharray=".1 4.17"
      />
      <path
        d="M6.500 19.500
           c2-1 2.700-4.600 4.600-5.200 1.700-.5 2.200 1 3.500-.6
           1.200-1.600 1.500-4.700 3.800-4.800 2.600 0 2.500 3.700 4.100 5.300 1.300 1.300 2.200 3.700 3.300 5.300
           Z"
        fill="var(--land)"
        stroke="var(--ink)"
        stroke-width="1.6"
        stroke-linejoin="round"
      />
      <path
        d="M5.500 22.500c1.800-1.300 3.600-1.300 5.300 0s3.500 1.300 5.200 0 3.500-1.300 5.200 0 3.500 1.300 5.300 0"
        fill="none"
        stroke="var(--may)"
        stroke-width="1.8"
        stroke-linecap="round"
      />
    </svg>
  );
}

export interface Choice<Value> {
  value: Value;
  text: string;
  icon?: string;
  off?: boolean;
}

// One of a few choices, as a radio group: the arrow keys move between them.
export function SegmentedControl<Value extends string | number>({
  label,
  value,
  choices,
  choose,
}: {
  label: string;
  value: Value;
  choices: Choice<Value>[];
  choose: (value: Value) => void;
}) {
  const group = useRef<HTMLSpanElement>(null);
  const step = (by: number) => {
    const open = choices.filter((c) => !c.off);
    const now = open.findIndex((c) => c.value === value);
    const to = open[(now + by + open.length) % open.length];
    choose(to.value);
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus());
  };
  return (
    <span
      class="seg"
      role="radiogroup"
      aria-label={label}
      ref={group}
      onKeyDown={(e) => {
        const by =
          e.key === 'ArrowRight' || e.key === 'ArrowDown' ? 1 : e.key === 'ArrowLeft' || e.key === 'ArrowUp' ? -1 : 0;
        if (!by) return;
        e.preventDefault();
        step(by);
      }}
    >
      {choices.map((c) => (
        <button
          key={c.value}
          type="button"
          role="radio"
          aria-checked={c.value === value}
          disabled={c.off}
          tabIndex={c.value === value ? 0 : -1}
          onClick={() => choose(c.value)}
        >
          {c.icon && <Icon name={c.icon} />}
          <span>{c.text}</span>
        </button>
      ))}
    </span>
  );
}

// A modal dialog. Escape and a click outside close it.
export function Dialog({
  title,
  close,
  children,
  class: name = '',
}: {
  title: string;
  close: () => void;
  children: ComponentChildren;
  class?: string;
}) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={box}
      class={`dialog ${name}`}
      aria-label={title}
      onCancel={(e) => {
        e.preventDefault();
        close();
      }}
      onClick={(e) => e.target === box.current && close()}
    >
      <div class="dialog-in">
        <header>
          <h2>{title}</h2>
          <button type="button" class="tool" aria-label={t('close')} onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

// The text appears after a short delay (CSS), so that quick answers do not flicker.
export function Loading({ text }: { text?: string }) {
  return (
    <p class="wait" role="status">
      {text ?? t('loading')}
    </p>
  );
}

// An error message, with a button to retry if that can help.
export function ErrorBox({ title, text, retry }: { title?: string; text: string; retry?: () => void }) {
  return (
    <div class="trouble" role="alert">
      <Icon name="link" />
      <div>
        {title && <h2>{title}</h2>}
        <p>{text}</p>
      </div>
      {retry && (
        <button type="button" class="btn small" onClick={retry}>
          {t('try-again')}
        </button>
      )}
    </div>
  );
}
