const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EVENING = 19;
const MORNING = 9;

/** Returns an hour of a day on the clock of the device, in ms. */
const hourOf = (now: number, days: number, hour: number): number => {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  return at.setHours(hour, 0, 0, 0);
};

/** Returns the times that are offered, in ms. Once the evening has begun, it is that of the next day. */
export const clockTimes = (now: number) => {
  const evening = hourOf(now, 0, EVENING);
  const isPast = evening <= now;
  return {
    minutes: now + 20 * MINUTE_MS,
    hour: now + HOUR_MS,
    hours: now + 3 * HOUR_MS,
    evening: isPast ? hourOf(now, 1, EVENING) : evening,
    isEveningPast: isPast,
    tomorrow: hourOf(now, 1, MORNING),
  };
};

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** Returns a time as the value of a field for a date and a time. `Date.parse` reads it again. */
export function fieldTimeOf(time: number): string {
  const at = new Date(time);
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}
