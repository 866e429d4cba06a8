import type { Box } from '../../../../ui/figures/box.js';
import { namedAreas } from './backdrop.js';
import { type Label, type Measure, type PlacedLabel, placeLabels, positionLabels } from './labels.js';
import { type Highlight, labelSpecsOf } from './label-specs.js';
import type { Picture } from './picture.js';

interface CachedLabels {
  picture: Picture;
  highlight: Highlight;
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

  labelsFor(picture: Picture, highlight: Highlight, isMoving: boolean): PlacedLabel[] {
    const cached = this.#cached;
    const isValid =
      cached !== undefined &&
      cached.picture.graph === picture.graph &&
      cached.picture.visibility === picture.visibility &&
      cached.highlight.selected === highlight.selected &&
      cached.highlight.hovered === highlight.hovered &&
      cached.highlight.path === highlight.path &&
      (isMoving ||
        (cached.picture.positions === picture.positions &&
          cached.picture.view === picture.view &&
          cached.picture.viewport === picture.viewport));
    if (isValid) return positionLabels(cached.labels, picture);
    const labels = this.computeLabels(picture, highlight);
    this.#cached = { picture, highlight, labels };
    return positionLabels(labels, picture);
  }

  computeLabels(picture: Picture, highlight: Highlight): Label[] {
    const measure: Measure = (text, size) => {
      this.context.font = `italic 400 ${size}px ${picture.palette.display}`;
      return this.context.measureText(text).width;
    };
    const specs = labelSpecsOf(picture, highlight, this.you);
    const taken = { obstacles: this.obstacles, named: namedAreas(picture) };
    return placeLabels(specs, picture, highlight.selected, taken, measure);
  }
}
