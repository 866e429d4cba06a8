import {
  banSchema,
  type BanView,
  type ListedInvite,
  listedInviteSchema,
  okSchema,
  serverAuditSchema,
} from '@oniverse/contracts';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { http } from '../../api/http.js';
import { type ListPage, listQuery } from '../../api/list-query.js';
import { parse } from '../../api/parse.js';
import { showFailure } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const bansKey = (serverId: string) => ['/api', 'servers', serverId, 'bans'] as const;
const invitesKey = (serverId: string) => ['/api', 'servers', serverId, 'invites'] as const;

/** Fetches a staff list page by page. Every mount fetches it again, because other staff may have changed it. */
function useStaffList<S extends v.GenericSchema>(key: readonly string[], schema: S) {
  const list = useInfiniteQuery({ ...listQuery(key, schema), refetchOnMount: 'always' });
  return { ...list, items: list.data?.pages.flatMap(({ items }) => items) };
}

type Entry = BanView | ListedInvite;
const idOf = (entry: Entry): string => ('userId' in entry ? entry.userId : entry.id);

function useDeleteEntry(key: readonly string[], failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      parse(okSchema, await http(`${key.join('/')}/${id}`, { method: 'DELETE' })),
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

export const useBans = (serverId: string) => useStaffList(bansKey(serverId), banSchema);

export const useLiftBan = (serverId: string) =>
  useDeleteEntry(bansKey(serverId), DIMENSIONS_TEXTS.bans.failedLift);

export const useAudit = (serverId: string) =>
  useStaffList(['/api', 'servers', serverId, 'audit'], serverAuditSchema);

export const useInvites = (serverId: string) => useStaffList(invitesKey(serverId), listedInviteSchema);

export const useRevokeInvite = (serverId: string) =>
  useDeleteEntry(invitesKey(serverId), DIMENSIONS_TEXTS.invite.revokeFailed);

export function useRefreshInvites(serverId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => client.invalidateQueries({ queryKey: invitesKey(serverId) });
}
