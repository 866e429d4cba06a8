/** A criterion, and whether it is met. */
export interface Verdict {
  criterion: string;
  measured: string;
  holds: boolean;
}

/** What a scenario found out. */
export interface Findings {
  title: string;
  /** The first row holds the names of the columns. */
  table: readonly (readonly string[])[];
  verdicts: readonly Verdict[];
  /** Everything measured, for machines. */
  raw: unknown;
}
