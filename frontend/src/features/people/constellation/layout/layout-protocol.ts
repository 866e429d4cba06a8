/** Nodes are list indexes. */
export interface ArrangeRequest {
  kind: 'arrange';
  /** Increases with each request; updates of older requests are dropped. */
  requestId: number;
  /** x and y of each node in the drawing space; NaN for a new node. */
  positions: Float32Array;
  /** Two nodes per link. */
  ends: Uint32Array;
  strengths: Float32Array;
  /** The cluster of each node, from 0; -1 for none. */
  clusters: Int32Array;
  /** The member's own node, or -1; it takes part in the layout even without a link. */
  own: number;
  /** The simulation's initial alpha, up to 1. */
  alpha: number;
  /** Whether to send only the settled layout, for reduced motion. */
  immediate: boolean;
}

export interface PauseRequest {
  kind: 'pause';
  paused: boolean;
}

export type LayoutRequest = ArrangeRequest | PauseRequest;

export interface LayoutUpdate {
  requestId: number;
  positions: Float32Array;
  settled: boolean;
}
