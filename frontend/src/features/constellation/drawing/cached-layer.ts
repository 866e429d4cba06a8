import { type Viewport, scaleOf, type View } from '../view.js';
import { type LevelOfDetail, paintConstellation, type Scene } from './paint.js';

/** Size of the layer relative to the viewport, so that panning needs no repaint. */
const OVERSCAN = 1.5;
/** Maximum scaling of the layer during a gesture, up or down. */
const MAX_STRETCH = 1.35;

/** Caches the painted constellation while nodes are at rest, so that pan and zoom copy a bitmap. */
export class CachedLayer {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d', { alpha: false });
  #view: View | undefined;
  #viewport: Viewport = { width: 0, height: 0 };
  #scene: Scene | undefined;
  #pixelRatio = 1;

  invalidate(): void {
    this.#view = undefined;
  }

  /** @param allowStretched whether a scaled layer is good enough, during a gesture */
  drawTo(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: View,
    viewport: Viewport,
    pixelRatio: number,
    detail: LevelOfDetail,
    allowStretched: boolean,
  ): void {
    const isCached =
      this.#scene === scene &&
      this.#pixelRatio === pixelRatio &&
      this.#covers(view, viewport, allowStretched);
    if (!isCached) this.#repaint(scene, view, viewport, pixelRatio, detail);
    const layerView = this.#view ?? view;
    const ratio = view.zoom / layerView.zoom;
    const scale = scaleOf(viewport, view) * pixelRatio;
    const width = this.#canvas.width * ratio;
    const height = this.#canvas.height * ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(
      this.#canvas,
      (viewport.width * pixelRatio) / 2 + (layerView.x - view.x) * scale - width / 2,
      (viewport.height * pixelRatio) / 2 + (layerView.y - view.y) * scale - height / 2,
      width,
      height,
    );
  }

  #covers(view: View, viewport: Viewport, allowStretched: boolean): boolean {
    const cached = this.#view;
    if (!cached || cached.zoom === 0) return false;
    const ratio = view.zoom / cached.zoom;
    if (ratio !== 1 && (!allowStretched || ratio > MAX_STRETCH || ratio < 1 / MAX_STRETCH)) return false;
    const scale = scaleOf(viewport, view);
    const spareX = (this.#viewport.width * OVERSCAN * ratio - viewport.width) / 2 / scale;
    const spareY = (this.#viewport.height * OVERSCAN * ratio - viewport.height) / 2 / scale;
    return Math.abs(view.x - cached.x) <= spareX && Math.abs(view.y - cached.y) <= spareY;
  }

  #repaint(scene: Scene, view: View, viewport: Viewport, pixelRatio: number, detail: LevelOfDetail): void {
    this.#scene = scene;
    this.#pixelRatio = pixelRatio;
    this.#viewport = viewport;
    this.#view = view;
    this.#canvas.width = Math.round(viewport.width * OVERSCAN * pixelRatio);
    this.#canvas.height = Math.round(viewport.height * OVERSCAN * pixelRatio);
    if (!this.#context) return;
    // The larger size raises the scale by OVERSCAN; the lower zoom restores it.
    const overscanned = { width: viewport.width * OVERSCAN, height: viewport.height * OVERSCAN };
    paintConstellation(
      this.#context,
      scene,
      { ...view, zoom: view.zoom / OVERSCAN },
      overscanned,
      pixelRatio,
      detail,
    );
  }
}
