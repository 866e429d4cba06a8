import { CLIENT_PACE, type Constellation } from '@oniverse/contracts';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAnew } from '../../api/ask-anew.js';
import { isFlag, isListOf, isNullable, isNumber, isShape, isText, parse } from '../../api/guards.js';
import { http } from '../../api/http.js';
import { pathOf } from '../../api/query-client.js';
import { useConnection } from '../../live/connection.store.js';
import { LiveError } from '../../live/live-error.js';
import { onConnected, onLive, request, startLive } from '../../live/live.js';
import { applyChange } from './changes.js';

const isConstellation = isShape<Constellation>({
  users: isListOf(
    isShape<Constellation['users'][number]>({
      id: isText,
      username: isText,
      displayName: isNullable(isText),
      isCurrentUser: isFlag,
    }),
  ),
  connections: isListOf(
    isShape<Constellation['connections'][number]>({
      fromUserId: isText,
      toUserId: isText,
      strength: isNumber,
      sharedTags: isListOf(isText),
    }),
  ),
});

/** All that is held of the constellation, from wherever it was looked at. */
const CONSTELLATION_KEY = ['/api', 'constellation'] as const;

/** The constellation as one sees it, or around another member; the browser asks whether what it has still holds. */
export const constellationQuery = (around?: string) =>
  queryOptions({
    queryKey: around === undefined ? CONSTELLATION_KEY : ([...CONSTELLATION_KEY, around] as const),
    queryFn: async ({ signal }) => {
      const query = around === undefined ? '' : `?around=${encodeURIComponent(around)}`;
      return parse(isConstellation, await http(`${pathOf(CONSTELLATION_KEY)}${query}`, { signal }));
    },
    refetchInterval: CLIENT_PACE.constellationRefetchMs,
  });

/** Follows what the server tells of the constellation while `client` holds it. @returns the way to stop */
function followConstellation(client: QueryClient): () => void {
  const filters = { queryKey: CONSTELLATION_KEY };
  const watch = async () => {
    try {
      await request('constellation:watch', {});
    } catch (error) {
      // Unanswered: the next connect asks again, and the fetch every half minute goes on.
      if (error instanceof LiveError) return;
      throw error;
    }
    // What changed between the last answer and now was told to nobody here.
    await askAnew(client, filters);
  };
  const stopChanges = onLive('constellation:changed', (change) => {
    client.setQueriesData<Constellation>(filters, (held) => held && applyChange(held, change));
    // An answer under way may be older than the change.
    if (client.isFetching(filters) > 0) void askAnew(client, filters);
  });
  const stopConnects = onConnected(() => void watch());
  if (useConnection.getState().status === 'live') void watch();
  return () => {
    stopChanges();
    stopConnects();
  };
}

/** The constellation, live: fetched every half minute, and changed as the server tells. */
export function useConstellation(around?: string) {
  const client = useQueryClient();
  const isIdle = useConnection(({ status }) => status === 'idle');
  useEffect(() => followConstellation(client), [client]);
  useEffect(() => {
    if (isIdle) startLive();
  }, [isIdle]);
  // Who is in both keeps their place while the chart is asked for around another.
  return useQuery({ ...constellationQuery(around), placeholderData: keepPreviousData });
}
