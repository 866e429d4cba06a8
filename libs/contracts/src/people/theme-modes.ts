/** Apart from the themes, which few pages need. */
export const PROFILE_THEME_MODES = ['light', 'dark'] as const;
export type ProfileThemeMode = (typeof PROFILE_THEME_MODES)[number];
