import { type ComponentProps, useRef, useState } from 'react';
import { pageSession } from '../api/stored-session.js';
import { useInView } from '../ui/use-in-view.js';
import { useFetchedObject } from './use-fetched-object.js';

type ObjectImageProps = Omit<ComponentProps<'img'>, 'src' | 'onError' | 'onLoad'> & {
  /** `/objects/…` */
  path: string;
  /** The width of the rendition; the server may send a smaller one. The largest by default. */
  rendition?: number;
  /** Shows the rendition that moves, of a picture that has one. */
  isMoving?: boolean;
  alt: string;
  /** Called when the picture is decoded, so that a placeholder can be removed without a flash. */
  onShown?: () => void;
  /** Called when the request returns no picture. */
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
 * A visitor loads a picture by its address. With a session, it is fetched as soon as it is near the viewport: an address
 * sends no session, and most members show their pictures to members only.
 */
export function ObjectImage(props: ObjectImageProps) {
  const { path, rendition, isMoving = false, alt, onShown, onMissing = noop, ...rest } = props;
  const still = rendition === undefined ? path : `${path}?w=${rendition}`;
  const address = isMoving ? `${path}?animated=true` : still;
  const element = useRef<HTMLImageElement>(null);
  const hasSession = pageSession() !== null;
  const [isNear, setNear] = useState(rest.loading === 'eager');
  useInView(element, hasSession && !isNear, () => setNear(true));
  const fetched = useFetchedObject(hasSession && isNear ? address : undefined, onMissing);
  return (
    <img
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      {...rest}
      alt={alt}
      ref={element}
      src={hasSession ? fetched : address}
      onLoad={onShown && ((event) => void waitForDecode(event.currentTarget).then(onShown))}
      onError={onMissing}
    />
  );
}
