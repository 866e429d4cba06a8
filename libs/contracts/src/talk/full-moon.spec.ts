import { describe, expect, it } from '@jest/globals';
import { nextFullMoon } from './full-moon.js';

const MINUTE_MS = 60_000;

/** As the almanacs of 2025 and 2026 have them, in UTC. */
const PUBLISHED = [
  '2025-01-13T22:27Z',
  '2025-02-12T13:53Z',
  '2025-03-14T06:55Z',
  '2025-04-13T00:22Z',
  '2025-05-12T16:56Z',
  '2025-06-11T07:44Z',
  '2025-07-10T20:37Z',
  '2025-08-09T07:55Z',
  '2025-09-07T18:09Z',
  '2025-10-07T03:48Z',
  '2025-11-05T13:19Z',
  '2025-12-04T23:14Z',
  '2026-01-03T10:03Z',
  '2026-02-01T22:09Z',
  '2026-03-03T11:38Z',
  '2026-04-02T02:12Z',
  '2026-05-01T17:23Z',
  '2026-05-31T08:45Z',
  '2026-06-29T23:57Z',
  '2026-07-29T14:36Z',
  '2026-08-28T04:18Z',
  '2026-09-26T16:49Z',
  '2026-10-26T04:12Z',
  '2026-11-24T14:53Z',
  '2026-12-24T01:28Z',
];

describe('nextFullMoon', () => {
  it('TLK-557 finds the full moons of two years within two minutes of the published ones, and no others', () => {
    let at = Date.parse('2025-01-01T00:00Z');
    const wrong = PUBLISHED.filter((published) => {
      at = nextFullMoon(at);
      return Math.abs(at - Date.parse(published)) > 2 * MINUTE_MS;
    });
    expect(wrong).toEqual([]);
  });

  it('TLK-557 goes on from any time, so that none is left out and none comes twice', () => {
    const end = Date.parse('2060-01-01T00:00Z');
    for (let at = Date.parse('2000-01-01T00:00Z'); at < end;) {
      const next = nextFullMoon(at);
      const days = (next - at) / 86_400_000;
      expect(days).toBeGreaterThan(0);
      expect(days).toBeLessThan(29.9);
      for (const share of [0.01, 0.5, 0.99]) expect(nextFullMoon(at + share * (next - at))).toBe(next);
      expect(nextFullMoon(next - 1)).toBe(next);
      at = next;
    }
  });
});
