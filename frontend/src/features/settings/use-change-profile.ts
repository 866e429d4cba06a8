import type { CurrentUser, ProfileBody } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parse } from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { isCurrentUser } from '../../session/current-user.js';
import { sessionQuery } from '../../session/session.js';
import { showToast, type ToastContent } from '../../ui/toast-store.js';
import { SETTINGS_TEXTS } from './settings.texts.js';

/** Changes what the member is; a toast says that it is done, or why not. */
export function useChangeProfile(done: (user: CurrentUser) => ToastContent, failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: ProfileBody) =>
      parse(isCurrentUser, await http('/api/users/profile', { method: 'PATCH', body })),
    onSuccess: (user) => {
      client.setQueryData(sessionQuery.queryKey, user);
      // The name stands on one's posts, in the constellation and among the members.
      void client.invalidateQueries({ queryKey: ['/api', 'posts'] });
      void client.invalidateQueries({ queryKey: ['/api', 'constellation'] });
      showToast(done(user));
    },
    onError: (error) =>
      showToast({
        title: failed,
        description: serverMessageOf(error) ?? SETTINGS_TEXTS.unreachable,
        variant: 'destructive',
      }),
  });
}
