import {
  constellationSchema,
  memberLineSchema,
  SEARCH_KINDS,
  type SearchKind,
  searchSchema,
  type SearchView,
} from '@oniverse/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { typedQuery } from '../../api/query-client.js';

/** How long results are reused, for someone who deletes a letter again. */
const FRESH_MS = 30_000;
/** The selected member, the closest others and the reader. */
const SCOPE_NODES = 8;
const PAGE = 20;

const pathOf = (search: Readonly<Record<string, string>>) =>
  ['/api', 'search', `?${new URLSearchParams(search)}`] as const;

/** Results of a query, a few of each kind. A newer query aborts its request, and keeps its results until the next. */
export const searchQuery = (q: string, kinds: readonly SearchKind[] = SEARCH_KINDS) =>
  queryOptions({
    queryKey: pathOf({ q, kinds: kinds.join(',') }),
    queryFn: typedQuery(searchSchema),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    enabled: q !== '' && kinds.length > 0,
    placeholderData: keepPreviousData,
  });

/** All results of a kind, page by page. */
export const searchPagesQuery = (q: string, kind: SearchKind) =>
  infiniteQueryOptions({
    queryKey: ['/api', 'search', 'pages', kind, q] as const,
    queryFn: async ({ pageParam, signal }): Promise<SearchView> =>
      typedQuery(searchSchema)({
        queryKey: pathOf({
          q,
          kinds: kind,
          limit: String(PAGE),
          ...(pageParam !== '' && { cursor: pageParam }),
        }),
        signal,
      }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    enabled: q !== '',
    initialPageParam: '',
    getNextPageParam: (page) => page[kind]?.nextCursor ?? null,
  });

/** The line between the reader and a member. */
export const lineQuery = (username: string) =>
  queryOptions({
    queryKey: ['/api', 'users', encodeURIComponent(username), 'line'] as const,
    queryFn: typedQuery(memberLineSchema),
    staleTime: FRESH_MS,
  });

/** The closest members of a member, with their links. */
export const neighboursQuery = (userId: string) =>
  queryOptions({
    queryKey: ['/api', 'constellation', `?around=${userId}&limit=${SCOPE_NODES}`] as const,
    queryFn: typedQuery(constellationSchema),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
