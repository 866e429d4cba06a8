/** The language of the client's texts. All dates and times are formatted here. */
const LANGUAGE = 'en-GB';

function formatter(options: Intl.DateTimeFormatOptions): (date: Date | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    // Only when it is needed: creating one takes some 0.1 ms.
    format ??= new Intl.DateTimeFormat(LANGUAGE, options);
    return format.format(date);
  };
}

/** 21:14 */
export const formatClock = formatter({ hour: '2-digit', minute: '2-digit' });
/** 21:14:03 */
export const formatSecond = formatter({ timeStyle: 'medium' });
/** Monday */
export const formatWeekday = formatter({ weekday: 'long' });
/** Mon */
export const formatShortWeekday = formatter({ weekday: 'short' });
/** Mon 21:14 */
export const formatShortWeekdayTime = formatter({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
/** Monday 9 March */
export const formatWeekdayAndDay = formatter({ weekday: 'long', day: 'numeric', month: 'long' });
/** 9 March */
export const formatDay = formatter({ day: 'numeric', month: 'long' });
/** 9 Mar */
export const formatShortDay = formatter({ day: 'numeric', month: 'short' });
/** March */
export const formatMonth = formatter({ month: 'long' });
/** March 2026 */
export const formatMonthOfYear = formatter({ month: 'long', year: 'numeric' });
/** 9 March 2026 */
export const formatDate = formatter({ day: 'numeric', month: 'long', year: 'numeric' });
/** 9 Mar 2026 */
export const formatShortDate = formatter({ day: 'numeric', month: 'short', year: 'numeric' });
/** 9 Mar 2026, 21:14 */
export const formatShortMoment = formatter({ dateStyle: 'medium', timeStyle: 'short' });
/** 9 March 2026 at 21:14 */
export const formatMoment = formatter({ dateStyle: 'long', timeStyle: 'short' });
/** Monday 9 March 2026 at 21:14 */
export const formatFullMoment = formatter({ dateStyle: 'full', timeStyle: 'short' });
/** 9 March 2026 in UTC, for days that the server counts */
export const formatUtcDate = formatter({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Mar in UTC, as `formatUtcDate` */
export const formatUtcMonth = formatter({ month: 'short', timeZone: 'UTC' });

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

const RELATIVE = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

/** Returns `now`, `5 minutes ago`, `yesterday` or `last month`. Both times are in ms. */
export function formatTimeAgo(then: number, now: number): string {
  const { amount, unit } = spanOf(then, now);
  return RELATIVE.format(-amount, unit);
}

/** Returns `now`, `5 min`, `3 hr` or `2 days`. Both times are in ms. */
export function formatTimeAgoShort(then: number, now: number): string {
  const { amount, unit } = spanOf(then, now);
  if (amount === 0) return RELATIVE.format(0, 'second');
  // British English has `5 mins`.
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}

const dayOf = (time: number, now: number): string => {
  const days = daysBetween(now, time);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${formatDay(time)}`;
};

/** Returns when something ends, as `03:20`, or with the day if that is another one than `since`. In ms. */
export const endText = (end: number, since: number): string =>
  daysBetween(since, end) === 0 ? formatClock(end) : formatShortMoment(end);

/** Returns `today, 03:00 to 03:20` or `on 9 March from 03:00`, in the zone of the reader. In ms; `end` is null if it is not known. */
export const timeSpan = (start: number, end: number | null, now: number): string =>
  end === null
    ? `${dayOf(start, now)} from ${formatClock(start)}`
    : `${dayOf(start, now)}, ${formatClock(start)} to ${endText(end, start)}`;
