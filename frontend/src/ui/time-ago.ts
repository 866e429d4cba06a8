const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK_DAYS = 7;

/** Numbers the calendar days of the reader's zone, whatever hours a day has there. */
function dayNumber(time: Date | number): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY;
}

/** Returns the calendar days from one time to another, negative if the first is later. Numbers are in ms. */
export const daysBetween = (then: Date | number, now: Date | number): number =>
  dayNumber(now) - dayNumber(then);

/** Whether a weekday tells the day of a time: from the seventh day, it would name today's. */
export const isNamedByWeekday = (then: Date | number, now: Date | number): boolean =>
  daysBetween(then, now) < WEEK_DAYS;

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** Uses the largest unit that fits; 0 if the client's clock is behind the server's. */
function spanOf(then: number, now: number): { amount: number; unit: Unit } {
  const passed = now - then;
  if (passed < MINUTE) return { amount: 0, unit: 'second' };
  if (passed < HOUR) return { amount: Math.floor(passed / MINUTE), unit: 'minute' };
  const days = daysBetween(then, now);
  // A day has 25 hours when the clocks go back.
  if (passed < DAY || days === 0) return { amount: Math.floor(passed / HOUR), unit: 'hour' };
  if (days < 7) return { amount: days, unit: 'day' };
  if (days < 30) return { amount: Math.floor(days / 7), unit: 'week' };
  if (days < 365) return { amount: Math.floor(days / 30), unit: 'month' };
  return { amount: Math.floor(days / 365), unit: 'year' };
}

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Returns `now`, `5 minutes ago`, `yesterday` or `last month`. Both times are in ms. */
export function formatTimeAgo(then: number, now: number): string {
  const { amount, unit } = spanOf(then, now);
  return RELATIVE.format(-amount, unit);
}

/** Returns `now`, `5 min`, `3 hr` or `2 days`. Both times are in ms. */
export function formatTimeAgoShort(then: number, now: number): string {
  const { amount, unit } = spanOf(then, now);
  if (amount === 0) return RELATIVE.format(0, 'second');
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}
