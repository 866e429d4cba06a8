import type { BoardView, ImageView } from '@oniverse/contracts';
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { parse } from '../../api/guards.js';
import { http, HttpError, serverMessageOf } from '../../api/http.js';
import { type ListPage, listQuery } from '../../api/list-query.js';
import { isImage } from '../../live/payloads.js';
import { showToast, type ToastContent } from '../../ui/toast-store.js';
import { boardsQuery, isBoard } from '../album/album.queries.js';
import { HIDDEN_TEXTS as TEXTS, SETTINGS_TEXTS } from './settings.texts.js';

const IMAGES = ['/api', 'images'] as const;
const hiddenImagesQuery = listQuery(IMAGES, isImage, { isPublic: 'false' });

/** One's hidden pictures, newest first, part by part. Another device may have hidden some: each visit asks anew. */
export function useHiddenImages() {
  const query = useInfiniteQuery({ ...hiddenImagesQuery, refetchOnMount: 'always' });
  return { ...query, images: query.data?.pages.flatMap(({ items }) => items) };
}

/** One's hidden boards. */
export function useHiddenBoards() {
  const query = useQuery(boardsQuery);
  return { ...query, boards: query.data?.filter(({ isPublic }) => !isPublic) };
}

interface HiddenChange<T> {
  send: (thing: T) => Promise<unknown>;
  done: ToastContent;
  failed: string;
}

/** A change of something hidden, after which it is not hidden any more: it leaves its list at once. */
function useHiddenChange<T extends { id: string }>({ send, done, failed }: HiddenChange<T>) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [IMAGES, boardsQuery.queryKey, ['/api', 'tags'], ['/api', 'constellation']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  return useMutation({
    mutationFn: send,
    onSuccess: (_answer, { id }) => {
      client.setQueryData<InfiniteData<ListPage<ImageView>>>(
        hiddenImagesQuery.queryKey,
        (parts) =>
          parts && {
            ...parts,
            pages: parts.pages.map((page) => ({
              ...page,
              items: page.items.filter((image) => image.id !== id),
            })),
          },
      );
      showToast(done);
      void refresh();
    },
    onError: (error) => {
      showToast({
        title: failed,
        description: serverMessageOf(error) ?? SETTINGS_TEXTS.unreachable,
        variant: 'destructive',
      });
      // It is gone already, by another tab or device.
      if (error instanceof HttpError && error.status === 404) void refresh();
    },
  });
}

const visible = { isPublic: true };

/** Shows a hidden picture again. */
export const useUnhideImage = () =>
  useHiddenChange<ImageView>({
    send: async ({ id }) =>
      parse(isImage, await http(`/api/images/${id}/visibility`, { method: 'PUT', body: visible })),
    done: TEXTS.imageShown,
    failed: TEXTS.updateFailed,
  });

/** Deletes a hidden picture for good. */
export const useDeleteHiddenImage = () =>
  useHiddenChange<ImageView>({
    send: async ({ id }) => http(`/api/images/${id}`, { method: 'DELETE' }),
    done: TEXTS.imageDeleted,
    failed: TEXTS.deleteFailed,
  });

/** Shows a hidden board again, with all its pictures. */
export const useUnhideBoard = () =>
  useHiddenChange<BoardView>({
    send: async ({ id }) =>
      parse(isBoard, await http(`/api/boards/${id}/visibility`, { method: 'PUT', body: visible })),
    done: TEXTS.boardShown,
    failed: TEXTS.updateFailed,
  });
