import {
  createPost,
  type CurrentUser,
  getConstellation,
  listFormerUsernames,
  type ProfileBody,
  updateProfile,
} from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, send } from '../../../api/calls.js';
import { renameDeviceToken } from '../../../session/device-token.js';
import { currentUser, sessionQuery } from '../../../session/session.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast, type ToastContent } from '../../../ui/toast-store.js';

export function useChangeProfile(done: (user: CurrentUser) => ToastContent, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: ProfileBody) => send(updateProfile, { body }),
    onSuccess: (user) => {
      renameDeviceToken(currentUser(client)?.username ?? user.username, user.username);
      client.setQueryData(sessionQuery.queryKey, user);
      // Posts and the constellation show the member's name.
      void client.invalidateQueries({ queryKey: addressOf(createPost) });
      void client.invalidateQueries({ queryKey: addressOf(getConstellation) });
      void client.invalidateQueries({ queryKey: addressOf(listFormerUsernames) });
      showToast(done(user));
    },
    onError: (error) => showFailure(failed, error),
  });
}
