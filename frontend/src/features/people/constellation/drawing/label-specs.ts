import { shortened } from '../../../../ui/figures/box.js';
import { isolated, namesOf } from '../../../../ui/member-name.js';
import { at, type Graph, linksAt, otherEnd } from '../graph.js';
import type { Point, Viewport } from '../view.js';
import { isCrowd } from './marks.js';
import type { Picture } from './picture.js';

/** -1 for none. */
export interface Highlight {
  selected: number;
  hovered: number;
  /** The nodes of the path in order. */
  path: readonly number[];
}

export interface LabelSpec {
  node: number;
  text: string;
  tone: 'label' | 'text' | 'accent' | 'warm';
  /** Font size in pixels. */
  size: number;
  /** Whether it belongs to a node with rings: larger, and outside of them. */
  large: boolean;
  /** Shown even if it overlaps another label. */
  isRequired: boolean;
  /** Covers nodes rather than move away from its own one: the end of a path. */
  staysAtNode: boolean;
}

/** Tones of the labels of the selected member and of those on a path. */
const CHOSEN: ReadonlySet<string> = new Set(['accent', 'text']);
export const isChosen = ({ tone }: LabelSpec): boolean => CHOSEN.has(tone);

const MAX_NEIGHBOUR_LABELS = 24;
const MAX_LETTERS = 24;
/** Font sizes, and distances from a node's ring to the label's baseline or nearer end, in pixels. */
export const LABEL = { small: 13, size: 15, large: 19, above: 8, below: 18, beside: 7, drop: 5 } as const;
/** Labels of other members where there is space: in a small network, and in a crowd the more the higher the zoom. */
const FREE_LABELS = { few: 40, perZoom: 60, max: 90 } as const;

export const pointOf = (points: Float32Array, node: number): Point => ({
  x: at(points, node * 2),
  y: at(points, node * 2 + 1),
});
const freeLabelCount = (graph: Graph, zoom: number): number => {
  if (zoom < 1) return 0;
  return isCrowd(graph)
    ? Math.min(FREE_LABELS.max, Math.floor((zoom - 1) * FREE_LABELS.perZoom))
    : FREE_LABELS.few;
};

export const isInside = ({ x, y }: Point, { width, height }: Viewport): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height;

/** Returns linked nodes in the viewport, brightest first. */
function brightestNodes({ graph, points, viewport, visibility }: Picture): number[] {
  return [...graph.nodes.keys()]
    .filter(
      (node) =>
        visibility.nodes[node] === 1 &&
        at(graph.degrees, node) > 0 &&
        isInside(pointOf(points, node), viewport),
    )
    .toSorted((a, b) => at(graph.magnitudes, b) - at(graph.magnitudes, a));
}

/** Most important first: selected node, own node, path, neighbours, hovered node, and without a path others. */
export function labelSpecsOf(
  picture: Picture,
  { selected, hovered, path }: Highlight,
  you: string,
): LabelSpec[] {
  const { graph, visibility, view } = picture;
  const specs = new Map<number, LabelSpec>();
  const end = path.at(-1) ?? -1;
  const add = (node: number, style: Pick<LabelSpec, 'tone' | 'isRequired'> & Partial<LabelSpec>) => {
    if (node < 0 || specs.has(node)) return;
    if (visibility.nodes[node] !== 1 && !path.includes(node)) return;
    const own = node === graph.own;
    const member = graph.nodes[node];
    if (!member) return;
    specs.set(node, {
      node,
      text: own ? you : isolated(shortened(namesOf(member)[0], MAX_LETTERS)),
      size: style.large ? LABEL.large : LABEL.size,
      large: false,
      staysAtNode: node === end,
      ...style,
      ...(own && { tone: 'warm' as const }),
    });
  };
  add(selected, { tone: 'accent', isRequired: true, large: true });
  if (end !== graph.own) add(end, { tone: 'accent', isRequired: true, large: true });
  add(graph.own, { tone: 'warm', isRequired: true });
  for (const node of path) add(node, { tone: 'text', isRequired: true });
  const links = linksAt(graph, selected).filter((link) => visibility.links[link] === 1);
  for (const link of links.subarray(0, MAX_NEIGHBOUR_LABELS)) {
    add(otherEnd(graph, link, selected), { tone: 'label', isRequired: false });
  }
  add(hovered, { tone: 'label', isRequired: true });
  const free = path.length > 0 ? 0 : freeLabelCount(graph, view.zoom);
  const others = free > 0 ? brightestNodes(picture).slice(0, free) : [];
  for (const node of others) add(node, { tone: 'label', isRequired: false, size: LABEL.small });
  return [...specs.values()];
}
