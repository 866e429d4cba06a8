import './lightbox.css';
import { RENDITIONS } from '@oniverse/contracts';
import { Dialog as Radix } from 'radix-ui';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { useOverlayContainer } from '../../theme/active-theme.js';
import { IconButton } from '../../ui/icon-button.js';
import { keyOf } from '../../ui/keys.js';
import { useRestoreFocus } from '../../ui/use-restore-focus.js';
import { Blur } from '../blur.js';
import { ObjectImage } from '../object-image.js';
import { LIGHTBOX_TEXTS as TEXTS } from './lightbox.texts.js';

/** Requests the next page this many pictures before the last. */
const PREFETCH_PICTURES = 3;
const LARGEST = Math.max(...RENDITIONS.widths);

export interface LightboxPicture {
  id: string;
  /** `/objects/…` */
  path: string;
  /** Also the accessible name of the dialog while it shows the picture. */
  name: string;
  width: number | null;
  height: number | null;
  blurhash: string | null;
  /** Whether its renditions are ready; without them its owner sees the original. */
  hasRenditions: boolean;
}

interface LightboxProps {
  pictures: readonly LightboxPicture[];
  /** The shown picture. When it is no longer among the pictures, the lightbox closes. */
  pictureId: string;
  /** Whether the shown picture moves. */
  isPlaying?: boolean;
  hasMore?: boolean;
  onMore?: () => void;
  onNavigate: (pictureId: string) => void;
  onClose: () => void;
  /** Below the picture. Following one of its links closes the lightbox. */
  caption?: ReactNode;
  /** Beside the position of the picture. */
  facts?: ReactNode;
  /** Below the caption. */
  children?: ReactNode;
}

/** Pixels above and below the picture. */
const CHROME_HEIGHT = 222;

/** Returns the picture's own size, reduced to fit the window. */
function reservedSizeOf({ width, height }: LightboxPicture): CSSProperties | undefined {
  if (width === null || height === null) return undefined;
  const fits = `calc((100dvh - ${CHROME_HEIGHT}px) * ${width / height})`;
  return { width: `min(100%, ${width}px, ${fits})`, aspectRatio: `${width} / ${height}` };
}

/** Shows one of several pictures over the page. The arrow keys go through them, and Escape closes it. */
export function Lightbox(props: LightboxProps) {
  const { pictures, pictureId, isPlaying = false, hasMore = false, onMore, onNavigate, onClose } = props;
  const { caption, facts, children } = props;
  const layer = useOverlayContainer();
  const { saveFocus, restoreFocus } = useRestoreFocus();
  const [shownId, setShownId] = useState<string>();
  const index = pictures.findIndex(({ id }) => id === pictureId);
  const picture = pictures[index];
  useEffect(() => {
    if (hasMore && index >= pictures.length - PREFETCH_PICTURES) onMore?.();
  }, [index, pictures.length, hasMore, onMore]);
  const isGone = !picture;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (!picture) return null;
  const showNeighbour = (offset: number) => {
    const next = pictures[index + offset];
    if (next) onNavigate(next.id);
  };
  const { id, path, name, blurhash, hasRenditions } = picture;
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
            <IconButton icon="close" name={TEXTS.close} className="lightbox__close" />
          </Radix.Close>
          <IconButton
            icon="right"
            name={TEXTS.previous}
            className="lightbox__previous"
            aria-disabled={index === 0}
            onClick={() => showNeighbour(-1)}
          />
          <figure className="lightbox__figure">
            <div className="lightbox__picture" style={reservedSizeOf(picture)}>
              {blurhash !== null && shownId !== id && <Blur key={id} hash={blurhash} />}
              <ObjectImage
                key={path}
                path={path}
                alt={name}
                loading="eager"
                isMoving={isPlaying}
                onShown={() => setShownId(id)}
                {...(hasRenditions && { rendition: LARGEST })}
              />
            </div>
            <figcaption
              onClickCapture={(event) => {
                if (event.target instanceof Element && event.target.closest('a')) onClose();
              }}
            >
              {caption}
              <span className="lightbox__facts tiny">
                {facts}
                <output>
                  {TEXTS.position(index + 1, hasMore ? `${pictures.length}+` : String(pictures.length))}
                </output>
              </span>
            </figcaption>
            {children}
          </figure>
          <IconButton
            icon="right"
            name={TEXTS.next}
            aria-disabled={index === pictures.length - 1}
            onClick={() => showNeighbour(1)}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
