// Which of the three layouts the window has room for.
import { useEffect, useState } from 'preact/hooks';
import type { Size } from '../boards/board';

const sizeNow = (): Size => (innerWidth < 700 ? 'phone' : innerWidth < 1280 ? 'tablet' : 'desktop');

export function useSize(): Size {
  const [size, set] = useState(sizeNow);
  useEffect(() => {
    const turn = () => set(sizeNow());
    addEventListener('resize', turn);
    return () => removeEventListener('resize', turn);
  }, []);
  return size;
}
