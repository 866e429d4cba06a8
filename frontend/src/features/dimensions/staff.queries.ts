import {
  type BanView,
  liftBan,
  listBans,
  type ListedInvite,
  listInvites,
  listServerAudit,
  type NoFields,
  type OkAnswer,
  revokeInvite,
} from '@oniverse/contracts';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, listOf, send } from '../../api/calls.js';
import type { ListPage } from '../../api/list-query.js';
import { showFailure } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

/** Fetches a staff list page by page. Every mount fetches it again, because other staff may have changed it. */
function useStaffList<T>(query: ReturnType<typeof listOf<string, T, NoFields>>) {
  const list = useInfiniteQuery({ ...query, refetchOnMount: 'always' });
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) };
}

type Entry = BanView | ListedInvite;
const idOf = (entry: Entry): string => ('userId' in entry ? entry.userId : entry.id);

/** @param address of the list */
function useDeleteEntry(
  address: readonly string[],
  deleteEntry: (id: string) => Promise<OkAnswer>,
  failed: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteEntry,
    onSuccess: (_ok, id) =>
      client.setQueriesData<InfiniteData<ListPage<Entry>>>(
        { queryKey: address },
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
      await client.invalidateQueries({ queryKey: address });
    },
  });
}

export const useBans = (id: string) => useStaffList(listOf(listBans, { id }));

export const useLiftBan = (id: string) =>
  useDeleteEntry(
    addressOf(listBans, { id }),
    async (userId) => send(liftBan, { id, userId }),
    DIMENSIONS_TEXTS.bans.failedLift,
  );

export const useAudit = (id: string) => useStaffList(listOf(listServerAudit, { id }));

export const useInvites = (id: string) => useStaffList(listOf(listInvites, { id }));

export const useRevokeInvite = (id: string) =>
  useDeleteEntry(
    addressOf(listInvites, { id }),
    async (inviteId) => send(revokeInvite, { id, inviteId }),
    DIMENSIONS_TEXTS.invite.revokeFailed,
  );

export function useRefreshInvites(id: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => client.invalidateQueries({ queryKey: addressOf(listInvites, { id }) });
}
