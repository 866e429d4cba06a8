const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * How long to wait before the next attempt to connect: doubled each time, and spread by chance so that all who
 * were cut off at once do not come back at once.
 * @param failures attempts that have failed since the connection last held
 */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const base = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.min(LONGEST_MS, Math.round(base * (0.5 + random())));
}
