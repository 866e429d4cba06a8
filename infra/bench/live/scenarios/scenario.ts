export interface Verdict {
  criterion: string;
  measured: string;
  isMet: boolean;
}

export interface Findings {
  title: string;
  /** The first row contains the column names. */
  table: readonly (readonly string[])[];
  verdicts: readonly Verdict[];
  /** All measurements, for the JSON report. */
  raw: unknown;
}
