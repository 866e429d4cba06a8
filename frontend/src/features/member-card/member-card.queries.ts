import { memberCardSchema } from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { typedQuery } from '../../api/query-client.js';

/** No live events announce changes of other members' profiles. */
const FRESH_MS = 15_000;

/** Fails with 404 if the member is private or gone. */
export const memberCardQuery = (username: string) =>
  queryOptions({
    queryKey: ['/api', 'users', encodeURIComponent(username), 'card'] as const,
    queryFn: typedQuery(memberCardSchema),
    staleTime: FRESH_MS,
  });
