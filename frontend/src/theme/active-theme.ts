import { type ProfileThemeId, USER_DEFAULTS } from '@oniverse/contracts';
import { createContext, use } from 'react';
import type { Mode } from './theme.js';
import { useTheme } from './theme.js';

export interface ActiveTheme {
  theme: ProfileThemeId;
  mode: Mode;
}

export const ActiveThemeContext = createContext<ActiveTheme | null>(null);
export const OverlayContext = createContext<HTMLElement | null>(null);

/** Inside a profile, returns the profile's theme, otherwise the site's. */
export function useActiveTheme(): ActiveTheme {
  const mode = useTheme((site) => site.mode);
  return use(ActiveThemeContext) ?? { theme: USER_DEFAULTS.profileTheme, mode };
}

/** `undefined` means the end of the page. */
export const useOverlayContainer = (): HTMLElement | undefined => use(OverlayContext) ?? undefined;
