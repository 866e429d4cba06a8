import './authored-pictures.css';
import type { AuthoredImageView, PictureContext } from '@oniverse/contracts';
import { useCallback, useState } from 'react';
import { ObjectImage } from '../../../objects/object-image.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberLink } from '../../people/member-card/index.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { nameOf } from './image-parts.js';
import { Lightbox } from './lightbox.js';

/** Pixels; enough for a tile on a high-density screen. */
const RENDITION = 640;
const doNothing = () => {};

interface AuthoredPicturesProps {
  pictures: readonly AuthoredImageView[];
  /** The list that they are from. */
  context?: PictureContext;
  hasMore?: boolean;
  onMore?: () => void;
}

/** Pictures of several members, each with its owner's name. The lightbox walks all of them. */
export function AuthoredPictures({
  pictures,
  context,
  hasMore = false,
  onMore = doNothing,
}: AuthoredPicturesProps) {
  const [openId, setOpenId] = useState<string>();
  const close = useCallback(() => setOpenId(undefined), []);
  const open = pictures.find(({ image }) => image.id === openId);
  return (
    <ul className="authored-pictures">
      {pictures.map(({ image, author }) => {
        const name = nameOf(image);
        const { width, height } = image;
        return (
          <li key={image.id}>
            <button
              type="button"
              aria-label={ALBUM_TEXTS.card.open(name)}
              aria-haspopup="dialog"
              onClick={() => setOpenId(image.id)}
            >
              <ObjectImage
                path={image.imageUrl}
                rendition={RENDITION}
                alt={name}
                {...(width !== null && height !== null && { width, height })}
              />
            </button>
            <p className="authored-pictures__caption" dir="auto">
              {name}
            </p>
            <MemberLink username={author.username} className="small faint">
              <bdi>{memberName(author)}</bdi>
            </MemberLink>
          </li>
        );
      })}
      {open && (
        <Lightbox
          images={pictures.map(({ image }) => image)}
          imageId={open.image.id}
          author={open.author}
          {...(context && { context })}
          hasMore={hasMore}
          onMore={onMore}
          onNavigate={setOpenId}
          onClose={close}
        />
      )}
    </ul>
  );
}
