// Small parts that every page and board uses: icons, players' seamarks, panels.
import type { ComponentChildren, JSX } from 'preact';

export const LETTERS = 'ABCDEF';

// An icon of art/icons.svg. In a board it is placed by x, y and size; elsewhere by CSS. Words stand beside it, so it is
// hidden from screen readers.
export function Icon({ name, x, y, size, ...rest }: { name: string; x?: number; y?: number; size?: number } & Omit<JSX.SVGAttributes<SVGSVGElement>, 'name' | 'x' | 'y' | 'size'>) {
  const at = size === undefined ? {} : { x, y, width: size, height: size };
  return (
    <svg class="ic" viewBox="0 0 24 24" aria-hidden="true" {...at} {...rest}>
      <use href={`#${name}`} />
    </svg>
  );
}

// A player's seamark: letter, shape and colour together (shape-A .. shape-F of the icon sheet).
export function Token({ seat, size = 26, x, y, label }: { seat: number; size?: number; x?: number; y?: number; label?: string }) {
  const letter = LETTERS[seat - 1];
  return (
    <svg class={`token p${letter}`} x={x} y={y} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <use href={`#shape-${letter}`} fill={`var(--p${letter})`} stroke="var(--ink)" stroke-width="2" />
      <text x="16" y={letter === 'C' ? 23 : 21} text-anchor="middle" font-size="14" font-weight="700" fill={`var(--on-p${letter})`}>
        {label ?? letter}
      </text>
    </svg>
  );
}

export function Panel({ title, aside, children, class: name = '' }: { title?: ComponentChildren; aside?: ComponentChildren; children: ComponentChildren; class?: string }) {
  return (
    <section class={`panel ${name}`}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      <div class="in">{children}</div>
    </section>
  );
}
