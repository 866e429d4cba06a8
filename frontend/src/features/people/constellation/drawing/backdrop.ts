import { type Box, overlap } from '../../../../ui/figures/box.js';
import { middleOf, nameBoxOf, nameSizeOf } from './cluster-names.js';
import { boxOf, type PlacedLabel } from './labels.js';
import { isChosen } from './label-specs.js';
import { type Picture, setPixelCoordinates } from './picture.js';

const GRID = 100;
/** Lines of the grid are at least this many pixels apart. */
const MIN_GRID_GAP = 48;
const NAME = { letterSpacing: 0.16, opacity: 0.78 } as const;
/** Above it, members' names replace the names of clusters. */
const MAX_NAMED_ZOOM = 2;

const NONE: ReadonlySet<string> = new Set();

type Context = CanvasRenderingContext2D;

/** Returns the lines of the grid as x or y in pixels. */
export function gridLinesOf({ view, viewport, area, scale }: Picture): { columns: number[]; rows: number[] } {
  const step = GRID * scale * 2 ** Math.max(0, Math.ceil(Math.log2(MIN_GRID_GAP / (GRID * scale))));
  const linesOf = (origin: number, start: number, end: number): number[] => {
    const first = Math.ceil((start - origin) / step);
    const count = Math.max(0, Math.floor((end - origin) / step) - first + 1);
    return Array.from({ length: count }, (_, line) => origin + (first + line) * step);
  };
  return {
    columns: linesOf(viewport.width / 2 - view.x * scale, area.left, area.right),
    rows: linesOf(viewport.height / 2 - view.y * scale, area.top, area.bottom),
  };
}

export interface ClusterName {
  text: string;
  /** The middle, in pixels. */
  x: number;
  y: number;
  /** Radians. */
  tilt: number;
  size: number;
  /** What the tilted name covers, in pixels. */
  box: Box;
}

/**
 * Returns the visible names of clusters. A name in the way of a larger cluster's name, or of a chosen member's, is
 * dropped.
 */
export function clusterNamesOf({ clusters, points, view, scale, hiddenNames }: Picture): ClusterName[] {
  if (view.zoom > MAX_NAMED_ZOOM) return [];
  const enlargement = Math.max(1, scale / view.zoom);
  const names: ClusterName[] = [];
  for (const cluster of clusters) {
    const { tag, nodes, offset, tilt } = cluster;
    const middle = middleOf(nodes, points);
    const size = nameSizeOf(cluster, enlargement);
    const edge = { x: middle.x + offset.x * scale, y: middle.y + offset.y * scale };
    const box = nameBoxOf(cluster, edge, size);
    if (names.some((name) => overlap(name.box, box))) continue;
    names.push({ text: tag, x: edge.x, y: (box.top + box.bottom) / 2, tilt, size: Math.round(size), box });
  }
  return names.filter(({ text }) => !hiddenNames?.has(text));
}

/** Returns what the names of clusters cover. */
export const namedAreas = (picture: Picture): Box[] =>
  clusterNamesOf({ ...picture, hiddenNames: NONE }).map(({ box }) => box);

/** Returns the names of clusters that are in the way of a chosen member's name. */
export function namesInTheWay(picture: Picture, labels: readonly PlacedLabel[]): string[] {
  const chosen = labels.filter(isChosen).map(boxOf);
  if (chosen.length === 0) return [];
  return clusterNamesOf({ ...picture, hiddenNames: NONE })
    .filter(({ box }) => chosen.some((other) => overlap(box, other)))
    .map(({ text }) => text);
}

export const clusterNameStyle = (display: string, size: number) => ({
  font: `italic 400 ${size}px ${display}`,
  letterSpacing: `${(size * NAME.letterSpacing).toFixed(1)}px`,
  opacity: NAME.opacity,
});

function paintClusterNames(context: Context, picture: Picture, pixelRatio: number): void {
  context.fillStyle = picture.palette.faint;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { text, x, y, tilt, size } of clusterNamesOf(picture)) {
    const style = clusterNameStyle(picture.palette.display, size);
    const [cos, sin] = [Math.cos(tilt) * pixelRatio, Math.sin(tilt) * pixelRatio];
    const [left, top] = [(x - picture.area.left) * pixelRatio, (y - picture.area.top) * pixelRatio];
    context.setTransform(cos, sin, -sin, cos, left, top);
    context.font = style.font;
    context.letterSpacing = style.letterSpacing;
    context.globalAlpha = style.opacity;
    context.fillText(text, 0, 0);
  }
  context.letterSpacing = '0px';
  context.globalAlpha = 1;
  context.textBaseline = 'alphabetic';
  setPixelCoordinates(context, picture, pixelRatio);
}

/** Paints the background, the grid and the names of clusters. Leaves the coordinates at CSS pixels. */
export function paintBackdrop(context: Context, picture: Picture, pixelRatio: number): void {
  const { area, palette } = picture;
  setPixelCoordinates(context, picture, pixelRatio);
  context.fillStyle = palette.background;
  context.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
  const { columns, rows } = gridLinesOf(picture);
  context.beginPath();
  for (const x of columns) {
    context.moveTo(x, area.top);
    context.lineTo(x, area.bottom);
  }
  for (const y of rows) {
    context.moveTo(area.left, y);
    context.lineTo(area.right, y);
  }
  context.strokeStyle = palette.grid;
  context.lineWidth = 1;
  context.stroke();
  paintClusterNames(context, picture, pixelRatio);
}
