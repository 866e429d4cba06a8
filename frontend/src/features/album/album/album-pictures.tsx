import { type CurrentUser, type ImageView, MESSAGES } from '@oniverse/contracts';
import { useCallback, useMemo, useState } from 'react';
import { serverMessageOf } from '../../../api/http.js';
import { sentenceOf } from '../../../api/sentences.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { SkeletonTiles } from '../../../ui/skeleton.js';
import type { AlbumFilters } from './album-filters.js';
import { isFiltered } from './images-query.js';
import { useHideImage } from './album.mutations.js';
import { useBoards, useImages } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { EditImageDialog } from './edit-image-dialog.js';
import type { CardActions } from './image-card.js';
import { ImageGrid } from './image-grid.js';
import { Lightbox } from './lightbox.js';

const texts = ALBUM_TEXTS.grid;

const FRAME = [
  { x: 34, y: 18, r: 2.4 },
  { x: 126, y: 18, r: 2 },
  { x: 126, y: 92, r: 2.6 },
  { x: 34, y: 92, r: 2 },
  { x: 52, y: 76, r: 1.4 },
  { x: 74, y: 48, r: 1.4 },
  { x: 90, y: 66, r: 1.4 },
  { x: 108, y: 40, r: 1.4 },
] as const;
const SIDES = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 0],
] as const;
const PICTURE = [
  [4, 5],
  [5, 6],
  [6, 7],
] as const;

function LoadError({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className="empty" role="alert">
      <h2 className="h3">{texts.failed}</h2>
      <p className="small">{serverMessageOf(error) ?? sentenceOf(MESSAGES.unavailable)}</p>
      <Button small onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}

interface AlbumPicturesProps {
  user: CurrentUser;
  filters: AlbumFilters;
  isOtherLoading: boolean;
  onTag: (name: string) => void;
  onDelete: (image: ImageView) => void;
}

export function AlbumPictures({ user, filters, isOtherLoading, onTag, onDelete }: AlbumPicturesProps) {
  const { images, isPending, isPlaceholderData, error, refetch, ...list } = useImages(filters);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const { boards } = useBoards();
  const { mutate: hide } = useHideImage();
  const [openId, setOpenId] = useState<string>();
  const [edited, setEdited] = useState<ImageView>();
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const close = useCallback(() => setOpenId(undefined), []);
  const actions = useMemo(
    (): CardActions => ({
      open: ({ id }) => setOpenId(id),
      edit: setEdited,
      hide: ({ id }) => hide(id),
      delete: onDelete,
      filterByTag: onTag,
    }),
    [hide, onDelete, onTag],
  );
  if (isPending || isOtherLoading) {
    return (
      <div className="album__load">
        <SkeletonTiles text={texts.loading} count={8} />
      </div>
    );
  }
  if (error && images.length === 0) return <LoadError error={error} retry={() => void refetch()} />;
  if (images.length === 0 && !hasNextPage) {
    return isFiltered(filters) ? (
      <EmptyState title={texts.noneFound} text={texts.noneFoundText} stars={FRAME} edges={SIDES} />
    ) : (
      <EmptyState title={texts.empty} text={texts.emptyText} stars={FRAME} edges={SIDES} dotted={PICTURE} />
    );
  }
  return (
    <>
      <div className={isPlaceholderData ? 'album__stale' : undefined}>
        <ImageGrid
          images={images}
          boards={boards}
          userId={user.id}
          hasMore={hasNextPage}
          isLoading={isFetching}
          onMore={loadMore}
          actions={actions}
        />
      </div>
      {isFetchNextPageError && (
        <p className="album__more small danger" role="alert">
          {texts.moreFailed}{' '}
          <Button small onClick={loadMore}>
            {texts.tryAgain}
          </Button>
        </p>
      )}
      {openId !== undefined && (
        <Lightbox
          images={images}
          imageId={openId}
          hasMore={hasNextPage && !isFetching}
          onMore={loadMore}
          onNavigate={setOpenId}
          onClose={close}
        />
      )}
      {edited && <EditImageDialog key={edited.id} image={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
