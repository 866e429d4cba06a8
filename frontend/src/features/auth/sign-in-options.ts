import { signInOptionsSchema } from '@oniverse/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { passkeyObstacle } from '../../api/passkey-support.js';
import { typedQuery } from '../../api/query-client.js';

export const signInOptionsQuery = queryOptions({
  queryKey: ['/api', 'auth', 'options'] as const,
  queryFn: typedQuery(signInOptionsSchema),
});

/** Returns what this site offers at the sign-in; undefined until that is known. */
export function useSignInOptions(): { canMail: boolean | undefined; canUsePasskeys: boolean | undefined } {
  const { data } = useQuery(signInOptionsQuery);
  return {
    canMail: data?.canMail,
    canUsePasskeys: data && passkeyObstacle(data.passkeyDomain) === undefined,
  };
}
