import {
  createProfileArchive,
  type CreateProfileArchiveBody,
  listProfileArchives,
  listTags,
} from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, send } from '../../../api/calls.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { SNAPSHOT_TEXTS as TEXTS } from './profile.texts.js';

const CHANGED = [addressOf(listProfileArchives), addressOf(listTags)];

export function useArchiveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateProfileArchiveBody) => send(createProfileArchive, { body }),
    onSuccess: () => {
      showToast(TEXTS.done);
      for (const queryKey of CHANGED) void client.invalidateQueries({ queryKey });
    },
    onError: (error) => showFailure(TEXTS.failed, error),
  });
}
