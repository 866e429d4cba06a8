import type { Constellation } from '@oniverse/contracts';

export type Node = Constellation['users'][number];
export type Link = Constellation['connections'][number];

/** The constellation with list indexes instead of ids, as drawing and layout need it. */
export interface Graph {
  readonly nodes: readonly Node[];
  /** Strongest first. */
  readonly links: readonly Link[];
  /** Two node indexes for each link, in the order of `links`. */
  readonly ends: Uint32Array;
  readonly strengths: Float32Array;
  readonly degrees: Uint32Array;
  readonly linkedCount: number;
  /** Brightness of each node, from 0 to 1. */
  readonly magnitudes: Float32Array;
  /** Link indexes grouped by node: those of node `n` are `linksByNode[offsets[n] .. offsets[n + 1] - 1]`. */
  readonly linksByNode: Uint32Array;
  readonly offsets: Uint32Array;
  readonly indexById: ReadonlyMap<string, number>;
  /** Index, or -1. */
  readonly own: number;
}

export const linkKey = ({ fromUserId, toUserId }: Pick<Link, 'fromUserId' | 'toUserId'>): string =>
  `${fromUserId} ${toUserId}`;

/** Drops links with an unknown end. */
export function graphOf({ users, connections }: Constellation): Graph {
  const indexById = new Map(users.map(({ id }, index) => [id, index]));
  const links = connections
    .filter(({ fromUserId, toUserId }) => indexById.has(fromUserId) && indexById.has(toUserId))
    .toSorted((a, b) => b.strength - a.strength);
  const ends = new Uint32Array(links.length * 2);
  const strengths = new Float32Array(links.length);
  const degrees = new Uint32Array(users.length);
  for (const [index, { fromUserId, toUserId, strength }] of links.entries()) {
    const from = indexById.get(fromUserId) ?? 0;
    const to = indexById.get(toUserId) ?? 0;
    ends[index * 2] = from;
    ends[index * 2 + 1] = to;
    strengths[index] = strength;
    degrees[from] = at(degrees, from) + 1;
    degrees[to] = at(degrees, to) + 1;
  }
  return {
    nodes: users,
    links,
    ends,
    strengths,
    degrees,
    linkedCount: degrees.reduce((count, degree) => count + Number(degree > 0), 0),
    magnitudes: magnitudesOf(degrees),
    ...adjacencyOf(ends, degrees),
    indexById,
    own: users.findIndex(({ isCurrentUser }) => isCurrentUser),
  };
}

const BRIGHTEST_DEGREE = 8;

/** Linear in a small network, compressed in a large one so that hubs do not dim the rest. */
function magnitudesOf(degrees: Uint32Array): Float32Array {
  const maxDegree = degrees.reduce((left, right) => Math.max(left, right), BRIGHTEST_DEGREE);
  const power = Math.max(0.5, BRIGHTEST_DEGREE / maxDegree);
  return Float32Array.from(degrees, (degree) => (degree / maxDegree) ** power);
}

function adjacencyOf(ends: Uint32Array, degrees: Uint32Array): Pick<Graph, 'linksByNode' | 'offsets'> {
  const offsets = new Uint32Array(degrees.length + 1);
  for (let node = 0; node < degrees.length; node += 1) {
    offsets[node + 1] = at(offsets, node) + at(degrees, node);
  }
  const next = offsets.slice();
  const linksByNode = new Uint32Array(ends.length);
  for (let end = 0; end < ends.length; end += 1) {
    const node = at(ends, end);
    const index = at(next, node);
    linksByNode[index] = end >> 1;
    next[node] = index + 1;
  }
  return { linksByNode, offsets };
}

export const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;

export const linksAt = ({ linksByNode, offsets }: Graph, node: number): Uint32Array =>
  node < 0 ? new Uint32Array() : linksByNode.subarray(at(offsets, node), at(offsets, node + 1));

export function otherEnd({ ends }: Graph, link: number, node: number): number {
  const from = at(ends, link * 2);
  return from === node ? at(ends, link * 2 + 1) : from;
}

export function densityOf(nodes: number, links: number): number {
  const possible = (nodes * (nodes - 1)) / 2;
  return possible === 0 ? 0 : (links / possible) * 100;
}

/** Returns whether nodes, links and strengths are equal, so that the layout need not change. */
export function isSameShape(before: Graph, after: Graph): boolean {
  return (
    before.nodes.length === after.nodes.length &&
    before.links.length === after.links.length &&
    before.nodes.every(({ id }, node) => after.nodes[node]?.id === id) &&
    before.strengths.every((strength, link) => after.strengths[link] === strength) &&
    before.ends.every((end, index) => after.ends[index] === end)
  );
}
