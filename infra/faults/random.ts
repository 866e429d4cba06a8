/** Returns numbers from 0 to below 1. */
export type Random = () => number;

/** Returns a generator that is deterministic for a seed (mulberry32). @param seed any integer */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

export function shuffled<T>(random: Random, entries: readonly T[]): T[] {
  const keyed = entries.map((entry) => ({ entry, key: random() }));
  return keyed.toSorted((one, other) => one.key - other.key).map(({ entry }) => entry);
}
