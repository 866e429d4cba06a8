import type { ThemeChoice } from '../../theme/theme.js';

/** The links of the top navigation, in their order. */
export const NAV_LINKS = [
  { to: '/instructions', title: 'Instructions' },
  { to: '/purpose', title: 'Our Purpose' },
  { to: '/constellation', title: 'Constellation' },
  { to: '/dimensions', title: 'Dimensions' },
  { to: '/fund', title: 'Star Fuel' },
] as const;

/** What a member finds in the menu under the own name. */
export const MEMBER_LINKS = [
  { to: '/profile', title: 'Profile', icon: 'user' },
  { to: '/settings', title: 'Settings', icon: 'settings' },
] as const;

const THEME_NAMES: Record<ThemeChoice, string> = { dark: 'dark', light: 'light', system: 'as your system' };

export const NAV_TEXTS = {
  home: 'Oniverse, home',
  main: 'Main',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  myOni: 'MY ONI',
  logout: 'Logout',
  skip: 'Skip to the content',
  nameless: 'User',
  theme: (now: ThemeChoice, next: ThemeChoice) =>
    `Theme: ${THEME_NAMES[now]}. Switch to ${THEME_NAMES[next]}.`,
} as const;
