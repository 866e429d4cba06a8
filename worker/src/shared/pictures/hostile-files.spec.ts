import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { HOSTILE_FILES, SCRIPT } from '../../testing/hostile-files.js';
import { chunksOf } from '../../testing/pictures.js';
import { renderAttachment } from './animations.js';

const BROKEN = {
  name: 'UnusablePicture',
  code: 'unsupported_media_type',
  message: 'This file is damaged or not a picture.',
};
const TOO_LARGE = {
  name: 'UnusablePicture',
  code: 'payload_too_large',
  message: 'This picture has too many pixels. Try a smaller one.',
};
/** The chunks of a WebP with pixels; others have metadata. */
const PIXELS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

describe('renderAttachment, with a hostile file', () => {
  it.each(HOSTILE_FILES)('GAP-067 TLK-304 finds a file $name $ending', async ({ make, ending }) => {
    const rendering = renderAttachment(await make());
    if (ending === 'broken' || ending === 'too large') {
      await expect(rendering).rejects.toMatchObject(ending === 'broken' ? BROKEN : TOO_LARGE);
      return;
    }
    const { renditions, animation } = await rendering;
    expect(renditions.length).toBeGreaterThan(0);
    expect(animation !== undefined).toBe(ending === 'moving');
    for (const { bytes, width, height } of [...renditions, ...(animation ? [animation] : [])]) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height });
      expect(chunksOf(bytes).filter((name) => !PIXELS.has(name))).toEqual([]);
      for (const text of [SCRIPT, 'Vesper', 'script']) expect(bytes.includes(text)).toBe(false);
    }
  });
});
