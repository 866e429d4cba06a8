import { RENDITIONS } from '@oniverse/contracts';
import { Picture, type Size } from './picture.js';
import { type RenderedPicture, type Rendition, renderPicture } from './renditions.js';
import { decodeFrames, MAX_PIXELS } from './sharp.js';

const MAX_WIDTH = 640;
/** The maximum number of frames: even the smallest take time to encode. */
const MAX_FRAMES = 2_000;
/**
 * The maximum number of pixels of all frames of a rendition, so that they take less memory than decoding a picture does.
 * libvips decodes the frames of a WebP at once, with four bytes for each pixel, and copies the encoded frames several times.
 */
const MAX_RENDERED_PIXELS = 32_000_000;
/** Takes half of the time of the usual value, 4, for files that are 5 % larger. */
const ENCODING = { quality: 80, effort: 2 } as const;

export interface RenderedAttachment extends RenderedPicture {
  /** All frames of an animation. */
  animation: Rendition | undefined;
}

/** Renders a picture and, if it is an animation, also its frames. @throws UnusablePicture */
export async function renderAttachment(bytes: Buffer): Promise<RenderedAttachment> {
  return { ...(await renderPicture(bytes)), animation: await renderAnimation(bytes) };
}

/**
 * Renders all frames of an animation as a WebP without metadata. An animation with many frames becomes smaller.
 * @returns undefined if the picture does not move, is too large or has damaged frames; its first frame may still be fine
 */
async function renderAnimation(bytes: Buffer): Promise<Rendition | undefined> {
  try {
    const picture = await Picture.open(bytes);
    const { frames, size, isUpright } = picture;
    const isWithinBounds = frames <= MAX_FRAMES && frames * size.width * size.height <= MAX_PIXELS;
    if (frames === 1 || !isWithinBounds || !isUpright) return undefined;
    const step = decodeFrames(bytes)
      .resize({
        width: widthOfFrames(size, frames),
        height: RENDITIONS.maxHeight,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp(ENCODING);
    const { data, info } = await step.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch {
    return undefined;
  }
}

/** Returns the largest width within the bounds. The number of frames alone never halves a picture, because of `MAX_PIXELS`. */
function widthOfFrames({ width, height }: Size, frames: number): number {
  const scale = Math.sqrt(MAX_RENDERED_PIXELS / (frames * width * height));
  return Math.min(MAX_WIDTH, width, Math.max(1, Math.floor(width * scale)));
}
