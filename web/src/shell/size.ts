// The layout for the window's size: phone, tablet (portrait or landscape) or desktop.
import { useEffect, useState } from 'preact/hooks';
import type { Size } from '../kit/board';

export type Layout = 'phone' | 'tablet-portrait' | 'tablet-landscape' | 'desktop';

// The same limits as in styles/table.css: 700, 1000 and 1280 px. They are in em, so that they follow the browser's
// font size. A wide, low window (a phone on its side) has room beside the board but none below it.
const PHONE = '(max-width: 43.6875em)';
const LANDSCAPE = '(min-width: 62.5em) and (orientation: landscape), (min-width: 43.75em) and (max-height: 36.1875em)';
const DESKTOP = '(min-width: 80em)';

export function useMedia(query: string): boolean {
  const [fits, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => set(list.matches);
    update();
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return fits;
}

export function useLayout(): [Layout, Size] {
  const [phone, landscape, desktop] = [useMedia(PHONE), useMedia(LANDSCAPE), useMedia(DESKTOP)];
  const layout = phone ? 'phone' : desktop ? 'desktop' : landscape ? 'tablet-landscape' : 'tablet-portrait';
  return [layout, layout === 'phone' || layout === 'desktop' ? layout : 'tablet'];
}
