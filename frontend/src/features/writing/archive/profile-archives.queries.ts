import {
  deleteProfileArchive,
  listProfileArchives,
  listTags,
  type ProfileArchiveListQuery,
  updateProfileArchive,
  type ProfileArchiveView,
  type UpdateProfileArchiveBody,
} from '@oniverse/contracts';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { addressOf, listOf, type ListPage, send } from '../../../api/calls.js';
import { HttpError } from '../../../api/http.js';
import { showFailure } from '../../../ui/show-failure.js';
import { showToast } from '../../../ui/toast-store.js';
import { TOASTS } from './archive.texts.js';

type Archives = InfiniteData<ListPage<ProfileArchiveView>>;

const ARCHIVES = addressOf(listProfileArchives);

function useArchives(query: ProfileArchiveListQuery) {
  const list = useInfiniteQuery({
    ...listOf(listProfileArchives, { query }),
    placeholderData: keepPreviousData,
  });
  return { ...list, archives: list.data?.pages.flatMap(({ items }) => items) };
}

export const useVisibleArchives = (search: ProfileArchiveListQuery = {}) =>
  useArchives({ ...search, isHidden: false });

export const useHiddenArchives = () => useArchives({ isHidden: true });

async function refreshArchives(client: QueryClient): Promise<void> {
  await Promise.all(
    [ARCHIVES, addressOf(listTags)].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

const updateLists = (client: QueryClient, change: (items: ProfileArchiveView[]) => ProfileArchiveView[]) =>
  client.setQueriesData<Archives>(
    { queryKey: ARCHIVES },
    (parts) =>
      parts && { ...parts, pages: parts.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );

function handleFailure(client: QueryClient, title: string, error: Error): void {
  showFailure(title, error);
  // Another tab or device has deleted it.
  if (error instanceof HttpError && error.status === 404) void refreshArchives(client);
}

function toastOf({ isHidden, isShownPublicly }: UpdateProfileArchiveBody) {
  if (isShownPublicly !== undefined) return isShownPublicly ? TOASTS.thenShown : TOASTS.thenTakenAway;
  if (isHidden === undefined) return TOASTS.archiveUpdated;
  return isHidden ? TOASTS.archiveHidden : TOASTS.archiveShown;
}

export function useUpdateArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body }: { id: string; body: UpdateProfileArchiveBody }) =>
      send(updateProfileArchive, { id, body }),
    onSuccess: (archive, { body }) => {
      // Hidden and visible archives are in different lists.
      updateLists(client, (items) =>
        items.flatMap((item) => {
          if (item.id !== archive.id) return [item];
          return item.isHidden === archive.isHidden ? [archive] : [];
        }),
      );
      showToast(toastOf(body));
      void refreshArchives(client);
    },
    onError: (error) => handleFailure(client, TOASTS.updateFailed, error),
  });
}

export function useDeleteArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => send(deleteProfileArchive, { id }),
    onSuccess: (_ok, id) => {
      updateLists(client, (items) => items.filter((item) => item.id !== id));
      showToast(TOASTS.archiveDeleted);
      void refreshArchives(client);
    },
    onError: (error) => handleFailure(client, TOASTS.deleteFailed, error),
  });
}
