import type { Constellation } from '@oniverse/contracts';
import { type Box, overlap, shortened } from '../../../ui/figures/box.js';
import { type Figure, joinStars, type Line, seededRandom, type Star } from '../../../ui/figures/geometry.js';
import { memberName } from '../../../ui/member-name.js';

export interface Neighbour {
  id: string;
  name: string;
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
    .flatMap((user) => {
      const strength = strengths.get(user.id);
      return strength === undefined ? [] : [{ id: user.id, name: memberName(user), strength }];
    })
    .toSorted((a, b) => b.strength - a.strength || a.id.localeCompare(b.id));
}

/** Where the middle of a label's baseline is. */
export interface SkylineLabel {
  x: number;
  y: number;
  /** The narrowest page that shows the whole label. */
  reach: 'inner' | 'middle' | 'outer';
}

export interface Skyline extends Figure {
  ownNode: Star;
  /** A label that would cover another one, or a node, is left out. */
  nodes: (Star & { id: string; name: string; label: SkylineLabel | undefined })[];
  neighbourLines: Line[];
}

const WIDTH = 1240;
const GAP = 8;
const OWN_NODE: Star = { x: 706, y: 128, r: 5 };
const MAX_NEIGHBOURS = 8;
/** Leaves out the lower left, where the greeting is, and the top, where labels would be cut off on a wide screen. */
const SLOTS = [
  [804, 76],
  [596, 60],
  [912, 68],
  [816, 206],
  [944, 128],
  [486, 60],
  [1004, 204],
  [1092, 78],
] as const;

/** Of the labels on phones, which are the largest. A letter's width is the mean of a wide name. */
const LETTER = { width: 10.5, ascent: 15, descent: 5 } as const;
const MAX_LETTERS = 18;
const LABEL_GAP = 6;
const OWN_RING = 11;
const OWN_LABEL: Box = { left: OWN_NODE.x - 20, right: OWN_NODE.x + 20, top: 142, bottom: 166 };
/** Half of the width of the drawing that pages from 320, 601 and 778 px show; see `.skyline__svg`. */
const REACHES = { inner: 250, middle: 450, outer: 546 } as const;
/** Upper and lower edge of the drawing on a page of 1440 px, which cuts most. */
const EDGES = { top: 20, bottom: 248 } as const;

const boxOfNode = ({ x, y, r }: Star): Box => ({ left: x - r, right: x + r, top: y - r, bottom: y + r });

/** Finds a free place for a label: outside of the figure, else on the other side, else beside the node. */
function placeLabel(node: Star & { name: string }, taken: readonly Box[]): (SkylineLabel & Box) | undefined {
  const half = (node.name.length * LETTER.width) / 2;
  const over = [{ x: node.x, y: node.y - 14 }];
  const under = [{ x: node.x, y: node.y + 26 }];
  const beside = [half + 12, -half - 12].map((dx) => ({ x: node.x + dx, y: node.y + 5 }));
  for (const { x, y } of node.y < OWN_NODE.y
    ? [...over, ...under, ...beside]
    : [...under, ...over, ...beside]) {
    const box = { left: x - half, right: x + half, top: y - LETTER.ascent, bottom: y + LETTER.descent };
    const isInside = box.top >= EDGES.top && box.bottom <= EDGES.bottom;
    const distance = Math.abs(x - WIDTH / 2) + half;
    if (!isInside || distance > REACHES.outer || taken.some((other) => overlap(box, other, LABEL_GAP)))
      continue;
    const reach = distance <= REACHES.inner ? 'inner' : distance <= REACHES.middle ? 'middle' : 'outer';
    return { x, y, reach, ...box };
  }
  return undefined;
}

/** Deterministic for the same nodes. */
export function skylineOf(
  neighbours: readonly Neighbour[],
  links: readonly Pick<Constellation['connections'][number], 'fromUserId' | 'toUserId'>[] = [],
): Skyline {
  const nearest = neighbours.slice(0, MAX_NEIGHBOURS).toSorted((a, b) => a.id.localeCompare(b.id));
  const placed = nearest.map(({ id, name, strength }, index) => {
    const random = seededRandom(id);
    const [x, y] = SLOTS[index] ?? [WIDTH / 2, OWN_NODE.y];
    const r = Math.min(4.4, 1.8 + strength * 0.4);
    return {
      id,
      name: shortened(name, MAX_LETTERS),
      r,
      x: x + (random() - 0.5) * 36,
      y: y + (random() - 0.5) * 16,
    };
  });
  const taken = [OWN_LABEL, ...[{ ...OWN_NODE, r: OWN_RING }, ...placed].map(boxOfNode)];
  const nodes = placed.map((node) => {
    const label = placeLabel(node, taken);
    if (label) taken.push(label);
    return { ...node, label: label && { x: label.x, y: label.y, reach: label.reach } };
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
