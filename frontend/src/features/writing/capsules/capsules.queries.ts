import {
  type CapsuleBody,
  type CapsuleView,
  createCapsule,
  deleteCapsule,
  listCapsules,
  listProfileArchives,
  listTags,
  updateCapsule,
} from '@oniverse/contracts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { HttpError } from '../../../api/http.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { CAPSULE_TEXTS as TEXTS } from './capsules.texts.js';

const capsulesQuery = queryOf(listCapsules);

export const useCapsules = () => useQuery(capsulesQuery);

const refresh = (client: QueryClient, ...keys: (readonly unknown[])[]) =>
  Promise.all([capsulesQuery.queryKey, ...keys].map((queryKey) => client.invalidateQueries({ queryKey })));

function handleFailure(client: QueryClient, title: string, error: Error): void {
  showFailure(title, error);
  // Another tab or device has deleted it.
  if (error instanceof HttpError && error.status === 404) void refresh(client);
}

export function useCreateCapsule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CapsuleBody) => send(createCapsule, { body }),
    onSuccess: (capsule) => {
      client.setQueryData(capsulesQuery.queryKey, (capsules) => capsules && [capsule, ...capsules]);
      showToast(TEXTS.created);
      void refresh(client, addressOf(listTags));
    },
    onError: (error) => handleFailure(client, TEXTS.createFailed, error),
  });
}

export function useRenameCapsule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name }: Pick<CapsuleView, 'id' | 'name'>) =>
      send(updateCapsule, { id, body: { name } }),
    onSuccess: (capsule) => {
      client.setQueryData(capsulesQuery.queryKey, (capsules) =>
        capsules?.map((entry) => (entry.id === capsule.id ? capsule : entry)),
      );
      showToast(TEXTS.updated);
    },
    onError: (error) => handleFailure(client, TEXTS.updateFailed, error),
  });
}

/** Deletes a capsule. Its contents stay in the archive without a capsule. */
export function useDeleteCapsule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: CapsuleView) => send(deleteCapsule, { id }),
    onSuccess: (_ok, { id }) => {
      client.setQueryData(capsulesQuery.queryKey, (capsules) => capsules?.filter((entry) => entry.id !== id));
      showToast(TEXTS.deleted);
      void refresh(client, addressOf(listProfileArchives), addressOf(listTags));
    },
    onError: (error) => handleFailure(client, TEXTS.deleteFailed, error),
  });
}
