import type { Population } from './population.js';

/** How much is measured. */
export interface Plan {
  population: Population;
  /** Members of whom each changes something, one after another. */
  changes: number;
  /** When the self-join is given up, in seconds: its time is then more than this. */
  selfJoinSeconds: number;
}

/** The size that the criteria are about. */
export const FULL: Plan = {
  population: { members: 100_000, tagUses: 1_000_000, tags: 20_000 },
  changes: 300,
  selfJoinSeconds: 600,
};

/** A tenth of it, in about a minute. */
export const QUICK: Plan = {
  population: { members: 10_000, tagUses: 100_000, tags: 5_000 },
  changes: 100,
  selfJoinSeconds: 120,
};
