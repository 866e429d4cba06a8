import {
  type BoardBody,
  type BoardView,
  characterCount,
  createBoard,
  createImage,
  type CreateImageBody,
  deleteBoard,
  deleteImage,
  LIMITS,
  normalizedSchema,
  normalizeUpload,
  removeAlbumTag,
  renameAlbumTag,
  setBoardVisibility,
  setImageVisibility,
  updateBoard,
  updateImage,
  type UpdateImageBody,
} from '@oniverse/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { send } from '../../../api/calls.js';
import { HttpError, isProblem, sendUnchecked } from '../../../api/http.js';
import { orNone, parse } from '../../../api/parse.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast, type ToastContent } from '../../../ui/toast-store.js';
import {
  removeImage,
  upsertBoard,
  replaceImage,
  refreshAlbum,
  refreshRelated,
  refreshFiltered,
} from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';

const { toasts } = ALBUM_TEXTS;
const normalizedAnswer = v.object({ objectPath: orNone(normalizedSchema.entries.objectPath) });
/** Refetches the lists if the item no longer exists, for example after a change in another tab. */
function handleFailure(client: QueryClient, title: string, error: Error): void {
  showFailure(title, error);
  if (isGone(error)) void refreshAlbum(client);
}

const isGone = (error: Error): boolean => error instanceof HttpError && error.status === 404;

function useAlbumMutation<V, T>(options: {
  send: (variables: V) => Promise<T>;
  updateCache: (client: QueryClient, response: T, variables: V) => void;
  successToast: (response: T) => ToastContent;
  failureTitle: string;
  /** By default refetches the whole album. Pass less if `updateCache` already corrects the lists. */
  refetch?: (client: QueryClient) => Promise<void>;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: options.send,
    onSuccess: (response, variables) => {
      options.updateCache(client, response, variables);
      showToast(options.successToast(response));
      void (options.refetch ?? refreshAlbum)(client);
    },
    onError: (error) => handleFailure(client, options.failureTitle, error),
  });
}

export interface NewImage {
  objectPath: string;
  /** Empty for none. */
  caption: string;
  boardId: string | null;
  tags: string[];
}

/** Returns the caption as title, or as description if it is too long. */
const captionFields = (caption: string): Pick<CreateImageBody, 'title' | 'description'> => {
  if (!caption) return {};
  return characterCount(caption) > LIMITS.title.max ? { description: caption } : { title: caption };
};

/** Whether the upload already became a picture: in a request whose response was lost, or in another tab. */
const isInUse = (error: unknown): boolean => isProblem(error, 'already_used');

/** Normalizes the path of an upload and creates a picture from it. Idempotent. */
export function useSaveImage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      objectPath,
      caption,
      boardId,
      tags,
    }: NewImage): Promise<'saved' | 'already-saved'> => {
      const normalized = parse(
        normalizedAnswer,
        await sendUnchecked(normalizeUpload, { body: { imageUrl: objectPath } }),
      );
      const body: CreateImageBody = {
        imageUrl: normalized.objectPath || objectPath,
        isPublic: true,
        tags,
        boardId,
        ...captionFields(caption),
      };
      try {
        await send(createImage, { body });
        return 'saved';
      } catch (error) {
        if (isInUse(error)) return 'already-saved';
        throw error;
      }
    },
    onSuccess: (outcome) => {
      showToast(outcome === 'saved' ? toasts.saved : toasts.alreadySaved);
      void refreshAlbum(client);
    },
    onError: (error) => {
      showToast({ ...toasts.saveFailed, variant: 'destructive' });
      // Its board may have been deleted in another tab.
      if (isGone(error)) void refreshAlbum(client);
    },
  });
}

export const useEditImage = () =>
  useAlbumMutation({
    send: async ({ id, body }: { id: string; body: UpdateImageBody }) => send(updateImage, { id, body }),
    updateCache: replaceImage,
    successToast: () => toasts.edited,
    failureTitle: toasts.updateFailed,
    refetch: refreshFiltered,
  });

/** Hides a picture; the settings page can show it again. */
export const useHideImage = () =>
  useAlbumMutation({
    send: async (id: string) => send(setImageVisibility, { id, body: { isPublic: false } }),
    updateCache: replaceImage,
    successToast: () => toasts.hidden,
    failureTitle: toasts.updateFailed,
    refetch: refreshRelated,
  });

export const useDeleteImage = () =>
  useAlbumMutation({
    send: async (id: string) => send(deleteImage, { id }),
    updateCache: (client, _ok, id) => removeImage(client, id),
    successToast: () => toasts.deleted,
    failureTitle: toasts.deleteFailed,
    refetch: refreshRelated,
  });

export function useCreateBoard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BoardBody) => send(createBoard, { body }),
    onSuccess: (board) => {
      upsertBoard(client, board);
      showToast(toasts.boardCreated);
      void refreshRelated(client);
    },
    onError: () => showToast({ ...toasts.boardFailed, variant: 'destructive' }),
  });
}

export const useRenameBoard = () =>
  useAlbumMutation({
    send: async ({ id, name }: Pick<BoardView, 'id' | 'name'>) => send(updateBoard, { id, body: { name } }),
    updateCache: upsertBoard,
    successToast: () => toasts.boardUpdated,
    failureTitle: toasts.updateFailed,
    refetch: refreshRelated,
  });

export const useHideBoard = () =>
  useAlbumMutation({
    send: async (id: string) => send(setBoardVisibility, { id, body: { isPublic: false } }),
    updateCache: upsertBoard,
    successToast: () => toasts.boardHidden,
    failureTitle: toasts.hideFailed,
  });

export const useDeleteBoard = () =>
  useAlbumMutation({
    send: async (id: string) => send(deleteBoard, { id }),
    updateCache: () => undefined,
    successToast: () => toasts.boardDeleted,
    failureTitle: toasts.deleteFailed,
  });

export const useRenameTag = () =>
  useAlbumMutation({
    send: async ({ old, name }: { old: string; name: string }) =>
      send(renameAlbumTag, { name: old, body: { name } }),
    updateCache: () => undefined,
    successToast: ({ changed }) => ({
      title: toasts.tagUpdated.title,
      description: toasts.tagUpdated.description(changed),
    }),
    failureTitle: toasts.updateFailed,
  });

export const useDeleteTag = () =>
  useAlbumMutation({
    send: async (name: string) => send(removeAlbumTag, { name }),
    updateCache: () => undefined,
    successToast: ({ changed }) => ({
      title: toasts.tagDeleted.title,
      description: toasts.tagDeleted.description(changed),
    }),
    failureTitle: toasts.deleteFailed,
  });
