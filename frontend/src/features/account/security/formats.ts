import * as dates from '../../../ui/dates.js';
import { DAY_TEXTS } from './security.texts.js';

/** Returns the icon of a device. */
export const deviceIcon = (device: string | null): 'phone' | 'laptop' =>
  /\b(?:iPhone|Android.+Mobile)\b/.test(device ?? '') ? 'phone' : 'laptop';

/** Returns `203.0.113.*` for `203.0.113.0/24`, and `2001:db8:7:*` for `2001:db8:7::/48`. */
export const networkName = (network: string): string =>
  network.replace(/\.0\/24$/, '.*').replace(/::\/48$/, ':*');

const isThisYear = (then: number, now: number): boolean =>
  new Date(then).getFullYear() === new Date(now).getFullYear();

/** Returns `9 March`, or `9 March 2025` in another year. @param now in ms */
export function formatDate(at: string, now: number): string {
  const then = Date.parse(at);
  return (isThisYear(then, now) ? dates.formatDay : dates.formatDate)(then);
}

/** Returns `today`, `yesterday`, or the date. @param now in ms */
export function formatDay(at: string, now: number): string {
  const days = dates.daysBetween(Date.parse(at), now);
  if (days <= 0) return DAY_TEXTS.today;
  return days === 1 ? DAY_TEXTS.yesterday : formatDate(at, now);
}

/**
 * Returns `21:08` for today, `Fri 22:31` within the last week, `30 Oct` for an earlier day of the year, `2 March 2025`
 * before it, and `1 Dec 23:00` for a day to come. @param now in ms
 */
export function formatLogTime(at: string, now: number): string {
  const then = Date.parse(at);
  const days = dates.daysBetween(then, now);
  if (days < 0)
    return `${(isThisYear(then, now) ? dates.formatShortDay : dates.formatDate)(then)} ${dates.formatClock(then)}`;
  if (days === 0) return dates.formatClock(then);
  if (dates.isNamedByWeekday(then, now))
    return `${dates.formatShortWeekday(then)} ${dates.formatClock(then)}`;
  return isThisYear(then, now) ? dates.formatShortDay(then) : dates.formatDate(then);
}
