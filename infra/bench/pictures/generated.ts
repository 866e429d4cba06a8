import sharp from 'sharp';
import type { PictureKind } from './plan.js';

/** Width and height of the noise, which is enlarged to have edges and gradients like real pictures. */
const NOISE_SIZE = 48;

/** Generates a picture file, reproducible by seed. */
export async function pictureOf({ width, height, format }: PictureKind, seed: number): Promise<Buffer> {
  let state = seed * 2_654_435_761;
  const data = Buffer.from(
    Array.from({ length: NOISE_SIZE * NOISE_SIZE * 3 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    }),
  );
  return sharp(data, { raw: { width: NOISE_SIZE, height: NOISE_SIZE, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .toFormat(format, { quality: 90 })
    .toBuffer();
}
