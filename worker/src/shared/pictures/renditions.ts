import { RENDITIONS } from '@oniverse/contracts';
import { encode } from 'blurhash';
import { Picture, type Size } from './picture.js';
import type { DerivedPicture } from './picture-objects.js';
import { type Pixels, toPixels, fromPixels } from './sharp.js';
import { rejectUnusable } from './unusable-picture.js';

const QUALITY = 80;
/** A blurhash has few components, so 64 pixels per side are enough to compute it. */
const BLUR = { pixels: 64, componentsX: 4, componentsY: 3 } as const;

export interface Rendition extends Size {
  /** WebP, without metadata. */
  bytes: Buffer;
}

/** Width and height are the upright size of the picture itself. */
export interface RenderedPicture extends Size {
  blurhash: string;
  /** In ascending order, with distinct widths. */
  renditions: Rendition[];
}

/** Strips metadata. A rendition is never wider than the picture. @throws UnusablePicture */
export async function renderPicture(bytes: Buffer): Promise<RenderedPicture> {
  return rejectUnusable(async () => {
    const picture = await Picture.open(bytes);
    const largest = await picture.decodeFitted(
      { width: Math.max(...RENDITIONS.widths), height: RENDITIONS.maxHeight },
      'inside',
    );
    const widths = new Set(RENDITIONS.widths.map((width) => Math.min(width, largest.width)));
    const renditions: Rendition[] = [];
    for (const width of widths) renditions.push(await encodeRendition(largest, width));
    return { ...picture.size, blurhash: await computeBlurhash(largest), renditions };
  });
}

/** Returns a rendition as `PictureObjects` stores it. */
export const toDerived = ({ bytes, width }: Rendition): DerivedPicture => ({
  bytes,
  width,
  contentType: RENDITIONS.type,
});

async function encodeRendition(pixels: Pixels, width: number): Promise<Rendition> {
  const step = fromPixels(pixels).resize({ width }).webp({ quality: QUALITY });
  const { data, info } = await step.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

async function computeBlurhash(pixels: Pixels): Promise<string> {
  const small = await toPixels(
    fromPixels(pixels)
      .resize({ width: BLUR.pixels, height: BLUR.pixels, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha(),
  );
  return encode(
    new Uint8ClampedArray(small.data),
    small.width,
    small.height,
    BLUR.componentsX,
    BLUR.componentsY,
  );
}
