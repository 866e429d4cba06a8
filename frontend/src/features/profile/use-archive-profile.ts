import { type CreateProfileArchiveBody, profileArchiveSchema } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { http, failureMessageOf } from '../../api/http.js';
import { parse } from '../../api/parse.js';
import { showToast } from '../../ui/toast-store.js';
import { SNAPSHOT_TEXTS as TEXTS } from './profile.texts.js';

const CHANGED = [
  ['/api', 'profile-archives'],
  ['/api', 'tags'],
] as const;

export function useArchiveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateProfileArchiveBody) =>
      parse(profileArchiveSchema, await http('/api/profile-archives', { method: 'POST', body })),
    onSuccess: () => {
      showToast(TEXTS.done);
      for (const queryKey of CHANGED) void client.invalidateQueries({ queryKey });
    },
    onError: (error) =>
      showToast({
        title: TEXTS.failed,
        description: failureMessageOf(error),
        variant: 'destructive',
      }),
  });
}
