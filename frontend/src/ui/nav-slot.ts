import type { ComponentType } from 'react';
import { create } from 'zustand';

/** A part of the navigation that loads after sign-in: the ring of the night log. */
export const useNavSlot = create<{ Ring: ComponentType | null }>(() => ({ Ring: null }));
