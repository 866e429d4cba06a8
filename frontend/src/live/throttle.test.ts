import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HINTED_FETCH_MS, hintedThrottle } from './throttle.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('hintedThrottle', () => {
  it('NXT-328 shows a single change within a second, also right after another fetch', () => {
    const run = jest.fn();
    const { request } = hintedThrottle(run);
    request();
    request();
    expect(run).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(900);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('slows down to one fetch in five seconds while hints keep arriving', () => {
    const run = jest.fn();
    const { request } = hintedThrottle(run);
    const fetchesDuring = (ms: number) => {
      run.mockClear();
      for (let passed = 0; passed < ms; passed += 100) {
        request();
        jest.advanceTimersByTime(100);
      }
      return run.mock.calls.length;
    };
    fetchesDuring(4 * HINTED_FETCH_MS);
    expect(fetchesDuring(10 * HINTED_FETCH_MS)).toBeLessThanOrEqual(11);
    jest.advanceTimersByTime(2 * HINTED_FETCH_MS);
    expect(fetchesDuring(1_000)).toBe(2);
  });
});
