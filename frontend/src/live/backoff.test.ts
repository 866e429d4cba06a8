import { describe, expect, it } from '@jest/globals';
import { retryDelay } from './backoff.js';

const middle = () => 0.5;

describe('the wait before the next attempt', () => {
  it('LIV-009 doubles with each failure, up to half a minute', () => {
    expect([0, 1, 2, 3, 9, 99].map((failures) => retryDelay(failures, middle))).toEqual([
      1_000, 2_000, 4_000, 8_000, 30_000, 30_000,
    ]);
  });

  it('LIV-009 is spread, so that not all come back at once', () => {
    expect(retryDelay(0, () => 0)).toBe(500);
    expect(retryDelay(0, () => 1)).toBe(1_500);
  });
});
