import type { CurrentUser, ProfileBody } from '@oniverse/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { parse } from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { isCurrentUser } from '../../session/current-user.js';
import { SESSION_KEY } from '../../session/session.js';
import { showToast } from '../../ui/toast-store.js';
import type { ProfileDraft } from './profile-draft.js';
import { PROFILE_TEXTS } from './profile.texts.js';

/** The page has been saved by another tab or device since the writing began. */
class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

/** Nothing tells one tab what another saves: who would write over it asks first. @throws OvertakenError */
async function checkBase(client: QueryClient, { base, text }: ProfileDraft): Promise<void> {
  const user = parse(isCurrentUser, await http('/api/auth/me'));
  const { profileMarkdown } = user;
  if (profileMarkdown === base || profileMarkdown === text) return;
  client.setQueryData(SESSION_KEY, user);
  throw new OvertakenError('The page was saved elsewhere.');
}

function show(error: Error): void {
  if (error instanceof OvertakenError) {
    showToast({ ...PROFILE_TEXTS.notSaved, variant: 'destructive' });
    return;
  }
  showToast({
    title: PROFILE_TEXTS.saveFailed,
    description: serverMessageOf(error) ?? PROFILE_TEXTS.unreachable,
    variant: 'destructive',
  });
}

/**
 * Saves the text of one's page; what the server then has is shown. Where the page has moved on since the draft was
 * begun nothing is saved, and what moved on is shown.
 */
export function useSaveProfile(onSaved: (user: CurrentUser) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (draft: ProfileDraft) => {
      await checkBase(client, draft);
      const body: ProfileBody = { profileMarkdown: draft.text };
      return parse(isCurrentUser, await http('/api/users/profile', { method: 'PATCH', body }));
    },
    onSuccess: (user) => {
      client.setQueryData(SESSION_KEY, user);
      // What follows from one's text, and is not told live to who changed it.
      void client.invalidateQueries({ queryKey: ['/api', 'users', user.username], exact: true });
      void client.invalidateQueries({ queryKey: ['/api', 'constellation'] });
      void client.invalidateQueries({ queryKey: ['/api', 'tags'] });
      onSaved(user);
      showToast(PROFILE_TEXTS.saved);
    },
    onError: show,
  });
}
