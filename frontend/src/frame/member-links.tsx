import type { CurrentUser } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icons.js';
import { KindIcon } from '../ui/kind-icon.js';
import { MENU_ICONS } from '../ui/menu-icons.js';
import { useMentionCount } from '../ui/page-title.js';
import { DIRECT_UNREAD, MEMBER_LINKS, STAFF_LINK } from './member-links.texts.js';

const ICONS: Record<(typeof MEMBER_LINKS)[number]['to'] | typeof STAFF_LINK.to, ReactNode> = {
  '/profile': <Icon name="user" />,
  '/direct/{-$conversationId}': MENU_ICONS.thread,
  '/album': <KindIcon kind="picture" small={false} />,
  '/archive': <Icon name="archive" />,
  '/t/{-$tag}': <KindIcon kind="tag" small={false} />,
  '/kept': <Icon name="keep" />,
  '/scheduled': MENU_ICONS.clock,
  '/settings': <Icon name="settings" />,
  [STAFF_LINK.to]: <Icon name="laptop" />,
};

/** A dot while a conversation waits to be read. */
export function DirectDot() {
  const isUnread = useMentionCount((state) => state.isDirectUnread);
  if (!isUnread) return null;
  return (
    <span className="nav__dot">
      <span className="vh">{DIRECT_UNREAD}</span>
    </span>
  );
}

/** The page that is open may have parameters of its own. */
const NO_PARAMS = { tag: undefined, conversationId: undefined, section: undefined };

/** The links to the member's own pages, for the menu of wide screens and for that of narrow ones. */
export const memberLinks = (
  { staffRole }: Pick<CurrentUser, 'staffRole'>,
  props: { className?: string; onClick?: () => void } = {},
) =>
  [...MEMBER_LINKS, ...(staffRole === null ? [] : [STAFF_LINK])].map(({ to, title }) => (
    <Link key={to} to={to} params={NO_PARAMS} {...props}>
      {ICONS[to]}
      {title}
      {to === '/direct/{-$conversationId}' && <DirectDot />}
    </Link>
  ));
