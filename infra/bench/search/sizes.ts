import type { Population } from './population.js';

/** The size for which the criteria are defined. */
export const FULL: Population = {
  members: 100_000,
  posts: 1_000_000,
  pictures: 200_000,
  dimensions: 20_000,
  tags: 20_000,
  words: 50_000,
};
/** A tenth of it. */
export const QUICK: Population = {
  members: 10_000,
  posts: 100_000,
  pictures: 20_000,
  dimensions: 2_000,
  tags: 5_000,
  words: 20_000,
};
