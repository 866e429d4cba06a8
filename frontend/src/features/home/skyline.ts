import type { Constellation } from '@oniverse/contracts';
import { type Figure, joined, type Line, seeded, type Star } from '../../ui/figures/geometry.js';

/** A node that is linked with the member's. */
export interface Neighbour {
  id: string;
  username: string;
  strength: number;
}

/** The nodes linked with the caller's in a constellation, those with the strongest links first. */
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

/** The sky over the homepage: the member's own star and the nearest ones. */
export interface Skyline extends Figure {
  you: Star;
  named: (Star & { id: string; name: string })[];
  /** The lines among the others. */
  among: Line[];
}

const WIDTH = 1240;
const GAP = 8;
const YOU: Star = { x: 706, y: 128, r: 5 };
const SHOWN = 8;
/** None at the lower left, where the greeting stands, and none so high that its name is cut off on a wide screen. */
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

/** Places the nearest nodes round the member; the same ones stand in the same places. */
export function skylineOf(
  neighbours: readonly Neighbour[],
  links: readonly Pick<Constellation['connections'][number], 'fromUserId' | 'toUserId'>[] = [],
): Skyline {
  const shown = neighbours.slice(0, SHOWN).toSorted((a, b) => a.id.localeCompare(b.id));
  const named = shown.map(({ id, username, strength }, index) => {
    const random = seeded(id);
    const [x, y] = SLOTS[index] ?? [WIDTH / 2, YOU.y];
    const r = Math.min(4.4, 1.8 + strength * 0.4);
    return { id, name: username, r, x: x + (random() - 0.5) * 36, y: y + (random() - 0.5) * 24 };
  });
  const placeOf = (id: string) => named.findIndex((star) => star.id === id);
  const pairs = links
    .map(({ fromUserId, toUserId }) => [placeOf(fromUserId), placeOf(toUserId)] as const)
    .filter(([from, to]) => from !== -1 && to !== -1);
  const own = named.map((_, index) => [0, index + 1] as const);
  return {
    ...joined([YOU, ...named], own, GAP),
    among: joined(named, pairs, GAP).lines,
    you: YOU,
    named,
  };
}
