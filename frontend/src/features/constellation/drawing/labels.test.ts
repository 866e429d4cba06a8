import { describe, expect, it } from '@jest/globals';
import type { Constellation } from '@oniverse/contracts';
import { NO_FILTER, shownOf } from '../filter.js';
import { graphOf } from '../graph.js';
import { HOME } from '../view.js';
import { arrangeLabels, type Box, namesOf, type SetLabel, setLabels } from './labels.js';
import type { Palette } from './palette.js';

const FRAME = { width: 800, height: 600 };
/** A letter is half as wide as it is high. */
const measure = (text: string, size: number) => (text.length * size) / 2;
const PALETTE: Palette = {
  background: '',
  grid: '',
  line: '',
  text: '',
  label: '',
  accent: '',
  warm: '',
  display: '',
};

/** A member with many neighbours, one of them oneself. */
function hub(neighbours: number): Constellation {
  const idOf = (place: number) => `m${String(place).padStart(3, '0')}`;
  return {
    users: Array.from({ length: neighbours + 1 }, (_, place) => ({
      id: idOf(place),
      username: `member_${place}`,
      displayName: null,
      isCurrentUser: place === 1,
    })),
    connections: Array.from({ length: neighbours }, (_, place) => ({
      fromUserId: idOf(0),
      toUserId: idOf(place + 1),
      strength: place === 0 ? 2 : 1,
      sharedTags: place === 0 ? ['maps', 'tides'] : ['maps'],
    })),
  };
}

interface Asked {
  sky: Constellation;
  positions: readonly number[];
  selected?: number;
  hovered?: number;
  strength?: number;
  covered?: readonly Box[];
}

function labelsOf({
  sky,
  positions,
  selected = 0,
  hovered = -1,
  strength = 1,
  covered = [],
}: Asked): SetLabel[] {
  const graph = graphOf(sky);
  const shown = shownOf(graph, { ...NO_FILTER, strength });
  const scene = { graph, shown, positions: Float32Array.from(positions), palette: PALETTE };
  const names = namesOf(graph, shown, { selected, hovered }, 'you');
  return setLabels(arrangeLabels(names, scene, selected, HOME, FRAME, covered, measure), scene, HOME, FRAME);
}

const boxOf = ({ x, y, width, size }: SetLabel) => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - size * 0.74,
  bottom: y + size * 0.24,
});

function covering(labels: readonly SetLabel[]): string[] {
  const boxes = labels.map((label) => ({ text: label.text, ...boxOf(label) }));
  return boxes.flatMap((a, place) =>
    boxes
      .slice(place + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.text} ${b.text}`),
  );
}

/** A ring of neighbours around the middle. */
const around = (count: number, radius: number) => [
  400,
  300,
  ...Array.from({ length: count }, (_, place) => [
    400 + Math.cos((place / count) * Math.PI * 2) * radius,
    300 + Math.sin((place / count) * Math.PI * 2) * radius,
  ]).flat(),
];

describe('names on the chart', () => {
  it('cover no other name, and leave those out for which there is no room', () => {
    const wide = labelsOf({ sky: hub(12), positions: around(12, 200) });
    expect(wide).toHaveLength(13);
    expect(covering(wide)).toEqual([]);
    const tight = labelsOf({ sky: hub(20), positions: around(20, 45) });
    expect(covering(tight)).toEqual([]);
    expect(tight.length).toBeLessThan(21);
    expect(tight.slice(0, 2).map(({ text }) => text)).toEqual(['member_0', 'you']);
  });

  it('are not cut off by the frame where another side has room', () => {
    const corners = [400, 300, 6, 12, 794, 12, 6, 588, 794, 588];
    for (const label of labelsOf({ sky: hub(4), positions: corners })) {
      const { left, right, top, bottom } = boxOf(label);
      expect([left >= 0, right <= 800, top >= 0, bottom <= 600]).toEqual([true, true, true, true]);
    }
  });

  it('stand on the far side of a line, and of a star', () => {
    const [, , above] = labelsOf({ sky: hub(2), positions: [400, 300, 200, 300, 400, 200] });
    expect(above).toMatchObject({ text: 'member_2', side: 'above' });
    const under = labelsOf({ sky: hub(2), positions: [400, 300, 200, 300, 400, 560] });
    expect(under.at(2)).toMatchObject({ text: 'member_2', side: 'below' });
  });

  it('do not hide under what stands on the chart', () => {
    const positions = [400, 300, 200, 300, 700, 450];
    const controls = { left: 660, right: 800, top: 455, bottom: 600 };
    expect(labelsOf({ sky: hub(2), positions }).at(2)).toMatchObject({ text: 'member_2', side: 'below' });
    expect(labelsOf({ sky: hub(2), positions, covered: [controls] }).at(2)).toMatchObject({ side: 'above' });
  });

  it('are those of the selection, of who is shown beside it, of oneself and of the pointer’s', () => {
    const sky = hub(3);
    const positions = [400, 300, 200, 300, 400, 100, 600, 300];
    expect(labelsOf({ sky, positions, strength: 2 }).map(({ text }) => text)).toEqual(['member_0', 'you']);
    expect(labelsOf({ sky, positions, selected: -1 }).map(({ text }) => text)).toEqual(['you']);
    expect(labelsOf({ sky, positions, selected: -1, hovered: 3 }).map(({ text }) => text)).toEqual([
      'you',
      'member_3',
    ]);
  });
});
