import './lightbox.css';
import {
  type Author,
  type ImageView,
  memberPath,
  type PictureContext,
  picturePath,
  RENDITIONS,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Dialog as Radix } from 'radix-ui';
import { type CSSProperties, useEffect, useState } from 'react';
import { ObjectImage } from '../../../objects/object-image.js';
import { useSession } from '../../../session/session.js';
import { useOverlayContainer } from '../../../theme/active-theme.js';
import { TagLink } from '../../../tags/tag-link.js';
import { IconButton } from '../../../ui/icon-button.js';
import { keyOf } from '../../../ui/keys.js';
import { MemberNames } from '../../../ui/member-names.js';
import { useRestoreFocus } from '../../../ui/use-restore-focus.js';
import { Blur, Caption, nameOf } from './image-parts.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { PictureActions } from './picture-actions.js';

const texts = ALBUM_TEXTS.lightbox;
/** Requests the next page this many pictures before the last. */
const PREFETCH_PICTURES = 3;
const LARGEST = Math.max(...RENDITIONS.widths);

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

/** Pixels above and below the picture. */
const CHROME_HEIGHT = 222;

/** Returns the picture's own size, reduced to fit the window. */
function reservedSizeOf({ width, height }: ImageView): CSSProperties | undefined {
  if (width === null || height === null) return undefined;
  const fits = `calc((100dvh - ${CHROME_HEIGHT}px) * ${width / height})`;
  return { width: `min(100%, ${width}px, ${fits})`, aspectRatio: `${width} / ${height}` };
}

export function Lightbox(props: LightboxProps) {
  const { images, imageId, author, context, hasMore, onMore, onNavigate, onClose } = props;
  const { user } = useSession();
  const layer = useOverlayContainer();
  const { saveFocus, restoreFocus } = useRestoreFocus();
  const [shownId, setShownId] = useState<string>();
  const index = images.findIndex(({ id }) => id === imageId);
  const image = images[index];
  useEffect(() => {
    if (hasMore && index >= images.length - PREFETCH_PICTURES) onMore();
  }, [index, images.length, hasMore, onMore]);
  const isGone = !image;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (!image) return null;
  const showNeighbour = (offset: number) => {
    const next = images[index + offset];
    if (next) onNavigate(next.id);
  };
  const name = nameOf(image);
  const { blurhash, title, description, ready, tags } = image;
  const owner = author?.username ?? user?.username;
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal container={layer}>
        <Radix.Overlay className="lightbox__scrim" />
        <Radix.Content
          className="lightbox"
          aria-describedby={undefined}
          onOpenAutoFocus={saveFocus}
          onCloseAutoFocus={restoreFocus}
          onKeyDown={(event) => {
            // Menus over the picture have keys of their own, and are children of it in React only.
            if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
            const key = keyOf(event);
            if (key === 'ArrowLeft') showNeighbour(-1);
            if (key === 'ArrowRight') showNeighbour(1);
          }}
        >
          <Radix.Title className="vh">{name}</Radix.Title>
          <Radix.Close asChild>
            <IconButton icon="close" name={texts.close} className="lightbox__close" />
          </Radix.Close>
          <IconButton
            icon="right"
            name={texts.previous}
            className="lightbox__previous"
            aria-disabled={index === 0}
            onClick={() => showNeighbour(-1)}
          />
          <figure className="lightbox__figure">
            <div className="lightbox__picture" style={reservedSizeOf(image)}>
              {blurhash !== null && shownId !== image.id && <Blur key={image.id} hash={blurhash} />}
              <ObjectImage
                key={image.imageUrl}
                path={image.imageUrl}
                alt={name}
                loading="eager"
                onShown={() => setShownId(image.id)}
                {...(ready && { rendition: LARGEST })}
              />
            </div>
            <figcaption
              onClickCapture={(event) => {
                if (event.target instanceof Element && event.target.closest('a')) onClose();
              }}
            >
              {title && (
                <span className="h4" dir="auto">
                  {title}
                </span>
              )}
              {description && (
                <div className="small muted">
                  <Caption text={description} />
                </div>
              )}
              {tags.length > 0 && (
                <ul className="tags lightbox__tags">
                  {tags.map((tag) => (
                    <li key={tag}>
                      <TagLink tag={tag} className="tag" />
                    </li>
                  ))}
                </ul>
              )}
              <span className="lightbox__facts tiny">
                {author && (
                  <Link to={memberPath(author.username)}>
                    {texts.by} <MemberNames member={author} />
                  </Link>
                )}
                {owner !== undefined && (
                  <Link to={picturePath(owner, image.id, context)} className="link">
                    {texts.page}
                  </Link>
                )}
                <output>
                  {texts.position(index + 1, hasMore ? `${images.length}+` : String(images.length))}
                </output>
              </span>
            </figcaption>
            {author && <PictureActions image={image} owner={author.username} />}
          </figure>
          <IconButton
            icon="right"
            name={texts.next}
            aria-disabled={index === images.length - 1}
            onClick={() => showNeighbour(1)}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
