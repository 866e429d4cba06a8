import type { CreateProfileArchiveBody } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parse } from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { showToast } from '../../ui/toast-store.js';
import { isProfileArchive, refreshArchives } from '../archive/profile-archives.queries.js';
import { PROFILE_TEXTS, SNAPSHOT_TEXTS as TEXTS } from './profile.texts.js';

/** Puts a snapshot of the saved page away. */
export function useArchiveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateProfileArchiveBody) =>
      parse(isProfileArchive, await http('/api/profile-archives', { method: 'POST', body })),
    onSuccess: () => {
      showToast(TEXTS.done);
      void refreshArchives(client);
    },
    onError: (error) =>
      showToast({
        title: TEXTS.failed,
        description: serverMessageOf(error) ?? PROFILE_TEXTS.unreachable,
        variant: 'destructive',
      }),
  });
}
