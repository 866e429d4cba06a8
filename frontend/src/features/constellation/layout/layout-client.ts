import type { Graph } from '../graph.js';
import type { LayoutAnswer, LayoutOrder } from './layout-protocol.js';

/** How much a change may move what already has its place. */
const HEAT = { fresh: 1, change: 0.3 } as const;

/** The layout of a chart, in a worker of its own. */
export class LayoutClient {
  readonly #worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  #order = 0;

  /**
   * @param hear told where the nodes of the last arranged graph are, up to 30 times a second
   * @param fail told that the worker cannot be run
   */
  constructor(hear: (answer: LayoutAnswer) => void, fail: () => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.order === this.#order) hear(data);
    });
    this.#worker.addEventListener('error', fail);
  }

  /**
   * Arranges a graph anew.
   * @param known x and y of each node where it has a place already, else NaN
   */
  arrange({ ends, strengths }: Graph, known: Float32Array, atOnce: boolean): void {
    this.#order += 1;
    const hasPlaces = known.some((value) => !Number.isNaN(value));
    this.#worker.postMessage(
      {
        kind: 'arrange',
        order: this.#order,
        positions: known,
        ends,
        strengths,
        heat: hasPlaces ? HEAT.change : HEAT.fresh,
        atOnce,
      } satisfies LayoutOrder,
      [known.buffer],
    );
  }

  pause(paused: boolean): void {
    this.#worker.postMessage({ kind: 'pause', paused }, []);
  }

  stop(): void {
    this.#worker.terminate();
  }
}
