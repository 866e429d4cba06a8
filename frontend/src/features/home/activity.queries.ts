import { type ActivityView, HOME } from '@oniverse/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askAnew } from '../../api/ask-anew.js';
import { type Guard, isListOf, isNullable, isNumber, isOneOf, isShape, isText } from '../../api/guards.js';
import { typedQuery } from '../../api/query-client.js';
import { onConnected, onLive } from '../../live/live.js';

type Of<K extends ActivityView['kind']> = Extract<ActivityView, { kind: K }>;

const isPlace = isShape<Of<'joined'>['server']>({ id: isText, name: isText });
const isPerson = isShape<Of<'joined'>['user']>({
  id: isText,
  username: isText,
  displayName: isNullable(isText),
});
const isMessages = isShape<Of<'messages'>>({
  kind: isOneOf(['messages']),
  server: isPlace,
  at: isText,
  channel: isPlace,
  count: isNumber,
});
const isJoined = isShape<Of<'joined'>>({
  kind: isOneOf(['joined']),
  server: isPlace,
  at: isText,
  user: isPerson,
});
const isLinked = isShape<Of<'linked'>>({
  kind: isOneOf(['linked']),
  at: isText,
  user: isPerson,
  sharedTags: isListOf(isText),
});
const isActivity: Guard<ActivityView> = (value): value is ActivityView =>
  isMessages(value) || isJoined(value) || isLinked(value);

/** The live events that may mean that something happened near the member. */
const SIGNS = ['channel:activity', 'member:joined', 'constellation:changed'] as const;
/** However much happens, the list is fetched no more often. */
const PACE_MS = 5_000;

const activityQuery = queryOptions({
  queryKey: ['/api', 'activity', `?limit=${HOME.activities}`] as const,
  queryFn: typedQuery(isListOf(isActivity)),
  staleTime: PACE_MS,
});

/** Fetches the list anew when live events say so: at once, then once in a while. */
function useSigns(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const refresh = () => void askAnew(client, { queryKey: activityQuery.queryKey });
    const rest = () => {
      timer = isDue ? setTimeout(rest, PACE_MS) : undefined;
      if (isDue) refresh();
      isDue = false;
    };
    const hear = () => {
      if (timer !== undefined) {
        isDue = true;
        return;
      }
      timer = setTimeout(rest, PACE_MS);
      refresh();
    };
    // The first connect is part of opening the page: what it shows was fetched just then.
    const hearReconnect = () => {
      const { dataUpdatedAt = 0 } = client.getQueryState(activityQuery.queryKey) ?? {};
      if (dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > PACE_MS) hear();
    };
    const leave = [...SIGNS.map((name) => onLive(name, hear)), onConnected(hearReconnect)];
    return () => {
      clearTimeout(timer);
      for (const stop of leave) stop();
    };
  }, [client]);
}

/** What happened near the member of late, the latest first, and since when an entry is new to who looks. */
export function useActivity() {
  useSigns();
  const { data, isPending, isError, refetch } = useQuery(activityQuery);
  const [seen, setSeen] = useState<string>();
  // What was there when the page was opened has been seen.
  if (seen === undefined && data !== undefined) setSeen(data[0]?.at ?? '');
  return {
    entries: data ?? [],
    isPending,
    isError,
    refetch,
    isNew: ({ at }: ActivityView) => at > (seen ?? at),
  };
}
