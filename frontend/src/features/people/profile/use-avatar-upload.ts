import { type CurrentUser, requestAvatar } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { send } from '../../../api/calls.js';
import { sentenceOf } from '../../../api/sentences.js';
import { endAll, onConnected, onLive, startLive } from '../../../live/live.js';
import { upload } from '../../../objects/upload.js';
import { uploadMessageOf } from '../../../objects/upload-problems.js';
import { refreshSession, SESSION_KEY } from '../../../session/session.js';
import { showToast } from '../../../ui/toast-store.js';
import { CropError, cropToSquare } from './crop-picture.js';
import { AVATAR_TEXTS } from './profile.texts.js';

/** Shown until the worker's rendition is ready. */
interface Preview {
  url: string;
  objectPath: string;
  /** The avatar at the time of the upload; the preview ends when the avatar changes. */
  replacedUrl: string | null;
}

const showFailure = () => showToast({ ...AVATAR_TEXTS.failed, variant: 'destructive' });

function reasonOf(error: unknown): string | undefined {
  return error instanceof CropError ? error.message : uploadMessageOf(error);
}

/** Also refreshes the session after each connect, when the client may have missed an event. */
function useAvatarEvents(onFailed: (objectPath: string, message: string) => void): void {
  const client = useQueryClient();
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    startLive();
    return endAll(
      onLive('avatar:ready', (user) => client.setQueryData(SESSION_KEY, user)),
      onLive('upload:failed', (failure) => failed.current(failure.objectPath, sentenceOf(failure))),
      onConnected(() => void refreshSession(client)),
    );
  }, [client]);
}

export function useAvatarUpload(user: CurrentUser) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<Preview>();
  const [reason, setReason] = useState<string>();

  useEffect(() => {
    if (!preview) return undefined;
    return () => URL.revokeObjectURL(preview.url);
  }, [preview]);

  useAvatarEvents((objectPath, message) => {
    if (objectPath !== preview?.objectPath) return;
    setPreview(undefined);
    setReason(message);
    showFailure();
  });

  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File) => {
      const square = await cropToSquare(file);
      const objectPath = await upload(square);
      await send(requestAvatar, { body: { profileImageURL: objectPath } });
      return { square, objectPath };
    },
    onMutate: () => setReason(undefined),
    onSuccess: async ({ square, objectPath }) => {
      const url = URL.createObjectURL(square);
      setPreview({ url, objectPath, replacedUrl: user.profileImageUrl });
      showToast(AVATAR_TEXTS.done);
      await refreshSession(client);
    },
    onError: (error) => {
      setReason(reasonOf(error));
      showFailure();
    },
  });

  return {
    input,
    src: preview?.replacedUrl === user.profileImageUrl ? preview.url : user.profileImageUrl,
    isPending,
    reason,
    choose: () => input.current?.click(),
    onChosen: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const file = target.files?.[0];
      // Otherwise choosing the same file again would fire no event.
      target.value = '';
      if (file && !isPending) mutate(file);
    },
  };
}
