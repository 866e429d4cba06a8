const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * How long a Retry-After header asks to wait, in whole seconds; undefined where it says nothing that can be read.
 * @param header a number of seconds, or a date (RFC 9110, section 10.2.3)
 * @param now in ms
 */
export function secondsToWait(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** `in 40 seconds`, `in 12 minutes`, `in 2 hours`: rounded up, so that it is true by then. */
export function whenAgain(seconds: number): string {
  // Made when it is needed: this is on the way of the first load, and the first Intl takes its time.
  const ahead = new Intl.RelativeTimeFormat('en');
  if (seconds < MINUTE_S) return ahead.format(Math.max(1, seconds), 'second');
  if (seconds < HOUR_S) return ahead.format(Math.ceil(seconds / MINUTE_S), 'minute');
  return ahead.format(Math.ceil(seconds / HOUR_S), 'hour');
}
