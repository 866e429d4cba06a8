import { describe, expect, it } from '@jest/globals';
import { link, node } from '../../../testing/constellation.js';
import { NO_FILTER, applyFilter } from '../filter.js';
import { graphOf } from '../graph.js';
import { DEFAULT_VIEW } from '../view.js';
import type { Palette } from './palette.js';
import { renderSvg } from './export-image.js';

const PALETTE: Palette = {
  background: '#010203',
  grid: 'rgba(1, 2, 3, 0.5)',
  line: '#111111',
  text: '#222222',
  label: '#333333',
  accent: '#00ff00',
  warm: '#ffaa00',
  display: '"Old Standard TT", serif',
};
const VIEWPORT = { width: 400, height: 300 };

function drawn(strength: number, view = DEFAULT_VIEW, font?: string): Document {
  const graph = graphOf({
    users: [node('a', 'vesper', true), node('b', 'otto_n'), node('c', 'a&b <c>')],
    connections: [link('a', 'b', 'maps', 'tides'), link('b', 'c', 'maps')],
  });
  const visibility = applyFilter(graph, { ...NO_FILTER, strength });
  const positions = new Float32Array([300, 300, 500, 300, 400, 450]);
  const scene = { graph, visibility, positions, foreground: undefined, palette: PALETTE };
  const svg = renderSvg({ scene, view, viewport: VIEWPORT, selected: -1, labels: [] }, font);
  return new DOMParser().parseFromString(svg, 'image/svg+xml');
}

const pathsOf = (svg: Document, stroke: string) =>
  [...svg.querySelectorAll(`path[stroke="${stroke}"]`)].map((path) => path.getAttribute('d') ?? '');

describe('renderSvg', () => {
  it('CON-006 contains the background and the visible part of the grid', () => {
    const svg = drawn(1);
    expect(svg.querySelector('rect')?.getAttribute('fill')).toBe('#010203');
    const [grid = ''] = pathsOf(svg, PALETTE.grid);
    expect(grid.match(/V600/gu)).toHaveLength(9);
    expect(grid.match(/H800/gu)).toHaveLength(7);
    expect(grid).toContain('M100 0V600');
    // A grid line is one CSS pixel wide, which is two units here.
    expect(svg.querySelector(`path[stroke="${PALETTE.grid}"]`)?.getAttribute('stroke-width')).toBe('2');
    const [near = ''] = pathsOf(drawn(1, { x: 400, y: 300, zoom: 2 }), PALETTE.grid);
    expect(near.match(/V450/gu)).toHaveLength(5);
    expect(near.match(/H600/gu)).toHaveLength(3);
  });

  it('CON-006 titles each visible node with its escaped name, and omits hidden nodes', () => {
    const titles = (svg: Document) => [...svg.querySelectorAll('title')].map((title) => title.textContent);
    expect(titles(drawn(1))).toEqual(['vesper', 'otto_n', 'a&b <c>']);
    expect(pathsOf(drawn(1), PALETTE.line)).toHaveLength(2);
    expect(titles(drawn(2))).toEqual(['vesper', 'otto_n']);
    expect(pathsOf(drawn(2), PALETTE.line)).toHaveLength(1);
  });

  it('CON-006 embeds the font of its labels if available', () => {
    const font = 'data:font/woff2;base64,AAAA';
    expect(drawn(1, DEFAULT_VIEW, font).querySelector('style')?.textContent).toBe(
      `@font-face{font-family:"Old Standard TT";font-style:italic;src:url(${font})}`,
    );
    expect(drawn(1).querySelector('style')).toBeNull();
  });
});
