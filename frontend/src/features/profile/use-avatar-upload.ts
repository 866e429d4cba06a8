import type { CurrentUser } from '@oniverse/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { http } from '../../api/http.js';
import { onConnected, onLive, startLive } from '../../live/live.js';
import { upload } from '../../objects/upload.js';
import { uploadMessageOf } from '../../objects/upload-problems.js';
import { refreshSession, SESSION_KEY } from '../../session/session.js';
import { showToast } from '../../ui/toast-store.js';
import { CropError, cropToSquare } from './crop-picture.js';
import { AVATAR_TEXTS } from './profile.texts.js';

/** What the member sees of a picture until the worker's is there. */
interface Preview {
  /** An address for this page alone. */
  url: string;
  objectPath: string;
  /** The avatar that it takes the place of: once there is another, the preview has done its work. */
  replaces: string | null;
}

const showFailure = () => showToast({ ...AVATAR_TEXTS.failed, variant: 'destructive' });

/** The sentence behind a failure, where there is more to say than that it failed. */
function reasonOf(error: unknown): string | undefined {
  return error instanceof CropError ? error.message : uploadMessageOf(error);
}

/** The member as the worker leaves them: told live, and asked for after each connect, when it may have been missed. */
function useFollowOwnMember(onFailed: (objectPath: string, message: string) => void): void {
  const client = useQueryClient();
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    startLive();
    const stops = [
      onLive('avatar:ready', (user) => client.setQueryData(SESSION_KEY, user)),
      onLive('upload:failed', ({ objectPath, message }) => failed.current(objectPath, message)),
      onConnected(() => void refreshSession(client)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}

/** One's own picture: choose, crop, upload, set, and see it at once. */
export function useAvatarUpload(user: CurrentUser) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<Preview>();
  const [reason, setReason] = useState<string>();

  useEffect(() => {
    if (!preview) return undefined;
    return () => URL.revokeObjectURL(preview.url);
  }, [preview]);

  useFollowOwnMember((objectPath, message) => {
    if (objectPath !== preview?.objectPath) return;
    setPreview(undefined);
    setReason(message);
    showFailure();
  });

  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File) => {
      const square = await cropToSquare(file);
      const objectPath = await upload(square);
      await http('/api/user/profile-image', { method: 'PUT', body: { profileImageURL: objectPath } });
      return { square, objectPath };
    },
    onMutate: () => setReason(undefined),
    onSuccess: async ({ square, objectPath }) => {
      const url = URL.createObjectURL(square);
      setPreview({ url, objectPath, replaces: user.profileImageUrl });
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
    src: preview?.replaces === user.profileImageUrl ? preview.url : user.profileImageUrl,
    isPending,
    /** Why the last try failed. */
    reason,
    choose: () => input.current?.click(),
    onChosen: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const file = target.files?.[0];
      // The same file may be chosen once more after a failure.
      target.value = '';
      if (file && !isPending) mutate(file);
    },
  };
}
