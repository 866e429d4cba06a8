import { RENDITIONS } from '@oniverse/contracts';
import { renderPicture } from '@oniverse/worker/dist/shared/pictures/renditions.js';
import sharp from 'sharp';

/** Makes all renditions of a picture and returns their number. */
export type Maker = (bytes: Buffer) => Promise<number>;

const QUALITY = 80;

export const MAKERS = {
  /** The worker's code: checks limits, rotates, strips metadata, decodes once, and makes a blurhash. */
  oniverse: async (bytes) => (await renderPicture(bytes)).renditions.length,
  /** The simplest use of sharp: decodes the file for each size. */
  sharp: async (bytes) => {
    const { width: originalWidth } = await sharp(bytes).metadata();
    const widths = new Set(RENDITIONS.widths.map((width) => Math.min(width, originalWidth)));
    for (const width of widths) {
      await sharp(bytes).rotate().resize({ width }).webp({ quality: QUALITY }).toBuffer();
    }
    return widths.size;
  },
} satisfies Record<string, Maker>;

export type MakerName = keyof typeof MAKERS;

/** @throws Error if there is no maker of this name */
export function findMaker(name: string | undefined): Maker {
  const entry = Object.entries(MAKERS).find(([makerName]) => makerName === name);
  if (!entry) throw new Error(`Unknown maker: ${name}`);
  return entry[1];
}
