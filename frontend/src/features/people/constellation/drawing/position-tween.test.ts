import { describe, expect, it } from '@jest/globals';
import { PositionTween } from './position-tween.js';

const positions = (...values: number[]) => Float32Array.from(values);

describe('PositionTween', () => {
  it('CON-007 moves to new positions within the interval between the last two updates', () => {
    const tween = new PositionTween(positions(0, 0));
    tween.setTarget(positions(0, 0), 1_000, true);
    tween.setTarget(positions(10, 20), 1_100, false);
    expect([...tween.current]).toEqual([0, 0]);
    expect(tween.advance(1_150)).toBe(true);
    expect([...tween.current]).toEqual([5, 10]);
    expect(tween.advance(1_200)).toBe(false);
    expect([...tween.current]).toEqual([10, 20]);
  });

  it('stays between both positions even if a frame’s timestamp is older than the update', () => {
    const tween = new PositionTween(positions(0, 0));
    tween.setTarget(positions(0, 0), 1_000, true);
    for (let step = 1; step <= 20; step += 1) {
      tween.setTarget(positions(step, step), 1_000 + step * 20, false);
      tween.advance(1_000 + step * 20 - 300);
      for (const position of tween.current) {
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(step);
      }
    }
  });

  it('shows a new node at its first position', () => {
    const tween = new PositionTween(positions(Number.NaN, Number.NaN));
    tween.setTarget(positions(3, 4), 1_000, false);
    expect([...tween.current]).toEqual([3, 4]);
  });
});
