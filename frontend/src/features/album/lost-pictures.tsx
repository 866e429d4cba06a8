import { type ImageView, RENDITIONS } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ObjectImage } from '../../objects/object-image.js';
import { boardPicturesQuery } from './album.queries.js';
import { ALBUM_TEXTS } from './album.texts.js';

const SHOWN = 3;
const SMALLEST = Math.min(...RENDITIONS.widths);

/** A picture that is going to be lost. */
export function LostPicture({ image: { imageUrl, ready, isPublic } }: { image: ImageView }) {
  return (
    <ObjectImage path={imageUrl} alt="" isOwn={!isPublic || !ready} {...(ready && { rendition: SMALLEST })} />
  );
}

/** The pictures that go with a board, hidden ones too: the latest few, and how many they are. */
export function LostPictures({ boardId }: { boardId: string }) {
  const { data } = useInfiniteQuery(boardPicturesQuery(boardId));
  const [page] = data?.pages ?? [];
  return (
    <>
      {page?.items.slice(0, SHOWN).map((image) => (
        <LostPicture key={image.id} image={image} />
      ))}
      {page && (
        <span className="small t3">{ALBUM_TEXTS.ask.pictures(page.items.length, page.next !== null)}</span>
      )}
    </>
  );
}
