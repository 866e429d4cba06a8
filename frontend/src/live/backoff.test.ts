import { describe, expect, it } from '@jest/globals';
import { retryDelayMs } from './connection-machine.js';

const middle = () => 0.5;

describe('retryDelay', () => {
  it('LIV-009 doubles with each failure, up to 30 seconds', () => {
    expect([0, 1, 2, 3, 9, 99].map((failures) => retryDelayMs(failures, middle))).toEqual([
      1_000, 2_000, 4_000, 8_000, 30_000, 30_000,
    ]);
  });

  it('LIV-009 adds jitter, so that clients do not reconnect at once', () => {
    expect(retryDelayMs(0, () => 0)).toBe(500);
    expect(retryDelayMs(0, () => 1)).toBe(1_500);
  });
});
