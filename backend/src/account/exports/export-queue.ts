import { MESSAGES } from '@oniverse/contracts';
import { ProblemError, unavailable } from '@oniverse/platform';

export const EXPORT = {
  /** Lifetime of a download address. */
  addressMs: 15 * 60 * 1000,
  /** Exports that one backend streams at once; a member can have only one. */
  concurrent: 8,
  maxQueued: 64,
  /** Maximum duration from the first byte. */
  maxDurationMs: 30 * 60 * 1000,
  /** An export is aborted when its client reads nothing for this long. */
  stallMs: 60 * 1000,
} as const;

/** In seconds. */
const RETRY_AFTER = 30;

/** A place in the queue, held until `leave` is called. */
export interface QueuedExport {
  /** Resolves when the export may start. Rejects if it leaves the queue first. */
  turn: Promise<void>;
  /** Frees the place. Idempotent. */
  leave: () => void;
}

/** Limits the concurrent exports of a process. Further exports wait in order of arrival. */
export class ExportQueue {
  private readonly members = new Set<string>();
  /** Resolvers of the waiting turns, in order of arrival. */
  private readonly waiting = new Map<string, () => void>();
  private running = 0;

  constructor(private readonly limits: { concurrent: number; maxQueued: number } = EXPORT) {}

  /** @throws ProblemError `rate_limited` if the member already has an export, `unavailable` if the queue is full */
  enter(userId: string): QueuedExport {
    if (this.members.has(userId)) {
      throw new ProblemError('rate_limited', MESSAGES.rateLimited, { retryAfter: RETRY_AFTER });
    }
    if (this.members.size >= this.limits.concurrent + this.limits.maxQueued) throw unavailable();
    this.members.add(userId);
    const departure = new AbortController();
    const turn = new Promise<void>((resolve, reject) => {
      this.waiting.set(userId, resolve);
      departure.signal.addEventListener('abort', () =>
        reject(new Error('The export left the queue before its turn.')),
      );
    });
    // Prevents an unhandled rejection when nothing awaits the turn.
    turn.catch(() => {});
    this.advance();
    const leave = (): void => {
      if (departure.signal.aborted) return;
      departure.abort();
      this.members.delete(userId);
      if (!this.waiting.delete(userId)) this.running -= 1;
      this.advance();
    };
    return { turn, leave };
  }

  private advance(): void {
    for (const [userId, start] of this.waiting) {
      if (this.running >= this.limits.concurrent) return;
      this.waiting.delete(userId);
      this.running += 1;
      start();
    }
  }
}
