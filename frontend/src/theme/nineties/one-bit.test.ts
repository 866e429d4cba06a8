import { describe, expect, it } from '@jest/globals';
import { toOneBit } from './one-bit.js';

const grey = (level: number, side: number) =>
  Uint8ClampedArray.from({ length: side * side * 4 }, (_, at) => (at % 4 === 3 ? 128 : level));

const shareOfWhite = (data: Uint8ClampedArray) =>
  data.filter((value, at) => at % 4 === 0 && value === 255).length / (data.length / 4);

describe('toOneBit', () => {
  it.each([0, 40, 128, 200, 255])('turns grey %i into opaque black and white', (level) => {
    const data = grey(level, 32);
    toOneBit(data, 32, 32);
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue, alpha] = data.subarray(at, at + 4);
      expect([0, 255]).toContain(red);
      expect([green, blue, alpha]).toEqual([red, red, 255]);
    }
  });

  it('keeps black and white, and turns mid-grey into half of each', () => {
    const [black, middle, white] = [grey(0, 32), grey(128, 32), grey(255, 32)];
    for (const data of [black, middle, white]) toOneBit(data, 32, 32);
    expect(shareOfWhite(black)).toBe(0);
    expect(shareOfWhite(white)).toBe(1);
    expect(shareOfWhite(middle)).toBeGreaterThan(0.4);
    expect(shareOfWhite(middle)).toBeLessThan(0.6);
  });

  it.each([24, 40, 64])('keeps some white dots in the shadow grey %i', (level) => {
    const data = grey(level, 32);
    toOneBit(data, 32, 32);
    expect(Math.abs(shareOfWhite(data) - level / 255)).toBeLessThan(0.06);
    expect(shareOfWhite(data)).toBeGreaterThan(0);
  });

  it('treats green as brighter than blue', () => {
    const of = (colour: readonly number[]) =>
      Uint8ClampedArray.from({ length: 32 * 32 * 4 }, (_, at) => colour[at % 4] ?? 255);
    const [green, blue] = [of([0, 255, 0, 255]), of([0, 0, 255, 255])];
    toOneBit(green, 32, 32);
    toOneBit(blue, 32, 32);
    expect(shareOfWhite(green)).toBeGreaterThan(shareOfWhite(blue));
  });
});
