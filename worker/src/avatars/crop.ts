import { AVATAR } from '@oniverse/contracts';
import type { Sharp } from 'sharp';
import { Picture } from '../pictures/picture.js';
import { working } from '../pictures/sharp.js';
import { fromBytes } from '../pictures/unusable-picture.js';

/** An avatar as it is stored: square, upright, without metadata. */
export interface Crop {
  bytes: Buffer;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
}

/**
 * Cuts an avatar out of the middle of a picture, in the picture's own type; what may be animated becomes WebP.
 * @throws UnusablePicture
 */
export async function crop(bytes: Buffer): Promise<Crop> {
  return fromBytes(async () => {
    const picture = await Picture.open(bytes);
    const side = Math.min(AVATAR.side, picture.size.width, picture.size.height);
    const square = working(await picture.fitted({ width: side, height: side }, 'cover'));
    const { encoded, contentType } = encodedAs(picture.format, square);
    return { bytes: await encoded.toBuffer(), contentType };
  });
}

function encodedAs(
  format: Picture['format'],
  square: Sharp,
): { encoded: Sharp; contentType: Crop['contentType'] } {
  const quality = AVATAR.quality * 100;
  if (format === 'jpeg') return { encoded: square.jpeg({ quality }), contentType: 'image/jpeg' };
  if (format === 'png') return { encoded: square.png(), contentType: 'image/png' };
  return { encoded: square.webp({ quality }), contentType: 'image/webp' };
}
