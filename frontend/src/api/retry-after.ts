const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * Returns the delay of a Retry-After header in whole seconds, or undefined if missing or malformed.
 * @param header a number of seconds, or a date (RFC 9110, section 10.2.3)
 * @param now milliseconds since the epoch
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Formats a delay as `in 40 seconds`, `in 12 minutes` or `in 2 hours`, rounded up. */
export function formatRetryDelay(seconds: number): string {
  // Not a constant: this module is part of the first load, and creating the first Intl object is slow.
  const format = new Intl.RelativeTimeFormat('en');
  if (seconds < MINUTE_S) return format.format(Math.max(1, seconds), 'second');
  if (seconds < HOUR_S) return format.format(Math.ceil(seconds / MINUTE_S), 'minute');
  return format.format(Math.ceil(seconds / HOUR_S), 'hour');
}
