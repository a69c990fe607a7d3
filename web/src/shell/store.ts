// A value that components can watch. Nothing more is needed to keep pages and the line apart.
import { useEffect, useReducer } from 'preact/hooks';

export class Store<Value> {
  private watchers = new Set<() => void>();
  constructor(public value: Value) {}

  set(value: Value): void {
    if (value === this.value) return;
    this.value = value;
    this.changed();
  }

  update(change: Partial<Value>): void {
    this.set({ ...this.value, ...change });
  }

  watch(told: () => void): () => void {
    this.watchers.add(told);
    return () => this.watchers.delete(told);
  }

  private changed(): void {
    for (const told of [...this.watchers]) told();
  }
}

export function useStore<Value>(store: Store<Value>): Value {
  const [, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    again(0); // what changed between drawing and watching
    return store.watch(() => again(0));
  }, [store]);
  return store.value;
}
