/** Returns numbers from 0 to below 1. */
export type Random = () => number;

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

export function shuffled<T>(random: Random, entries: readonly T[]): T[] {
  const keyed = entries.map((entry) => ({ entry, key: random() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ entry }) => entry);
}
