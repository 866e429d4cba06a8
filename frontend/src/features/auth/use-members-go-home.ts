import { useIsMutating } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../session/session.js';
import { ENTRANCE_KEY } from './entrance.js';

/**
 * Sends a member on to the homepage, as soon as the visitor is known to be one. Who is just signing in here is
 * taken to their destination by a load of the page instead.
 */
export function useMembersGoHome(): void {
  const navigate = useNavigate();
  const { status } = useSession();
  const isEntering = useIsMutating({ mutationKey: ENTRANCE_KEY }) > 0;
  useEffect(() => {
    if (status === 'member' && !isEntering) void navigate({ to: '/homepage', replace: true });
  }, [navigate, status, isEntering]);
}
