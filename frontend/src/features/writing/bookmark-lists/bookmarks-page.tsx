import './bookmark-lists.css';
import { BOOKMARK_KINDS, type BookmarkKind, type BookmarkView, RENDITIONS } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PageFrame } from '../../../frame/page-frame.js';
import { ObjectImage } from '../../../objects/object-image.js';
import { ToggleChip, Chips } from '../../../ui/chip.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { IconButton } from '../../../ui/icon-button.js';
import { KindIcon } from '../../../ui/kind-icon.js';
import { MoreOnScroll } from '../../../ui/more-on-scroll.js';
import { FilterBar, PageHead } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SearchField } from '../../../ui/search-field.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { useTypedSearch } from '../../../ui/use-typed-search.js';
import { BookmarkButton, useBookmarks } from '../bookmarks/index.js';
import { BookmarkLink, BookmarkSource, titleOf } from './bookmark-link.js';
import { BOOKMARK_LISTS_TEXTS } from './bookmark-lists.texts.js';
import { NoteDialog } from './note-dialog.js';

const TEXTS = BOOKMARK_LISTS_TEXTS.page;
const EMPTY_STARS = [
  { x: 36, y: 62, r: 2.2 },
  { x: 80, y: 34, r: 3 },
  { x: 124, y: 70, r: 2.2 },
] as const;

function BookmarkRow({ bookmark }: { bookmark: BookmarkView }) {
  const { kind, subject, imageUrl, note, createdAt } = bookmark;
  const [isNoting, setNoting] = useState(false);
  return (
    <li className="bookmarks__row">
      {imageUrl === null ? (
        <KindIcon kind={kind} />
      ) : (
        <ObjectImage path={imageUrl} alt="" rendition={RENDITIONS.widths[0]} className="bookmarks__thumb" />
      )}
      <div className="grow">
        <BookmarkLink bookmark={bookmark} />
        <p className="tiny">
          <BookmarkSource bookmark={bookmark} />
        </p>
        {note !== null && (
          <p className="small bookmarks__note" dir="auto">
            {note}
          </p>
        )}
      </div>
      <span className="tiny">
        <RelativeTime short at={createdAt} />
      </span>
      <IconButton
        small
        icon="edit"
        name={BOOKMARK_LISTS_TEXTS.note.edit(titleOf(bookmark))}
        aria-haspopup="dialog"
        onClick={() => setNoting(true)}
      />
      <BookmarkButton kind={kind} subject={subject} name={titleOf(bookmark)} look="icon" />
      {isNoting && <NoteDialog bookmark={bookmark} onClose={() => setNoting(false)} />}
    </li>
  );
}

interface BookmarksPageProps {
  /** The kind; all kinds if undefined or unknown. */
  shown: string | undefined;
  /** What the entries contain. */
  q: string | undefined;
}

/** Everything that the member keeps. */
export function BookmarksPage({ shown, q }: BookmarksPageProps) {
  const kind = BOOKMARK_KINDS.find((known) => known === shown);
  usePageTitle(TEXTS.title);
  const navigate = useNavigate();
  const list = useBookmarks(kind, q);
  const { data, isError, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError } = list;
  const show = (change: { kind?: BookmarkKind | undefined; q?: string | undefined }) =>
    void navigate({
      to: '/kept',
      search: (now) => ({ ...now, ...change }),
      // Searches do not add history entries.
      replace: 'q' in change,
      resetScroll: false,
    });
  const { typed, type } = useTypedSearch(q ?? '', (text) => show({ q: text === '' ? undefined : text }));
  return (
    <PageFrame>
      <PageHead title={TEXTS.title} />
      <p className="muted bookmarks__text">{TEXTS.text}</p>
      <FilterBar label={TEXTS.filters}>
        <SearchField
          label={TEXTS.search}
          placeholder={TEXTS.searchPlaceholder}
          value={typed}
          onChange={type}
        />
      </FilterBar>
      <Chips label={TEXTS.kinds} oneLine>
        <ToggleChip pressed={kind === undefined} onClick={() => show({ kind: undefined })}>
          {TEXTS.all}
        </ToggleChip>
        {BOOKMARK_KINDS.map((name) => (
          <ToggleChip key={name} pressed={kind === name} onClick={() => show({ kind: name })}>
            {TEXTS.kind[name]}
          </ToggleChip>
        ))}
      </Chips>
      {isPending && <SkeletonLines text={BOOKMARK_LISTS_TEXTS.shelf.loading} count={5} />}
      {isError && data === undefined && (
        <Failure text={BOOKMARK_LISTS_TEXTS.shelf.failed} onRetry={() => void list.refetch()} />
      )}
      {data?.length === 0 && (
        <EmptyState
          {...(q === undefined ? TEXTS.empty : TEXTS.nothing)}
          stars={EMPTY_STARS}
          dotted={[
            [0, 1],
            [1, 2],
          ]}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="bookmarks" aria-label={TEXTS.list}>
          {data.map((bookmark) => (
            <BookmarkRow key={bookmark.id} bookmark={bookmark} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <MoreOnScroll
          name={TEXTS.more}
          pending={isFetchingNextPage}
          error={isFetchNextPageError ? TEXTS.moreFailed : undefined}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </PageFrame>
  );
}
