/** Tracks the messages of a reconnecting client, live or from answers, and its first gap. */
export class ResumeTracker {
  private readonly buffered = new Set<number>();

  /** @param lastSeq the last `seq` without a gap before it */
  constructor(public lastSeq: number) {}

  record(seq: number): void {
    if (seq > this.lastSeq) this.buffered.add(seq);
    while (this.buffered.delete(this.lastSeq + 1)) this.lastSeq += 1;
  }

  reset(seqs: readonly number[]): void {
    const first = seqs[0];
    if (first !== undefined) this.lastSeq = Math.max(this.lastSeq, first - 1);
    for (const seq of seqs) this.record(seq);
  }

  isCompleteUpTo(seq: number): boolean {
    return this.lastSeq >= seq;
  }
}
