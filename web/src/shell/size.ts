// Which layout the window has room for: the three sizes of boards, and for tablets which way up.
import { useEffect, useState } from 'preact/hooks';
import type { Size } from '../boards/board';

export type Layout = 'phone' | 'upright' | 'across' | 'desktop';

// The same limits as in styles/table.css.
const now = (): Layout =>
  innerWidth < 700 ? 'phone' : innerWidth >= 1280 ? 'desktop' : innerWidth >= 1000 && innerWidth > innerHeight ? 'across' : 'upright';

export function useLayout(): [Layout, Size] {
  const [layout, set] = useState(now);
  useEffect(() => {
    const turn = () => set(now());
    addEventListener('resize', turn);
    return () => removeEventListener('resize', turn);
  }, []);
  return [layout, layout === 'phone' || layout === 'desktop' ? layout : 'tablet'];
}
