import { type ProfileThemeId, USER_DEFAULTS } from '@oniverse/contracts';
import { createContext, use } from 'react';
import { create } from 'zustand';
import type { Mode } from './theme.js';
import { useTheme } from './theme.js';

export interface ActiveTheme {
  theme: ProfileThemeId;
  mode: Mode;
}

export const ActiveThemeContext = createContext<ActiveTheme | null>(null);
export const OverlayContext = createContext<HTMLElement | null>(null);
/** The container for overlays of the page's theme, for what is outside of the page: the finder, and dialogs of any page. */
export const usePageLayer = create<{ layer: HTMLElement | null }>(() => ({ layer: null }));

/** Inside a profile, returns the profile's theme, otherwise the site's. */
export function useActiveTheme(): ActiveTheme {
  const mode = useTheme((site) => site.mode);
  return use(ActiveThemeContext) ?? { theme: USER_DEFAULTS.profileTheme, mode };
}

/** `undefined` means the end of the page. */
export function useOverlayContainer(): HTMLElement | undefined {
  const pageLayer = usePageLayer(({ layer }) => layer);
  return use(OverlayContext) ?? pageLayer ?? undefined;
}
