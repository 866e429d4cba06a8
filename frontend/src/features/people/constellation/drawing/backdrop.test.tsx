import { describe, expect, it } from '@jest/globals';
import { overlap } from '../../../../ui/figures/box.js';
import { applyFilter, NO_FILTER } from '../filter.js';
import { graphOf } from '../graph.js';
import { DEFAULT_VIEW } from '../view.js';
import { clusterNamesOf, namesInTheWay } from './backdrop.js';
import type { PlacedLabel } from './labels.js';
import { paletteOf } from './palette.js';
import { pictureOf } from './picture.js';

const PALETTE = paletteOf(document.documentElement);
const graph = graphOf({ users: [], connections: [] });
const POSITIONS = [
  { tag: 'streetlamps_at_night', at: [300, 300], tilt: 0.17 },
  { tag: 'moths', at: [400, 330], tilt: 0 },
  { tag: 'tide_tables', at: [400, 450], tilt: -0.1 },
] as const;

const picture = pictureOf(
  {
    graph,
    visibility: applyFilter(graph, NO_FILTER),
    positions: Float32Array.from(POSITIONS.flatMap(({ at }) => at)),
    foreground: undefined,
    clusters: POSITIONS.map(({ tag, tilt }, node) => ({
      tag,
      tilt,
      nodes: [node],
      offset: { x: 0, y: 0 },
      side: 1 as const,
    })),
    palette: PALETTE,
  },
  DEFAULT_VIEW,
  { width: 800, height: 600 },
);
const label = (tone: PlacedLabel['tone']): PlacedLabel => ({
  node: 2,
  text: 'halcyon',
  tone,
  size: 19,
  large: true,
  isRequired: true,
  staysAtNode: false,
  width: 70,
  side: 'below',
  displacement: 0,
  x: 400,
  y: 480,
  anchor: { x: 400, y: 430, radius: 6 },
});

describe('clusterNamesOf', () => {
  it('NXT-329 drops a name that a tilted one would cover', () => {
    const names = clusterNamesOf(picture);
    expect(names.map(({ text }) => text)).toEqual(['streetlamps_at_night', 'tide_tables']);
    const [one, other] = names.map(({ box }) => box);
    expect(one && other && overlap(one, other)).toBe(false);
  });

  it('NXT-329 drops a name in the way of a chosen member’s name, and no other', () => {
    expect(namesInTheWay(picture, [label('label')])).toEqual([]);
    const hiddenNames = new Set(namesInTheWay(picture, [label('accent')]));
    expect(clusterNamesOf({ ...picture, hiddenNames }).map(({ text }) => text)).toEqual([
      'streetlamps_at_night',
    ]);
  });
});
