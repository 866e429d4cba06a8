import type { Viewport, View } from '../view.js';
import {
  placeLabels,
  type Box,
  type Label,
  type Measure,
  labelSpecsOf,
  type Highlight,
  positionLabels,
  type PlacedLabel,
} from './labels.js';
import type { Scene } from './paint.js';

interface CachedLabels {
  scene: Scene;
  highlight: Highlight;
  view: View;
  viewport: Viewport;
  labels: Label[];
}

/** Caches label placement: labels keep their side while the view moves, and are placed again at rest. */
export class LabelCache {
  #cached: CachedLabels | undefined;
  obstacles: readonly Box[] = [];

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly you: string,
  ) {}

  labelsFor(
    scene: Scene,
    highlight: Highlight,
    view: View,
    viewport: Viewport,
    isMoving: boolean,
  ): PlacedLabel[] {
    const cached = this.#cached;
    const isValid =
      cached !== undefined &&
      cached.scene.graph === scene.graph &&
      cached.scene.visibility === scene.visibility &&
      cached.highlight.selected === highlight.selected &&
      cached.highlight.hovered === highlight.hovered &&
      (isMoving ||
        (cached.scene.positions === scene.positions && cached.view === view && cached.viewport === viewport));
    if (isValid) return positionLabels(cached.labels, scene, view, viewport);
    const labels = this.computeLabels(scene, highlight, view, viewport);
    this.#cached = { scene, highlight, view, viewport, labels };
    return positionLabels(labels, scene, view, viewport);
  }

  computeLabels(scene: Scene, highlight: Highlight, view: View, viewport: Viewport): Label[] {
    const measure: Measure = (text, size) => {
      this.context.font = `italic 400 ${size}px ${scene.palette.display}`;
      return this.context.measureText(text).width;
    };
    const specs = labelSpecsOf(scene.graph, scene.visibility, highlight, this.you);
    return placeLabels(specs, scene, highlight.selected, view, viewport, this.obstacles, measure);
  }
}
