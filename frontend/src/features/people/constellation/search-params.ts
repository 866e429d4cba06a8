export interface ConstellationSearch {
  /** The member id at the centre; by default the signed-in member's. */
  around?: string;
  node?: string;
  /** The Oni IDs at the ends of a path; `from` is by default the signed-in member's. */
  from?: string;
  to?: string;
  /** Filters the links. */
  tag?: string;
}

const NAMES = ['around', 'node', 'from', 'to', 'tag'] as const;

/** Drops what is not a text. */
export function parseConstellationSearch(search: Record<string, unknown>): ConstellationSearch {
  const texts: ConstellationSearch = {};
  for (const name of NAMES) {
    const value = search[name];
    // A name of digits is parsed as a number.
    if (typeof value === 'string' || typeof value === 'number') texts[name] = String(value);
  }
  return texts;
}
