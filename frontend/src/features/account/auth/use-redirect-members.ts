import { useIsMutating } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../../session/session.js';

/** The mutation key of logins and registrations, pending from submission until the destination page loads. */
export const SIGN_IN_KEY = ['entrance'] as const;

/** Does not redirect a visitor who is signing in here: `useSignIn` loads their destination. */
export function useRedirectMembers(): void {
  const navigate = useNavigate();
  const { status } = useSession();
  const isSigningIn = useIsMutating({ mutationKey: SIGN_IN_KEY }) > 0;
  useEffect(() => {
    if (status === 'member' && !isSigningIn) void navigate({ to: '/homepage', replace: true });
  }, [navigate, status, isSigningIn]);
}
