/** What the worker is asked to lay out. Places in lists stand for nodes. */
export interface LayoutOrder {
  kind: 'arrange';
  /** Counts the orders: answers to an older one are not looked at. */
  order: number;
  /** x and y of each node in the drawing space; NaN where it has no place yet. */
  positions: Float32Array;
  /** Two nodes for each link. */
  ends: Uint32Array;
  strengths: Float32Array;
  /** How much may move: 1 for a new chart, less for a small change. */
  heat: number;
  /** Whether only the settled chart is wanted, for those who ask for less motion. */
  atOnce: boolean;
}

/** Stops the layout while nobody sees it, or lets it go on. */
export interface LayoutPause {
  kind: 'pause';
  paused: boolean;
}

export type LayoutRequest = LayoutOrder | LayoutPause;

/** Where the nodes are now: x and y of each. */
export interface LayoutAnswer {
  order: number;
  positions: Float32Array;
  /** Whether nothing moves any more. */
  settled: boolean;
}
