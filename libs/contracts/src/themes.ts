/** Whether a profile is shown on a light or on a dark ground. */
export const PROFILE_THEME_MODES = ['light', 'dark'] as const;
export type ProfileThemeMode = (typeof PROFILE_THEME_MODES)[number];

/** The themes that a profile may wear. */
export const PROFILE_THEMES = [
  {
    id: 'main-cyberpunk',
    name: 'Main Theme (Cyberpunk)',
    description: 'The terminal among the stars; light or dark as the site is.',
  },
  {
    id: '90s-computer',
    name: '90s Computer',
    description: 'A desktop of the nineties, with its own light and dark.',
  },
] as const;
export type ProfileThemeId = (typeof PROFILE_THEMES)[number]['id'];

/** What a new member starts with. */
export const USER_DEFAULTS = {
  profileMarkdown: '# Welcome to your digital shrine\n\nEdit this markdown to customize your space.',
  profileTheme: 'main-cyberpunk',
  profileThemeMode: 'dark',
} as const;
