export interface InlineCode {
  start: number;
  /** The index after its last backtick. */
  end: number;
  /** The number of backticks on each side. */
  ticks: number;
}

/** Returns inline code by start index, in linear time. An entry that starts inside another one is not code. */
export function inlineCodeOf(text: string): Map<number, InlineCode> {
  const found: InlineCode[] = [];
  // The next run of each length. Scanning from the end needs only one pass.
  const next = new Map<number, number>();
  for (const { 0: run, index: start } of [...text.matchAll(/`+/gu)].toReversed()) {
    const ticks = run.length;
    const close = next.get(ticks);
    if (close !== undefined) found.push({ start, end: close + ticks, ticks });
    next.set(ticks, start);
  }
  return new Map(found.toReversed().map((code) => [code.start, code]));
}
