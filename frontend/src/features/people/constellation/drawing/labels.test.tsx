import { describe, expect, it } from '@jest/globals';
import type { Constellation } from '@oniverse/contracts';
import type { Box } from '../../../../ui/figures/box.js';
import { NO_FILTER, applyFilter } from '../filter.js';
import { graphOf } from '../graph.js';
import { DEFAULT_VIEW, type View } from '../view.js';
import { placeLabels, leaderLineOf, type PlacedLabel, positionLabels } from './labels.js';
import { labelSpecsOf } from './label-specs.js';
import { paletteOf } from './palette.js';
import { pictureOf } from './picture.js';

const VIEWPORT = { width: 800, height: 600 };
const measure = (text: string, size: number) => (text.length * size) / 2;
const PALETTE = paletteOf(document.documentElement);

function hub(neighbours: number): Constellation {
  const idOf = (index: number) => `m${String(index).padStart(3, '0')}`;
  return {
    users: Array.from({ length: neighbours + 1 }, (_, index) => ({
      id: idOf(index),
      username: `member_${index}`,
      displayName: null,
      isCurrentUser: index === 1,
    })),
    connections: Array.from({ length: neighbours }, (_, index) => ({
      fromUserId: idOf(0),
      toUserId: idOf(index + 1),
      strength: index === 0 ? 2 : 1,
      sharedTags: index === 0 ? ['maps', 'tides'] : ['maps'],
    })),
  };
}

interface LabelInput {
  constellation: Constellation;
  positions: readonly number[];
  selected?: number;
  hovered?: number;
  strength?: number;
  obstacles?: readonly Box[];
  named?: readonly Box[];
  path?: readonly number[];
  view?: View;
}

function labelsOf({
  constellation,
  positions,
  selected = 0,
  hovered = -1,
  strength = 1,
  obstacles = [],
  named = [],
  path = [],
  view = DEFAULT_VIEW,
}: LabelInput): PlacedLabel[] {
  const graph = graphOf(constellation);
  const visibility = applyFilter(graph, { ...NO_FILTER, strength });
  const scene = {
    graph,
    visibility,
    positions: Float32Array.from(positions),
    foreground: undefined,
    clusters: [],
    palette: PALETTE,
  };
  const picture = pictureOf(scene, view, VIEWPORT);
  const specs = labelSpecsOf(picture, { selected, hovered, path }, 'you');
  return positionLabels(placeLabels(specs, picture, selected, { obstacles, named }, measure), picture);
}

const boxOf = ({ x, y, width, size }: PlacedLabel) => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - size * 0.74,
  bottom: y + size * 0.24,
});

