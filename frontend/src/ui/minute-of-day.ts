/** Formats a minute of the day as `06:00`. */
export const formatMinute = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Returns the minute of the day of a field for a time; undefined while it has none. */
export function readMinute(time: string): number | undefined {
  const [hours, minutes] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined ? undefined : hours * 60 + minutes;
}
