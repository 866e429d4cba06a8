import { useEffect, useRef } from 'react';
import { toOneBit } from './one-bit.js';

/** Dots per side; each dot covers two screen pixels. */
const DOTS = 78;

/** A cross-origin picture cannot be read and keeps its colours. */
function drawOneBit(picture: HTMLImageElement, canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  const side = Math.min(picture.naturalWidth, picture.naturalHeight);
  const left = (picture.naturalWidth - side) / 2;
  const top = (picture.naturalHeight - side) / 2;
  context.drawImage(picture, left, top, side, side, 0, 0, DOTS, DOTS);
  try {
    const pixels = context.getImageData(0, 0, DOTS, DOTS);
    toOneBit(pixels.data, DOTS, DOTS);
    context.putImageData(pixels, 0, 0);
  } catch {
    // Browsers deny access to the pixels of another origin.
  }
}

interface OneBitPictureProps {
  src: string;
  onBroken: () => void;
}

export default function OneBitPicture({ src, onBroken }: OneBitPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const broken = useRef(onBroken);
  useEffect(() => {
    broken.current = onBroken;
  });
  useEffect(() => {
    const picture = new Image();
    picture.addEventListener('load', () => {
      if (canvas.current) drawOneBit(picture, canvas.current);
    });
    picture.addEventListener('error', () => broken.current());
    picture.src = src;
    return () => picture.removeAttribute('src');
  }, [src]);
  return <canvas ref={canvas} className="one-bit" width={DOTS} height={DOTS} />;
}
