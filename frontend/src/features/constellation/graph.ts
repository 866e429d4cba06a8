import type { Constellation } from '@oniverse/contracts';

export type Node = Constellation['users'][number];
export type Link = Constellation['connections'][number];

/** The constellation with places in lists instead of ids, as drawing and layout need it. */
export interface Graph {
  readonly nodes: readonly Node[];
  /** Strongest first. */
  readonly links: readonly Link[];
  /** Two places of nodes for each link, in the order of `links`. */
  readonly ends: Uint32Array;
  readonly strengths: Float32Array;
  /** How many links each node has. */
  readonly degrees: Uint32Array;
  /** How bright each node is by its links, from 0 to 1. */
  readonly magnitudes: Float32Array;
  /** The links of each node, by their places: those of node `n` are `touching[offsets[n] .. offsets[n + 1] - 1]`. */
  readonly touching: Uint32Array;
  readonly offsets: Uint32Array;
  readonly placeOf: ReadonlyMap<string, number>;
  /** The place of the member's own node, or -1. */
  readonly own: number;
}

/** How two members are connected, in one word: for tables keyed by a link. */
export const pairOf = ({ fromUserId, toUserId }: Pick<Link, 'fromUserId' | 'toUserId'>): string =>
  `${fromUserId} ${toUserId}`;

/** The graph of an answer; a link one of whose ends is not among the nodes is left out. */
export function graphOf({ users, connections }: Constellation): Graph {
  const placeOf = new Map(users.map(({ id }, place) => [id, place]));
  const links = connections
    .filter(({ fromUserId, toUserId }) => placeOf.has(fromUserId) && placeOf.has(toUserId))
    .toSorted((a, b) => b.strength - a.strength);
  const ends = new Uint32Array(links.length * 2);
  const strengths = new Float32Array(links.length);
  const degrees = new Uint32Array(users.length);
  for (const [place, { fromUserId, toUserId, strength }] of links.entries()) {
    const from = placeOf.get(fromUserId) ?? 0;
    const to = placeOf.get(toUserId) ?? 0;
    ends[place * 2] = from;
    ends[place * 2 + 1] = to;
    strengths[place] = strength;
    degrees[from] = at(degrees, from) + 1;
    degrees[to] = at(degrees, to) + 1;
  }
  return {
    nodes: users,
    links,
    ends,
    strengths,
    degrees,
    magnitudes: magnitudesOf(degrees),
    ...touchingOf(ends, degrees),
    placeOf,
    own: users.findIndex(({ isCurrentUser }) => isCurrentUser),
  };
}

/** As many links as a node of the greatest brightness has in a small network. */
const BRIGHTEST = 8;

/** Brightness by links: in proportion in a small network; in a large one a few hubs leave the others their differences. */
function magnitudesOf(degrees: Uint32Array): Float32Array {
  const most = degrees.reduce((left, right) => Math.max(left, right), BRIGHTEST);
  const power = Math.max(0.5, BRIGHTEST / most);
  return Float32Array.from(degrees, (degree) => (degree / most) ** power);
}

function touchingOf(ends: Uint32Array, degrees: Uint32Array): Pick<Graph, 'touching' | 'offsets'> {
  const offsets = new Uint32Array(degrees.length + 1);
  for (let node = 0; node < degrees.length; node += 1) {
    offsets[node + 1] = at(offsets, node) + at(degrees, node);
  }
  const next = offsets.slice();
  const touching = new Uint32Array(ends.length);
  for (let end = 0; end < ends.length; end += 1) {
    const node = at(ends, end);
    const place = at(next, node);
    touching[place] = end >> 1;
    next[node] = place + 1;
  }
  return { touching, offsets };
}

/** A number of a typed list; 0 past its end. */
export const at = (list: ArrayLike<number>, place: number): number => list[place] ?? 0;

/** The places of the links of a node, strongest first. */
export const linksAt = ({ touching, offsets }: Graph, node: number): Uint32Array =>
  node < 0 ? new Uint32Array() : touching.subarray(at(offsets, node), at(offsets, node + 1));

/** The node at the other end of a link. */
export function otherEnd({ ends }: Graph, link: number, node: number): number {
  const from = at(ends, link * 2);
  return from === node ? at(ends, link * 2 + 1) : from;
}

/** The share of all possible links that there are, in percent. */
export function densityOf(nodes: number, links: number): number {
  const possible = (nodes * (nodes - 1)) / 2;
  return possible === 0 ? 0 : (links / possible) * 100;
}

/** Whether two graphs have the same nodes and links, so that nothing has to move. */
export function isSameShape(before: Graph, after: Graph): boolean {
  return (
    before.nodes.length === after.nodes.length &&
    before.links.length === after.links.length &&
    before.nodes.every(({ id }, node) => after.nodes[node]?.id === id) &&
    before.strengths.every((strength, link) => after.strengths[link] === strength) &&
    before.ends.every((end, place) => after.ends[place] === end)
  );
}
