import { type ImageView, RENDITIONS } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ObjectImage } from '../../../objects/object-image.js';
import { boardPicturesQuery } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';

const MAX_SHOWN = 3;
const SMALLEST = Math.min(...RENDITIONS.widths);

export function AffectedPicture({ image: { imageUrl, ready } }: { image: ImageView }) {
  return <ObjectImage path={imageUrl} alt="" {...(ready && { rendition: SMALLEST })} />;
}

/** Shows the latest pictures of a board, including hidden ones. */
export function AffectedPictures({ boardId }: { boardId: string }) {
  const { data } = useInfiniteQuery(boardPicturesQuery(boardId));
  const [page] = data?.pages ?? [];
  return (
    <>
      {page?.items.slice(0, MAX_SHOWN).map((image) => (
        <AffectedPicture key={image.id} image={image} />
      ))}
      {page && (
        <span className="small faint">
          {ALBUM_TEXTS.confirmations.pictures(page.items.length, page.nextCursor !== null)}
        </span>
      )}
    </>
  );
}
