import { type ProfileThemeId, USER_DEFAULTS } from '@oniverse/contracts';
import { createContext, use } from 'react';
import type { Mode } from './theme.js';
import { useTheme } from './theme.js';

/** A theme, and whether it is light or dark just now. */
export interface Worn {
  theme: ProfileThemeId;
  mode: Mode;
}

export const WornContext = createContext<Worn | null>(null);
export const LayerContext = createContext<HTMLElement | null>(null);

/** What this part of the page wears: the profile's theme inside a profile, the site's elsewhere. */
export function useWorn(): Worn {
  const mode = useTheme((site) => site.mode);
  return use(WornContext) ?? { theme: USER_DEFAULTS.profileTheme, mode };
}

/** Where what opens over the page is drawn: beside the profile that it opened from, else at the end of the page. */
export const useLayer = (): HTMLElement | undefined => use(LayerContext) ?? undefined;
