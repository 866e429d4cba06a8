import './blur.css';
import { useMemo } from 'react';
import { blurDataUrl } from './blur-data-url.js';

export function Blur({ hash }: { hash: string }) {
  const url = useMemo(() => blurDataUrl(hash), [hash]);
  if (url === undefined) return null;
  return <div className="picture__blur" aria-hidden="true" style={{ backgroundImage: `url(${url})` }} />;
}
