import { describe, expect, it } from '@jest/globals';
import { pngBomb } from '../../testing/pictures.js';
import { renderPicture } from './renditions.js';

describe('renderPicture', () => {
  it('GAP-067 renders a highly compressed PNG of 100 megapixels', async () => {
    const bomb = pngBomb(10_000, 10_000);
    expect(bomb.length).toBeLessThan(500_000);
    const { renditions } = await renderPicture(bomb);
    expect(renditions.map(({ width }) => width)).toEqual([320, 640, 1_280]);
  });
});
