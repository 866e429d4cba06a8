import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import {
  animate,
  chunk,
  chunksOf,
  drawQuarters,
  gifOfPixels,
  greyOf,
  METADATA,
  u32be,
} from '../../testing/pictures.js';
import { renderAttachment } from './animations.js';

/** Returns an animated PNG of two frames, which are the same. */
async function animatedPng(): Promise<Buffer> {
  const still = await drawQuarters(90, 60).png().toBuffer();
  const pixels = still.subarray(still.indexOf('IDAT') + 4, still.indexOf('IEND') - 8);
  // The number of each frame, its size and place, and its delay.
  const control = (n: number) => chunk('fcTL', u32be(n, 90, 60, 0, 0, 0x0001_000a, 0).subarray(0, 26));
  return Buffer.concat([
    still.subarray(0, still.indexOf('IDAT') - 4),
    chunk('acTL', u32be(2, 0)),
    control(0),
    chunk('IDAT', pixels),
    control(1),
    chunk('fdAT', Buffer.concat([u32be(2), pixels])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('renderAttachment', () => {
  const animationOf = async (file: Buffer) => (await renderAttachment(file)).animation;

  it.each(['gif', 'webp'] as const)(
    'TLK-301 renders all frames of an animated %s, with their delays and repetitions',
    async (format) => {
      const stored = await animate(100, 60, 3)
        .toFormat(format, { delay: [40, 200, 1_000], loop: 2 })
        .toBuffer();
      const animation = await animationOf(stored);
      expect(animation).toMatchObject({ width: 100, height: 60 });
      const { pages, delay, loop } = await sharp(animation?.bytes).metadata();
      expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [40, 200, 1_000], loop: 2 });
      for (const page of [0, 1, 2]) {
        const { data } = await sharp(animation?.bytes, { page }).raw().toBuffer({ resolveWithObject: true });
        expect(Math.abs((data[0] ?? 0) - greyOf(page))).toBeLessThan(8);
      }
    },
  );

  it.each([
    [1_000, 500, 640, 320],
    [640, 480, 640, 480],
    [641, 100, 640, 100],
    [20, 30, 20, 30],
    [100, 16_000, 51, 8_192],
  ])(
    'TLK-301 renders frames of %i × %i pixels as %i × %i',
    async (width, height, shownWidth, shownHeight) => {
      const animation = await animationOf(await animate(width, height, 2).gif().toBuffer());
      expect(animation).toMatchObject({ width: shownWidth, height: shownHeight });
      expect(await sharp(animation?.bytes).metadata()).toMatchObject({
        pages: 2,
        width: shownWidth,
        height: shownHeight,
      });
    },
  );

  it('TLK-301 renders an animation with many frames in a smaller size', async () => {
    const animation = await animationOf(gifOfPixels(150, { width: 800, height: 800 }));
    expect(animation).toMatchObject({ width: 461, height: 461 });
  });

  it('TLK-301 plays a GIF without delays as browsers do', async () => {
    const stored = await animate(30, 30, 2)
      .gif({ delay: [0, 10] })
      .toBuffer();
    expect((await sharp((await animationOf(stored))?.bytes).metadata()).delay).toEqual([100, 100]);
  });

  it('TLK-301 preserves transparency', async () => {
    const frames = Buffer.alloc(40 * 40 * 4 * 2);
    frames.fill(255, 40 * 40 * 4);
    const stored = await sharp(frames, { raw: { width: 40, height: 80, channels: 4, pageHeight: 40 } })
      .webp()
      .toBuffer();
    const animation = await animationOf(stored);
    for (const [page, alpha] of [0, 255].entries()) {
      const { data, info } = await sharp(animation?.bytes, { page })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(data[info.channels - 1]).toBe(alpha);
    }
  });

  it('TLK-301 removes the metadata of an animation', async () => {
    const stored = await animate(100, 60, 3)
      .webp()
      .withIccProfile(METADATA.icc)
      .withExif(METADATA.exif)
      .toBuffer();
    expect(chunksOf(stored)).toEqual(expect.arrayContaining(['ICCP', 'EXIF']));
    const animation = await animationOf(stored);
    expect(new Set(chunksOf(animation?.bytes ?? stored))).toEqual(new Set(['VP8X', 'ANIM', 'ANMF', 'VP8 ']));
  });

  it.each([
    ['a picture of one frame', () => drawQuarters(90, 60).gif().toBuffer()],
    // libvips reads the first frame.
    ['an animated PNG', animatedPng],
    // A turned animation would have to be decoded as a whole.
    [
      'an animation that is not upright',
      () => animate(90, 60, 2).webp().withMetadata({ orientation: 6 }).toBuffer(),
    ],
  ])('TLK-301 renders %s without motion', async (_, make) => {
    const { renditions, animation } = await renderAttachment(await make());
    expect(animation).toBeUndefined();
    expect(renditions).toHaveLength(1);
  });
});
