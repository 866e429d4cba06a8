import type { Population } from './population.js';

export interface Plan {
  population: Population;
  changes: number;
}

/** The size for which the criteria are defined. */
export const FULL: Plan = {
  population: { members: 100_000, tagUses: 1_000_000, tags: 20_000 },
  changes: 300,
};

/** A tenth of the full size, in a few minutes. */
export const QUICK: Plan = {
  population: { members: 10_000, tagUses: 100_000, tags: 5_000 },
  changes: 100,
};
