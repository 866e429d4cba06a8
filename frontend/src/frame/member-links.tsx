import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icons.js';
import { KindIcon } from '../ui/kind-icon.js';
import { MEMBER_LINKS } from './member-links.texts.js';

const ICONS: Record<(typeof MEMBER_LINKS)[number]['to'], ReactNode> = {
  '/profile': <Icon name="user" />,
  '/album': <KindIcon kind="picture" small={false} />,
  '/archive': <Icon name="archive" />,
  '/t/{-$tag}': <KindIcon kind="tag" small={false} />,
  '/kept': <Icon name="keep" />,
  '/settings': <Icon name="settings" />,
};

/** The links to the member's own pages, for the menu of wide screens and for that of narrow ones. */
export const memberLinks = (props: { className?: string; onClick?: () => void } = {}) =>
  MEMBER_LINKS.map(({ to, title }) => (
    <Link key={to} to={to} {...props}>
      {ICONS[to]}
      {title}
    </Link>
  ));
