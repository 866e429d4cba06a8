import type { Visibility } from '../filter.js';
import { at, type Graph, linksAt, otherEnd } from '../graph.js';

/** Up to this many visible links look alike. */
const MAX_UNIFORM_LINKS = 120;
const FOREGROUND_LINKS_PER_NODE = 3;

/**
 * Returns a mask of the links in the foreground: of each node the strongest, and the shortest of equal ones.
 * Undefined for a sparse graph, where all links look alike.
 */
export function foregroundLinksOf(
  graph: Graph,
  visibility: Visibility,
  positions: Float32Array,
): Uint8Array | undefined {
  if (visibility.linkCount <= MAX_UNIFORM_LINKS) return undefined;
  const foreground = new Uint8Array(graph.links.length);
  const lengthOf = (node: number, link: number): number => {
    const other = otherEnd(graph, link, node);
    return Math.hypot(
      at(positions, node * 2) - at(positions, other * 2),
      at(positions, node * 2 + 1) - at(positions, other * 2 + 1),
    );
  };
  for (let node = 0; node < graph.nodes.length; node += 1) {
    const links = [...linksAt(graph, node)].filter((link) => visibility.links[link] === 1);
    const rank = (link: number) => ({
      link,
      strength: at(graph.strengths, link),
      length: lengthOf(node, link),
    });
    const ranked =
      links.length <= FOREGROUND_LINKS_PER_NODE ? links.map(rank) : links.map(rank).toSorted(byRank);
    for (const { link } of ranked.slice(0, FOREGROUND_LINKS_PER_NODE)) foreground[link] = 1;
  }
  return foreground;
}

interface Ranked {
  strength: number;
  length: number;
}

const byRank = (a: Ranked, b: Ranked): number => b.strength - a.strength || a.length - b.length;
