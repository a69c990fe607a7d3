// What is set on this device: theme, sound, second tap. Kept in the browser, nowhere else.
import { Store } from './store';

interface Prefs {
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  tap: boolean; // on touch, a move that cannot be undone asks for a second tap
  notify: boolean;
  last: string; // the game played last
}

const KEY = 'skerry.prefs';
const standard: Prefs = { theme: 'system', sound: true, tap: true, notify: false, last: '' };

export function kept<Value>(key: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise; // nothing kept, or not readable
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it holds until the page is left
  }
}

export const prefs = new Store<Prefs>({ ...standard, ...kept<Partial<Prefs>>(KEY, {}) });

prefs.watch(() => {
  keep(KEY, prefs.value);
  dress();
});

addEventListener('storage', (event) => {
  if (event.key === KEY) prefs.set({ ...standard, ...kept<Partial<Prefs>>(KEY, {}) });
});

function dress(): void {
  const { theme } = prefs.value;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export const isDark = (): boolean =>
  prefs.value.theme === 'dark' ||
  (prefs.value.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);

export const turnTheme = (): void => prefs.update({ theme: isDark() ? 'light' : 'dark' });

// What pointed last: a finger or something finer.
let finger = matchMedia('(pointer: coarse)').matches;
addEventListener('pointerdown', (event) => (finger = event.pointerType === 'touch'), { capture: true, passive: true });
export const isFinger = (): boolean => finger;

export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
