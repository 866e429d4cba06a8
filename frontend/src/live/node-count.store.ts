import { create } from 'zustand';

/** How many nodes have formed, as the server last said; null until it did. */
export const useCount = create<{ count: number | null }>(() => ({ count: null }));
