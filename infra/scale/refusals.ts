import type { CallOutcome } from '../faults/rest.js';

interface Kind {
  done: number;
  refused: number;
  unanswered: number;
  /** Since when every attempt failed, if the last one did. */
  failingSince: number | undefined;
  longestMs: number;
}

/** Counts how calls of each kind ended, and for how long all calls of a kind failed. */
export class Refusals {
  private readonly kinds = new Map<string, Kind>();
  private readonly waiting = new Map<string, () => void>();

  readonly observe = (call: string, outcome: CallOutcome): void => {
    const kind = this.kinds.get(call) ?? {
      done: 0,
      refused: 0,
      unanswered: 0,
      failingSince: undefined,
      longestMs: 0,
    };
    this.kinds.set(call, kind);
    kind[outcome] += 1;
    if (outcome !== 'done') {
      kind.failingSince ??= performance.now();
      return;
    }
    if (kind.failingSince !== undefined) {
      kind.longestMs = Math.max(kind.longestMs, performance.now() - kind.failingSince);
      kind.failingSince = undefined;
    }
    this.waiting.get(call)?.();
    this.waiting.delete(call);
  };

  /** Resolves when the next call of a kind succeeds. */
  nextDone(call: string): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.set(call, resolve);
    });
  }

  /** Returns a line for each kind of call. */
  describe(): string[] {
    return [...this.kinds]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(
        ([call, { done, refused, unanswered, longestMs }]) =>
          `  ${call.padEnd(28)} ${String(done).padStart(6)} done, ${String(refused).padStart(5)} refused, ` +
          `${String(unanswered).padStart(4)} unanswered; all refused for at most ${(longestMs / 1_000).toFixed(1)} s`,
      );
  }
}
