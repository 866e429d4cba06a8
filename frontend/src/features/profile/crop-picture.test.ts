import { describe, expect, it } from '@jest/globals';
import { installCanvas } from '../../testing/pictures.js';
import { CropError, cropToSquare } from './crop-picture.js';

const picture = (type = 'image/png') => new File(['dots'], 'me', { type });

describe('the crop of an avatar', () => {
  it('AVA-005 AVA-006 takes the middle square, as large as the smaller side', async () => {
    const seen = installCanvas({ width: 800, height: 400 });
    await cropToSquare(picture());
    expect(seen.drawn).toEqual([[200, 0, 400, 400, 0, 0, 400, 400]]);
    expect(seen.encoded).toEqual([[400, 400, 'image/png', 0.9]]);
    expect(seen.bitmap.close).toHaveBeenCalledTimes(1);
  });

  it('AVA-006 makes it no larger than 512 px', async () => {
    const seen = installCanvas({ width: 1_000, height: 3_000 });
    await cropToSquare(picture());
    expect(seen.drawn).toEqual([[0, 1_000, 1_000, 1_000, 0, 0, 512, 512]]);
  });

  it('AVA-006 does not enlarge a small picture', async () => {
    const seen = installCanvas({ width: 40, height: 30 });
    await cropToSquare(picture());
    expect(seen.drawn).toEqual([[5, 0, 30, 30, 0, 0, 30, 30]]);
  });

  it.each([
    ['image/png', 'image/png'],
    ['image/jpeg', 'image/jpeg'],
    ['image/webp', 'image/webp'],
    ['image/gif', 'image/png'],
    ['image/avif', 'image/png'],
  ])('AVA-007 AVA-008 encodes %s as %s, at quality 0.9', async (type, becomes) => {
    const seen = installCanvas({ width: 10, height: 10 });
    expect((await cropToSquare(picture(type))).type).toBe(becomes);
    expect(seen.encoded).toEqual([[10, 10, becomes, 0.9]]);
  });

  it('AVA-009 says that the crop failed', async () => {
    const seen = installCanvas({ width: 10, height: 10 }, false);
    await expect(cropToSquare(picture())).rejects.toThrow(new CropError('Failed to crop image'));
    expect(seen.bitmap.close).toHaveBeenCalledTimes(1);
  });

  it('AVA-010 says that the picture cannot be read', async () => {
    installCanvas(null);
    await expect(cropToSquare(picture())).rejects.toThrow('Failed to load image');
  });

  it('refuses what would not fit in memory', async () => {
    const seen = installCanvas({ width: 10_000, height: 5_001 });
    await expect(cropToSquare(picture())).rejects.toThrow(CropError);
    expect(seen.drawn).toEqual([]);
    expect(seen.bitmap.close).toHaveBeenCalledTimes(1);
  });
});
