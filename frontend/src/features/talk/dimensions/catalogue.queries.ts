import { LIMITS, listPublicServers, type ServerView } from '@oniverse/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listOf } from '../../../api/calls.js';
import { useDebounced } from '../../../ui/use-debounced.js';

const SEARCH_DELAY_MS = 250;

/**
 * Searches the public servers, page by page. Every mount fetches the list again, because live events cover only the
 * member's own servers.
 * @param liveServers the servers that live events keep up to date; they replace their entries in the list
 */
export function usePublicServers(liveServers: readonly ServerView[], typed: string) {
  const q = useDebounced(typed.trim().slice(0, LIMITS.search.max), SEARCH_DELAY_MS);
  const list = useInfiniteQuery({
    ...listOf(listPublicServers, q === '' ? {} : { query: { q } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const pages = list.data?.pages;
  const servers = useMemo(() => {
    if (!pages) return undefined;
    const known = new Map(liveServers.map((server) => [server.id, server]));
    // The map removes duplicates: a server may be on two pages if its member count changed between them.
    const found = new Map(
      pages.flatMap(({ items }) => items.map((server) => [server.id, known.get(server.id) ?? server])),
    );
    return [...found.values()];
  }, [liveServers, pages]);
  return { ...list, servers, q };
}
