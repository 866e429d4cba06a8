import { type ImageView, RENDITIONS } from '@oniverse/contracts';
import { Dialog as Radix } from 'radix-ui';
import { type CSSProperties, useEffect } from 'react';
import { ObjectImage } from '../../objects/object-image.js';
import { useLayer } from '../../theme/worn.js';
import { IconButton } from '../../ui/icon-button.js';
import { useReturnFocus } from '../../ui/use-return-focus.js';
import { ALBUM_TEXTS } from './album.texts.js';
import { Blur } from './blur.js';
import { nameOf } from './image-name.js';

const texts = ALBUM_TEXTS.lightbox;
/** How many pictures before the last one the next page is asked for. */
const AHEAD = 3;
const LARGEST = Math.max(...RENDITIONS.widths);

interface LightboxProps {
  images: readonly ImageView[];
  /** The picture that is looked at. */
  imageId: string;
  hasMore: boolean;
  onMore: () => void;
  onTurn: (imageId: string) => void;
  onClose: () => void;
}

/** What stands above and below the picture, in pixels. */
const AROUND = 190;

/** Its room is kept before it is there: by its own proportions, as large as it is and the window lets it be. */
function roomOf({ width, height }: ImageView): CSSProperties | undefined {
  if (width === null || height === null) return undefined;
  const fits = `calc((100dvh - ${AROUND}px) * ${width / height})`;
  return { width: `min(100%, ${width}px, ${fits})`, aspectRatio: `${width} / ${height}` };
}

/** One picture over the whole window: the arrow keys turn to its neighbours, Escape closes. */
export function Lightbox({ images, imageId, hasMore, onMore, onTurn, onClose }: LightboxProps) {
  const layer = useLayer();
  const { remember, giveBack } = useReturnFocus();
  const at = images.findIndex(({ id }) => id === imageId);
  const image = images[at];
  useEffect(() => {
    if (hasMore && at >= images.length - AHEAD) onMore();
  }, [at, images.length, hasMore, onMore]);
  const isGone = !image;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  if (!image) return null;
  const turn = (by: number) => {
    const next = images[at + by];
    if (next) onTurn(next.id);
  };
  const name = nameOf(image);
  const { blurhash, title, description, ready } = image;
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal container={layer}>
        <Radix.Overlay className="scrim lbox__s" />
        <Radix.Content
          className="lbox"
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          onKeyDown={(event) => {
            if (event.key === 'ArrowLeft') turn(-1);
            if (event.key === 'ArrowRight') turn(1);
          }}
        >
          <Radix.Title className="vh">{name}</Radix.Title>
          <Radix.Close asChild>
            <IconButton icon="close" name={texts.close} className="lbox__x" />
          </Radix.Close>
          <IconButton
            icon="right"
            name={texts.previous}
            className="lbox__l"
            aria-disabled={at === 0}
            onClick={() => turn(-1)}
          />
          <figure className="lbox__f">
            <div className="lbox__p" style={roomOf(image)}>
              {blurhash !== null && <Blur key={image.id} hash={blurhash} />}
              <ObjectImage
                key={image.imageUrl}
                path={image.imageUrl}
                alt={name}
                loading="eager"
                isOwn={!ready}
                {...(ready && { rendition: LARGEST })}
              />
            </div>
            <figcaption>
              {title && <span className="h4">{title}</span>}
              {description && <span className="small t2">{description}</span>}
              <output className="mic">
                {texts.place(at + 1, hasMore ? `${images.length}+` : String(images.length))}
              </output>
            </figcaption>
          </figure>
          <IconButton
            icon="right"
            name={texts.next}
            className="lbox__r"
            aria-disabled={at === images.length - 1}
            onClick={() => turn(1)}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
