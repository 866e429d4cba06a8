const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;

export const DAY_NAMES = ['today', 'yesterday', 'lastWeek'] as const;
export type DayName = (typeof DAY_NAMES)[number];

/** The operators that take a day. */
export type DayOperator = 'before' | 'after' | 'on';

/** Returns a day of UTC as a search writes it. */
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Returns a moment of the first and of the last day of what a name means now. A week begins on Monday. */
function spanOf(name: DayName, now: number): [first: number, last: number] {
  if (name === 'today') return [now, now];
  if (name === 'yesterday') return [now - DAY_MS, now - DAY_MS];
  const sinceMonday = (new Date(now).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  const monday = now - (sinceMonday + DAYS_OF_WEEK) * DAY_MS;
  return [monday, monday + (DAYS_OF_WEEK - 1) * DAY_MS];
}

/** Returns the operators that say the same with days: before the first one, after the last one, or within them. */
export function daysFor(operator: DayOperator, name: DayName, now: number): string {
  const [first, last] = spanOf(name, now);
  if (operator === 'before') return `before:${dayAt(first)}`;
  if (operator === 'after') return `after:${dayAt(last)}`;
  if (first === last) return `on:${dayAt(first)}`;
  return `after:${dayAt(first - DAY_MS)} before:${dayAt(last + DAY_MS)}`;
}
