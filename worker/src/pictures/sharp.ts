import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';

/** A picture has at most so many pixels, 100 megapixels: beyond what cameras make, and decoded within seconds. */
export const MAX_PIXELS = 100_000_000;
/** A step of the work on one picture that takes longer than this is given up, in seconds. */
const TIMEOUT_S = 30;

// One thread a picture, and nothing of one kept for the next: what a worker needs is what one picture needs. Where
// glibc is, the platform's PICTURE_WORK_ENV belongs to it.
sharp.cache(false);
sharp.concurrency(1);
// What a file is, is said by its bytes; of all that libvips can read (drawings with scripts, documents, camera
// files) only these are let near it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});

const UNTRUSTED: SharpOptions = {
  limitInputPixels: MAX_PIXELS,
  // Stricter would refuse pictures that every browser shows; this refuses what is damaged or has no end.
  failOn: 'error',
  sequentialRead: true,
};

/** What a file says of itself, however large it is; nothing is decoded yet. @throws Error where it is no picture */
export async function headOf(bytes: Buffer): Promise<Metadata> {
  return sharp(bytes, { ...UNTRUSTED, limitInputPixels: false }).metadata();
}

/** A member's file, of an animation the first picture. What it says of its place, camera and colours is left behind. */
export const decoding = (bytes: Buffer): Sharp => sharp(bytes, UNTRUSTED).timeout({ seconds: TIMEOUT_S });

/** Pixels of a picture, one byte for each channel, row by row. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/** Pixels to work on. */
export const working = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS }).timeout({
    seconds: TIMEOUT_S,
  });

/** What came out of a step, as pixels. */
export async function pixelsOf(step: Sharp): Promise<Pixels> {
  const { data, info } = await step.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}
