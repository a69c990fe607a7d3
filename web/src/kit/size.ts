// The size of an element in pixels, kept up to date. It is `first` until the element is laid out, and keeps its last
// value while the element is hidden.
import { useLayoutEffect, useState } from 'preact/hooks';

export function useSize(ref: { current: Element | null }, first: [number, number]): [number, number] {
  const [size, set] = useState(first);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) set((old) => (old[0] === width && old[1] === height ? old : [width, height]));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}
