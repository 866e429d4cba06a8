import type { Graph } from './graph.js';

/** `tag` is null for any; `strength` is the minimum. */
export interface Filter {
  tag: string | null;
  strength: number;
}

export const NO_FILTER: Filter = { tag: null, strength: 1 };

/** Masks by index: 1 for a visible link or node. */
export interface Visibility {
  readonly links: Uint8Array;
  readonly nodes: Uint8Array;
  readonly linkCount: number;
}

/** The member's own node is always visible. */
export function applyFilter(graph: Graph, { tag, strength }: Filter): Visibility {
  const showsAll = tag === null && strength <= 1;
  const links = new Uint8Array(graph.links.length);
  const nodes = new Uint8Array(graph.nodes.length);
  if (showsAll) nodes.fill(1);
  let linkCount = 0;
  for (const [index, link] of graph.links.entries()) {
    if (link.strength < strength || (tag !== null && !link.sharedTags.includes(tag))) continue;
    links[index] = 1;
    nodes[graph.ends[index * 2] ?? 0] = 1;
    nodes[graph.ends[index * 2 + 1] ?? 0] = 1;
    linkCount += 1;
  }
  if (graph.own >= 0) nodes[graph.own] = 1;
  return { links, nodes, linkCount };
}

export function withoutLinks(visibility: Visibility, hidden: readonly number[]): Visibility {
  if (hidden.length === 0) return visibility;
  const links = visibility.links.slice();
  for (const link of hidden) links[link] = 0;
  return { ...visibility, links };
}

/** Most frequent first. */
export function tagsOf({ links }: Graph): string[] {
  const counts = new Map<string, number>();
  for (const { sharedTags } of links) {
    for (const tag of sharedTags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([tag]) => tag);
}
