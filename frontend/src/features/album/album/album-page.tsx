import './album.css';
import type { CurrentUser, ImageView } from '@oniverse/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useIncomingFiles } from '../../../objects/use-incoming-files.js';
import { useSession } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { FilterBar } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { SearchField } from '../../../ui/search-field.js';
import { Select } from '../../../ui/select.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { BoardChips, TagChips } from './album-chips.js';
import type { AlbumFilters, Mode } from './album-filters.js';
import { isFiltered } from './images-query.js';
import { AlbumHead } from './album-head.js';
import { AlbumPictures } from './album-pictures.js';
import { AlbumConfirmDialog, type Confirmation } from './album-confirm-dialog.js';
import { useBoards, useTags } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { BoardDialog } from './board-dialog.js';
import { BookmarkedPictures } from './bookmarked-pictures.js';
import { SaveImageDialog } from './save-image-dialog.js';
import { useUpdateFilters, useSearchText } from './use-album-filters.js';
import { useLiveAlbum } from './use-live-album.js';
import { registerAlbumPage, sendPictures, useUpload } from './upload/upload.store.js';
import { UploadTray } from './upload/upload-tray.js';

const texts = ALBUM_TEXTS.filters;

function Filters({ filters }: { filters: AlbumFilters }) {
  const updateFilters = useUpdateFilters();
  const [text, setText] = useSearchText(filters.q ?? '', updateFilters);
  const clear = () => {
    setText('');
    updateFilters({ q: undefined, board: undefined, tag: undefined });
  };
  return (
    <FilterBar
      label={texts.label}
      clear={(isFiltered(filters) || text !== '') && { text: texts.clear, onClear: clear }}
    >
      <SearchField label={texts.searchLabel} placeholder={texts.search} value={text} onChange={setText} />
      <Select
        bare
        label={texts.sort}
        value={filters.sort ?? 'newest'}
        options={[
          { value: 'newest', title: texts.newest },
          { value: 'oldest', title: texts.oldest },
        ]}
        onChange={(sort) => updateFilters({ sort })}
      />
    </FilterBar>
  );
}

function ModeBar({ mode, onStop }: { mode: Mode; onStop: () => void }) {
  const { text, stop } = ALBUM_TEXTS.modes[mode];
  return (
    <div className="album__mode">
      <output className="small">{text}</output>
      <Button small onClick={onStop}>
        {stop}
      </Button>
    </div>
  );
}

function Uploads({ isOver }: { isOver: boolean }) {
  const { upload } = useUpload();
  return (
    <>
      <UploadTray />
      {isOver && (
        <div className="album__drop" aria-hidden="true">
          <span className="h3">{ALBUM_TEXTS.uploads.drop}</span>
        </div>
      )}
      {upload.phase === 'arrived' && <SaveImageDialog draft={upload.draft} preview={upload.preview} />}
    </>
  );
}

function Album({ user, filters }: { user: CurrentUser; filters: AlbumFilters }) {
  useLiveAlbum();
  const updateFilters = useUpdateFilters();
  const { visible: boards, isPending } = useBoards();
  const [mode, setMode] = useState<Mode | null>(null);
  const tags = useTags(filters, mode?.endsWith('-tags') ?? false);
  // Boards, tags and pictures appear together, so that a late one does not shift the page.
  const isLoading = isPending || !tags;
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [isCreatingBoard, setCreatingBoard] = useState(false);
  const uploadFiles = useCallback((files: readonly File[]) => void sendPictures(user.id, files), [user.id]);
  const isOver = useIncomingFiles(uploadFiles);
  useEffect(() => registerAlbumPage(user.id), [user.id]);
  const filterByTag = useCallback((tag: string) => updateFilters({ tag }), [updateFilters]);
  const confirmDelete = useCallback(
    (image: ImageView) => setConfirmation({ kind: 'deleteImage', image }),
    [],
  );
  const leaveRemovedFilter = (confirmed: Confirmation) => {
    if ('board' in confirmed && confirmed.board.id === filters.board) updateFilters({ board: undefined });
    if ('tag' in confirmed && confirmed.tag === filters.tag) updateFilters({ tag: undefined });
  };
  return (
    <PageFrame className="page wrap">
      <AlbumHead onMode={setMode} onNewBoard={() => setCreatingBoard(true)} onFiles={uploadFiles} />
      <Filters filters={filters} />
      {mode && <ModeBar mode={mode} onStop={() => setMode(null)} />}
      <div className="album__chips">
        <BoardChips
          boards={isLoading ? [] : boards}
          mode={mode}
          filters={filters}
          onFilter={updateFilters}
          onHide={(board) => setConfirmation({ kind: 'hideBoard', board })}
          onDelete={(board) => setConfirmation({ kind: 'deleteBoard', board })}
        />
        <TagChips
          tags={isLoading ? undefined : tags}
          mode={mode}
          filters={filters}
          onFilter={updateFilters}
          onDelete={(tag) => setConfirmation({ kind: 'deleteTag', tag })}
        />
      </div>
      <Uploads isOver={isOver} />
      <AlbumPictures
        user={user}
        filters={filters}
        isOtherLoading={isLoading}
        onTag={filterByTag}
        onDelete={confirmDelete}
      />
      {filters.board !== undefined && filters.tag === undefined && filters.q === undefined && (
        <BookmarkedPictures boardId={filters.board} />
      )}
      {confirmation && (
        <AlbumConfirmDialog
          confirmation={confirmation}
          onClose={() => setConfirmation(undefined)}
          onDone={leaveRemovedFilter}
        />
      )}
      {isCreatingBoard && (
        <BoardDialog onClose={() => setCreatingBoard(false)} onCreated={() => setCreatingBoard(false)} />
      )}
    </PageFrame>
  );
}

export function AlbumPage({ filters }: { filters: AlbumFilters }) {
  usePageTitle(ALBUM_TEXTS.title);
  const { user } = useSession();
  return user && <Album key={user.id} user={user} filters={filters} />;
}
