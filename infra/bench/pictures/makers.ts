import { RENDITIONS } from '@oniverse/contracts';
import { render } from '@oniverse/worker/dist/pictures/renditions.js';
import sharp from 'sharp';

/** Something that makes all renditions of a picture. @returns how many */
export type Maker = (bytes: Buffer) => Promise<number>;

const QUALITY = 80;

/** Those that are measured, by name; each runs in a process of its own. */
export const MAKERS = {
  /** As the worker makes them: with limits, upright, without metadata, decoded once, with a blurhash. */
  oniverse: async (bytes) => (await render(bytes)).renditions.length,
  /** The shortest way with sharp: each size from the file itself. */
  sharp: async (bytes) => {
    const { width: own } = await sharp(bytes).metadata();
    const widths = new Set(RENDITIONS.widths.map((width) => Math.min(width, own)));
    for (const width of widths) {
      await sharp(bytes).rotate().resize({ width }).webp({ quality: QUALITY }).toBuffer();
    }
    return widths.size;
  },
} satisfies Record<string, Maker>;

export type MakerName = keyof typeof MAKERS;

/** @throws Error where nobody bears the name */
export function makerNamed(name: string | undefined): Maker {
  const found = Object.entries(MAKERS).find(([known]) => known === name);
  if (!found) throw new Error(`Nothing is called ${name}`);
  return found[1];
}
