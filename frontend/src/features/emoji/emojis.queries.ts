import { queryOptions } from '@tanstack/react-query';

/** The module with all emojis and their search, which is too large to load before it is needed. */
export const emojisQuery = queryOptions({
  queryKey: ['emojis'],
  queryFn: async () => import('./emojis.js'),
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
});
