import type { ComponentType } from 'react';
import { create } from 'zustand';

/** Parts of the navigation that load later: the ring of the night log after sign-in, and what is announced to everyone. */
export const useNavSlot = create<{ Ring?: ComponentType | null; Banner?: ComponentType }>(() => ({}));
