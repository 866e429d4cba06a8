import { describe, expect, it } from '@jest/globals';
import { isQuietAt, radioAt, type RadioTimes, startOf, votesToSkip } from './radio-time.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MIDNIGHT = Date.parse('2026-11-30T00:00:00.000Z');
const at = (hours: number): number => MIDNIGHT + hours * HOUR;

const TRACKS = [
  { id: 'rain', durationMs: 10 * MINUTE },
  { id: 'tide', durationMs: 20 * MINUTE },
  { id: 'fade', durationMs: 30 * MINUTE },
];

const radio = (given: Partial<RadioTimes> = {}): RadioTimes => ({
  trackId: 'rain',
  startedAt: new Date(at(12)).toISOString(),
  quietFrom: null,
  quietTo: null,
  tracks: TRACKS,
  ...given,
});
const found = (given: RadioTimes, now: number) => {
  const position = radioAt(given, now);
  return position && [position.track.id, position.offsetMs / MINUTE, position.next.id];
};

describe('the time of a radio', () => {
  it('TLK-601 goes through the order from the track that began, and wraps around', () => {
    expect(found(radio(), at(12))).toEqual(['rain', 0, 'tide']);
    expect(found(radio(), at(12) + 10 * MINUTE - 1)?.[0]).toBe('rain');
    expect(found(radio(), at(12) + 10 * MINUTE)).toEqual(['tide', 0, 'fade']);
    expect(found(radio(), at(12) + 59 * MINUTE)).toEqual(['fade', 29, 'rain']);
    expect(found(radio(), at(13))).toEqual(['rain', 0, 'tide']);
    expect(found(radio({ trackId: 'fade' }), at(12) + 45 * MINUTE)).toEqual(['tide', 5, 'fade']);
    // A month later, nobody having listened.
    expect(found(radio(), at(12) + 30 * DAY + 15 * MINUTE)).toEqual(['tide', 5, 'fade']);
  });

  it('TLK-601 says when the track began', () => {
    expect(radioAt(radio(), at(15) + 17 * MINUTE)?.startedAt).toBe(at(15) + 10 * MINUTE);
  });

  it('TLK-601 is at the beginning before it began, by a clock that is behind', () => {
    expect(found(radio(), at(11))).toEqual(['rain', 0, 'tide']);
  });

  it('TLK-601 begins with the first track if the one that played is gone', () => {
    expect(found(radio({ trackId: null }), at(12) + MINUTE)).toEqual(['rain', 1, 'tide']);
    expect(found(radio({ trackId: 'gone' }), at(12) + MINUTE)).toEqual(['rain', 1, 'tide']);
  });

  it('TLK-601 is nowhere without tracks, and repeats a single one', () => {
    expect(radioAt(radio({ tracks: [] }), at(12))).toBeUndefined();
    const [only] = TRACKS;
    expect(found(radio({ tracks: [only!] }), at(12) + 25 * MINUTE)).toEqual(['rain', 5, 'rain']);
  });

  it('TLK-602 stands still in quiet hours', () => {
    const quiet = radio({
      quietFrom: 13 * 60,
      quietTo: 15 * 60,
      startedAt: new Date(at(12.5)).toISOString(),
    });
    expect(found(quiet, at(13))).toEqual(['fade', 0, 'rain']);
    expect(found(quiet, at(14.9))).toEqual(['fade', 0, 'rain']);
    expect(found(quiet, at(15.25))).toEqual(['fade', 15, 'rain']);
    expect(radioAt(quiet, at(14))?.isQuiet).toBe(true);
    expect(radioAt(quiet, at(15))?.isQuiet).toBe(false);
    // A day has 22 hours of it.
    expect(found(quiet, at(15.25) + DAY)).toEqual(['fade', 15, 'rain']);
  });

  it('TLK-602 stands still in quiet hours across midnight', () => {
    const quiet = radio({
      quietFrom: 22 * 60,
      quietTo: 6 * 60,
      startedAt: new Date(at(21.75)).toISOString(),
    });
    expect(found(quiet, at(22))).toEqual(['tide', 5, 'fade']);
    expect(found(quiet, at(24))).toEqual(['tide', 5, 'fade']);
    expect(found(quiet, at(29.99))).toEqual(['tide', 5, 'fade']);
    expect(found(quiet, at(30) + 5 * MINUTE)).toEqual(['tide', 10, 'fade']);
    expect(radioAt(quiet, at(30) + 5 * MINUTE)?.startedAt).toBe(at(22) - 5 * MINUTE);
    expect([21.9, 22, 23.9, 24.1, 29.9, 30].map((hours) => isQuietAt(quiet, at(hours)))).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('TLK-602 begins after quiet hours if it was started in them', () => {
    const quiet = { quietFrom: 60, quietTo: 120 };
    const startedAt = new Date(startOf(quiet, 0, at(1.5))).toISOString();
    expect(startedAt).toBe('2026-11-30T02:00:00.000Z');
    expect(found(radio({ ...quiet, startedAt }), at(1.75))).toEqual(['rain', 0, 'tide']);
    expect(found(radio({ ...quiet, startedAt }), at(2) + MINUTE)).toEqual(['rain', 1, 'tide']);
  });

  it('TLK-607 goes on at the same place with what it stored', () => {
    const hours = [
      { quietFrom: null, quietTo: null },
      { quietFrom: 13 * 60, quietTo: 15 * 60 },
      { quietFrom: 22 * 60, quietTo: 6 * 60 },
      { quietFrom: 0, quietTo: 1 },
      { quietFrom: 1_439, quietTo: 0 },
    ];
    for (const before of hours) {
      for (const after of hours) {
        for (let now = at(0); now < at(30); now += 7 * MINUTE) {
          const position = radioAt(radio(before), now);
          const startedAt = new Date(startOf(after, position?.offsetMs ?? 0, now)).toISOString();
          const trackId = position?.track.id ?? null;
          expect(found(radio({ ...after, trackId, startedAt }), now)).toEqual(found(radio(before), now));
        }
      }
    }
  });

  it('TLK-608 takes half of the listeners to skip, and two of several', () => {
    expect([0, 1, 2, 3, 4, 5, 7, 10].map(votesToSkip)).toEqual([1, 1, 2, 2, 2, 3, 4, 5]);
  });
});
