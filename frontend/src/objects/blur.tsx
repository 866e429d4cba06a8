import { useMemo } from 'react';
import { blurDataUrl } from './blur-data-url.js';

/** Not a style sheet: the first script of each page lists all of them. */
const FILL = { position: 'absolute', inset: 0, backgroundSize: '100% 100%' } as const;

/** The blurred placeholder of a picture while it loads. Fills the nearest positioned element. */
export function Blur({ hash }: { hash: string }) {
  const url = useMemo(() => blurDataUrl(hash), [hash]);
  if (url === undefined) return null;
  return <div data-blur aria-hidden="true" style={{ ...FILL, backgroundImage: `url(${url})` }} />;
}
