// Settings of this device: theme, sound, second tap. They are stored only in the browser.
import { Store } from './store';

interface Prefs {
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  tap: boolean; // on touch screens, moves that cannot be undone need a second tap
  notify: boolean;
  last: string; // id of the game played last
}

const KEY = 'skerry.prefs';
const defaults: Prefs = { theme: 'system', sound: true, tap: true, notify: false, last: '' };

export function readStored<Value>(key: string, otherwise: Value): Value {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise; // storage is blocked or unreadable
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is blocked: the value lasts until the page is closed
  }
}

export const prefs = new Store<Prefs>({ ...defaults, ...readStored<Partial<Prefs>>(KEY, {}) });

prefs.watch(() => {
  writeStored(KEY, prefs.value);
  applyTheme();
});

addEventListener('storage', (event) => {
  if (event.key === KEY) prefs.set({ ...defaults, ...readStored<Partial<Prefs>>(KEY, {}) });
});

function applyTheme(): void {
  const { theme } = prefs.value;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export const isDark = (): boolean =>
  prefs.value.theme === 'dark' ||
  (prefs.value.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);

export const toggleTheme = (): void => prefs.update({ theme: isDark() ? 'light' : 'dark' });

// Whether the last pointer was a finger.
let touch = matchMedia('(pointer: coarse)').matches;
addEventListener('pointerdown', (event) => (touch = event.pointerType === 'touch'), { capture: true, passive: true });
export const isTouch = (): boolean => touch;

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
