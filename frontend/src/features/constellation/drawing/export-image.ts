import { at, linksAt } from '../graph.js';
import { type Viewport, scaleOf, type View } from '../view.js';
import {
  BACKGROUND_OPACITY,
  BAND_OPACITY,
  trimmedLine,
  DOT_PATTERN,
  FOREGROUND_OPACITY,
  isCrowd,
  isInBand,
  LINE_STYLES,
  lineStyleIndex,
  ringRadius,
  SELECTION_RINGS,
  dotRadius,
  UNLINKED_RINGS,
} from './marks.js';
import { type Label, leaderLineOf, positionLabels } from './labels.js';
import { LEADER_OPACITY, paintOverlay } from './overlay.js';
import { gridLinesIn, paintConstellation, type Scene, FULL_DETAIL, visibleAreaOf } from './paint.js';
import { Transitions } from './transitions.js';

export interface Snapshot {
  scene: Scene;
  view: View;
  viewport: Viewport;
  /** Index of the selected node, or -1. */
  selected: number;
  labels: readonly Label[];
}

const EXPORT_PIXEL_RATIO = 2;

/** @throws if the browser cannot draw or encode the picture */
export async function renderPng({ scene, view, viewport, selected, labels }: Snapshot): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewport.width * EXPORT_PIXEL_RATIO);
  canvas.height = Math.round(viewport.height * EXPORT_PIXEL_RATIO);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The canvas has no 2d context.');
  paintConstellation(context, scene, view, viewport, EXPORT_PIXEL_RATIO, FULL_DETAIL);
  const overlay = {
    highlight: { selected, hovered: -1 },
    labels: positionLabels(labels, scene, view, viewport),
    transitions: new Transitions(),
    view,
    viewport,
    pixelRatio: EXPORT_PIXEL_RATIO,
  };
  paintOverlay(context, scene, overlay, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The canvas could not be encoded.'));
    }, 'image/png');
  });
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/gu, (sign) => MARKUP[sign] ?? sign);
const rounded = (value: number): string => String(Number(value.toFixed(2)));

function gridOf(view: View, viewport: Viewport): string {
  const { left, top, right, bottom } = visibleAreaOf(view, viewport);
  const columns = gridLinesIn(left, right).map((x) => `M${x} ${rounded(top)}V${rounded(bottom)}`);
  const rows = gridLinesIn(top, bottom).map((y) => `M${rounded(left)} ${y}H${rounded(right)}`);
  return [...columns, ...rows].join('');
}

/** Loads the first font of a `font-family` list from a URL. */
function fontFaceRule(fontFamily: string, url: string): string {
  const [first = ''] = fontFamily.split(',');
  return `<style>@font-face{font-family:${escaped(first.trim())};font-style:italic;src:url(${url})}</style>`;
}

/** @param font the data URL of the label font, if available */
export function renderSvg({ scene, view, viewport, selected, labels }: Snapshot, font?: string): string {
  const { graph, visibility, positions, palette } = scene;
  const scale = scaleOf(viewport, view);
  const lineOf = (link: number, attributes: string): string => {
    const line = trimmedLine(graph, positions, link);
    if (!line) return '';
    const { x1, y1, x2, y2 } = line;
    return `<path d="M${rounded(x1)} ${rounded(y1)}L${rounded(x2)} ${rounded(y2)}" ${attributes}/>`;
  };
  const circle = (node: number, radius: number, attributes: string): string =>
    `<circle cx="${rounded(at(positions, node * 2))}" cy="${rounded(at(positions, node * 2 + 1))}" r="${rounded(radius)}" ${attributes}/>`;
  const shareOf = (link: number): number => {
    if (!scene.foreground) return 1;
    return scene.foreground[link] === 1 ? FOREGROUND_OPACITY : BACKGROUND_OPACITY;
  };
  const lines = graph.links.flatMap(({ strength }, link) => {
    if (visibility.links[link] === 0) return [];
    const { width, opacity } = LINE_STYLES[lineStyleIndex(strength)] ?? { width: 1, opacity: 1 };
    return [
      lineOf(
        link,
        `stroke="${palette.line}" stroke-width="${rounded(width)}" opacity="${rounded(Math.min(1, opacity * shareOf(link)))}"`,
      ),
    ];
  });
  const selectedLinks = [...linksAt(graph, selected)]
    .filter((link) => visibility.links[link] === 1)
    .map((link) => lineOf(link, `stroke="${palette.accent}" stroke-width="1.2" opacity=".9"`));
  const nodes = graph.nodes.flatMap(({ username }, node) => {
    if (visibility.nodes[node] === 0) return [];
    const isOwn = node === graph.own;
    const colour = isOwn ? palette.warm : node === selected ? palette.accent : palette.text;
    const ring = isOwn ? palette.warm : node === selected ? palette.accent : palette.line;
    const dot = isOwn ? ringRadius(graph, node) * 0.625 : dotRadius(graph, node);
    const isRinged = isOwn || node === selected || !(isCrowd(graph) || isInBand(graph, node));
    const marks =
      circle(node, dot, `fill="${colour}"${isInBand(graph, node) ? ` opacity="${BAND_OPACITY}"` : ''}`) +
      (isRinged ? circle(node, ringRadius(graph, node), `fill="none" stroke="${ring}"`) : '');
    return [`<g><title>${escaped(username)}</title>${marks}</g>`];
  });
  const rings =
    visibility.nodes[selected] === 1
      ? SELECTION_RINGS.map(({ radius, opacity }) =>
          circle(selected, radius, `fill="none" stroke="${palette.accent}" opacity="${opacity}"`),
        )
      : [];
  const unlinkedRings =
    graph.own >= 0 && at(graph.degrees, graph.own) === 0
      ? UNLINKED_RINGS.map((radius) =>
          circle(
            graph.own,
            radius,
            `fill="none" stroke="${palette.warm}" stroke-dasharray="${DOT_PATTERN.join(' ')}" opacity=".7"`,
          ),
        )
      : [];
  const placed = positionLabels(labels, scene, view, viewport);
  const leaders = placed.map((label) => {
    const leader = leaderLineOf(label);
    if (!leader) return '';
    const { x1, y1, x2, y2 } = leader;
    return `<path d="M${rounded(x1)} ${rounded(y1)}L${rounded(x2)} ${rounded(y2)}" stroke="${palette[label.tone]}" opacity="${LEADER_OPACITY}"/>`;
  });
  const names = placed.map(
    ({ x, y, size, tone, text }) =>
      `<text x="${rounded(x)}" y="${rounded(y)}" font-size="${size}" fill="${palette[tone]}">${escaped(text)}</text>`,
  );
  const grid = `<path d="${gridOf(view, viewport)}" fill="none" stroke="${palette.grid}" stroke-width="${rounded(1 / scale)}"/>`;
  const transform = `translate(${rounded(viewport.width / 2 - view.x * scale)} ${rounded(viewport.height / 2 - view.y * scale)}) scale(${rounded(scale)})`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rounded(viewport.width)} ${rounded(viewport.height)}" width="${rounded(viewport.width)}" height="${rounded(viewport.height)}">`,
    font === undefined ? '' : fontFaceRule(palette.display, font),
    `<rect width="100%" height="100%" fill="${palette.background}"/>`,
    `<g transform="${transform}">${[grid, ...lines, ...selectedLinks, ...nodes, ...rings, ...unlinkedRings].join('')}</g>`,
    ...leaders,
    `<g font-family="${escaped(palette.display)}" font-style="italic" text-anchor="middle" stroke="${palette.background}" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${names.join('')}</g>`,
    '</svg>',
  ].join('');
}

export function downloadFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
