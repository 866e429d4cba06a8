import { formatMonth, formatMonthOfYear } from '../../../ui/dates.js';

/** In the browser's time zone. */
export interface Month<T> {
  /** `2026-03` */
  key: string;
  /** `March`, or `March 2025` in another year. */
  name: string;
  items: T[];
}

/** @param now in ms; months of other years include the year */
export function groupByMonth<T extends { createdAt: string }>(items: readonly T[], now: number): Month<T>[] {
  const months = new Map<string, Month<T>>();
  const thisYear = new Date(now).getFullYear();
  for (const item of items) {
    const created = new Date(item.createdAt);
    const key = `${created.getFullYear()}-${String(created.getMonth() + 1).padStart(2, '0')}`;
    const month = months.get(key);
    if (month) month.items.push(item);
    else {
      const name = (created.getFullYear() === thisYear ? formatMonth : formatMonthOfYear)(created);
      months.set(key, { key, name, items: [item] });
    }
  }
  return [...months.values()];
}
