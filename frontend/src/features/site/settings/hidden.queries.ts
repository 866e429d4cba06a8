import {
  type BoardView,
  deleteImage,
  getConstellation,
  type ImageView,
  listOwnImages,
  listTags,
  setBoardVisibility,
  setImageVisibility,
} from '@oniverse/contracts';
import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { addressOf, listOf, type ListPage, send } from '../../../api/calls.js';
import { HttpError } from '../../../api/http.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast, type ToastContent } from '../../../ui/toast-store.js';
import { boardsQuery } from '../../album/album/index.js';
import { HIDDEN_TEXTS as TEXTS } from './settings.texts.js';

const hiddenImagesQuery = listOf(listOwnImages, { query: { isPublic: false } });
const CHANGED = [
  addressOf(listOwnImages),
  boardsQuery.queryKey,
  addressOf(listTags),
  addressOf(getConstellation),
] as const;

/** Newest first. Refetched on each visit, because another device may have changed the list. */
export function useHiddenImages() {
  const query = useInfiniteQuery({ ...hiddenImagesQuery, refetchOnMount: 'always' });
  return { ...query, images: query.data?.pages.flatMap(({ items }) => items) };
}

export function useHiddenBoards() {
  const query = useQuery(boardsQuery);
  return { ...query, boards: query.data?.filter(({ isPublic }) => !isPublic) };
}

interface HiddenChange<T> {
  send: (thing: T) => Promise<unknown>;
  done: ToastContent;
  failed: string;
}

/** The item leaves the hidden list at once. */
function useHiddenChange<T extends { id: string }>({ send, done, failed }: HiddenChange<T>) {
  const client = useQueryClient();
  const refresh = () => Promise.all(CHANGED.map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: send,
    onSuccess: (_answer, { id }) => {
      client.setQueryData<InfiniteData<ListPage<ImageView>>>(
        hiddenImagesQuery.queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.filter((image) => image.id !== id),
            })),
          },
      );
      showToast(done);
      void refresh();
    },
    onError: (error) => {
      showFailure(failed, error);
      // Another tab or device has already deleted it.
      if (error instanceof HttpError && error.status === 404) void refresh();
    },
  });
}

const body = { isPublic: true };

export const useUnhideImage = () =>
  useHiddenChange<ImageView>({
    send: async ({ id }) => send(setImageVisibility, { id, body }),
    done: TEXTS.imageShown,
    failed: TEXTS.updateFailed,
  });

export const useDeleteHiddenImage = () =>
  useHiddenChange<ImageView>({
    send: async ({ id }) => send(deleteImage, { id }),
    done: TEXTS.imageDeleted,
    failed: TEXTS.deleteFailed,
  });

/** Also shows the board's pictures. */
export const useUnhideBoard = () =>
  useHiddenChange<BoardView>({
    send: async ({ id }) => send(setBoardVisibility, { id, body }),
    done: TEXTS.boardShown,
    failed: TEXTS.updateFailed,
  });
