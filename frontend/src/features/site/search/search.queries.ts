import {
  getConstellation,
  getLinkDetails,
  type MessageOrder,
  search,
  SEARCH_KINDS,
  type SearchKind,
} from '@oniverse/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addressOf, queryOf, send } from '../../../api/calls.js';

/** How long results are reused, for someone who deletes a letter again. */
const FRESH_MS = 30_000;
/** How long pages of results are kept for the reader who comes back from one of them. */
const KEPT_MS = 600_000;
/** The selected member, the closest others and the reader. */
const SCOPE_NODES = 8;
const PAGE = 20;

/** Results of a query, a few of each kind. A newer query aborts its request, and keeps its results until the next. */
export const searchQuery = (q: string, kinds: readonly SearchKind[] = SEARCH_KINDS) =>
  queryOptions({
    // Without kinds for all of them, so that a server of another version finds what it knows.
    ...queryOf(
      search,
      { query: kinds.length === SEARCH_KINDS.length ? { q } : { q, kinds: [...kinds] } },
      FRESH_MS,
    ),
    gcTime: FRESH_MS,
    enabled: q !== '' && kinds.length > 0,
    placeholderData: keepPreviousData,
  });

/** What a page of results shows. */
export interface PagesRequest {
  q: string;
  kind: SearchKind;
  /** The only dimension to search. */
  server?: string | undefined;
  /** Of messages. */
  order?: MessageOrder | undefined;
}

/** All results of a kind, page by page. */
export const searchPagesQuery = ({ q, kind, server, order }: PagesRequest) =>
  infiniteQueryOptions({
    queryKey: [...addressOf(search), 'pages', kind, q, server, order],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        q,
        kinds: [kind],
        limit: PAGE,
        ...(server !== undefined && { server }),
        // Not the default, so that a server of another version finds the newest.
        ...(order === 'best' && { order }),
        ...(pageParam !== '' && { cursor: pageParam }),
      };
      return send(search, { query }, signal);
    },
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    enabled: q !== '',
    initialPageParam: '',
    getNextPageParam: (page) => page[kind]?.nextCursor ?? null,
  });

/** The line between the reader and a member. */
export const linkDetailsQuery = (username: string) => queryOf(getLinkDetails, { username }, FRESH_MS);

/** The closest members of a member, with their links. */
export const neighboursQuery = (userId: string) =>
  queryOptions({
    ...queryOf(getConstellation, { query: { around: userId, limit: SCOPE_NODES } }, FRESH_MS),
    gcTime: FRESH_MS,
  });
