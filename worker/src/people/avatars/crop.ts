import { AVATAR } from '@oniverse/contracts';
import type { Sharp } from 'sharp';
import { fromPixels, Picture, rejectUnusable } from '../../shared/index.js';

/** A square, upright avatar without metadata. */
export interface CroppedAvatar {
  bytes: Buffer;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
}

/** Crops the centre of a picture. JPEG and PNG keep their type; other formats become WebP. @throws UnusablePicture */
export async function cropAvatar(bytes: Buffer): Promise<CroppedAvatar> {
  return rejectUnusable(async () => {
    const picture = await Picture.open(bytes);
    const side = Math.min(AVATAR.side, picture.size.width, picture.size.height);
    const square = fromPixels(await picture.decodeFitted({ width: side, height: side }, 'cover'));
    const { encoded, contentType } = encodeAs(picture.format, square);
    return { bytes: await encoded.toBuffer(), contentType };
  });
}

function encodeAs(
  format: Picture['format'],
  square: Sharp,
): { encoded: Sharp; contentType: CroppedAvatar['contentType'] } {
  const quality = AVATAR.quality * 100;
  if (format === 'jpeg') return { encoded: square.jpeg({ quality }), contentType: 'image/jpeg' };
  if (format === 'png') return { encoded: square.png(), contentType: 'image/png' };
  return { encoded: square.webp({ quality }), contentType: 'image/webp' };
}
