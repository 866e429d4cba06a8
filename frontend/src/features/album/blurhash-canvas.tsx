import { decode } from 'blurhash';
import { useEffect, useRef } from 'react';

/** As fine as a blurred picture needs to be, in pixels. */
const SIZE = { width: 24, height: 18 } as const;

/** What a picture looks like from far away, while it loads (https://blurha.sh). */
export function BlurhashCanvas({ hash }: { hash: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    try {
      const pixels = new Uint8ClampedArray(decode(hash, SIZE.width, SIZE.height));
      context.putImageData(new ImageData(pixels, SIZE.width, SIZE.height), 0, 0);
    } catch {
      // A hash that says nothing: the frame stays empty until the picture is there.
    }
  }, [hash]);
  return <canvas ref={canvas} className="img__blur" aria-hidden="true" {...SIZE} />;
}
