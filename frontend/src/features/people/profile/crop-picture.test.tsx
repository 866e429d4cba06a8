import { describe, expect, it } from '@jest/globals';
import { installPictureCanvas } from '../../../testing/pictures.js';
import { CropError, cropToSquare } from './crop-picture.js';

const picture = (type = 'image/png') => new File(['dots'], 'me', { type });

describe('cropToSquare', () => {
  it('AVA-005 AVA-006 crops the middle square with the length of the shorter side', async () => {
    const canvas = installPictureCanvas({ width: 800, height: 400 });
    await cropToSquare(picture());
    expect(canvas.drawn).toEqual([[200, 0, 400, 400, 0, 0, 400, 400]]);
    expect(canvas.encoded).toEqual([[400, 400, 'image/png', 0.9]]);
    expect(canvas.bitmap.close).toHaveBeenCalledTimes(1);
  });

  it('AVA-006 scales down to 512 px', async () => {
    const canvas = installPictureCanvas({ width: 1_000, height: 3_000 });
    await cropToSquare(picture());
    expect(canvas.drawn).toEqual([[0, 1_000, 1_000, 1_000, 0, 0, 512, 512]]);
  });

  it('AVA-006 does not enlarge a small picture', async () => {
    const canvas = installPictureCanvas({ width: 40, height: 30 });
    await cropToSquare(picture());
    expect(canvas.drawn).toEqual([[5, 0, 30, 30, 0, 0, 30, 30]]);
  });

  it.each([
    ['image/png', 'image/png'],
    ['image/jpeg', 'image/jpeg'],
    ['image/webp', 'image/webp'],
    ['image/gif', 'image/png'],
    ['image/avif', 'image/png'],
  ])('AVA-007 AVA-008 encodes %s as %s, at quality 0.9', async (type, encodedType) => {
    const canvas = installPictureCanvas({ width: 10, height: 10 });
    expect((await cropToSquare(picture(type))).type).toBe(encodedType);
    expect(canvas.encoded).toEqual([[10, 10, encodedType, 0.9]]);
  });

  it('AVA-009 reports that cropping failed', async () => {
    const canvas = installPictureCanvas({ width: 10, height: 10 }, false);
    await expect(cropToSquare(picture())).rejects.toThrow(new CropError('Failed to crop image'));
    expect(canvas.bitmap.close).toHaveBeenCalledTimes(1);
  });

  it('AVA-010 reports that the picture cannot be loaded', async () => {
    installPictureCanvas(null);
    await expect(cropToSquare(picture())).rejects.toThrow('Failed to load image');
  });

  it('rejects a picture that would not fit in memory', async () => {
    const canvas = installPictureCanvas({ width: 10_000, height: 5_001 });
    await expect(cropToSquare(picture())).rejects.toThrow(CropError);
    expect(canvas.drawn).toEqual([]);
    expect(canvas.bitmap.close).toHaveBeenCalledTimes(1);
  });
});
