import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { useBookmarkedPictures } from '../../writing/bookmarks/index.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { AuthoredPictures } from './authored-pictures.js';

const texts = ALBUM_TEXTS.kept;

/** The pictures of others that the member keeps on a board. */
export function BookmarkedPictures({ boardId }: { boardId: string }) {
  const query = useBookmarkedPictures(boardId);
  const pictures = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (!query.isError && pictures.length === 0) return null;
  return (
    <section className="album__bookmarks" aria-labelledby="kept-pictures">
      <h2 id="kept-pictures" className="h3">
        {texts.title}
      </h2>
      <p className="small muted">{texts.text}</p>
      {query.isError && <Failure small text={texts.failed} onRetry={() => void query.refetch()} />}
      <AuthoredPictures pictures={pictures} />
      <MoreButton list={query} name={texts.more} pending={texts.morePending} />
    </section>
  );
}
