import { describe, expect, it, jest } from '@jest/globals';
import { act, render, renderHook, screen } from '@testing-library/react';
import { useToday } from './now.js';
import { RelativeTime } from './relative-time.js';
import { formatTimeAgo, formatTimeAgoShort } from './dates.js';

const NOW = new Date(2026, 2, 15, 12).getTime();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('formatTimeAgo', () => {
  it.each([
    [-MINUTE, 'now', 'now'],
    [MINUTE - 1, 'now', 'now'],
    [MINUTE, '1 minute ago', '1 min'],
    [59 * MINUTE, '59 minutes ago', '59 min'],
    [60 * MINUTE, '1 hour ago', '1 hr'],
    [23 * 60 * MINUTE, '23 hours ago', '23 hr'],
    [DAY, 'yesterday', '1 day'],
    [1.4 * DAY, 'yesterday', '1 day'],
    // Less than 48 hours, but two calendar days.
    [1.6 * DAY, '2 days ago', '2 days'],
    [7 * DAY, 'last week', '1 wk'],
    [14 * DAY, '2 weeks ago', '2 wks'],
    [31 * DAY, 'last month', '1 mth'],
    [400 * DAY, 'last year', '1 yr'],
  ])('GAP-083 formats %d ms as %s, in short %s', (passed, long, short) => {
    expect([formatTimeAgo(NOW - passed, NOW), formatTimeAgoShort(NOW - passed, NOW)]).toEqual([long, short]);
  });
});

describe('a day of 25 hours', () => {
  it('has hours until it is over', () => {
    const sameDay = jest.spyOn(Date.prototype, 'getDate').mockReturnValue(1);
    expect(formatTimeAgoShort(NOW - DAY, NOW)).toBe('24 hr');
    sameDay.mockRestore();
  });
});

describe('useToday', () => {
  it('changes at midnight', () => {
    jest.useFakeTimers({ now: new Date(2026, 2, 8, 23, 59, 50) });
    const { result } = renderHook(() => useToday());
    act(() => {
      jest.advanceTimersByTime(9_999);
    });
    expect(result.current).toBe(new Date(2026, 2, 8).getTime());
    act(() => {
      jest.advanceTimersByTime(1);
    });
    expect(result.current).toBe(new Date(2026, 2, 9).getTime());
  });
});

describe('RelativeTime', () => {
  it('PST-005 updates with one shared clock, which stops when nothing uses it', () => {
    jest.useFakeTimers({ now: NOW });
    const both = () => screen.getAllByRole('time').map(({ textContent }) => textContent);
    const { unmount } = render(
      <>
        <RelativeTime at={new Date(NOW - MINUTE).toISOString()} />
        <RelativeTime short at={new Date(NOW).toISOString()} />
      </>,
    );
    expect(both()).toEqual(['1 minute ago', 'now']);
    expect(jest.getTimerCount()).toBe(1);
    act(() => {
      jest.advanceTimersByTime(MINUTE);
    });
    expect(both()).toEqual(['2 minutes ago', '1 min']);
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});
