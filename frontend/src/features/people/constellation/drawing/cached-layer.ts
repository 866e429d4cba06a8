import type { View, Viewport } from '../view.js';
import { FULL_DETAIL, paintConstellation } from './paint.js';
import { type Picture, pictureOf, type Scene } from './picture.js';

/** Painted around the viewport as a share of its size, so that panning needs no repaint. */
const MARGIN = 0.25;

interface Painted {
  scene: Scene;
  pixelRatio: number;
  picture: Picture;
}

/** Caches the painted constellation while nodes are at rest, so that panning copies a bitmap. */
export class CachedLayer {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d', { alpha: false });
  #painted: Painted | undefined;

  invalidate(): void {
    this.#painted = undefined;
  }

  drawTo(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: View,
    viewport: Viewport,
    pixelRatio: number,
  ): void {
    let painted = this.#painted;
    if (
      painted?.scene !== scene ||
      painted.pixelRatio !== pixelRatio ||
      !covers(painted.picture, view, viewport)
    ) {
      painted = { scene, pixelRatio, picture: pictureOf(scene, view, viewport, MARGIN) };
      this.#repaint(painted);
    }
    const { area, view: paintedView, scale } = painted.picture;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(
      this.#canvas,
      Math.round((area.left + (paintedView.x - view.x) * scale) * pixelRatio),
      Math.round((area.top + (paintedView.y - view.y) * scale) * pixelRatio),
    );
  }

  #repaint(painted: Painted): void {
    this.#painted = painted;
    const { picture, pixelRatio } = painted;
    const { left, right, top, bottom } = picture.area;
    this.#canvas.width = Math.round((right - left) * pixelRatio);
    this.#canvas.height = Math.round((bottom - top) * pixelRatio);
    if (this.#context) paintConstellation(this.#context, picture, pixelRatio, FULL_DETAIL);
  }
}

/** Returns whether the painted area contains the viewport of another view. */
function covers(picture: Picture, view: View, viewport: Viewport): boolean {
  if (picture.viewport !== viewport || picture.view.zoom !== view.zoom) return false;
  return (
    Math.abs(view.x - picture.view.x) * picture.scale <= -picture.area.left &&
    Math.abs(view.y - picture.view.y) * picture.scale <= -picture.area.top
  );
}
