import { type Frame, scaleOf, type View } from '../view.js';
import { type Care, paintChart, type Scene } from './paint.js';

/** The layer is this much larger than the frame, so that the view can be moved over it. */
const SPARE = 1.5;
/** A layer is enlarged or reduced by no more than this while a gesture goes on. */
const STRETCH = 1.35;

/** A chart at rest, painted once and then moved about as one picture. */
export class SettledLayer {
  readonly #canvas = document.createElement('canvas');
  readonly #context = this.#canvas.getContext('2d', { alpha: false });
  #view: View | undefined;
  #frame: Frame = { width: 0, height: 0 };
  #scene: Scene | undefined;
  #density = 1;

  /** What was painted is not so any more. */
  drop(): void {
    this.#view = undefined;
  }

  /**
   * Puts the chart on `context`, from the layer where that reaches and is like enough.
   * @param rough whether a stretched layer will do, since the gesture goes on
   */
  put(
    context: CanvasRenderingContext2D,
    scene: Scene,
    view: View,
    frame: Frame,
    density: number,
    care: Care,
    rough: boolean,
  ): void {
    const held = this.#scene === scene && this.#density === density && this.#reaches(view, frame, rough);
    if (!held) this.#paint(scene, view, frame, density, care);
    const layerView = this.#view ?? view;
    const ratio = view.zoom / layerView.zoom;
    const scale = scaleOf(frame, view) * density;
    const width = this.#canvas.width * ratio;
    const height = this.#canvas.height * ratio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(
      this.#canvas,
      (frame.width * density) / 2 + (layerView.x - view.x) * scale - width / 2,
      (frame.height * density) / 2 + (layerView.y - view.y) * scale - height / 2,
      width,
      height,
    );
  }

  #reaches(view: View, frame: Frame, rough: boolean): boolean {
    const held = this.#view;
    if (!held || held.zoom === 0) return false;
    const ratio = view.zoom / held.zoom;
    if (ratio !== 1 && (!rough || ratio > STRETCH || ratio < 1 / STRETCH)) return false;
    const scale = scaleOf(frame, view);
    const spareX = (this.#frame.width * SPARE * ratio - frame.width) / 2 / scale;
    const spareY = (this.#frame.height * SPARE * ratio - frame.height) / 2 / scale;
    return Math.abs(view.x - held.x) <= spareX && Math.abs(view.y - held.y) <= spareY;
  }

  #paint(scene: Scene, view: View, frame: Frame, density: number, care: Care): void {
    this.#scene = scene;
    this.#density = density;
    this.#frame = frame;
    this.#view = view;
    this.#canvas.width = Math.round(frame.width * SPARE * density);
    this.#canvas.height = Math.round(frame.height * SPARE * density);
    if (!this.#context) return;
    // The same scale as in the frame, over a wider piece: the frame grows with the zoom taken back.
    const wide = { width: frame.width * SPARE, height: frame.height * SPARE };
    paintChart(this.#context, scene, { ...view, zoom: view.zoom / SPARE }, wide, density, care);
  }
}
