import { grouped } from '../shared/text.js';
import { phrases } from '../shared/phrases.js';
/** Nodes of the constellation: by default, and at most in the expanded view. */
export const CONSTELLATION = { nodes: 500, maxNodes: 2_000 } as const;

const MIN_LINKS = 2_000;
const LINKS_PER_NODE = 4;

/** Returns the maximum number of links between at most `nodes` members: 2,000 by default, more in the expanded view. */
export const maxLinksBetween = (nodes: number): number => Math.max(MIN_LINKS, nodes * LINKS_PER_NODE);

/** Bounds of a path between two members of the constellation. */
export const PATH = {
  /** The maximum number of links. */
  links: 6,
  /** The maximum number of members that another path avoids. */
  avoided: 40,
} as const;

/** The past of the constellation, in one answer. */
export const CONSTELLATION_HISTORY = { weeks: 53, links: 10_000 } as const;

export const CONSTELLATION_MESSAGES = phrases({
  badNodeLimit: `The limit must be a whole number from 1 to ${grouped(CONSTELLATION.maxNodes)}.`,
  badWeeks: `The number of weeks must be a whole number from 1 to ${CONSTELLATION_HISTORY.weeks}.`,
  badIds: `Give up to ${PATH.avoided} ids, separated by commas.`,
  pathEndsRequired: 'Please name both ends of the path.',
});
