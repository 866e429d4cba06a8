import { describe, expect, it } from '@jest/globals';
import { link, node } from '../../../../testing/network.js';
import { NO_FILTER, applyFilter } from '../filter.js';
import { graphOf } from '../graph.js';
import { DEFAULT_VIEW } from '../view.js';
import type { Palette } from './palette.js';
import { pictureOf } from './picture.js';
import { renderSvg } from './export-image.js';

const PALETTE: Palette = {
  background: '#010203',
  grid: 'rgba(1, 2, 3, 0.5)',
  line: '#111111',
  text: '#222222',
  label: '#333333',
  faint: '#444444',
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
  const clusters = [{ tag: 'night_walks', nodes: [0, 1], offset: { x: 0, y: 0 }, side: 1 as const, tilt: 0 }];
  const scene = { graph, visibility, positions, foreground: undefined, clusters, palette: PALETTE };
  const picture = pictureOf(scene, view, VIEWPORT);
  const highlight = { selected: -1, hovered: -1, path: [] };
  const svg = renderSvg({ picture, highlight, path: undefined, labels: [] }, font);
  return new DOMParser().parseFromString(svg, 'image/svg+xml');
}

const pathsOf = (svg: Document, stroke: string) =>
  [...svg.querySelectorAll(`path[stroke="${stroke}"]`)].map((path) => path.getAttribute('d') ?? '');

describe('renderSvg', () => {
  it('CON-006 contains the background and the visible part of the grid', () => {
    const svg = drawn(1);
    expect(svg.querySelector('rect')?.getAttribute('fill')).toBe('#010203');
    const [grid = ''] = pathsOf(svg, PALETTE.grid);
    expect(grid.match(/V300/gu)).toHaveLength(9);
    expect(grid.match(/H400/gu)).toHaveLength(7);
    expect(grid).toContain('M50 0V300');
    const [near = ''] = pathsOf(drawn(1, { x: 400, y: 300, zoom: 2 }), PALETTE.grid);
    expect(near.match(/V300/gu)).toHaveLength(5);
    expect(near.match(/H400/gu)).toHaveLength(3);
    // From far away every second line is left out.
    const [far = ''] = pathsOf(drawn(1, { x: 400, y: 300, zoom: 0.5 }), PALETTE.grid);
    expect(far).toContain('M50 0V300');
    expect(far.match(/V300/gu)).toHaveLength(9);
  });

  it('NXT-135 names clusters up to zoom 2, hidden from assistive technology', () => {
    const names = (svg: Document) =>
      [...svg.querySelectorAll('[aria-hidden] text')].map((text) => text.textContent);
    expect(names(drawn(1))).toEqual(['night_walks']);
    expect(names(drawn(1, { x: 400, y: 300, zoom: 2 }))).toEqual(['night_walks']);
    expect(names(drawn(1, { x: 400, y: 300, zoom: 2.1 }))).toEqual([]);
  });

  it('NXT-136 draws nodes of the same size at every zoom, so that they spread apart', () => {
    const circles = (zoom: number, attribute: string) =>
      [...drawn(1, { x: 400, y: 300, zoom }).querySelectorAll('title ~ circle')].map((circle) =>
        Number(circle.getAttribute(attribute)),
      );
    expect(circles(2, 'r')).toEqual(circles(1, 'r'));
    expect([circles(1, 'cx'), circles(2, 'cx')]).toEqual([
      [150, 150, 250, 250, 200, 200],
      [100, 100, 300, 300, 200, 200],
    ]);
  });

  it('CON-006 titles each visible node with its escaped name, and omits hidden nodes', () => {
    const titles = (svg: Document) => [...svg.querySelectorAll('title')].map((title) => title.textContent);
    expect(titles(drawn(1))).toEqual(['@vesper', '@otto_n', '@a&b <c>']);
    expect(pathsOf(drawn(1), PALETTE.line)).toHaveLength(2);
    expect(titles(drawn(2))).toEqual(['@vesper', '@otto_n']);
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
