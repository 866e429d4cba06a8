import type { Population } from './population.js';

export interface Plan {
  population: Population;
  changes: number;
  /** Timeout of the self-join in seconds. If it is reached, the measured time is a lower bound. */
  selfJoinSeconds: number;
}

/** The size for which the criteria are defined. */
export const FULL: Plan = {
  population: { members: 100_000, tagUses: 1_000_000, tags: 20_000 },
  changes: 300,
  selfJoinSeconds: 600,
};

/** A tenth of the full size, in about a minute. */
export const QUICK: Plan = {
  population: { members: 10_000, tagUses: 100_000, tags: 5_000 },
  changes: 100,
  selfJoinSeconds: 120,
};
