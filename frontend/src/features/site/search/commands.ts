import { MEMBER_LINKS } from '../../../frame/member-links.texts.js';
import { navLinks } from '../../../frame/navigation.texts.js';
import { signOut } from '../../../frame/sign-out.js';
import { chooseTheme, THEME_CHOICES } from '../../../theme/theme.js';
import type { Result } from './results.js';
import { SEARCH_TEXTS as TEXTS } from './search.texts.js';

const PLACES = [...navLinks(true), { to: '/notifications', title: TEXTS.nightLog }, ...MEMBER_LINKS] as const;

/** Returns the address of a route without its optional parameter. */
const addressOf = (route: string): string => route.replace(/\/\{-\$\w+\}$/u, '');

const COMMANDS: readonly Result[] = [
  { key: 'new-post', icon: 'write', title: TEXTS.newPost, href: '/homepage#write' },
  ...PLACES.map(({ to, title }): Result => ({
    key: to,
    icon: 'command',
    title: TEXTS.goTo(title),
    href: addressOf(to),
  })),
  ...THEME_CHOICES.map((choice): Result => ({
    key: choice,
    icon: 'command',
    title: TEXTS.theme[choice],
    run: () => chooseTheme(choice),
  })),
  { key: 'logout', icon: 'command', title: TEXTS.logout, run: signOut },
];

/** Returns the commands whose title contains every word of a text. */
export function commandsFor(text: string): Result[] {
  const words = text.toLowerCase().split(/\s+/u);
  return COMMANDS.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}
