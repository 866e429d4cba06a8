import '../../../ui/klist.css';
import './bookmark-lists.css';
import { Link } from '@tanstack/react-router';
import { Failure } from '../../../ui/failure.js';
import { KindIcon } from '../../../ui/kind-icon.js';
import { Plate } from '../../../ui/plate.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { useShelf } from '../bookmarks/index.js';
import { BookmarkLink, BookmarkSource } from './bookmark-link.js';
import { BOOKMARK_LISTS_TEXTS } from './bookmark-lists.texts.js';

const TEXTS = BOOKMARK_LISTS_TEXTS.shelf;

/** The newest of what the member keeps. */
export function Shelf() {
  const { data, isError, isPending, refetch } = useShelf();
  return (
    <Plate
      title={TEXTS.title}
      aside={
        <Link className="small link muted bookmarks__all" to="/kept">
          {TEXTS.all}
        </Link>
      }
    >
      {isPending && <SkeletonLines text={TEXTS.loading} />}
      {isError && <Failure small text={TEXTS.failed} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="small muted">{TEXTS.empty}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="short-list">
          {data.map((bookmark) => (
            <li key={bookmark.id}>
              <KindIcon kind={bookmark.kind} />
              <BookmarkLink bookmark={bookmark} />
              <span className="tiny">
                <BookmarkSource bookmark={bookmark} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Plate>
  );
}
