import type { Frame, View } from '../view.js';
import {
  arrangeLabels,
  type Box,
  type Label,
  type Measure,
  namesOf,
  type Pointed,
  setLabels,
  type SetLabel,
} from './labels.js';
import type { Scene } from './paint.js';

interface Arranged {
  scene: Scene;
  pointed: Pointed;
  view: View;
  frame: Frame;
  labels: Label[];
}

/** The names on a chart. Each keeps its side of its node while the view moves, and finds a better one at rest. */
export class Names {
  #arranged: Arranged | undefined;
  /** What of the frame something else stands on. */
  covered: readonly Box[] = [];

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly you: string,
  ) {}

  /** @param moves whether the chart or the view moves just now */
  at(scene: Scene, pointed: Pointed, view: View, frame: Frame, moves: boolean): SetLabel[] {
    const held = this.#arranged;
    const isHeld =
      held !== undefined &&
      held.scene.graph === scene.graph &&
      held.scene.shown === scene.shown &&
      held.pointed.selected === pointed.selected &&
      held.pointed.hovered === pointed.hovered &&
      (moves || (held.scene.positions === scene.positions && held.view === view && held.frame === frame));
    if (isHeld) return setLabels(held.labels, scene, view, frame);
    const labels = this.arrange(scene, pointed, view, frame);
    this.#arranged = { scene, pointed, view, frame, labels };
    return setLabels(labels, scene, view, frame);
  }

  /** The names as they stand best in a view. */
  arrange(scene: Scene, pointed: Pointed, view: View, frame: Frame): Label[] {
    const measure: Measure = (text, size) => {
      this.context.font = `italic 400 ${size}px ${scene.palette.display}`;
      return this.context.measureText(text).width;
    };
    const names = namesOf(scene.graph, scene.shown, pointed, this.you);
    return arrangeLabels(names, scene, pointed.selected, view, frame, this.covered, measure);
  }
}
