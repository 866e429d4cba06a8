import { describe, expect, it } from '@jest/globals';
import { nextDigest } from './digest-times.js';

describe('the times of digests', () => {
  it.each([
    ['daily', 'UTC', '2026-11-25T07:59:59Z', '2026-11-25T08:00:00Z'],
    ['daily', 'UTC', '2026-11-25T08:00:00Z', '2026-11-26T08:00:00Z'],
    ['daily', 'Europe/Berlin', '2026-11-25T06:59:00Z', '2026-11-25T07:00:00Z'],
    ['daily', 'Pacific/Auckland', '2026-11-25T20:00:00Z', '2026-11-26T19:00:00Z'],
    ['daily', 'America/Los_Angeles', '2026-11-25T02:00:00Z', '2026-11-25T16:00:00Z'],
    // The clocks change in the night before.
    ['daily', 'Europe/Berlin', '2027-03-27T12:00:00Z', '2027-03-28T06:00:00Z'],
    ['daily', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T07:00:00Z'],
    ['weekly', 'UTC', '2026-11-25T08:00:00Z', '2026-11-30T08:00:00Z'],
    ['weekly', 'UTC', '2026-11-30T08:00:00Z', '2026-12-07T08:00:00Z'],
    ['weekly', 'Asia/Tokyo', '2026-11-29T22:00:00Z', '2026-11-29T23:00:00Z'],
    ['daily', 'Nowhere/Unknown', '2026-11-25T07:00:00Z', '2026-11-25T08:00:00Z'],
  ] as const)('ACC-022 a %s digest in %s after %s is due at %s', (digest, zone, now, due) => {
    expect(nextDigest(digest, zone, new Date(now))).toEqual(new Date(due));
  });

  it('ACC-022 is never due when digests are off', () => {
    expect(nextDigest('off', 'UTC', new Date())).toBeNull();
  });
});
