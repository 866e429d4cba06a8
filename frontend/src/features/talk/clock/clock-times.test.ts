import { describe, expect, it } from '@jest/globals';
import { fieldTimeOf, clockTimes } from './clock-times.js';

/** Returns a time on the clock of the device, in ms. */
const at = (...parts: [number, number, number, number, number?]): number => new Date(...parts).getTime();

describe('clockTimes', () => {
  it('TLK-414 TLK-509 are in 20 minutes, in an hour and in three, at 19:00 and tomorrow at 09:00 on the clock of the device', () => {
    const now = at(2026, 11, 31, 12, 30);
    expect(clockTimes(now)).toEqual({
      minutes: now + 1_200_000,
      hour: now + 3_600_000,
      hours: now + 10_800_000,
      evening: at(2026, 11, 31, 19),
      isEveningPast: false,
      tomorrow: at(2027, 0, 1, 9),
    });
  });

  it.each([19, 23])('TLK-414 have the evening of the next day at %i:00', (hour) => {
    const times = clockTimes(at(2026, 1, 28, hour));
    expect(times).toMatchObject({ evening: at(2026, 2, 1, 19), isEveningPast: true });
  });

  it('TLK-414 fill a field that gives the same minute', () => {
    const now = at(2026, 2, 4, 5, 6);
    expect(fieldTimeOf(now)).toBe('2026-03-04T05:06');
    expect(Date.parse(fieldTimeOf(now))).toBe(now);
  });
});
