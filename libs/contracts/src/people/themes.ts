export const PROFILE_THEMES = [
  {
    id: 'main-cyberpunk',
    name: 'Main Theme (Cyberpunk)',
    description: 'A terminal among the stars; follows the light or dark mode of the site.',
  },
  {
    id: '90s-computer',
    name: '90s Computer',
    description: 'A desktop from the nineties, with its own light and dark mode.',
  },
] as const;
export type ProfileThemeId = (typeof PROFILE_THEMES)[number]['id'];

export const USER_DEFAULTS = {
  profileMarkdown: '# Welcome to your digital shrine\n\nEdit this markdown to customize your space.',
  profileTheme: 'main-cyberpunk',
  profileThemeMode: 'dark',
} as const;
