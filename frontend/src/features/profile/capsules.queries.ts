import {
  type CapsuleBody,
  type CapsuleView,
  type CreateProfileArchiveBody,
  type ProfileArchiveView,
} from '@oniverse/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isFlag, isListOf, isNullable, isShape, isText, parse } from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { typedQuery } from '../../api/query-client.js';
import { showToast } from '../../ui/toast-store.js';
import { ARCHIVE_TEXTS, PROFILE_TEXTS } from './profile.texts.js';

const isCapsule = isShape<CapsuleView>({
  id: isText,
  userId: isText,
  name: isText,
  description: isNullable(isText),
  tags: isListOf(isText),
  createdAt: isText,
  updatedAt: isText,
});
const isArchive = isShape<ProfileArchiveView>({
  id: isText,
  userId: isText,
  capsuleId: isNullable(isText),
  title: isText,
  markdownContent: isText,
  tags: isListOf(isText),
  isHidden: isFlag,
  createdAt: isText,
});

/** One's own capsules, whole. */
export const capsulesQuery = queryOptions({
  queryKey: ['/api', 'capsules'] as const,
  queryFn: typedQuery(isListOf(isCapsule)),
});

const showFailure = (title: string) => (error: Error) =>
  showToast({
    title,
    description: serverMessageOf(error) ?? PROFILE_TEXTS.unreachable,
    variant: 'destructive',
  });

/** Makes a capsule; it stands in the list at once. */
export function useCreateCapsule(onDone: (capsule: CapsuleView) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CapsuleBody) =>
      parse(isCapsule, await http('/api/capsules', { method: 'POST', body })),
    onSuccess: (capsule) => {
      client.setQueryData(capsulesQuery.queryKey, (capsules) => capsules && [capsule, ...capsules]);
      void client.invalidateQueries({ queryKey: capsulesQuery.queryKey });
      showToast(ARCHIVE_TEXTS.capsule.done);
      onDone(capsule);
    },
    onError: showFailure(ARCHIVE_TEXTS.capsule.failed),
  });
}

/** Puts a snapshot of the saved page away. */
export function useArchiveProfile(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateProfileArchiveBody) =>
      parse(isArchive, await http('/api/profile-archives', { method: 'POST', body })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['/api', 'profile-archives'] });
      showToast(ARCHIVE_TEXTS.snapshot.done);
      onDone();
    },
    onError: showFailure(ARCHIVE_TEXTS.snapshot.failed),
  });
}
