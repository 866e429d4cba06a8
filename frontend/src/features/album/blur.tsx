import { useMemo } from 'react';
import { blurOf } from './blur-of.js';

/** What a picture looks like from far away, while it loads. */
export function Blur({ hash }: { hash: string }) {
  const address = useMemo(() => blurOf(hash), [hash]);
  if (address === undefined) return null;
  return <div className="img__blur" aria-hidden="true" style={{ backgroundImage: `url(${address})` }} />;
}
