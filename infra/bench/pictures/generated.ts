import sharp from 'sharp';
import type { PictureKind } from './plan.js';

/** Noise of so many pixels across, enlarged: with edges and gradients, as pictures have them. */
const COARSE = 48;

/**
 * Makes a picture, always the same for the same seed.
 * @returns the file's bytes
 */
export async function pictureOf({ width, height, format }: PictureKind, seed: number): Promise<Buffer> {
  let state = seed * 2_654_435_761;
  const data = Buffer.from(
    Array.from({ length: COARSE * COARSE * 3 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
  return sharp(data, { raw: { width: COARSE, height: COARSE, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .toFormat(format, { quality: 90 })
    .toBuffer();
}
