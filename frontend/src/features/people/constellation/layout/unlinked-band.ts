import { seededRandom } from '../../../../ui/figures/geometry.js';
import type { Position } from './fit.js';

/** The area of unlinked nodes along the lower edge of the drawing space. */
export interface Band {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Leaves out the controls in the lower corners and the zoom level. */
const EDGES = { left: 22, right: 726, bottom: 584 } as const;
const ZOOM_LEVEL = { right: 72, top: 560 } as const;
/** Square units. */
const AREA_PER_NODE = 200;
const HEIGHT = { min: 12, max: 84 } as const;
const MIN_DISTANCE = 8;
const MAX_TRIES = 24;

/** Returns undefined for no nodes. */
export function bandOf(nodes: number): Band | undefined {
  if (nodes === 0) return undefined;
  const { left, right, bottom } = EDGES;
  const height = Math.max(HEIGHT.min, Math.min(HEIGHT.max, (nodes * AREA_PER_NODE) / (right - left)));
  return { left, right, top: bottom - height, bottom };
}

const isInside = ({ left, right, top, bottom }: Band, { x, y }: Position): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;
const overlapsZoomLevel = ({ x, y }: Position): boolean => x < ZOOM_LEVEL.right && y > ZOOM_LEVEL.top;

class ProximityGrid {
  readonly #nodes = new Map<string, Position[]>();

  add(node: Position): void {
    const key = this.#key(node.x, node.y);
    this.#nodes.set(key, [...(this.#nodes.get(key) ?? []), node]);
  }

  /** Returns the distance to the nearest position, at most the minimum distance. */
  clearance({ x, y }: Position): number {
    let nearest: number = MIN_DISTANCE;
    for (const dx of [-MIN_DISTANCE, 0, MIN_DISTANCE]) {
      for (const dy of [-MIN_DISTANCE, 0, MIN_DISTANCE]) {
        for (const node of this.#nodes.get(this.#key(x + dx, y + dy)) ?? []) {
          nearest = Math.min(nearest, Math.hypot(node.x - x, node.y - y));
        }
      }
    }
    return nearest;
  }

  #key(x: number, y: number): string {
    return `${Math.floor(x / MIN_DISTANCE)} ${Math.floor(y / MIN_DISTANCE)}`;
  }
}

/** Deterministic for the same others; denser in the middle of the band. */
function positionFor(node: number, { left, right, top, bottom }: Band, others: ProximityGrid): Position {
  const random = seededRandom(node + 1);
  let best: Position = { x: left, y: top };
  let bestClearance = -1;
  for (let tried = 0; tried < MAX_TRIES && bestClearance < MIN_DISTANCE; tried += 1) {
    const x = left + random() * (right - left);
    const y = top + ((random() + random() + random()) / 3) * (bottom - top);
    const position = { x, y };
    const clearance = overlapsZoomLevel(position) ? -1 : others.clearance(position);
    if (clearance <= bestClearance) continue;
    best = position;
    bestClearance = clearance;
  }
  return best;
}

/**
 * A node already inside the band keeps its position.
 * @param known the current position of a node; NaN for a new one
 */
export function placeInBand(
  nodes: readonly number[],
  band: Band,
  known: (node: number) => Position,
): Map<number, Position> {
  const grid = new ProximityGrid();
  const positions = new Map<number, Position>();
  const assign = (node: number, position: Position) => {
    positions.set(node, position);
    grid.add(position);
  };
  for (const node of nodes) if (isInside(band, known(node))) assign(node, known(node));
  for (const node of nodes) if (!positions.has(node)) assign(node, positionFor(node, band, grid));
  return positions;
}
