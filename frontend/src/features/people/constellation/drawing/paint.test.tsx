import { beforeEach, describe, expect, it } from '@jest/globals';
import { drawCalls, installCanvas } from '../../../../testing/canvas.js';
import { link, node } from '../../../../testing/network.js';
import { applyFilter, NO_FILTER } from '../filter.js';
import { graphOf } from '../graph.js';
import { DEFAULT_VIEW } from '../view.js';
import { FULL_DETAIL, paintConstellation, REDUCED_DETAIL } from './paint.js';
import { paletteOf } from './palette.js';
import { pictureOf } from './picture.js';

const PAIRS = 400;
const idOf = (index: number) => `m${String(index).padStart(4, '0')}`;

/** Draws pairs of linked nodes that are some pixels apart. @returns the number of lines */
function countLines(length: number, detail: typeof FULL_DETAIL): number {
  const graph = graphOf({
    users: Array.from({ length: PAIRS * 2 }, (_, index) => node(idOf(index), idOf(index))),
    connections: Array.from({ length: PAIRS }, (_, pair) => link(idOf(pair * 2), idOf(pair * 2 + 1), 'maps')),
  });
  const scene = {
    graph,
    visibility: applyFilter(graph, NO_FILTER),
    positions: Float32Array.from(
      Array.from({ length: PAIRS }, (_, pair) => [50, pair, 50 + length, pair]).flat(),
    ),
    foreground: new Uint8Array(PAIRS).fill(1),
    clusters: [],
    palette: paletteOf(document.documentElement),
  };
  const picture = pictureOf(scene, DEFAULT_VIEW, { width: 800, height: 600 });
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('No context.');
  const countCalls = () => drawCalls.filter(({ method }) => method === 'lineTo').length;
  const before = countCalls();
  paintConstellation(context, picture, 1, detail);
  return countCalls() - before;
}

describe('paintConstellation', () => {
  beforeEach(installCanvas);

  it('NXT-194 draws no more lines in motion than are quickly drawn, and all of them at rest', () => {
    const grid = countLines(0, FULL_DETAIL);
    const lines = (length: number, detail: typeof FULL_DETAIL) => countLines(length, detail) - grid;
    expect([lines(100, FULL_DETAIL), lines(600, FULL_DETAIL)]).toEqual([PAIRS, PAIRS]);
    expect([lines(100, REDUCED_DETAIL), lines(600, REDUCED_DETAIL)]).toEqual([PAIRS, 100]);
  });
});
