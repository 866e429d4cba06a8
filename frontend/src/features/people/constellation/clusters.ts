import type { Visibility } from './filter.js';
import { type Graph, linksAt, otherEnd } from './graph.js';

/** Neighbouring members whose commonest shared tag is the same. */
export interface Cluster {
  tag: string;
  nodes: readonly number[];
}

const MIN_MEMBERS = 12;
/** Rounds in which members adopt the tag of their neighbours. */
const ROUNDS = 4;

/**
 * Returns the commonest tag of each node's visible links. A tag that the other end has too counts twice, so that
 * neighbours agree.
 */
function tagsOfNodes(graph: Graph, visibility: Visibility): (string | undefined)[] {
  let tags: (string | undefined)[] = graph.nodes.map(() => undefined);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = tags;
    tags = graph.nodes.map((_, node) => {
      const counts = new Map<string, number>();
      for (const link of linksAt(graph, node)) {
        if (visibility.links[link] === 0) continue;
        const theirs = before[otherEnd(graph, link, node)];
        for (const tag of graph.links[link]?.sharedTags ?? []) {
          counts.set(tag, (counts.get(tag) ?? 0) + (tag === theirs ? 2 : 1));
        }
      }
      const byCount = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      return byCount[0]?.[0];
    });
  }
  return tags;
}

/** Returns the nodes that links of their tag connect with `start`. */
function connectedNodes(
  graph: Graph,
  tags: readonly (string | undefined)[],
  start: number,
  seen: Set<number>,
): number[] {
  const tag = tags[start];
  const nodes = [start];
  seen.add(start);
  // The list grows while it is read.
  for (const node of nodes) {
    for (const link of linksAt(graph, node)) {
      const other = otherEnd(graph, link, node);
      if (tag === undefined || seen.has(other) || tags[other] !== tag) continue;
      if (!graph.links[link]?.sharedTags.includes(tag)) continue;
      seen.add(other);
      nodes.push(other);
    }
  }
  return nodes;
}

/** Returns the clusters of at least 12 members, largest first; of several with the same tag, the largest. */
export function clustersOf(graph: Graph, visibility: Visibility): Cluster[] {
  const tags = tagsOfNodes(graph, visibility);
  const seen = new Set<number>();
  const largest = new Map<string, number[]>();
  for (const [node, tag] of tags.entries()) {
    if (tag === undefined || seen.has(node)) continue;
    const nodes = connectedNodes(graph, tags, node, seen);
    if (nodes.length >= Math.max(MIN_MEMBERS, (largest.get(tag)?.length ?? 0) + 1)) largest.set(tag, nodes);
  }
  return [...largest]
    .map(([tag, nodes]) => ({ tag, nodes }))
    .toSorted((a, b) => b.nodes.length - a.nodes.length);
}

/** Returns the index of the cluster of each node, or -1. */
export function clusterIndexes(clusters: readonly Cluster[], nodeCount: number): Int32Array {
  const indexes = new Int32Array(nodeCount).fill(-1);
  for (const [index, { nodes }] of clusters.entries()) {
    for (const node of nodes) indexes[node] = index;
  }
  return indexes;
}
