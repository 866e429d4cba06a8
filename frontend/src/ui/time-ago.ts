const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** Days are calendar days, not spans of 24 hours. */
const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** Uses the largest unit that fits; 0 if the client's clock is behind the server's. */
function spanOf(then: number, now: number): { amount: number; unit: Unit } {
  const passed = now - then;
  if (passed < MINUTE) return { amount: 0, unit: 'second' };
  if (passed < HOUR) return { amount: Math.floor(passed / MINUTE), unit: 'minute' };
  if (passed < DAY) return { amount: Math.floor(passed / HOUR), unit: 'hour' };
  const days = Math.round((midnight(now) - midnight(then)) / DAY);
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
