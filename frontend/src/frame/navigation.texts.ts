import type { ThemeChoice } from '../theme/theme.js';
import { plural } from '../ui/plural.js';

const VISITOR_LINKS = [
  { to: '/instructions', title: 'Instructions' },
  { to: '/purpose', title: 'Our Purpose' },
  { to: '/constellation', title: 'Constellation' },
  { to: '/dimensions', title: 'Dimensions' },
  { to: '/fund', title: 'Star Fuel' },
] as const;

export const navLinks = (isMember: boolean) =>
  isMember ? ([{ to: '/homepage', title: 'Home' }, ...VISITOR_LINKS] as const) : VISITOR_LINKS;

const THEME_NAMES: Record<ThemeChoice, string> = { dark: 'dark', light: 'light', system: 'system' };

export const NAV_TEXTS = {
  home: 'Oniverse, home',
  main: 'Main',
  menu: 'Menu',
  openMenu: (mentions: number, isDirectUnread: boolean) =>
    `Open menu${mentions > 0 ? `, ${plural(mentions, 'mention')}` : ''}${isDirectUnread ? ', direct messages' : ''}`,
  closeMenu: 'Close menu',
  myOni: 'MY ONI',
  logout: 'Logout',
  profile: 'Profile',
  search: 'Search, Ctrl K',
  mentions: (amount: number) => plural(amount, 'mention'),
  skip: 'Skip to content',
  nameless: 'User',
  theme: (now: ThemeChoice, next: ThemeChoice) =>
    `Theme: ${THEME_NAMES[now]}. Switch to ${THEME_NAMES[next]}.`,
} as const;
