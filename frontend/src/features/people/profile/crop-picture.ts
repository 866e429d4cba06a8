import { AVATAR } from '@oniverse/contracts';
import { AVATAR_TEXTS } from './profile.texts.js';

/** Decoding more pixels than this exceeds the memory of a phone's browser. */
const MAX_PIXELS = 50_000_000;
/** Types that a canvas can encode; others become PNG. */
const ENCODED = ['image/jpeg', 'image/png', 'image/webp'];

/** The message is shown to the member. */
export class CropError extends Error {
  override readonly name = 'CropError';
}

/** Applies the EXIF orientation. */
async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new CropError(AVATAR_TEXTS.loadFailed, { cause });
  }
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new CropError(AVATAR_TEXTS.cropFailed))),
      type,
      AVATAR.quality,
    );
  });
}

function draw(bitmap: ImageBitmap): HTMLCanvasElement {
  const size = Math.min(bitmap.width, bitmap.height);
  const side = Math.min(size, AVATAR.side);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new CropError(AVATAR_TEXTS.cropFailed);
  context.imageSmoothingQuality = 'high';
  const left = (bitmap.width - size) / 2;
  const top = (bitmap.height - size) / 2;
  context.drawImage(bitmap, left, top, size, size, 0, 0, side, side);
  return canvas;
}

/**
 * Crops a picture to its middle square, scaled down to at most `AVATAR.side` pixels.
 * @returns a blob of the file's type if a canvas can encode it, else PNG
 * @throws CropError
 */
export async function cropToSquare(file: Blob): Promise<Blob> {
  const bitmap = await decode(file);
  try {
    if (bitmap.width * bitmap.height > MAX_PIXELS) throw new CropError(AVATAR_TEXTS.tooManyPixels);
    return await encode(draw(bitmap), ENCODED.includes(file.type) ? file.type : 'image/png');
  } finally {
    bitmap.close();
  }
}
