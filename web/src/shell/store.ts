// A value that components can subscribe to.
import { useEffect, useReducer } from 'preact/hooks';

export class Store<Value> {
  private watchers = new Set<() => void>();
  constructor(public value: Value) {}

  set(value: Value): void {
    if (value === this.value) return;
    this.value = value;
    this.notify();
  }

  update(change: Partial<Value>): void {
    this.set({ ...this.value, ...change });
  }

  watch(listener: () => void): () => void {
    this.watchers.add(listener);
    return () => this.watchers.delete(listener);
  }

  private notify(): void {
    for (const listener of [...this.watchers]) listener();
  }
}

export function useStore<Value>(store: Store<Value>): Value {
  const [, rerender] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    rerender(0); // the value may have changed between rendering and subscribing
    return store.watch(() => rerender(0));
  }, [store]);
  return store.value;
}
