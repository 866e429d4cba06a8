import { type ActivityView, listActivity } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { queryOf } from '../../../api/calls.js';
import { HINTED_FETCH_MS } from '../../../live/throttle.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { useWhenListIdle } from '../../../ui/use-when-list-idle.js';

const ACTIVITIES = 8;

const ACTIVITY_EVENTS = ['channel:activity', 'member:joined', 'links:changed'] as const;

const activityQuery = queryOf(listActivity, { query: { limit: ACTIVITIES } }, HINTED_FETCH_MS);

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
  useHintedRefetch(activityQuery.queryKey, ACTIVITY_EVENTS);
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
