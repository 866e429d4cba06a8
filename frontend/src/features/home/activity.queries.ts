import { activitySchema, type ActivityView } from '@oniverse/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { useCallback, useEffect, useRef, useState } from 'react';
import { invalidateAndRefetch } from '../../api/invalidate-and-refetch.js';
import { typedQuery } from '../../api/query-client.js';
import { onConnected, onLive } from '../../live/live.js';
import { throttle, HINTED_FETCH_MS } from '../../live/throttle.js';
import { useWhenListIdle } from '../../ui/use-when-list-idle.js';

const ACTIVITIES = 8;

const ACTIVITY_EVENTS = ['channel:activity', 'member:joined', 'links:changed'] as const;

const activityQuery = queryOptions({
  queryKey: ['/api', 'activity', `?limit=${ACTIVITIES}`] as const,
  queryFn: typedQuery(v.array(activitySchema)),
  staleTime: HINTED_FETCH_MS,
});

/** Throttles refetches. */
function useActivityEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const { request, stop } = throttle(
      () => void invalidateAndRefetch(client, { queryKey: activityQuery.queryKey }),
      HINTED_FETCH_MS,
    );
    // The first connect follows the first fetch, so the list is still fresh.
    const refetchAfterReconnect = () => {
      const { dataUpdatedAt = 0 } = client.getQueryState(activityQuery.queryKey) ?? {};
      if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > HINTED_FETCH_MS) request();
    };
    const unsubscribers = [
      ...ACTIVITY_EVENTS.map((name) => onLive(name, request)),
      onConnected(refetchAfterReconnect),
    ];
    return () => {
      stop();
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [client]);
}

/** A new entry replaces an older one with the same subject. */
export const subjectOf = (entry: ActivityView): string => {
  if (entry.kind === 'messages') return entry.channel.id;
  return entry.kind === 'joined' ? `${entry.user.id} ${entry.server.id}` : entry.user.id;
};

const keyOf = (entry: ActivityView): string => `${subjectOf(entry)} ${entry.at}`;

/**
 * Shows new entries of the list in the element `list` at once if that does not move content in use. Otherwise
 * `waiting` counts them until `showNew` is called.
 */
export function useActivity() {
  useActivityEvents();
  const { data, isPending, isError, refetch } = useQuery(activityQuery);
  const list = useRef<HTMLDivElement>(null);
  const [shownEntries, setShownEntries] = useState<readonly ActivityView[]>();
  const [newestSeenAt, setNewestSeenAt] = useState<string>();
  if (newestSeenAt === undefined && data !== undefined) setNewestSeenAt(data[0]?.at ?? '');
  if (shownEntries === undefined && data !== undefined) setShownEntries(data);
  const entries = shownEntries ?? [];
  const known = new Set(entries.map(keyOf));
  const waiting = (data ?? []).filter((entry) => !known.has(keyOf(entry))).length;
  const showNew = useCallback(() => setShownEntries(data), [data]);
  useWhenListIdle(list, shownEntries !== data, showNew);
  return {
    list,
    entries,
    isPending,
    isError,
    refetch,
    waiting,
    showNew,
    isNew: ({ at }: ActivityView) => at > (newestSeenAt ?? at),
  };
}
