import type { CapsuleBody, CapsuleView } from '@oniverse/contracts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isListOf, isNullable, isShape, isText, parse } from '../../api/guards.js';
import { http, HttpError, serverMessageOf } from '../../api/http.js';
import { typedQuery } from '../../api/query-client.js';
import { showToast } from '../../ui/toast-store.js';
import { CAPSULE_TEXTS as TEXTS } from './capsules.texts.js';

const isCapsule = isShape<CapsuleView>({
  id: isText,
  userId: isText,
  name: isText,
  description: isNullable(isText),
  tags: isListOf(isText),
  createdAt: isText,
  updatedAt: isText,
});

const capsulesQuery = queryOptions({
  queryKey: ['/api', 'capsules'] as const,
  queryFn: typedQuery(isListOf(isCapsule)),
});

/** One's own capsules, whole, newest first. */
export const useCapsules = () => useQuery(capsulesQuery);

const refresh = (client: QueryClient, ...keys: (readonly string[])[]) =>
  Promise.all([capsulesQuery.queryKey, ...keys].map((queryKey) => client.invalidateQueries({ queryKey })));

function fail(client: QueryClient, title: string, error: Error): void {
  showToast({ title, description: serverMessageOf(error) ?? TEXTS.unreachable, variant: 'destructive' });
  // It is gone already, by another tab or device.
  if (error instanceof HttpError && error.status === 404) void refresh(client);
}

/** Makes a capsule; it stands in the list at once. */
export function useCreateCapsule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CapsuleBody) =>
      parse(isCapsule, await http('/api/capsules', { method: 'POST', body })),
    onSuccess: (capsule) => {
      client.setQueryData(capsulesQuery.queryKey, (capsules) => capsules && [capsule, ...capsules]);
      showToast(TEXTS.created);
      void refresh(client, ['/api', 'tags']);
    },
    onError: (error) => fail(client, TEXTS.createFailed, error),
  });
}

/** Gives a capsule another name. */
export function useRenameCapsule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name }: Pick<CapsuleView, 'id' | 'name'>) =>
      parse(isCapsule, await http(`/api/capsules/${id}`, { method: 'PUT', body: { name } })),
    onSuccess: (capsule) => {
      client.setQueryData(capsulesQuery.queryKey, (capsules) =>
        capsules?.map((held) => (held.id === capsule.id ? capsule : held)),
      );
      showToast(TEXTS.updated);
    },
    onError: (error) => fail(client, TEXTS.updateFailed, error),
  });
}

/** Deletes a capsule; what lies in it stays, outside of any capsule. */
export function useDeleteCapsule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: CapsuleView) => http(`/api/capsules/${id}`, { method: 'DELETE' }),
    onSuccess: (_ok, { id }) => {
      client.setQueryData(capsulesQuery.queryKey, (capsules) => capsules?.filter((held) => held.id !== id));
      showToast(TEXTS.deleted);
      void refresh(client, ['/api', 'profile-archives'], ['/api', 'tags']);
    },
    onError: (error) => fail(client, TEXTS.deleteFailed, error),
  });
}
