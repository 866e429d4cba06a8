import {
  type CurrentUser,
  getConstellation,
  getCurrentUser,
  getProfile,
  listTags,
  updateProfile,
} from '@oniverse/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { SESSION_KEY } from '../../../session/session.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { PROFILE_TEXTS } from './profile.texts.js';
import { deleteEdit, type EditDraft, readEdit, storeEdit } from '../../../session/edit-drafts.js';
import { unsentKey } from '../../../session/unsent-texts.js';

export type ProfileDraft = EditDraft;

const placeOf = (userId: string) => unsentKey('profileDraft', userId, '');

export const readProfileDraft = (userId: string): ProfileDraft | undefined => readEdit(placeOf(userId));

export const storeProfileDraft = (userId: string, draft: ProfileDraft): void =>
  storeEdit(placeOf(userId), draft);

export const deleteProfileDraft = (userId: string, opened?: ProfileDraft): void =>
  deleteEdit(placeOf(userId), opened);

/** Another tab or device has saved the page since editing began. */
class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** Checks for a newer saved text, because tabs are not notified of each other's saves. @throws ConflictError */
async function requireCurrentBase(client: QueryClient, { base, text }: ProfileDraft): Promise<void> {
  const user = await send(getCurrentUser);
  const { profileMarkdown } = user;
  if (profileMarkdown === base || profileMarkdown === text) return;
  client.setQueryData(SESSION_KEY, user);
  throw new ConflictError('The page was saved elsewhere.');
}

function showError(error: Error): void {
  if (error instanceof ConflictError) {
    showToast({ ...PROFILE_TEXTS.notSaved, variant: 'destructive' });
    return;
  }
  showFailure(PROFILE_TEXTS.saveFailed, error);
}

/** Saves nothing if the saved text is newer than the draft's base, and shows the conflict. */
export function useSaveProfile(onSaved: (user: CurrentUser) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (draft: ProfileDraft) => {
      await requireCurrentBase(client, draft);
      return send(updateProfile, { body: { profileMarkdown: draft.text } });
    },
    onSuccess: (user) => {
      client.setQueryData(SESSION_KEY, user);
      // These depend on the text, and their author receives no live event.
      void client.invalidateQueries({ queryKey: queryOf(getProfile, { username: user.username }).queryKey });
      void client.invalidateQueries({ queryKey: addressOf(getConstellation) });
      void client.invalidateQueries({ queryKey: addressOf(listTags) });
      onSaved(user);
      showToast(PROFILE_TEXTS.saved);
    },
    onError: showError,
  });
}
