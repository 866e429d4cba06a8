import { daysBetween, isNamedByWeekday } from '../../ui/time-ago.js';

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

const isThisYear = (then: number, now: number): boolean =>
  new Date(then).getFullYear() === new Date(now).getFullYear();

/** Returns `21:08`. @param at in ms */
export const formatClock = (at: number): string => CLOCK.format(at);

/** Returns `9 March`, or `9 March 2025` in another year. @param now in ms */
export function formatDate(at: string, now: number): string {
  const then = Date.parse(at);
  return (isThisYear(then, now) ? DAY : DAY_OF_YEAR).format(then);
}

/** Returns `today`, `yesterday`, or the date. @param now in ms */
export function formatDay(at: string, now: number): string {
  const days = daysBetween(Date.parse(at), now);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : formatDate(at, now);
}

/**
 * Returns `21:08` for today, `Fri 22:31` within the last week, `30 Oct` for an earlier day of the year, `2 March 2025`
 * before it, and `1 Dec 23:00` for a day to come. @param now in ms
 */
export function formatLogTime(at: string, now: number): string {
  const then = Date.parse(at);
  const days = daysBetween(then, now);
  if (days < 0)
    return `${(isThisYear(then, now) ? SHORT_DAY : DAY_OF_YEAR).format(then)} ${CLOCK.format(then)}`;
  if (days === 0) return CLOCK.format(then);
  if (isNamedByWeekday(then, now)) return `${WEEKDAY.format(then)} ${CLOCK.format(then)}`;
  return isThisYear(then, now) ? SHORT_DAY.format(then) : DAY_OF_YEAR.format(then);
}
