// The column beside the board. Where it must scroll and nothing in it takes the focus, it does so itself: otherwise the
// keyboard could not reach its end.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../words';

export function Aside({ children }: { children: ComponentChildren }) {
  const ref = useRef<HTMLElement>(null);
  const fit = () => {
    const aside = ref.current;
    if (!aside) return;
    const scrolls = aside.scrollHeight > aside.clientHeight + 1 && getComputedStyle(aside).overflowY !== 'visible';
    if (scrolls && !aside.querySelector('a[href], button:not([disabled]), [tabindex="0"]')) aside.tabIndex = 0;
    else aside.removeAttribute('tabindex');
  };
  useEffect(fit);
  useEffect(() => {
    addEventListener('resize', fit);
    return () => removeEventListener('resize', fit);
  }, []);
  return <aside class="left" aria-label={t('players')} ref={ref}>{children}</aside>;
}
