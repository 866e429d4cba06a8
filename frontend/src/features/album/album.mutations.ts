import {
  type BoardBody,
  type BoardView,
  type ChangedAnswer,
  type CreateImageBody,
  type NormalizedAnswer,
  type OkAnswer,
  type UpdateImageBody,
} from '@oniverse/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Guard, isNumber, isOptional, isShape, isText, parse } from '../../api/guards.js';
import { http, HttpError, serverMessageOf } from '../../api/http.js';
import { isImage } from '../../live/payloads.js';
import { showToast, type ToastContent } from '../../ui/toast-store.js';
import {
  dropImage,
  isBoard,
  putBoard,
  putImage,
  refreshAlbum,
  refreshBeside,
  refreshFiltered,
} from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';

const { toasts } = ALBUM_TEXTS;
const isTrue: Guard<true> = (value) => value === true;
const isOk = isShape<OkAnswer>({ ok: isTrue });
const isChanged = isShape<ChangedAnswer>({ ok: isTrue, changed: isNumber });
const isNormalized = isShape<Partial<NormalizedAnswer>>({ objectPath: isOptional(isText) });

/** Says that something did not work; what is gone meanwhile, by another tab, leaves the lists. */
function fail(client: QueryClient, title: string, error: Error): void {
  showToast({
    title,
    description: serverMessageOf(error) ?? ALBUM_TEXTS.unreachable,
    variant: 'destructive',
  });
  if (isGone(error)) void refreshAlbum(client);
}

const isGone = (error: Error): boolean => error instanceof HttpError && error.status === 404;

/** A change of the album: a toast for either end, and the lists asked anew where they hold more than was answered. */
function useAlbumChange<V, T>(change: {
  send: (variables: V) => Promise<T>;
  apply: (client: QueryClient, answer: T, variables: V) => void;
  done: (answer: T) => ToastContent;
  failed: string;
  /** Where the lists already are as they shall be, only what stands beside them is asked anew. */
  refresh?: (client: QueryClient) => Promise<void>;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change.send,
    onSuccess: (answer, variables) => {
      change.apply(client, answer, variables);
      showToast(change.done(answer));
      void (change.refresh ?? refreshAlbum)(client);
    },
    onError: (error) => fail(client, change.failed, error),
  });
}

/** What the form of an upload says, and where its bytes are. */
export interface NewImage {
  objectPath: string;
  /** Empty for none. */
  title: string;
  description: string;
  boardId: string | null;
  tags: string[];
}

/** Whether the upload was made a picture before: by a try whose answer was lost, or by another tab. */
const isInUse = (error: unknown): boolean => error instanceof HttpError && error.code === 'already_used';

/**
 * Puts an upload into the album: its address is made a path first, then the picture is made of it. Where it was made
 * before, that one stays and there is no second.
 */
export function useSaveImage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      objectPath,
      title,
      description,
      boardId,
      tags,
    }: NewImage): Promise<'saved' | 'before'> => {
      const normalized = parse(
        isNormalized,
        await http('/api/images/normalize', { method: 'PUT', body: { imageUrl: objectPath } }),
      );
      const body: CreateImageBody = {
        imageUrl: normalized.objectPath || objectPath,
        isPublic: true,
        tags,
        boardId,
        ...(title && { title }),
        ...(description && { description }),
      };
      try {
        parse(isImage, await http('/api/images', { method: 'POST', body }));
        return 'saved';
      } catch (error) {
        if (isInUse(error)) return 'before';
        throw error;
      }
    },
    onSuccess: (when) => {
      showToast(when === 'saved' ? toasts.saved : toasts.savedBefore);
      void refreshAlbum(client);
    },
    onError: (error) => {
      showToast({ ...toasts.saveFailed, variant: 'destructive' });
      // Its board may have gone meanwhile.
      if (isGone(error)) void refreshAlbum(client);
    },
  });
}

/** Changes what is said of a picture. */
export const useEditImage = () =>
  useAlbumChange({
    send: async ({ id, body }: { id: string; body: UpdateImageBody }) =>
      parse(isImage, await http(`/api/images/${id}`, { method: 'PATCH', body })),
    apply: putImage,
    done: () => toasts.edited,
    failed: toasts.updateFailed,
    refresh: refreshFiltered,
  });

/** Hides a picture; it is shown again from the settings. */
export const useHideImage = () =>
  useAlbumChange({
    send: async (id: string) =>
      parse(
        isImage,
        await http(`/api/images/${id}/visibility`, { method: 'PUT', body: { isPublic: false } }),
      ),
    apply: putImage,
    done: () => toasts.hidden,
    failed: toasts.updateFailed,
    refresh: refreshBeside,
  });

/** Deletes a picture for good. */
export const useDeleteImage = () =>
  useAlbumChange({
    send: async (id: string) => parse(isOk, await http(`/api/images/${id}`, { method: 'DELETE' })),
    apply: (client, _ok, id) => dropImage(client, id),
    done: () => toasts.deleted,
    failed: toasts.deleteFailed,
    refresh: refreshBeside,
  });

/** Makes a board. */
export function useCreateBoard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BoardBody) =>
      parse(isBoard, await http('/api/boards', { method: 'POST', body })),
    onSuccess: (board) => {
      putBoard(client, board);
      showToast(toasts.boardCreated);
      void refreshBeside(client);
    },
    onError: () => showToast({ ...toasts.boardFailed, variant: 'destructive' }),
  });
}

/** Gives a board another name. */
export const useRenameBoard = () =>
  useAlbumChange({
    send: async ({ id, name }: Pick<BoardView, 'id' | 'name'>) =>
      parse(isBoard, await http(`/api/boards/${id}`, { method: 'PUT', body: { name } })),
    apply: putBoard,
    done: () => toasts.boardUpdated,
    failed: toasts.updateFailed,
    refresh: refreshBeside,
  });

/** Hides a board with all its pictures. */
export const useHideBoard = () =>
  useAlbumChange({
    send: async (id: string) =>
      parse(
        isBoard,
        await http(`/api/boards/${id}/visibility`, { method: 'PUT', body: { isPublic: false } }),
      ),
    apply: putBoard,
    done: () => toasts.boardHidden,
    failed: toasts.hideFailed,
  });

/** Deletes a board with all its pictures, for good. */
export const useDeleteBoard = () =>
  useAlbumChange({
    send: async (id: string) => parse(isOk, await http(`/api/boards/${id}`, { method: 'DELETE' })),
    apply: () => undefined,
    done: () => toasts.boardDeleted,
    failed: toasts.deleteFailed,
  });

const tagPath = (name: string) => `/api/album/tags/${encodeURIComponent(name)}`;

/** Gives a tag another name on all of one's pictures and boards. */
export const useRenameTag = () =>
  useAlbumChange({
    send: async ({ old, name }: { old: string; name: string }) =>
      parse(isChanged, await http(tagPath(old), { method: 'PUT', body: { name } })),
    apply: () => undefined,
    done: ({ changed }) => ({
      title: toasts.tagUpdated.title,
      description: toasts.tagUpdated.description(changed),
    }),
    failed: toasts.updateFailed,
  });

/** Takes a tag off all of one's pictures and boards. */
export const useDeleteTag = () =>
  useAlbumChange({
    send: async (name: string) => parse(isChanged, await http(tagPath(name), { method: 'DELETE' })),
    apply: () => undefined,
    done: ({ changed }) => ({
      title: toasts.tagDeleted.title,
      description: toasts.tagDeleted.description(changed),
    }),
    failed: toasts.deleteFailed,
  });
