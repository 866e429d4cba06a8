/** Returns HH:MM in an IANA time zone; in UTC if the zone is unknown. */
function timeIn(timeZone: string, now: Date): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(now);
  try {
    return format(timeZone);
  } catch {
    return format('UTC');
  }
}

/** Returns whether it is quiet now. Quiet hours may pass midnight; two equal times mean none. */
export function isQuiet(
  { from, until, timeZone }: { from: string | null; until: string | null; timeZone: string },
  now: Date,
): boolean {
  if (from === null || until === null || from === until) return false;
  const time = timeIn(timeZone, now);
  return from < until ? from <= time && time < until : from <= time || time < until;
}
