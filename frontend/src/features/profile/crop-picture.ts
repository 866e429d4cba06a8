import { AVATAR } from '@oniverse/contracts';
import { AVATAR_TEXTS } from './profile.texts.js';

/** More pixels than this cost a phone more memory than its browser has, once they are decoded. */
const MAX_PIXELS = 50_000_000;
/** What a canvas can encode; anything else becomes PNG. */
const ENCODED = ['image/jpeg', 'image/png', 'image/webp'];

/** A picture that cannot be made into an avatar; the message is for a person. */
export class CropError extends Error {
  override readonly name = 'CropError';
}

/** Decodes a picture, turned as its metadata says. */
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
  const from = Math.min(bitmap.width, bitmap.height);
  const side = Math.min(from, AVATAR.side);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new CropError(AVATAR_TEXTS.cropFailed);
  context.imageSmoothingQuality = 'high';
  const left = (bitmap.width - from) / 2;
  const top = (bitmap.height - from) / 2;
  context.drawImage(bitmap, left, top, from, from, 0, 0, side, side);
  return canvas;
}

/**
 * The middle square of a picture, at most `AVATAR.side` pixels a side and never enlarged.
 * @returns in the file's own type where a canvas can encode it (its `type` says which it became), else as PNG
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
