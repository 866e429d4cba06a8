import { type ComponentProps, useState } from 'react';
import { useOwnObject } from './use-own-object.js';

type ObjectImageProps = Omit<ComponentProps<'img'>, 'src' | 'onError' | 'onLoad'> & {
  /** `/objects/…` */
  path: string;
  /** The width of the rendition; the server may send a smaller one. The largest by default. */
  rendition?: number;
  alt: string;
  /** Set if only the owner may see the picture, to skip the request without a session, which would fail. */
  isOwn?: boolean;
  /** Called when the picture is decoded, so that a placeholder can be removed without a flash. */
  onShown?: () => void;
  /** Called when neither the public nor the owner's request returns a picture. */
  onMissing?: () => void;
};

const noop = () => undefined;

async function waitForDecode(picture: HTMLImageElement): Promise<void> {
  try {
    await picture.decode();
  } catch {
    // The address has changed, or the browser cannot decode ahead: draw the picture as it arrives.
  }
}

/**
 * A public picture loads by its address. A hidden picture, or one without renditions so far, is fetched with the
 * session of its owner.
 */
export function ObjectImage(props: ObjectImageProps) {
  const { path, rendition, alt, isOwn = false, onShown, onMissing = noop, ...rest } = props;
  const address = rendition === undefined ? path : `${path}?w=${rendition}`;
  const [refused, setRefused] = useState<string>();
  const own = useOwnObject(isOwn || refused === address ? address : undefined, onMissing);
  return (
    <img
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      {...rest}
      alt={alt}
      src={own ?? (isOwn ? undefined : address)}
      onLoad={onShown && ((event) => void waitForDecode(event.currentTarget).then(onShown))}
      onError={() => {
        if (refused !== address) setRefused(address);
        else if (own !== undefined) onMissing();
      }}
    />
  );
}
