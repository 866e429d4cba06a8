import { useIsMutating } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../../session/session.js';
import { SIGN_IN_KEY } from './sign-in-key.js';

/** Does not redirect a visitor who is signing in here: `useSignIn` loads their destination. */
export function useRedirectMembers(): void {
  const navigate = useNavigate();
  const { status } = useSession();
  const isSigningIn = useIsMutating({ mutationKey: SIGN_IN_KEY }) > 0;
  useEffect(() => {
    if (status === 'member' && !isSigningIn) void navigate({ to: '/homepage', replace: true });
  }, [navigate, status, isSigningIn]);
}
