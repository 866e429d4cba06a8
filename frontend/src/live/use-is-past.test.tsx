import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useIsPast } from './use-is-past.js';

const DAY_MS = 24 * 3_600_000;

describe('useIsPast', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  it('TLK-179 renders again when the time has come, however far it is, and not before', () => {
    let renders = 0;
    const time = Date.now() + 28 * DAY_MS;
    const { result } = renderHook(() => {
      renders += 1;
      return useIsPast(time);
    });
    act(() => jest.advanceTimersByTime(28 * DAY_MS - 1));
    expect([result.current, renders]).toEqual([false, 1]);
    act(() => jest.advanceTimersByTime(1));
    expect([result.current, renders]).toEqual([true, 2]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('has no timer without a time', () => {
    const { result } = renderHook(() => useIsPast(undefined));
    expect([result.current, jest.getTimerCount()]).toEqual([false, 0]);
  });
});
