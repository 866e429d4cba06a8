import type { Constellation } from '@oniverse/contracts';
import { type Figure, joinStars, type Line, seededRandom, type Star } from '../../ui/figures/geometry.js';

export interface Neighbour {
  id: string;
  username: string;
  strength: number;
}

/** Strongest link first. */
export function neighboursOf({ users, connections }: Constellation): Neighbour[] {
  const own = users.find(({ isCurrentUser }) => isCurrentUser)?.id;
  const strengths = new Map<string, number>();
  for (const { fromUserId, toUserId, strength } of connections) {
    if (fromUserId === own) strengths.set(toUserId, strength);
    else if (toUserId === own) strengths.set(fromUserId, strength);
  }
  return users
    .flatMap(({ id, username }) => {
      const strength = strengths.get(id);
      return strength === undefined ? [] : [{ id, username, strength }];
    })
    .toSorted((a, b) => b.strength - a.strength || a.id.localeCompare(b.id));
}

export interface Skyline extends Figure {
  ownNode: Star;
  nodes: (Star & { id: string; name: string })[];
  neighbourLines: Line[];
}

const WIDTH = 1240;
const GAP = 8;
const OWN_NODE: Star = { x: 706, y: 128, r: 5 };
const MAX_NEIGHBOURS = 8;
/** Leaves out the lower left, where the greeting is, and the top, where labels would be cut off on a wide screen. */
const SLOTS = [
  [804, 76],
  [596, 70],
  [900, 68],
  [816, 206],
  [936, 118],
  [486, 96],
  [1004, 204],
  [1092, 78],
] as const;

/** Deterministic for the same nodes. */
export function skylineOf(
  neighbours: readonly Neighbour[],
  links: readonly Pick<Constellation['connections'][number], 'fromUserId' | 'toUserId'>[] = [],
): Skyline {
  const nearest = neighbours.slice(0, MAX_NEIGHBOURS).toSorted((a, b) => a.id.localeCompare(b.id));
  const nodes = nearest.map(({ id, username, strength }, index) => {
    const random = seededRandom(id);
    const [x, y] = SLOTS[index] ?? [WIDTH / 2, OWN_NODE.y];
    const r = Math.min(4.4, 1.8 + strength * 0.4);
    return { id, name: username, r, x: x + (random() - 0.5) * 36, y: y + (random() - 0.5) * 24 };
  });
  const indexOf = (id: string) => nodes.findIndex((node) => node.id === id);
  const pairs = links
    .map(({ fromUserId, toUserId }) => [indexOf(fromUserId), indexOf(toUserId)] as const)
    .filter(([from, to]) => from !== -1 && to !== -1);
  const own = nodes.map((_, index) => [0, index + 1] as const);
  return {
    ...joinStars([OWN_NODE, ...nodes], own, GAP),
    neighbourLines: joinStars(nodes, pairs, GAP).lines,
    ownNode: OWN_NODE,
    nodes,
  };
}
