import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../session/session.js';

/** Sends a member on to the homepage, as soon as the visitor is known to be one. */
export function useMembersGoHome(): void {
  const navigate = useNavigate();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'member') void navigate({ to: '/homepage', replace: true });
  }, [navigate, status]);
}
