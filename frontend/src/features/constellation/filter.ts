import type { Graph } from './graph.js';

/** Which links are shown: of one tag, or of any, and of at least a strength. */
export interface Filter {
  tag: string | null;
  strength: number;
}

export const NO_FILTER: Filter = { tag: null, strength: 1 };

/** What of a graph a filter leaves: 1 for what is shown, by place. */
export interface Shown {
  readonly links: Uint8Array;
  readonly nodes: Uint8Array;
  readonly linkCount: number;
}

/** The links that a filter leaves and the nodes that they join; without a filter everything. The own node stays. */
export function shownOf(graph: Graph, { tag, strength }: Filter): Shown {
  const everything = tag === null && strength <= 1;
  const links = new Uint8Array(graph.links.length);
  const nodes = new Uint8Array(graph.nodes.length);
  if (everything) nodes.fill(1);
  let linkCount = 0;
  for (const [place, link] of graph.links.entries()) {
    if (link.strength < strength || (tag !== null && !link.sharedTags.includes(tag))) continue;
    links[place] = 1;
    nodes[graph.ends[place * 2] ?? 0] = 1;
    nodes[graph.ends[place * 2 + 1] ?? 0] = 1;
    linkCount += 1;
  }
  if (graph.own >= 0) nodes[graph.own] = 1;
  return { links, nodes, linkCount };
}

/** What is shown but for some links, by their places. */
export function withoutLinks(shown: Shown, left: readonly number[]): Shown {
  if (left.length === 0) return shown;
  const links = shown.links.slice();
  for (const link of left) links[link] = 0;
  return { ...shown, links };
}

/** The tags that links share, the most shared first. */
export function tagsOf({ links }: Graph): string[] {
  const counts = new Map<string, number>();
  for (const { sharedTags } of links) {
    for (const tag of sharedTags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([tag]) => tag);
}
