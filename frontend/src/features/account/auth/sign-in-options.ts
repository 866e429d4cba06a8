import { getSignInOptions, type RegistrationMode } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/calls.js';
import { passkeyObstacle } from '../../../api/passkey-support.js';

export const signInOptionsQuery = queryOf(getSignInOptions);

/** Returns what this site offers at the sign-in; undefined until that is known. */
export function useSignInOptions(): {
  canMail: boolean | undefined;
  canUsePasskeys: boolean | undefined;
  registration: RegistrationMode | undefined;
} {
  const { data } = useQuery(signInOptionsQuery);
  return {
    canMail: data?.canMail,
    registration: data?.registration,
    canUsePasskeys: data && passkeyObstacle(data.passkeyDomain) === undefined,
  };
}
