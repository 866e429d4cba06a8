import { describe, expect, it } from '@jest/globals';
import { RENDITIONS } from '@oniverse/contracts';
import { isBlurhashValid } from 'blurhash';
import sharp from 'sharp';
import { type Corner, cornersOf, drawQuarters, METADATA } from '../../testing/pictures.js';
import { renderPicture } from './renditions.js';

const UPRIGHT: Record<Corner, Corner> = {
  topLeft: 'topLeft',
  topRight: 'topRight',
  bottomLeft: 'bottomLeft',
  bottomRight: 'bottomRight',
};

describe('renderPicture', () => {
  it.each([
    [2_000, 1_000, [320, 640, 1_280]],
    [1_280, 800, [320, 640, 1_280]],
    [1_000, 1_000, [320, 640, 1_000]],
    [640, 480, [320, 640]],
    [321, 200, [320, 321]],
    [320, 999, [320]],
    [64, 32, [64]],
    [1, 1, [1]],
  ])('GAP-067 renders %i × %i pixels in the widths %j, without enlarging', async (width, height, widths) => {
    const picture = await renderPicture(await drawQuarters(width, height).png().toBuffer());
    expect(picture).toMatchObject({ width, height });
    expect(picture.renditions.map((rendition) => rendition.width)).toEqual(widths);
    for (const rendition of picture.renditions) {
      const { format, ...head } = await sharp(rendition.bytes).metadata();
      expect(format).toBe('webp');
      expect(head).toMatchObject({ width: rendition.width, height: rendition.height });
      expect(Math.abs(head.height - (rendition.width * height) / width)).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [3_000, 1],
    [1, 3_000],
    [100, 40_000],
    [40_000, 100],
    [2_000, 20_000],
  ])('GAP-067 %i × %i pixels are made smaller as a whole where they are high', async (width, height) => {
    const picture = await renderPicture(
      await sharp({ create: { width, height, channels: 3, background: '#123456' } })
        .png()
        .toBuffer(),
    );
    expect(picture).toMatchObject({ width, height });
    for (const rendition of picture.renditions) {
      expect(rendition.height).toBeLessThanOrEqual(RENDITIONS.maxHeight);
      expect(rendition.height).toBeGreaterThanOrEqual(1);
      expect(await sharp(rendition.bytes).metadata()).toMatchObject({ width: rendition.width });
    }
  });

  it.each([
    [1, UPRIGHT],
    [2, { topLeft: 'topRight', topRight: 'topLeft', bottomLeft: 'bottomRight', bottomRight: 'bottomLeft' }],
    [3, { topLeft: 'bottomRight', topRight: 'bottomLeft', bottomLeft: 'topRight', bottomRight: 'topLeft' }],
    [4, { topLeft: 'bottomLeft', topRight: 'bottomRight', bottomLeft: 'topLeft', bottomRight: 'topRight' }],
    [5, { topLeft: 'topLeft', topRight: 'bottomLeft', bottomLeft: 'topRight', bottomRight: 'bottomRight' }],
    [6, { topLeft: 'bottomLeft', topRight: 'topLeft', bottomLeft: 'bottomRight', bottomRight: 'topRight' }],
    [7, { topLeft: 'bottomRight', topRight: 'topRight', bottomLeft: 'bottomLeft', bottomRight: 'topLeft' }],
    [8, { topLeft: 'topRight', topRight: 'bottomRight', bottomLeft: 'topLeft', bottomRight: 'bottomLeft' }],
  ] as const)('GAP-067 makes a picture with EXIF orientation %i upright', async (orientation, corners) => {
    const stored = await drawQuarters(900, 600).jpeg().withMetadata({ orientation }).toBuffer();
    const picture = await renderPicture(stored);
    const isTurned = orientation > 4;
    expect(picture).toMatchObject(isTurned ? { width: 600, height: 900 } : { width: 900, height: 600 });
    expect(picture.renditions.map(({ width }) => width)).toEqual(isTurned ? [320, 600] : [320, 640, 900]);
    for (const { bytes } of picture.renditions) expect(await cornersOf(bytes)).toEqual(corners);
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'PER-008 removes the metadata of a %s',
    async (format) => {
      const stored = await drawQuarters(700, 500)
        .toFormat(format)
        .withIccProfile(METADATA.icc)
        .withExif(METADATA.exif)
        .toBuffer();
      const picture = await renderPicture(stored);
      expect(picture).toMatchObject({ width: 700, height: 500 });
      for (const { bytes } of picture.renditions) {
        const head = await sharp(bytes).metadata();
        expect(head).toMatchObject({ format: 'webp', hasProfile: false, space: 'srgb' });
        for (const part of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const)
          expect(head[part]).toBeUndefined();
        expect(bytes.includes('Vesper')).toBe(false);
        expect(await cornersOf(bytes)).toEqual(UPRIGHT);
      }
    },
  );

  it('GAP-067 preserves transparency', async () => {
    const half = await sharp({
      create: { width: 400, height: 400, channels: 4, background: { r: 9, g: 200, b: 9, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    for (const { bytes } of (await renderPicture(half)).renditions) {
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(4);
      expect(Math.abs((data[3] ?? 0) - 128)).toBeLessThan(3);
    }
  });

  it.each([
    ['grey', drawQuarters(400, 300).greyscale().png()],
    ['grey and transparent', drawQuarters(400, 300).ensureAlpha(0.5).greyscale().png()],
    ['with 16 bits', drawQuarters(400, 300).toColourspace('rgb16').png()],
    ['in CMYK', drawQuarters(400, 300).toColourspace('cmyk').jpeg()],
    ['with a palette', drawQuarters(400, 300).png({ palette: true })],
    ['interlaced', drawQuarters(400, 300).png({ progressive: true })],
    ['progressive', drawQuarters(400, 300).jpeg({ progressive: true })],
  ])('GAP-067 renders a picture (%s)', async (_, stored) => {
    const picture = await renderPicture(await stored.toBuffer());
    expect(picture).toMatchObject({ width: 400, height: 300 });
    expect(picture.renditions.map(({ width }) => width)).toEqual([320, 400]);
    expect(isBlurhashValid(picture.blurhash).result).toBe(true);
  });

  it('GAP-067 renders the first frame of an animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(100 * 100 * 3, 250), Buffer.alloc(100 * 100 * 3, 5)]);
    for (const format of ['gif', 'webp'] as const) {
      const stored = await sharp(frames, { raw: { width: 100, height: 200, channels: 3, pageHeight: 100 } })
        .toFormat(format, { loop: 0, delay: [100, 100] })
        .toBuffer();
      expect((await sharp(stored).metadata()).pages).toBe(2);
      const picture = await renderPicture(stored);
      expect(picture).toMatchObject({ width: 100, height: 100 });
      const { data } = await sharp(picture.renditions[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
      expect(data[0]).toBeGreaterThan(240);
    }
  });

  it('GAP-067 computes a deterministic blurhash', async () => {
    const blurhashOf = async (colour: string) =>
      (
        await renderPicture(
          await sharp({ create: { width: 90, height: 60, channels: 3, background: colour } })
            .png()
            .toBuffer(),
        )
      ).blurhash;
    expect(await blurhashOf('#ff0000')).toBe(await blurhashOf('#ff0000'));
    expect(await blurhashOf('#ff0000')).not.toBe(await blurhashOf('#0000ff'));
  });
});
