import type { Digest } from '@oniverse/contracts';

/** Digests arrive in the morning of the member's time zone, weekly ones on Mondays. */
const HOUR = 8;
const MONDAY = 1;

/** Returns the offset of a time zone from UTC at a time, in ms; 0 for an unknown zone. */
function offsetOf(timeZone: string, time: Date): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const part = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time.getTime() / 1000) * 1000;
  } catch {
    return 0;
  }
}

/** Returns when the next digest after `now` is due; null without digests. */
export function nextDigest(digest: Digest, timeZone: string, now: Date): Date | null {
  if (digest === 'off') return null;
  const local = new Date(now.getTime() + offsetOf(timeZone, now));
  for (let days = 0; ; days += 1) {
    const morning = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, HOUR);
    // The offset of that morning, which may differ from today's.
    const due = new Date(morning - offsetOf(timeZone, new Date(morning - offsetOf(timeZone, now))));
    const isDay = digest === 'daily' || new Date(morning).getUTCDay() === MONDAY;
    if (isDay && due > now) return due;
  }
}
