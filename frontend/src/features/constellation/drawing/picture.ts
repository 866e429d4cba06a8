import { at, linksAt } from '../graph.js';
import { type Frame, scaleOf, type View } from '../view.js';
import {
  cutLine,
  DOTTED,
  faintnessOf,
  LINE_STYLES,
  lineClassOf,
  ringOf,
  SELECTION_RINGS,
  starOf,
  WAITING_RINGS,
} from './marks.js';
import { type Label, setLabels } from './labels.js';
import { paintOverlay } from './overlay.js';
import { gridWithin, paintChart, type Scene, STILL, windowOf } from './paint.js';
import { Transitions } from './transitions.js';

/** What of the constellation is kept as a picture. */
export interface Seen {
  scene: Scene;
  view: View;
  frame: Frame;
  /** The place of the selected node, or -1. */
  selected: number;
  labels: readonly Label[];
}

/** Pixels of a picture for each CSS pixel. */
const DENSITY = 2;

/**
 * What is seen as PNG, twice as fine as on the page.
 * @throws where the browser cannot make it
 */
export async function pngOf({ scene, view, frame, selected, labels }: Seen): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(frame.width * DENSITY);
  canvas.height = Math.round(frame.height * DENSITY);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The canvas has no 2d context.');
  paintChart(context, scene, view, frame, DENSITY, STILL);
  const overlay = {
    pointed: { selected, hovered: -1 },
    labels: setLabels(labels, scene, view, frame),
    transitions: new Transitions(),
    view,
    frame,
    density: DENSITY,
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
const fine = (value: number): string => String(Number(value.toFixed(2)));

/** The grid of what is seen, as one path of the drawing space. */
function gridOf(view: View, frame: Frame): string {
  const { left, top, right, bottom } = windowOf(view, frame);
  const columns = gridWithin(left, right).map((x) => `M${x} ${fine(top)}V${fine(bottom)}`);
  const rows = gridWithin(top, bottom).map((y) => `M${fine(left)} ${y}H${fine(right)}`);
  return [...columns, ...rows].join('');
}

/** The first face that a list of them asks for, as it is in a file. */
function faceRule(faces: string, address: string): string {
  const [first = ''] = faces.split(',');
  return `<style>@font-face{font-family:${escaped(first.trim())};font-style:italic;src:url(${address})}</style>`;
}

/**
 * What is seen as SVG, in the same colours; each star is titled with the member's name.
 * @param face the address of the face that names are set in, where it is to be had
 */
export function svgOf({ scene, view, frame, selected, labels }: Seen, face?: string): string {
  const { graph, shown, positions, palette } = scene;
  const scale = scaleOf(frame, view);
  const lineOf = (link: number, looks: string): string => {
    const line = cutLine(graph, positions, link);
    if (!line) return '';
    const { x1, y1, x2, y2 } = line;
    return `<path d="M${fine(x1)} ${fine(y1)}L${fine(x2)} ${fine(y2)}" ${looks}/>`;
  };
  const circle = (node: number, radius: number, looks: string): string =>
    `<circle cx="${fine(at(positions, node * 2))}" cy="${fine(at(positions, node * 2 + 1))}" r="${fine(radius)}" ${looks}/>`;
  const faintness = faintnessOf(graph);
  const lines = graph.links.flatMap(({ strength }, link) => {
    if (shown.links[link] === 0) return [];
    const { width, opacity } = LINE_STYLES[lineClassOf(strength)] ?? { width: 1, opacity: 1 };
    return [
      lineOf(
        link,
        `stroke="${palette.line}" stroke-width="${fine(width)}" opacity="${fine(opacity * faintness)}"`,
      ),
    ];
  });
  const chosen = [...linksAt(graph, selected)]
    .filter((link) => shown.links[link] === 1)
    .map((link) => lineOf(link, `stroke="${palette.accent}" stroke-width="1.2" opacity=".9"`));
  const stars = graph.nodes.flatMap(({ username }, node) => {
    if (shown.nodes[node] === 0) return [];
    const own = node === graph.own;
    const colour = own ? palette.warm : node === selected ? palette.accent : palette.text;
    const ring = own ? palette.warm : node === selected ? palette.accent : palette.line;
    const star = own ? ringOf(graph, node) * 0.625 : starOf(graph, node);
    const marks =
      circle(node, star, `fill="${colour}"`) +
      circle(node, ringOf(graph, node), `fill="none" stroke="${ring}"`);
    return [`<g><title>${escaped(username)}</title>${marks}</g>`];
  });
  const rings =
    shown.nodes[selected] === 1
      ? SELECTION_RINGS.map(({ radius, opacity }) =>
          circle(selected, radius, `fill="none" stroke="${palette.accent}" opacity="${opacity}"`),
        )
      : [];
  const waiting =
    graph.own >= 0 && at(graph.degrees, graph.own) === 0
      ? WAITING_RINGS.map((radius) =>
          circle(
            graph.own,
            radius,
            `fill="none" stroke="${palette.warm}" stroke-dasharray="${DOTTED.join(' ')}" opacity=".7"`,
          ),
        )
      : [];
  const names = setLabels(labels, scene, view, frame).map(
    ({ x, y, size, tone, text }) =>
      `<text x="${fine(x)}" y="${fine(y)}" font-size="${size}" fill="${palette[tone]}">${escaped(text)}</text>`,
  );
  const grid = `<path d="${gridOf(view, frame)}" fill="none" stroke="${palette.grid}" stroke-width="${fine(1 / scale)}"/>`;
  const move = `translate(${fine(frame.width / 2 - view.x * scale)} ${fine(frame.height / 2 - view.y * scale)}) scale(${fine(scale)})`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${fine(frame.width)} ${fine(frame.height)}" width="${fine(frame.width)}" height="${fine(frame.height)}">`,
    face === undefined ? '' : faceRule(palette.display, face),
    `<rect width="100%" height="100%" fill="${palette.background}"/>`,
    `<g transform="${move}">${[grid, ...lines, ...chosen, ...stars, ...rings, ...waiting].join('')}</g>`,
    `<g font-family="${escaped(palette.display)}" font-style="italic" text-anchor="middle" stroke="${palette.background}" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${names.join('')}</g>`,
    '</svg>',
  ].join('');
}

/** Hands a file to the browser to keep. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
