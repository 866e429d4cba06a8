import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';

/** The maximum number of pixels: more than cameras produce, and decoded within seconds. */
export const MAX_PIXELS = 100_000_000;
const STEP_TIMEOUT_S = 30;
/** What sharp takes for the number of frames. */
const ALL_FRAMES = -1;

// One thread and no cache, so that a worker needs the memory of one picture. With glibc this needs RELEASE_MEMORY_ENV too.
sharp.cache(false);
sharp.concurrency(1);
// libvips detects the format by the bytes. Only these loaders are safe: others read SVG with scripts, documents or camera
// files.
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
  // Rejects damaged and truncated files. A stricter level would reject pictures that all browsers show.
  failOn: 'error',
  sequentialRead: true,
};

/** Reads the metadata of a file of any size, without decoding it. @throws Error if it is not a picture */
export async function readMetadata(bytes: Buffer): Promise<Metadata> {
  return sharp(bytes, { ...UNTRUSTED, limitInputPixels: false }).metadata();
}

/** Decodes a member's file, the first frame of an animation. Drops its metadata and colour profile. */
export const decodeUntrusted = (bytes: Buffer): Sharp =>
  sharp(bytes, UNTRUSTED).timeout({ seconds: STEP_TIMEOUT_S });

/**
 * Decodes all frames of a member's animation, below each other. Drops its metadata and colour profile, but neither delays nor
 * repetitions. @throws Error if the frames have more pixels than `MAX_PIXELS` together
 */
export const decodeFrames = (bytes: Buffer): Sharp =>
  sharp(bytes, { ...UNTRUSTED, pages: ALL_FRAMES }).timeout({ seconds: STEP_TIMEOUT_S });

/** Raw pixels by row, one byte per channel. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

export const fromPixels = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS }).timeout({
    seconds: STEP_TIMEOUT_S,
  });

export async function toPixels(step: Sharp): Promise<Pixels> {
  const { data, info } = await step.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}
