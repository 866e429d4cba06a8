import { create as createStore, type UseBoundStore } from 'zustand/react';
import type { StateCreator, StoreApi } from 'zustand/vanilla';

const resets: (() => void)[] = [];

/**
 * Stands for that of `zustand` in tests, so that each store can be reset.
 * @see https://zustand.docs.pmnd.rs/guides/testing
 */
export function create<T>(initializer: StateCreator<T>): UseBoundStore<StoreApi<T>> {
  const store = createStore<T>(initializer);
  resets.push(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Gives all stores their first state. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
