import { type ComponentProps, useState } from 'react';
import { useOwnObject } from './use-own-object.js';

type ObjectImageProps = Omit<ComponentProps<'img'>, 'src'> & {
  /** `/objects/…` */
  path: string;
  /** The rendition of that width, or the nearest smaller one; without it the largest. */
  rendition?: number;
  alt: string;
};

/**
 * A picture of our store. What is shown to everybody comes by its address; a picture that is hidden, or whose
 * renditions are not made yet, is its owner's alone, and is fetched with the session.
 */
export function ObjectImage({ path, rendition, alt, onError, ...rest }: ObjectImageProps) {
  const address = rendition === undefined ? path : `${path}?w=${rendition}`;
  const [refused, setRefused] = useState<string>();
  const own = useOwnObject(refused === address ? address : undefined);
  return (
    <img
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      {...rest}
      alt={alt}
      src={own ?? address}
      onError={(event) => {
        if (refused !== address) setRefused(address);
        else if (own !== undefined) onError?.(event);
      }}
    />
  );
}
