import type { Cluster } from '../clusters.js';
import { at } from '../graph.js';
import type { Point } from '../view.js';

/** A cluster with the place of its name. */
export interface NamedCluster extends Cluster {
  /** From the middle of the nodes to the middle of the name, in the drawing space. */
  offset: Point;
  /** Radians. */
  tilt: number;
}

const MAX_TILT = 0.17;
/** Standard deviations from the middle to the edge of a cluster. */
const EDGE = 1.7;
/** Estimated size of a name at zoom 1, in the drawing space. */
const LETTER = { width: 18, height: 34 } as const;

interface Shape extends Point {
  width: number;
  height: number;
  tilt: number;
}

export function middleOf(nodes: readonly number[], positions: Float32Array): Point {
  let [x, y] = [0, 0];
  for (const node of nodes) {
    x += at(positions, node * 2);
    y += at(positions, node * 2 + 1);
  }
  return { x: x / nodes.length, y: y / nodes.length };
}

function shapeOf(nodes: readonly number[], positions: Float32Array): Shape {
  const { x, y } = middleOf(nodes, positions);
  let [xx, yy, xy] = [0, 0, 0];
  for (const node of nodes) {
    const dx = at(positions, node * 2) - x;
    const dy = at(positions, node * 2 + 1) - y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const tilt = Math.atan2(2 * xy, xx - yy) / 2;
  return {
    x,
    y,
    width: Math.sqrt(xx / nodes.length),
    height: Math.sqrt(yy / nodes.length),
    tilt: Math.max(-MAX_TILT, Math.min(MAX_TILT, tilt / 2)),
  };
}

/** Returns the place of a name across the cluster, above or below its middle, that covers the fewest nodes. */
function offsetOf(tag: string, { x, y, height }: Shape, positions: Float32Array, taken: Point[]): Point {
  const half = { width: (tag.length * LETTER.width) / 2, height: LETTER.height / 2 };
  const costOf = (dy: number): number => {
    let covered = 0;
    for (let index = 0; index < positions.length; index += 2) {
      const isCovered =
        Math.abs(at(positions, index) - x) < half.width &&
        Math.abs(at(positions, index + 1) - y - dy) < half.height;
      covered += Number(isCovered);
    }
    const clash = taken.some(
      (other) => Math.abs(other.x - x) < 2 * half.width && Math.abs(other.y - y - dy) < LETTER.height,
    );
    return covered + (clash ? positions.length : 0);
  };
  const places = [0, -EDGE * height, EDGE * height].map((dy) => ({ dy, cost: costOf(dy) }));
  const { dy } = places.reduce((best, each) => (each.cost < best.cost ? each : best));
  taken.push({ x, y: y + dy });
  return { x: 0, y: dy };
}

/**
 * Returns the clusters whose nodes have positions, each with a place for its name.
 * @param positions in the drawing space
 */
export function nameClusters(clusters: readonly Cluster[], positions: Float32Array): NamedCluster[] {
  const taken: Point[] = [];
  return clusters.flatMap((cluster) => {
    const shape = shapeOf(cluster.nodes, positions);
    // A new node has no position yet.
    if (Number.isNaN(shape.x)) return [];
    return [{ ...cluster, offset: offsetOf(cluster.tag, shape, positions, taken), tilt: shape.tilt }];
  });
}
