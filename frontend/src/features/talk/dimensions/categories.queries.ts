import {
  createCategory,
  deleteCategory,
  listCategories,
  orderChannels,
  renameCategory,
} from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { channelsQuery } from './dimensions.queries.js';
import type { Order } from './channel-order.js';

/** The categories of a dimension, for its staff. Every mount fetches them again, because other staff may have changed them. */
export const useCategories = (id: string) =>
  useQuery({ ...queryOf(listCategories, { id }), refetchOnMount: 'always' });

/** Returns a function that fetches the channels and categories of a dimension again. */
function useRefresh(id: string): () => Promise<unknown> {
  const client = useQueryClient();
  return async () =>
    Promise.all([
      client.invalidateQueries({ queryKey: channelsQuery(id).queryKey }),
      client.invalidateQueries({ queryKey: addressOf(listCategories, { id }) }),
    ]);
}

/** Creates a category, or renames one. */
export function useSaveCategory(serverId: string, id?: string) {
  const refresh = useRefresh(serverId);
  return useMutation({
    mutationFn: async (name: string) =>
      id === undefined
        ? send(createCategory, { id: serverId, body: { name } })
        : send(renameCategory, { id, body: { name } }),
    onSuccess: refresh,
    onError: showNoToast,
  });
}

export function useDeleteCategory(serverId: string, id: string) {
  const refresh = useRefresh(serverId);
  return useMutation({
    mutationFn: async () => send(deleteCategory, { id }),
    onSuccess: refresh,
    onError: showNoToast,
  });
}

/** Stores an order. After a failure, which may be a conflict, the newest one is fetched. */
export function useOrderChannels(id: string) {
  const refresh = useRefresh(id);
  return useMutation({
    mutationFn: async ({ before, after }: { before: Order; after: Order }) =>
      send(orderChannels, { id, body: { before: [...before], after: [...after] } }),
    onSettled: refresh,
    onError: showNoToast,
  });
}
