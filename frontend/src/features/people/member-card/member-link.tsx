import { memberPath } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/session.js';
import { useMemberCard } from './use-member-card.js';

interface MemberLinkProps {
  username: string;
  className?: string;
  /** A name or an avatar. */
  children: ReactNode;
}

/** Another member's name or avatar: leads to the profile, and opens the card. */
export function MemberLink({ username, className, children }: MemberLinkProps) {
  const { user } = useSession();
  const { events, card } = useMemberCard(user === null || user.username === username ? null : username);
  return (
    <>
      <Link to={memberPath(username)} dir="auto" {...(className && { className })} {...events}>
        {children}
      </Link>
      {card}
    </>
  );
}
