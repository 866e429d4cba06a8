import {
  type Author,
  type ImageView,
  memberPath,
  type PictureContext,
  picturePath,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Lightbox as SharedLightbox, type LightboxPicture } from '../../../objects/lightbox/lightbox.js';
import { useSession } from '../../../session/session.js';
import { TagLink } from '../../../tags/tag-link.js';
import { MemberNames } from '../../../ui/member-names.js';
import { Caption, nameOf } from './image-parts.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { PictureActions } from './picture-actions.js';

const texts = ALBUM_TEXTS.lightbox;

export type PictureAuthor = Pick<Author, 'username' | 'displayName'>;

interface LightboxProps {
  images: readonly ImageView[];
  imageId: string;
  /** Set for pictures of another member. */
  author?: PictureAuthor;
  /** The list that the pictures are from, for the page of a picture. */
  context?: PictureContext;
  hasMore: boolean;
  onMore: () => void;
  onNavigate: (imageId: string) => void;
  onClose: () => void;
}

const pictureOf = (image: ImageView): LightboxPicture => {
  const { id, imageUrl: path, width, height, blurhash, ready: hasRenditions } = image;
  return { id, path, name: nameOf(image), width, height, blurhash, hasRenditions };
};

/** The pictures of albums, each with its title, tags and owner. */
export function Lightbox(props: LightboxProps) {
  const { images, imageId, author, context, hasMore, onMore, onNavigate, onClose } = props;
  const { user } = useSession();
  const pictures = useMemo(() => images.map(pictureOf), [images]);
  const image = images.find(({ id }) => id === imageId);
  const owner = author?.username ?? user?.username;
  return (
    <SharedLightbox
      pictures={pictures}
      pictureId={imageId}
      hasMore={hasMore}
      onMore={onMore}
      onNavigate={onNavigate}
      onClose={onClose}
      caption={
        image && (
          <>
            {image.title && (
              <span className="h4" dir="auto">
                {image.title}
              </span>
            )}
            {image.description && (
              <div className="small muted">
                <Caption text={image.description} />
              </div>
            )}
            {image.tags.length > 0 && (
              <ul className="tags lightbox__tags">
                {image.tags.map((tag) => (
                  <li key={tag}>
                    <TagLink tag={tag} className="tag" />
                  </li>
                ))}
              </ul>
            )}
          </>
        )
      }
      facts={
        <>
          {author && (
            <Link to={memberPath(author.username)}>
              {texts.by} <MemberNames member={author} />
            </Link>
          )}
          {owner !== undefined && (
            <Link to={picturePath(owner, imageId, context)} className="link">
              {texts.page}
            </Link>
          )}
        </>
      }
    >
      {author && image && <PictureActions image={image} owner={author.username} />}
    </SharedLightbox>
  );
}
