import { RENDITIONS } from '@oniverse/contracts';
import { encode } from 'blurhash';
import { Picture, type Size } from './picture.js';
import { type Pixels, pixelsOf, working } from './sharp.js';
import { fromBytes } from './unusable-picture.js';

const QUALITY = 80;
/** A blurhash is made of so few pixels that more would not change it, and has so many components each way. */
const BLUR = { pixels: 64, across: 4, down: 3 } as const;

/** One of the forms in which others see a picture. */
export interface Rendition extends Size {
  /** WebP, without metadata. */
  bytes: Buffer;
}

/** What is made of an album's picture. */
export interface RenderedPicture extends Size {
  blurhash: string;
  /** From the smallest to the largest, each of another width. */
  renditions: Rendition[];
}

/**
 * Makes the renditions of a picture: upright, without metadata, never enlarged. Where a picture is narrower than a
 * width, the rendition for it has the picture's own.
 * @returns width and height of the picture itself, as it is shown
 * @throws UnusablePicture
 */
export async function render(bytes: Buffer): Promise<RenderedPicture> {
  return fromBytes(async () => {
    const picture = await Picture.open(bytes);
    const largest = await picture.fitted(
      { width: Math.max(...RENDITIONS.widths), height: RENDITIONS.maxHeight },
      'inside',
    );
    const widths = new Set(RENDITIONS.widths.map((width) => Math.min(width, largest.width)));
    const renditions: Rendition[] = [];
    for (const width of widths) renditions.push(await renditionOf(largest, width));
    return { ...picture.size, blurhash: await blurhashOf(largest), renditions };
  });
}

async function renditionOf(pixels: Pixels, width: number): Promise<Rendition> {
  const step = working(pixels).resize({ width }).webp({ quality: QUALITY });
  const { data, info } = await step.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

async function blurhashOf(pixels: Pixels): Promise<string> {
  const small = await pixelsOf(
    working(pixels)
      .resize({ width: BLUR.pixels, height: BLUR.pixels, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha(),
  );
  return encode(new Uint8ClampedArray(small.data), small.width, small.height, BLUR.across, BLUR.down);
}
