import { signInOptionsSchema } from '@oniverse/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { typedQuery } from '../../api/query-client.js';

const signInOptionsQuery = queryOptions({
  queryKey: ['/api', 'auth', 'options'] as const,
  queryFn: typedQuery(signInOptionsSchema),
});

/** Returns whether this site can send mail; undefined until that is known. */
export const useCanMail = (): boolean | undefined => useQuery(signInOptionsQuery).data?.canMail;
