export interface ConstellationSearch {
  /** The member id at the centre; by default the signed-in member's. */
  around?: string;
  node?: string;
}

export function parseConstellationSearch(search: Record<string, unknown>): ConstellationSearch {
  const { around, node } = search;
  return { ...(typeof around === 'string' && { around }), ...(typeof node === 'string' && { node }) };
}
