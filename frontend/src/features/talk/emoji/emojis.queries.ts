import { queryOptions } from '@tanstack/react-query';

/** All emojis and their search, which are too large to load before they are needed. */
export const emojisQuery = queryOptions({
  queryKey: ['emojis'],
  queryFn: async () => import('./emoji-part.js'),
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
});
