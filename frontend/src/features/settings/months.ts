/** What was made in one month, by the browser's calendar. */
export interface Month<T> {
  /** `2026-03`: the same for the same month. */
  key: string;
  /** `March`, or `March 2025` where it is not of this year. */
  name: string;
  items: T[];
}

const NAME = new Intl.DateTimeFormat('en', { month: 'long' });
const NAME_AND_YEAR = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/**
 * Things by month, in the order in which they come.
 * @param now in ms: months of another year say which
 */
export function byMonth<T extends { createdAt: string }>(things: readonly T[], now: number): Month<T>[] {
  const months = new Map<string, Month<T>>();
  const thisYear = new Date(now).getFullYear();
  for (const thing of things) {
    const made = new Date(thing.createdAt);
    const key = `${made.getFullYear()}-${String(made.getMonth() + 1).padStart(2, '0')}`;
    const known = months.get(key);
    if (known) known.items.push(thing);
    else {
      const name = (made.getFullYear() === thisYear ? NAME : NAME_AND_YEAR).format(made);
      months.set(key, { key, name, items: [thing] });
    }
  }
  return [...months.values()];
}
