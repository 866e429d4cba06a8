import './album.css';
import type { CurrentUser, ImageView } from '@oniverse/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { FilterBar } from '../../ui/page-head.js';
import { usePageTitle } from '../../ui/page-title.js';
import { SearchField } from '../../ui/search-field.js';
import { Select } from '../../ui/select.js';
import { PageFrame } from '../pages/page-frame.js';
import { BoardChips, TagChips } from './album-chips.js';
import { type AlbumFilters, isFiltered } from './album-filters.js';
import { AlbumHead } from './album-head.js';
import { AlbumPictures } from './album-pictures.js';
import { AlbumQuestion, type Question } from './album-questions.js';
import { useBoards, useTags } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { BoardDialog } from './board-dialog.js';
import type { Mode } from './mode.js';
import { SaveImageDialog } from './save-image-dialog.js';
import { useChangeFilters, useSearchText } from './use-album-filters.js';
import { useLiveAlbum } from './use-live-album.js';
import { attendUpload, sendPictures, useUpload } from './upload/upload.store.js';
import { UploadTray } from './upload/upload-tray.js';
import { useIncomingFiles } from './upload/use-incoming-files.js';

const texts = ALBUM_TEXTS.filters;

function Filters({ filters }: { filters: AlbumFilters }) {
  const change = useChangeFilters();
  const [typed, type] = useSearchText(filters.q ?? '', change);
  const clear = () => {
    type('');
    change({ q: undefined, board: undefined, tag: undefined });
  };
  return (
    <FilterBar
      label={texts.label}
      clear={(isFiltered(filters) || typed !== '') && { text: texts.clear, onClear: clear }}
    >
      <SearchField label={texts.searchLabel} placeholder={texts.search} value={typed} onChange={type} />
      <Select
        bare
        label={texts.sort}
        value={filters.sort ?? 'newest'}
        options={[
          { value: 'newest', title: texts.newest },
          { value: 'oldest', title: texts.oldest },
        ]}
        onChange={(sort) => change({ sort })}
      />
    </FilterBar>
  );
}

function ModeBar({ mode, onStop }: { mode: Mode; onStop: () => void }) {
  const { text, stop } = ALBUM_TEXTS.modes[mode];
  return (
    <div className="alb__mode">
      <output className="small">{text}</output>
      <Button small onClick={onStop}>
        {stop}
      </Button>
    </div>
  );
}

/** The upload of the member: what drops in, what is on its way, what has arrived. */
function Uploads({ isOver }: { isOver: boolean }) {
  const { upload } = useUpload();
  return (
    <>
      <UploadTray />
      {isOver && (
        <div className="alb__drop" aria-hidden="true">
          <span className="h3">{ALBUM_TEXTS.uploads.drop}</span>
        </div>
      )}
      {upload.phase === 'arrived' && <SaveImageDialog draft={upload.draft} preview={upload.preview} />}
    </>
  );
}

function Album({ user, filters }: { user: CurrentUser; filters: AlbumFilters }) {
  useLiveAlbum();
  const change = useChangeFilters();
  const { shown: boards, isPending } = useBoards();
  const [mode, setMode] = useState<Mode | null>(null);
  const tags = useTags(filters, mode?.endsWith('-tags') ?? false);
  // Boards, tags and pictures come at once: what came later would push the rest down.
  const isWaiting = isPending || !tags;
  const [question, setQuestion] = useState<Question>();
  const [isMakingBoard, setMakingBoard] = useState(false);
  const take = useCallback((files: readonly File[]) => void sendPictures(user.id, files), [user.id]);
  const isOver = useIncomingFiles(take);
  useEffect(() => attendUpload(user.id), [user.id]);
  const filterByTag = useCallback((tag: string) => change({ tag }), [change]);
  const askDelete = useCallback((image: ImageView) => setQuestion({ kind: 'deleteImage', image }), []);
  const done = (answered: Question) => {
    if ('board' in answered && answered.board.id === filters.board) change({ board: undefined });
    if ('tag' in answered && answered.tag === filters.tag) change({ tag: undefined });
  };
  return (
    <PageFrame className="page wrap p-album">
      <AlbumHead onMode={setMode} onNewBoard={() => setMakingBoard(true)} onFiles={take} />
      <Filters filters={filters} />
      {mode && <ModeBar mode={mode} onStop={() => setMode(null)} />}
      <div className="alb__chips">
        <BoardChips
          boards={isWaiting ? [] : boards}
          mode={mode}
          filters={filters}
          onFilter={change}
          onHide={(board) => setQuestion({ kind: 'hideBoard', board })}
          onDelete={(board) => setQuestion({ kind: 'deleteBoard', board })}
        />
        <TagChips
          tags={isWaiting ? undefined : tags}
          mode={mode}
          filters={filters}
          onFilter={change}
          onDelete={(tag) => setQuestion({ kind: 'deleteTag', tag })}
        />
      </div>
      <Uploads isOver={isOver} />
      <AlbumPictures
        user={user}
        filters={filters}
        isWaiting={isWaiting}
        onTag={filterByTag}
        onDelete={askDelete}
      />
      {question && <AlbumQuestion question={question} onClose={() => setQuestion(undefined)} onDone={done} />}
      {isMakingBoard && (
        <BoardDialog onClose={() => setMakingBoard(false)} onCreated={() => setMakingBoard(false)} />
      )}
    </PageFrame>
  );
}

/** `/album`: the member's pictures, on boards and by tags. */
export function AlbumPage({ filters }: { filters: AlbumFilters }) {
  usePageTitle(ALBUM_TEXTS.title);
  const { user } = useSession();
  return user && <Album key={user.id} user={user} filters={filters} />;
}
