import type { Graph } from '../graph.js';
import type { LayoutUpdate, ArrangeRequest } from './layout-protocol.js';

/** A change moves placed nodes less than a new layout. */
const INITIAL_ALPHA = { fresh: 1, change: 0.3 } as const;

export class LayoutClient {
  readonly #worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  #requestId = 0;

  /**
   * @param onUpdate receives positions of the latest graph, up to 30 times a second
   * @param onFail reports that the worker cannot run
   */
  constructor(onUpdate: (update: LayoutUpdate) => void, onFail: () => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<LayoutUpdate>) => {
      if (data.requestId === this.#requestId) onUpdate(data);
    });
    this.#worker.addEventListener('error', onFail);
  }

  /** @param known x and y of each node, NaN for a new one; the buffer is transferred */
  arrange(
    { ends, strengths, own }: Graph,
    clusters: Int32Array,
    known: Float32Array,
    immediate: boolean,
  ): void {
    this.#requestId += 1;
    const hasPositions = known.some((value) => !Number.isNaN(value));
    this.#worker.postMessage(
      {
        kind: 'arrange',
        requestId: this.#requestId,
        positions: known,
        ends,
        strengths,
        clusters,
        own,
        alpha: hasPositions ? INITIAL_ALPHA.change : INITIAL_ALPHA.fresh,
        immediate,
      } satisfies ArrangeRequest,
      [known.buffer],
    );
  }

  /** Ignores further positions of the latest graph. */
  cancel(): void {
    this.#requestId += 1;
  }

  setPaused(paused: boolean): void {
    this.#worker.postMessage({ kind: 'pause', paused }, []);
  }

  stop(): void {
    this.#worker.terminate();
  }
}
