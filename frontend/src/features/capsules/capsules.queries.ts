import { type CapsuleBody, capsuleSchema, type CapsuleView } from '@oniverse/contracts';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { http, HttpError, failureMessageOf } from '../../api/http.js';
import { parse } from '../../api/parse.js';
import { typedQuery } from '../../api/query-client.js';
import { showToast } from '../../ui/toast-store.js';
import { CAPSULE_TEXTS as TEXTS } from './capsules.texts.js';

const capsulesQuery = queryOptions({
  queryKey: ['/api', 'capsules'] as const,
  queryFn: typedQuery(v.array(capsuleSchema)),
});

export const useCapsules = () => useQuery(capsulesQuery);

const refresh = (client: QueryClient, ...keys: (readonly string[])[]) =>
  Promise.all([capsulesQuery.queryKey, ...keys].map((queryKey) => client.invalidateQueries({ queryKey })));

function handleFailure(client: QueryClient, title: string, error: Error): void {
  showToast({ title, description: failureMessageOf(error), variant: 'destructive' });
  // Another tab or device has deleted it.
  if (error instanceof HttpError && error.status === 404) void refresh(client);
}

export function useCreateCapsule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CapsuleBody) =>
      parse(capsuleSchema, await http('/api/capsules', { method: 'POST', body })),
    onSuccess: (capsule) => {
      client.setQueryData(capsulesQuery.queryKey, (capsules) => capsules && [capsule, ...capsules]);
      showToast(TEXTS.created);
      void refresh(client, ['/api', 'tags']);
    },
    onError: (error) => handleFailure(client, TEXTS.createFailed, error),
  });
}

export function useRenameCapsule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name }: Pick<CapsuleView, 'id' | 'name'>) =>
      parse(capsuleSchema, await http(`/api/capsules/${id}`, { method: 'PUT', body: { name } })),
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
    mutationFn: async ({ id }: CapsuleView) => http(`/api/capsules/${id}`, { method: 'DELETE' }),
    onSuccess: (_ok, { id }) => {
      client.setQueryData(capsulesQuery.queryKey, (capsules) => capsules?.filter((entry) => entry.id !== id));
      showToast(TEXTS.deleted);
      void refresh(client, ['/api', 'profile-archives'], ['/api', 'tags']);
    },
    onError: (error) => handleFailure(client, TEXTS.deleteFailed, error),
  });
}
