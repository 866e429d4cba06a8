import { plainNames } from '../../../../ui/member-name.js';
import { at, linksAt } from '../graph.js';
import { clusterNamesOf, clusterNameStyle, gridLinesOf } from './backdrop.js';
import {
  BACKGROUND_OPACITY,
  BAND_OPACITY,
  trimmedLine,
  DOT_PATTERN,
  FOREGROUND_OPACITY,
  isInBand,
  type Line,
  LINE_STYLES,
  lineBetween,
  lineStyleIndex,
  ringRadius,
  SELECTION_RINGS,
  dotRadius,
  UNLINKED_RINGS,
} from './marks.js';
import { leaderLineOf, type PlacedLabel } from './labels.js';
import { type Highlight } from './label-specs.js';
import { LEADER_OPACITY, paintOverlay } from './overlay.js';
import { FULL_DETAIL, hasRings, paintConstellation } from './paint.js';
import type { PathTrace } from './path-trace.js';
import type { Picture } from './picture.js';
import { Transitions } from './transitions.js';

export interface Snapshot {
  picture: Picture;
  highlight: Highlight;
  path: PathTrace | undefined;
  labels: readonly PlacedLabel[];
}

const EXPORT_PIXEL_RATIO = 2;

/** @throws if the browser cannot draw or encode the picture */
export async function renderPng({ picture, highlight, path, labels }: Snapshot): Promise<Blob> {
  const { viewport } = picture;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewport.width * EXPORT_PIXEL_RATIO);
  canvas.height = Math.round(viewport.height * EXPORT_PIXEL_RATIO);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The canvas has no 2d context.');
  paintConstellation(context, picture, EXPORT_PIXEL_RATIO, FULL_DETAIL);
  const overlay = { highlight, labels, transitions: new Transitions(), path };
  paintOverlay(context, picture, EXPORT_PIXEL_RATIO, overlay, 0);
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

function gridOf(picture: Picture): string {
  const { width, height } = picture.viewport;
  const { columns, rows } = gridLinesOf(picture);
  return [
    ...columns.map((x) => `M${rounded(x)} 0V${height}`),
    ...rows.map((y) => `M0 ${rounded(y)}H${width}`),
  ].join('');
}

/** Loads the first font of a `font-family` list from a URL. */
function fontFaceRule(fontFamily: string, url: string): string {
  const [first = ''] = fontFamily.split(',');
  return `<style>@font-face{font-family:${escaped(first.trim())};font-style:italic;src:url(${url})}</style>`;
}

const pathOf = (line: Line | undefined, attributes: string): string => {
  if (!line) return '';
  const { x1, y1, x2, y2 } = line;
  return `<path d="M${rounded(x1)} ${rounded(y1)}L${rounded(x2)} ${rounded(y2)}" ${attributes}/>`;
};

function clusterNamesIn(picture: Picture): string {
  const { display, faint } = picture.palette;
  return clusterNamesOf(picture)
    .map(({ text, x, y, tilt, size }) => {
      const { letterSpacing, opacity } = clusterNameStyle(display, size);
      const degrees = rounded((tilt * 180) / Math.PI);
      const place = `x="${rounded(x)}" y="${rounded(y)}" transform="rotate(${degrees} ${rounded(x)} ${rounded(y)})"`;
      return `<text ${place} font-size="${size}" letter-spacing="${letterSpacing}" fill="${faint}" opacity="${opacity}">${escaped(text)}</text>`;
    })
    .join('');
}

/** @param font the data URL of the label font, if available */
export function renderSvg({ picture, highlight, path, labels }: Snapshot, font?: string): string {
  const { graph, visibility, points, palette, viewport, scale } = picture;
  const { selected } = highlight;
  const circle = (node: number, radius: number, attributes: string): string =>
    `<circle cx="${rounded(at(points, node * 2))}" cy="${rounded(at(points, node * 2 + 1))}" r="${rounded(radius)}" ${attributes}/>`;
  const shareOf = (link: number): number => {
    if (!picture.foreground) return 1;
    return picture.foreground[link] === 1 ? FOREGROUND_OPACITY : BACKGROUND_OPACITY;
  };
  const lines = graph.links.flatMap(({ strength }, link) => {
    if (visibility.links[link] === 0) return [];
    const { width, opacity } = LINE_STYLES[lineStyleIndex(strength)] ?? { width: 1, opacity: 1 };
    return [
      pathOf(
        trimmedLine(graph, points, link),
        `stroke="${palette.line}" stroke-width="${rounded(width)}" opacity="${rounded(Math.min(1, opacity * shareOf(link)))}"`,
      ),
    ];
  });
  const selectedLinks = [...linksAt(graph, selected)]
    .filter((link) => visibility.links[link] === 1)
    .map((link) =>
      pathOf(trimmedLine(graph, points, link), `stroke="${palette.accent}" stroke-width="1.2" opacity=".9"`),
    );
  const steps = (path?.nodes ?? []).slice(1).map((to, step) => {
    const from = path?.nodes[step] ?? to;
    return pathOf(lineBetween(graph, points, from, to), `stroke="${palette.accent}" stroke-width="2"`);
  });
  const isRinged = (node: number) =>
    node === graph.own || node === selected || (hasRings(graph, scale) && !isInBand(graph, node));
  const nodes = graph.nodes.flatMap((member, node) => {
    const isOnPath = path?.nodes.includes(node) ?? false;
    if (visibility.nodes[node] === 0 && !isOnPath) return [];
    const isOwn = node === graph.own;
    const isLit = node === selected || isOnPath;
    const colour = isOwn ? palette.warm : isLit ? palette.accent : palette.text;
    const ring = isOwn ? palette.warm : isLit ? palette.accent : palette.line;
    const dot = isOwn ? ringRadius(graph, node) * 0.625 : dotRadius(graph, node);
    const marks =
      circle(node, dot, `fill="${colour}"${isInBand(graph, node) ? ` opacity="${BAND_OPACITY}"` : ''}`) +
      (isRinged(node) || isOnPath
        ? circle(node, ringRadius(graph, node), `fill="none" stroke="${ring}"`)
        : '');
    return [`<g><title>${escaped(plainNames(member))}</title>${marks}</g>`];
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
  const leaders = labels.map((label) =>
    pathOf(leaderLineOf(label), `stroke="${palette[label.tone]}" opacity="${LEADER_OPACITY}"`),
  );
  const names = labels.map(
    ({ x, y, size, tone, text }) =>
      `<text x="${rounded(x)}" y="${rounded(y)}" font-size="${size}" fill="${palette[tone]}">${escaped(text)}</text>`,
  );
  const grid = `<path d="${gridOf(picture)}" fill="none" stroke="${palette.grid}"/>`;
  const lettering = `font-family="${escaped(palette.display)}" font-style="italic" text-anchor="middle"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rounded(viewport.width)} ${rounded(viewport.height)}" width="${rounded(viewport.width)}" height="${rounded(viewport.height)}">`,
    font === undefined ? '' : fontFaceRule(palette.display, font),
    `<rect width="100%" height="100%" fill="${palette.background}"/>`,
    grid,
    `<g ${lettering} dominant-baseline="middle" aria-hidden="true">${clusterNamesIn(picture)}</g>`,
    ...lines,
    ...selectedLinks,
    ...steps,
    ...nodes,
    ...rings,
    ...unlinkedRings,
    ...leaders,
    `<g ${lettering} stroke="${palette.background}" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${names.join('')}</g>`,
    '</svg>',
  ].join('');
}
