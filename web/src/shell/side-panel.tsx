// Containers that may scroll: the column beside the board, and the player's hand.
import type { ComponentChildren } from 'preact';
import { useScrollFocus } from '../kit/ui';
import { t } from '../kit/words';

export function SideColumn({ children }: { children: ComponentChildren }) {
  const ref = useScrollFocus<HTMLElement>();
  return (
    <aside class="left" aria-label={t('players')} ref={ref}>
      {children}
    </aside>
  );
}

export function HandPanel({
  title,
  class: name = '',
  children,
}: {
  title: string;
  class?: string;
  children: ComponentChildren;
}) {
  const ref = useScrollFocus<HTMLElement>();
  return (
    <section class={`hand p-hand ${name}`} aria-label={title} ref={ref}>
      {children}
    </section>
  );
}
