import { describe, expect, it } from '@jest/globals';
import { offClock, onClock } from '../index.js';

const PAUSES = [
  { from: 100, to: 150 },
  { from: 300, to: 400 },
];

describe('pauses of games', () => {
  it('OPS-053 stop the clocks, also one that has no end yet', () => {
    expect([50, 100, 120, 150, 200, 350, 500].map((at) => onClock(at, PAUSES))).toEqual([
      50, 100, 100, 100, 150, 250, 350,
    ]);
    expect(onClock(10_000, [{ from: 100, to: Infinity }])).toBe(100);
  });

  it('OPS-053 postpone the end of a turn', () => {
    expect([100, 101, 250, 251].map((shown) => offClock(shown, PAUSES))).toEqual([100, 151, 300, 401]);
    for (const at of [50, 200, 500]) expect(offClock(onClock(at, PAUSES), PAUSES)).toBe(at);
  });
});
