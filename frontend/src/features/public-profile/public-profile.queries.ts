import { imageSchema, postSchema, publicProfileSchema } from '@oniverse/contracts';
import { queryOptions } from '@tanstack/react-query';
import { listQuery } from '../../api/list-query.js';
import { typedQuery } from '../../api/query-client.js';

/** No live events announce changes of other members' profiles. */
const FRESH_MS = 60_000;
const pathOf = (username: string) => ['/api', 'users', encodeURIComponent(username)] as const;

/** Fails with 404 if the page does not exist or is private. */
export const publicProfileQuery = (username: string) =>
  queryOptions({
    queryKey: pathOf(username),
    queryFn: typedQuery(publicProfileSchema),
    staleTime: FRESH_MS,
  });

export const publicPostsQuery = (username: string) =>
  listQuery([...pathOf(username), 'posts'], postSchema, { limit: '10' }, FRESH_MS);

export const publicPicturesQuery = (username: string) =>
  listQuery([...pathOf(username), 'images'], imageSchema, { limit: '24' }, FRESH_MS);