function covering(labels: readonly PlacedLabel[]): string[] {
  const boxes = labels.map((label) => ({ text: label.text, ...boxOf(label) }));
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.text} ${b.text}`),
  );
}

const around = (count: number, radius: number) => [
  400,
  300,
  ...Array.from({ length: count }, (_, index) => [
    400 + Math.cos((index / count) * Math.PI * 2) * radius,
    300 + Math.sin((index / count) * Math.PI * 2) * radius,
  ]).flat(),
];

describe('placeLabels', () => {
  it('never lets labels overlap, and drops labels without room', () => {
    const ringScale = labelsOf({ constellation: hub(12), positions: around(12, 200) });
    expect(ringScale).toHaveLength(13);
    expect(covering(ringScale)).toEqual([]);
    const tight = labelsOf({ constellation: hub(20), positions: around(20, 45) });
    expect(covering(tight)).toEqual([]);
    expect(tight.length).toBeLessThan(21);
    expect(tight.slice(0, 2).map(({ text }) => text)).toEqual(['@member_0', 'you']);
  });

  it('covers no node, and moves required labels further away in a crowd', () => {
    const side = 9;
    const lattice = Array.from({ length: side * side }, (_, index) => [
      400 + ((index % side) - 4) * 26,
      300 + (Math.floor(index / side) - 4) * 26,
    ]).filter(([x, y]) => x !== 400 || y !== 300);
    const labels = labelsOf({
      constellation: hub(lattice.length),
      positions: [400, 300, ...lattice.flat()],
      hovered: 40,
    });
    const nodeBoxes = [...lattice, [400, 300]].map(([x = 0, y = 0]) => ({ x, y }));
    const specs = labels.map((label) => ({ text: label.text, ...boxOf(label) }));
    const obstacles = specs.filter(({ left, right, top, bottom }) =>
      nodeBoxes.some(({ x, y }) => x + 6 > left && x - 6 < right && y + 6 > top && y - 6 < bottom),
    );
    expect(obstacles).toEqual([]);
    expect(covering(labels)).toEqual([]);
    const selected = labels.find(({ text }) => text === '@member_0');
    expect(selected?.displacement).toBeGreaterThan(0);
    const leader = selected && leaderLineOf(selected);
    expect(leader && Math.hypot(leader.x1 - 400, leader.y1 - 300)).toBeCloseTo(10);
    expect(labels.map(({ text }) => text)).toEqual(expect.arrayContaining(['you', '@member_40']));
  });

  it('NXT-329 keeps the name of the end of a path at its node, however crowded it is', () => {
    const side = 9;
    const positions = Array.from({ length: side * side }, (_, index) => [
      400 + ((index % side) - 4) * 26,
      300 + (Math.floor(index / side) - 4) * 26,
    ]).flat();
    const middle = 40;
    const labels = labelsOf({
      constellation: hub(side * side - 1),
      positions,
      selected: -1,
      path: [1, 0, middle],
    });
    expect(labels.find(({ node }) => node === middle)).toMatchObject({ tone: 'accent', displacement: 0 });
  });

  it('keeps labels inside the viewport if another side has room', () => {
    const corners = [400, 300, 6, 12, 794, 12, 6, 588, 794, 588];
    for (const label of labelsOf({ constellation: hub(4), positions: corners })) {
      const { left, right, top, bottom } = boxOf(label);
      expect([left >= 0, right <= 800, top >= 0, bottom <= 600]).toEqual([true, true, true, true]);
    }
  });

  it('places labels away from the link to the selected node and from other nodes', () => {
    const [, , above] = labelsOf({ constellation: hub(2), positions: [400, 300, 200, 300, 400, 200] });
    expect(above).toMatchObject({ text: '@member_2', side: 'above' });
    const under = labelsOf({ constellation: hub(2), positions: [400, 300, 200, 300, 400, 560] });
    expect(under.at(2)).toMatchObject({ text: '@member_2', side: 'below' });
  });

  it('avoids obstacles', () => {
    const positions = [400, 300, 200, 300, 700, 450];
    const controls = { left: 660, right: 800, top: 455, bottom: 600 };
    expect(labelsOf({ constellation: hub(2), positions }).at(2)).toMatchObject({
      text: '@member_2',
      side: 'below',
    });
    expect(labelsOf({ constellation: hub(2), positions, obstacles: [controls] }).at(2)).toMatchObject({
      side: 'above',
    });
  });

  it('NXT-329 keeps clear of names of clusters, which give way only to chosen members', () => {
    const positions = [400, 300, 200, 300, 700, 450];
    const named = [
      { left: 340, right: 460, top: 310, bottom: 345 },
      { left: 660, right: 800, top: 455, bottom: 600 },
    ];
    const [selected, , other] = labelsOf({ constellation: hub(2), positions, named });
    expect([selected, other]).toMatchObject([{ side: 'below' }, { text: '@member_2', side: 'above' }]);
  });

  it('labels the selected node, its visible neighbours, the own node, the path and the hovered node from far away', () => {
    const constellation = hub(3);
    const positions = [400, 300, 200, 300, 400, 100, 600, 300];
    const view = { ...DEFAULT_VIEW, zoom: 0.9 };
    const names = (input: Partial<LabelInput>) =>
      labelsOf({ constellation, positions, view, ...input }).map(({ text }) => text);
    expect(names({ strength: 2 })).toEqual(['@member_0', 'you']);
    expect(names({ selected: -1 })).toEqual(['you']);
    expect(names({ selected: -1, hovered: 3 })).toEqual(['you', '@member_3']);
    expect(names({ selected: -1, path: [1, 0, 2] })).toEqual(['@member_2', 'you', '@member_0']);
    // A path is shown even if the filter hides its members.
    expect(names({ selected: -1, path: [1, 0, 2], strength: 2 })).toEqual(['@member_2', 'you', '@member_0']);
  });

  it('NXT-137 labels more members as zooming in makes space, never over a node or another label', () => {
    const side = 13;
    const positions = Array.from({ length: side * side }, (_, index) => [
      400 + ((index % side) - 6) * 40,
      300 + (Math.floor(index / side) - 6) * 40,
    ]).flat();
    const constellation = hub(side * side - 1);
    const labelsAt = (zoom: number) =>
      labelsOf({ constellation, positions, selected: -1, view: { ...DEFAULT_VIEW, zoom } });
    const counts = [0.5, 1, 2, 3].map((zoom) => labelsAt(zoom).length);
    expect(counts).toEqual([1, 1, expect.any(Number), expect.any(Number)]);
    expect(labelsAt(2).length).toBeGreaterThan(5);
    expect(labelsAt(3).length).toBeGreaterThan(5);
    expect(covering(labelsAt(2))).toEqual([]);
  });
});
