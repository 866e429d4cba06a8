import { describe, expect, it } from '@jest/globals';
import { Motion } from './motion.js';

const places = (...each: number[]) => Float32Array.from(each);

describe('what glides', () => {
  it('CON-007 goes from the last places to the newest in the time between them', () => {
    const motion = new Motion(places(0, 0));
    motion.head(places(0, 0), 1_000, true);
    motion.head(places(10, 20), 1_100, false);
    expect([...motion.shown]).toEqual([0, 0]);
    expect(motion.advance(1_150)).toBe(true);
    expect([...motion.shown]).toEqual([5, 10]);
    expect(motion.advance(1_200)).toBe(false);
    expect([...motion.shown]).toEqual([10, 20]);
  });

  it('never leaves the way between two places, whatever time a frame bears', () => {
    const motion = new Motion(places(0, 0));
    motion.head(places(0, 0), 1_000, true);
    for (let step = 1; step <= 20; step += 1) {
      motion.head(places(step, step), 1_000 + step * 20, false);
      motion.advance(1_000 + step * 20 - 300);
      for (const place of motion.shown) {
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(step);
      }
    }
  });

  it('appears at its first place', () => {
    const motion = new Motion(places(Number.NaN, Number.NaN));
    motion.head(places(3, 4), 1_000, false);
    expect([...motion.shown]).toEqual([3, 4]);
  });
});
