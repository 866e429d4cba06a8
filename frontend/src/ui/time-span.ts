import { daysBetween, formatClock, formatDay, formatShortMoment } from './dates.js';

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
