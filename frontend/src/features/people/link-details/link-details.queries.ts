import { getLinkDetails } from '@oniverse/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';

const FRESH_MS = 60_000;

const linkDetailsQuery = (username: string) => queryOf(getLinkDetails, { username }, FRESH_MS);

/** Returns the line to a member. It follows the changes of the reader's own links. */
export function useLinkDetails(username: string) {
  const client = useQueryClient();
  useEffect(() => {
    const filters = { queryKey: linkDetailsQuery(username).queryKey };
    const refetch = () => void invalidateAndRefetch(client, filters);
    return endAll(onLive('links:changed', refetch), onConnected(refetch));
  }, [client, username]);
  return useQuery(linkDetailsQuery(username));
}
