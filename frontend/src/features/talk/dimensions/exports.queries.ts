import {
  cancelServerExport,
  createServerExport,
  createServerExportAddress,
  getExportNotice,
  listServerExports,
  type ServerExportView,
} from '@oniverse/contracts';
import { type InfiniteData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { addressOf, listOf, type ListPage, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { updateCached } from '../../../api/update-cached.js';
import { endAll, onConnected, onLive } from '../../../live/live.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { EXPORT_TEXTS as TEXTS } from './exports.texts.js';
import { useStaffList } from './staff.queries.js';

type Exports = InfiniteData<ListPage<ServerExportView>>;

/** Puts an export into the list. An event that arrives late does not bring one back that has ended. */
function withExport(list: Exports, changed: ServerExportView): Exports {
  const known = list.pages.flatMap(({ items }) => items).find(({ id }) => id === changed.id);
  if (known && known.finishedAt !== null && changed.finishedAt === null) return list;
  return {
    ...list,
    pages: list.pages.map((page, index) => ({
      ...page,
      items: [
        ...(known || index > 0 ? [] : [changed]),
        ...page.items.map((item) => (item.id === changed.id ? changed : item)),
      ],
    })),
  };
}

/** Lists the exports of a dimension for its owner, and follows the running one. */
export function useServerExports(serverId: string) {
  const client = useQueryClient();
  const query = useMemo(() => listOf(listServerExports, { id: serverId }), [serverId]);
  useEffect(() => {
    const { queryKey } = query;
    return endAll(
      onLive('export:changed', (changed) => {
        if (changed.serverId !== serverId) return;
        updateCached<Exports>(client, queryKey, (cached) => withExport(cached, changed));
        if (changed.state === 'done') {
          void client.invalidateQueries({ queryKey: addressOf(getExportNotice, { id: serverId }) });
        }
      }),
      onConnected(() => void invalidateAndRefetch(client, { queryKey })),
    );
  }, [client, query, serverId]);
  return useStaffList(query);
}

/** When the dimension was last exported. Every mount fetches it again: members get no events of it. */
export const useExportNotice = (id: string) =>
  useQuery({ ...queryOf(getExportNotice, { id }), refetchOnMount: 'always' });

export function useStartExport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (channelId: string | undefined) =>
      send(createServerExport, { id, body: channelId === undefined ? {} : { channelId } }),
    onSuccess: (started) =>
      updateCached<Exports>(client, listOf(listServerExports, { id }).queryKey, (cached) =>
        withExport(cached, started),
      ),
    onError: showNoToast,
  });
}

export function useCancelExport(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (exportId: string) => send(cancelServerExport, { id, exportId }),
    onError: (error) => showFailure(TEXTS.failedCancel, error),
    // Without a connection, no event says it.
    onSettled: async () =>
      invalidateAndRefetch(client, { queryKey: listOf(listServerExports, { id }).queryKey }),
  });
}

/** Asks for an address by which the browser downloads an archive. */
export function useExportAddress(id: string) {
  return useMutation({
    mutationFn: async (exportId: string) => send(createServerExportAddress, { id, exportId }),
    onError: (error) => showFailure(TEXTS.failedDownload, error),
  });
}
