import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Asks a backend again and again whether it is alive, and remembers the longest wait. Does so in a thread of its own,
 * because the sender of the requests would delay it.
 */
export class LivenessWatch {
  private constructor(private readonly worker: Worker) {}

  /** Starts after a first answer. */
  static async start(url: string): Promise<LivenessWatch> {
    const worker = new Worker(new URL('liveness-thread.js', import.meta.url), { workerData: url });
    await once(worker, 'message');
    return new LivenessWatch(worker);
  }

  /** @returns the longest wait for an answer, in milliseconds */
  async stop(): Promise<number> {
    this.worker.postMessage('stop', []);
    const [longest]: unknown[] = await once(this.worker, 'message');
    return Number(longest);
  }
}
