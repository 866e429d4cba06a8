import { describe, expect, it } from '@jest/globals';
import { fadeMinuteField, keptDays, messageDaysField, RETENTION_MESSAGES, retentionOf } from './retention.js';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const SOON = '2026-12-01T09:00:00.000Z';
const LATER = '2026-12-01T11:00:00.000Z';
const PAST = '2026-11-30T11:59:59.000Z';

const kept = <D extends number | null>(messageDays: D, former: [number, string] | null = null) => ({
  messageDays,
  fadeMinute: null,
  formerMessageDays: former?.[0] ?? null,
  formerMessageDaysUntil: former?.[1] ?? null,
});

describe('the retention of messages', () => {
  it('TLK-520 is that of the channel, or else that of the dimension', () => {
    const server = kept(90);
    expect(keptDays(server, null, NOW)).toBe(90);
    expect(keptDays(server, kept(null), NOW)).toBe(90);
    expect(keptDays(server, kept(0), NOW)).toBe(Infinity);
    expect(keptDays(server, kept(30), NOW)).toBe(30);
    expect(keptDays(kept(0), kept(null), NOW)).toBe(Infinity);
  });

  it('TLK-521 is the longer one until a shortening takes effect', () => {
    const server = kept(90, [0, SOON]);
    expect(retentionOf(server, kept(null), NOW)).toEqual({ days: Infinity, next: { days: 90, at: SOON } });
    expect(retentionOf(server, kept(null), Date.parse(SOON))).toEqual({ days: 90 });
    expect(retentionOf(kept(90, [0, PAST]), null, NOW)).toEqual({ days: 90 });
    // A shortened dimension does not shorten a channel with a number of its own.
    expect(retentionOf(server, kept(365), NOW)).toEqual({ days: 365 });
    // Both wait: the first one changes nothing while the second one holds.
    expect(retentionOf(server, kept(null, [365, LATER]), NOW)).toEqual({
      days: Infinity,
      next: { days: 365, at: SOON },
    });
    expect(retentionOf(server, kept(null, [0, LATER]), NOW)).toEqual({
      days: Infinity,
      next: { days: 90, at: LATER },
    });
  });

  it('TLK-551 TLK-552 is until a minute of the day in a channel whose messages fade, once its notice is over', () => {
    const server = kept(90);
    const fading = { ...kept(365), fadeMinute: 360 };
    expect(retentionOf(server, fading, NOW)).toEqual({ days: 1, fadeMinute: 360 });
    const noticed = { ...kept(null, [0, SOON]), fadeMinute: 0 };
    expect(retentionOf(server, noticed, NOW)).toEqual({
      days: Infinity,
      next: { days: 1, fadeMinute: 0, at: SOON },
    });
    expect(retentionOf(server, noticed, Date.parse(SOON))).toEqual({ days: 1, fadeMinute: 0 });
    // From one minute to another, messages are kept for a day, as they were at most before.
    expect(retentionOf(server, { ...kept(null, [1, LATER]), fadeMinute: 5 }, NOW)).toEqual({
      days: 1,
      next: { days: 1, fadeMinute: 5, at: LATER },
    });
  });

  it('TLK-551 takes a minute of the day, or none', () => {
    const { problem } = fadeMinuteField();
    for (const minute of [0, 360, 1_439, null]) expect(problem(minute)).toBeUndefined();
    for (const minute of [-1, 1_440, 6.5, '06:00']) {
      expect([minute, problem(minute)]).toEqual([minute, RETENTION_MESSAGES.badFadeMinute]);
    }
  });

  it('TLK-520 takes 30 to 3,650 days, or for ever', () => {
    const { problem } = messageDaysField('How long.');
    for (const days of [0, 30, 90, 3_650]) expect(problem(days)).toBeUndefined();
    for (const days of [-1, 1, 29, 3_651, 30.5, '30', null]) {
      expect([days, problem(days)]).toEqual([days, RETENTION_MESSAGES.badMessageDays]);
    }
  });
});
