import type { ProfileArchiveView, UpdateProfileArchiveBody } from '@oniverse/contracts';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { isFlag, isListOf, isNullable, isShape, isText, parse } from '../../api/guards.js';
import { http, HttpError, serverMessageOf } from '../../api/http.js';
import { type ListPage, listQuery } from '../../api/list-query.js';
import { showToast } from '../../ui/toast-store.js';
import { ARCHIVE_TEXTS, TOASTS } from './archive.texts.js';

type Archives = InfiniteData<ListPage<ProfileArchiveView>>;

/** A profile archive as the server answers it. */
export const isProfileArchive = isShape<ProfileArchiveView>({
  id: isText,
  userId: isText,
  capsuleId: isNullable(isText),
  title: isText,
  markdownContent: isText,
  tags: isListOf(isText),
  isHidden: isFlag,
  createdAt: isText,
});

/** All lists of one's profile archives, whatever they are searched for. */
export const ARCHIVES_KEY = ['/api', 'profile-archives'] as const;

/** A search of the archives: `q`, `tag`, `sort`, `capsuleId`. */
type ArchiveSearch = Readonly<Record<string, string>>;

function useArchives(search: ArchiveSearch) {
  const query = useInfiniteQuery({
    ...listQuery(ARCHIVES_KEY, isProfileArchive, search),
    placeholderData: keepPreviousData,
  });
  return { ...query, archives: query.data?.pages.flatMap(({ items }) => items) };
}

/** One's profile archives that are not hidden, part by part. */
export const useShownArchives = (search: ArchiveSearch = {}) => useArchives({ ...search, isHidden: 'false' });

/** One's hidden profile archives. */
export const useHiddenArchives = () => useArchives({ isHidden: 'true' });

/** Lists and counts that a change of the archives reaches. */
export async function refreshArchives(client: QueryClient): Promise<void> {
  await Promise.all(
    [ARCHIVES_KEY, ['/api', 'tags']].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

const eachList = (client: QueryClient, change: (items: ProfileArchiveView[]) => ProfileArchiveView[]) =>
  client.setQueriesData<Archives>(
    { queryKey: ARCHIVES_KEY },
    (parts) =>
      parts && { ...parts, pages: parts.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );

function fail(client: QueryClient, title: string, error: Error): void {
  showToast({
    title,
    description: serverMessageOf(error) ?? ARCHIVE_TEXTS.unreachable,
    variant: 'destructive',
  });
  // It is gone already, by another tab or device.
  if (error instanceof HttpError && error.status === 404) void refreshArchives(client);
}

function toastOf({ isHidden }: UpdateProfileArchiveBody) {
  if (isHidden === undefined) return TOASTS.archiveUpdated;
  return isHidden ? TOASTS.archiveHidden : TOASTS.archiveShown;
}

/** Changes, hides or shows a profile archive. */
export function useUpdateArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, body }: { id: string; body: UpdateProfileArchiveBody }) =>
      parse(isProfileArchive, await http(`/api/profile-archives/${id}`, { method: 'PATCH', body })),
    onSuccess: (archive, { body }) => {
      // Hidden and shown ones stand in different lists.
      eachList(client, (items) =>
        items.flatMap((item) => {
          if (item.id !== archive.id) return [item];
          return item.isHidden === archive.isHidden ? [archive] : [];
        }),
      );
      showToast(toastOf(body));
      void refreshArchives(client);
    },
    onError: (error) => fail(client, TOASTS.updateFailed, error),
  });
}

/** Deletes a profile archive for good. */
export function useDeleteArchive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => http(`/api/profile-archives/${id}`, { method: 'DELETE' }),
    onSuccess: (_ok, id) => {
      eachList(client, (items) => items.filter((item) => item.id !== id));
      showToast(TOASTS.archiveDeleted);
      void refreshArchives(client);
    },
    onError: (error) => fail(client, TOASTS.deleteFailed, error),
  });
}
