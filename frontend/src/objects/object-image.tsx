import { type ComponentProps, useState } from 'react';
import { useOwnObject } from './use-own-object.js';

type ObjectImageProps = Omit<ComponentProps<'img'>, 'src' | 'onError'> & {
  /** `/objects/…` */
  path: string;
  /** The rendition of that width, or the nearest smaller one; without it the largest. */
  rendition?: number;
  alt: string;
  /** It is known that nobody but its owner sees it: it is not asked for without the session first, which would fail. */
  isOwn?: boolean;
  /** Called where it is neither shown to everybody nor to its owner. */
  onMissing?: () => void;
};

const doNothing = () => undefined;

/**
 * A picture of our store. What is shown to everybody comes by its address; a picture that is hidden, or whose
 * renditions are not made yet, is its owner's alone, and is fetched with the session.
 */
export function ObjectImage(props: ObjectImageProps) {
  const { path, rendition, alt, isOwn = false, onMissing = doNothing, ...rest } = props;
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
      onError={() => {
        if (refused !== address) setRefused(address);
        else if (own !== undefined) onMissing();
      }}
    />
  );
}
