// What lies about the board and may have to scroll: the column beside it, and what a seat holds.
import type { ComponentChildren } from 'preact';
import { useReach } from '../kit/ui';
import { t } from '../kit/words';

export function Aside({ children }: { children: ComponentChildren }) {
  const ref = useReach<HTMLElement>();
  return (
    <aside class="left" aria-label={t('players')} ref={ref}>
      {children}
    </aside>
  );
}

export function Held({
  title,
  class: name = '',
  children,
}: {
  title: string;
  class?: string;
  children: ComponentChildren;
}) {
  const ref = useReach<HTMLElement>();
  return (
    <section class={`hand p-hand ${name}`} aria-label={title} ref={ref}>
      {children}
    </section>
  );
}
