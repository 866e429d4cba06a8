import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { cornersOf, pngBomb, drawQuarters } from '../../testing/pictures.js';
import { cropAvatar } from './crop.js';

describe('cropAvatar', () => {
  it.each([
    [2_000, 1_000, 512],
    [600, 3_000, 512],
    [512, 512, 512],
    [300, 200, 200],
    [90, 90, 90],
    [4_000, 1, 1],
  ])('LIV-014 GAP-066 crops %i × %i pixels to a square of %i', async (width, height, side) => {
    const { bytes } = await cropAvatar(await drawQuarters(width, height).png().toBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: side, height: side });
  });

  it.each([
    ['jpeg', 'image/jpeg', 'jpeg'],
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
    ['gif', 'image/webp', 'webp'],
    ['avif', 'image/webp', 'webp'],
  ] as const)('LIV-014 converts %s to %s without metadata', async (format, contentType, made) => {
    const stored = await drawQuarters(800, 600)
      .toFormat(format)
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: 'Vesper' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    const avatar = await cropAvatar(stored);
    expect(avatar.contentType).toBe(contentType);
    const head = await sharp(avatar.bytes).metadata();
    expect(head).toMatchObject({ format: made, hasProfile: false, width: 512, height: 512 });
    for (const part of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments'] as const) {
      expect(head[part]).toBeUndefined();
    }
    expect(avatar.bytes.includes('Vesper')).toBe(false);
  });

  it('LIV-014 crops to the centre', async () => {
    const stripe = { create: { width: 200, height: 200, channels: 3, background: '#00ff00' } } as const;
    const wide = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#ff0000' } })
      .composite([{ input: await sharp(stripe).png().toBuffer(), left: 200, top: 0 }])
      .removeAlpha()
      .png()
      .toBuffer();
    const { data } = await sharp((await cropAvatar(wide)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += 3) expect([...data.subarray(at, at + 3)]).toEqual([0, 255, 0]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'LIV-014 makes a picture with EXIF orientation %i upright',
    async (orientation) => {
      const stored = await drawQuarters(700, 700).jpeg().withMetadata({ orientation }).toBuffer();
      const upright = await sharp(stored).autoOrient().png().toBuffer();
      expect(await cornersOf((await cropAvatar(stored)).bytes)).toEqual(await cornersOf(upright));
    },
  );

  it('LIV-014 preserves transparency', async () => {
    const half = sharp({
      create: { width: 300, height: 300, channels: 4, background: { r: 9, g: 200, b: 9, alpha: 0.5 } },
    });
    for (const format of ['png', 'webp', 'avif'] as const) {
      const { bytes } = await cropAvatar(await half.clone().toFormat(format).toBuffer());
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info.channels).toBe(4);
      expect(Math.abs((data[3] ?? 0) - 128)).toBeLessThan(4);
    }
  });

  it.each<[string, string, () => Promise<Buffer>]>([
    ['zero bytes', 'unsupported_media_type', async () => Buffer.alloc(0)],
    [
      'an SVG',
      'unsupported_media_type',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    [
      'half a JPEG',
      'unsupported_media_type',
      async () => {
        const whole = await drawQuarters(700, 700).jpeg().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    ['a PNG of 121 megapixels', 'payload_too_large', async () => pngBomb(11_000, 11_000)],
  ])('LIV-014 rejects %s with %s', async (_, code, made) => {
    await expect(cropAvatar(await made())).rejects.toMatchObject({ name: 'UnusablePicture', code });
  });
});
