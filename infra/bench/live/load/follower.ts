/** What a client that resumes does with what comes, live or as an answer: each `seq` once, and no gap. */
export class Follower {
  private readonly early = new Set<number>();

  /** @param held the last `seq` that it has */
  constructor(public held: number) {}

  take(seq: number): void {
    if (seq > this.held) this.early.add(seq);
    while (this.early.delete(this.held + 1)) this.held += 1;
  }

  /** Begins anew with what an answer holds, in place of what it had. */
  startAfresh(seqs: readonly number[]): void {
    const first = seqs[0];
    if (first !== undefined) this.held = Math.max(this.held, first - 1);
    for (const seq of seqs) this.take(seq);
  }

  /** Whether nothing is missing up to a `seq`. */
  isWholeUpTo(seq: number): boolean {
    return this.held >= seq;
  }
}
