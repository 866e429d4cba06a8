const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The minutes of the day, in UTC, between which a radio stands still; both null without quiet hours. */
export interface QuietHours {
  quietFrom: number | null;
  quietTo: number | null;
}

/** What says where a radio is at any time. */
export interface RadioTimes<T extends TrackTimes = TrackTimes> extends QuietHours {
  /** The track that played when the radio last changed; null, or one that is gone, stands for the first. */
  trackId: string | null;
  /** When that track began, in ISO 8601. */
  startedAt: string;
  /** In the order in which they play; the first follows the last. */
  tracks: readonly T[];
}

export interface TrackTimes {
  id: string;
  durationMs: number;
}

/** Where a radio is. */
export interface RadioPosition<T extends TrackTimes> {
  track: T;
  /** The track that follows, which may be the same. */
  next: T;
  /** How much of the track has played. */
  offsetMs: number;
  /** When the track began, so that the radio goes on from it after a change. */
  startedAt: number;
  /** Whether it stands still. */
  isQuiet: boolean;
}

/** Quiet hours in milliseconds of the day. */
interface Hours {
  from: number;
  to: number;
}

const hoursOf = ({ quietFrom, quietTo }: QuietHours): Hours | undefined =>
  quietFrom === null || quietTo === null || quietFrom === quietTo
    ? undefined
    : { from: quietFrom * MINUTE_MS, to: quietTo * MINUTE_MS };

/** Returns for how long a radio plays on a day. */
const playedADay = ({ from, to }: Hours): number => (from < to ? DAY_MS - (to - from) : from - to);

/** Returns for how long a radio with these hours would have played since 1970. It stands still in quiet hours. */
function playedUntil(hours: Hours | undefined, at: number): number {
  if (!hours) return at;
  const { from, to } = hours;
  const day = Math.floor(at / DAY_MS);
  const time = at - day * DAY_MS;
  const today =
    from < to ? Math.min(time, from) + Math.max(time - to, 0) : Math.min(Math.max(time, to), from) - to;
  return day * playedADay(hours) + today;
}

/** Returns the last time at which a radio had played for so long: the inverse of {@link playedUntil}. */
function timeOf(hours: Hours | undefined, played: number): number {
  if (!hours) return played;
  const { from, to } = hours;
  const day = Math.floor(played / playedADay(hours));
  const today = played - day * playedADay(hours);
  const isBefore = from < to && today < from;
  return day * DAY_MS + today + (isBefore ? 0 : from < to ? to - from : to);
}

/** Returns whether a time is in quiet hours. */
export function isQuietAt(quiet: QuietHours, at: number): boolean {
  const hours = hoursOf(quiet);
  if (!hours) return false;
  const time = at - Math.floor(at / DAY_MS) * DAY_MS;
  return hours.from < hours.to
    ? time >= hours.from && time < hours.to
    : time >= hours.from || time < hours.to;
}

/** Returns when a track began that has played for a time until now. A radio that changed stores it. */
export const startOf = (quiet: QuietHours, offsetMs: number, now: number): number =>
  timeOf(hoursOf(quiet), playedUntil(hoursOf(quiet), now) - offsetMs);

/** Returns where a radio is at a time of the server; undefined if it has no tracks. */
export function radioAt<T extends TrackTimes>(
  radio: RadioTimes<T>,
  now: number,
): RadioPosition<T> | undefined {
  const { tracks, trackId } = radio;
  const length = tracks.reduce((sum, { durationMs }) => sum + durationMs, 0);
  if (length === 0) return undefined;
  const hours = hoursOf(radio);
  const played = playedUntil(hours, now) - playedUntil(hours, Date.parse(radio.startedAt));
  const known = tracks.findIndex(({ id }) => id === trackId);
  // A clock behind that of the server may ask for a time before the start.
  let offsetMs = Math.max(played, 0) % length;
  for (let index = Math.max(known, 0); ; index += 1) {
    const track = tracks[index % tracks.length];
    const next = tracks[(index + 1) % tracks.length];
    if (!track || !next) return undefined;
    if (offsetMs < track.durationMs) {
      return {
        track,
        next,
        offsetMs,
        startedAt: startOf(radio, offsetMs, now),
        isQuiet: isQuietAt(radio, now),
      };
    }
    offsetMs -= track.durationMs;
  }
}

/** Returns how many listeners must vote before a track is skipped: at least half of them, and no one alone while others listen. */
export const votesToSkip = (listeners: number): number =>
  listeners < 2 ? 1 : Math.max(2, Math.ceil(listeners / 2));
