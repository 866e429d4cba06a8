import {
  acceptApplication,
  type BanView,
  declineApplication,
  declineHeldMessage,
  endTimeOut,
  type FilterSetBody,
  getFilters,
  liftBan,
  listBans,
  type ListedInvite,
  listInvites,
  listQueue,
  listServerAudit,
  listTimeOuts,
  type QueueEntry,
  type QueueFilter,
  releaseHeldMessage,
  type RequestFields,
  revokeInvite,
  setFilters,
  setTimeOut,
  type TimedOutMember,
  type TimeOutBody,
} from '@oniverse/contracts';
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { addressOf, listOf, type ListPage, queryOf, send } from '../../../api/calls.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { APPLICANT_TEXTS } from './applications.texts.js';
import { HELD_TEXTS } from './filters.texts.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { TIME_OUT_TEXTS } from './time-outs.texts.js';

/** Fetches a staff list page by page. Every mount fetches it again, because other staff may have changed it. */
export function useStaffList<T>(query: ReturnType<typeof listOf<string, T, RequestFields>>) {
  const list = useInfiniteQuery({ ...query, refetchOnMount: 'always' });
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) };
}

type Entry = BanView | ListedInvite | QueueEntry | TimedOutMember;
const idOf = (entry: Entry): string => ('id' in entry ? entry.id : entry.userId);

/** Removes an entry of a staff list, and from the pages that are shown. */
function useDeleteEntry(key: readonly string[], remove: (id: string) => Promise<unknown>, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSuccess: (_ok, id) =>
      client.setQueriesData<InfiniteData<ListPage<Entry>>>(
        { queryKey: key },
        (cached) =>
          cached && {
            ...cached,
            pages: cached.pages.map((page) => ({
              ...page,
              items: page.items.filter((entry) => idOf(entry) !== id),
            })),
          },
      ),
    onError: async (error) => {
      showFailure(failed, error);
      // Another moderator may have deleted it already.
      await client.invalidateQueries({ queryKey: key });
    },
  });
}

export const useBans = (id: string) => useStaffList(listOf(listBans, { id }));

export function useLiftBan(id: string) {
  const lift = async (userId: string) => send(liftBan, { id, userId });
  return useDeleteEntry(addressOf(listBans, { id }), lift, DIMENSIONS_TEXTS.bans.failedLift);
}

/** @param member the only one to list */
export const useTimeOuts = (id: string, member?: string) =>
  useStaffList(listOf(listTimeOuts, { id, query: member === undefined ? {} : { member } }));

export function useSetTimeOut(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, body }: { userId: string; body: TimeOutBody }) =>
      send(setTimeOut, { id, userId, body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: addressOf(listTimeOuts, { id }) }),
    onError: showNoToast,
  });
}

export function useEndTimeOut(id: string) {
  const end = async (userId: string) => send(endTimeOut, { id, userId });
  return useDeleteEntry(addressOf(listTimeOuts, { id }), end, TIME_OUT_TEXTS.failedEnd);
}

export const useFilters = (id: string) =>
  useQuery({ ...queryOf(getFilters, { id }), refetchOnMount: 'always', refetchOnReconnect: false });

export function useSetFilters(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: FilterSetBody) => send(setFilters, { id, body }),
    onSuccess: (set) => client.setQueryData(queryOf(getFilters, { id }).queryKey, set),
    onError: showNoToast,
  });
}

/** A deleted channel takes its held messages along, and joining with an invite ends an application. */
const QUEUE_EVENTS = ['queue:changed', 'server:changed', 'member:joined'] as const;

/** Lists what waits for staff, and keeps the list in sync. */
export function useQueue(id: string, kind: QueueFilter) {
  const query = useMemo(() => listOf(listQueue, { id, query: { kind } }), [id, kind]);
  useHintedRefetch(query.queryKey, QUEUE_EVENTS);
  return useStaffList(query);
}

export function useReleaseHeld(id: string) {
  const release = async (heldId: string) => send(releaseHeldMessage, { id, heldId });
  return useDeleteEntry(addressOf(listQueue, { id }), release, HELD_TEXTS.failedRelease);
}

export function useAcceptApplication(id: string) {
  const accept = async (applicationId: string) => send(acceptApplication, { id, applicationId });
  return useDeleteEntry(addressOf(listQueue, { id }), accept, APPLICANT_TEXTS.failedAccept);
}

interface Declined {
  id: string;
  word: string;
}

/** Declines an entry of the queue with a word to its author. */
function useDecline(id: string, decline: (declined: Declined) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: decline,
    onSuccess: () => void client.invalidateQueries({ queryKey: addressOf(listQueue, { id }) }),
    onError: showNoToast,
  });
}

export const useDeclineHeld = (id: string) =>
  useDecline(id, async ({ id: heldId, word }) => send(declineHeldMessage, { id, heldId, body: { word } }));

export const useDeclineApplication = (id: string) =>
  useDecline(id, async ({ id: applicationId, word }) =>
    send(declineApplication, { id, applicationId, body: { word } }),
  );

export const useAudit = (id: string) => useStaffList(listOf(listServerAudit, { id }));

export const useInvites = (id: string) => useStaffList(listOf(listInvites, { id }));

export function useRevokeInvite(id: string) {
  const revoke = async (inviteId: string) => send(revokeInvite, { id, inviteId });
  return useDeleteEntry(addressOf(listInvites, { id }), revoke, DIMENSIONS_TEXTS.invite.revokeFailed);
}

export function useRefreshInvites(id: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => client.invalidateQueries({ queryKey: addressOf(listInvites, { id }) });
}
