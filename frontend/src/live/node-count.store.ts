import { create } from 'zustand';

export const useNodeCount = create<{ count: number | null }>(() => ({ count: null }));
