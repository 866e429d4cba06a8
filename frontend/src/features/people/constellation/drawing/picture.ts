import type { Box } from '../../../../ui/figures/box.js';
import type { Visibility } from '../filter.js';
import { at, type Graph } from '../graph.js';
import { scaleOf, type View, type Viewport } from '../view.js';
import type { NamedCluster } from './cluster-names.js';
import type { Palette } from './palette.js';

/** What is drawn, whatever the view. */
export interface Scene {
  graph: Graph;
  visibility: Visibility;
  /** x and y of each node in the drawing space. */
  positions: Float32Array;
  /** Undefined if all links look alike. */
  foreground: Uint8Array | undefined;
  clusters: readonly NamedCluster[];
  palette: Palette;
  /** Tags of clusters whose names are in the way of a chosen member's name. */
  hiddenNames?: ReadonlySet<string>;
}

/** A scene in a view. */
export interface Picture extends Scene {
  view: View;
  viewport: Viewport;
  /** The painted area: the viewport with a margin. */
  area: Box;
  /** CSS pixels per unit of the drawing space. */
  scale: number;
  /** x and y of each node in CSS pixels of the viewport. */
  points: Float32Array;
}

/** @param margin painted around the viewport, as a share of its size */
export function pictureOf(scene: Scene, view: View, viewport: Viewport, margin = 0): Picture {
  const scale = scaleOf(viewport, view);
  const points = new Float32Array(scene.positions.length);
  const left = viewport.width / 2 - view.x * scale;
  const top = viewport.height / 2 - view.y * scale;
  for (let index = 0; index < points.length; index += 2) {
    points[index] = at(scene.positions, index) * scale + left;
    points[index + 1] = at(scene.positions, index + 1) * scale + top;
  }
  const [marginX, marginY] = [Math.round(viewport.width * margin), Math.round(viewport.height * margin)];
  const area = {
    left: -marginX,
    top: -marginY,
    right: viewport.width + marginX,
    bottom: viewport.height + marginY,
  };
  return { ...scene, view, viewport, area, scale, points };
}

/** Sets the coordinates to CSS pixels of the viewport. */
export function setPixelCoordinates(
  context: CanvasRenderingContext2D,
  { area }: Picture,
  pixelRatio: number,
): void {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, -area.left * pixelRatio, -area.top * pixelRatio);
}
