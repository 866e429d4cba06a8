import type { FileEnd } from './test-events.js';

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

export const PASSED: Outcome = { passed: 1, failed: 0 };
export const FAILED: Outcome = { passed: 0, failed: 1 };

export const SKIPPED: Outcome = { passed: 0, failed: 0 };

export function sum(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }),
    SKIPPED,
  );
}

export interface TestRunEnd {
  readonly exitCode: number | null;
  readonly files: readonly FileEnd[];
  /** Whether finding no tests is acceptable because only some were selected. */
  readonly mayBeEmpty: boolean;
}

/** Returns the outcome of a run of tests. A crash counts as a failure, and so does an unexpected lack of tests. */
export function testOutcome({ exitCode, files, mayBeEmpty }: TestRunEnd): Outcome {
  const found = sum(files);
  if (found.failed > 0) return found;
  const isEmpty = found.passed === 0;
  if (exitCode !== 0 || (isEmpty && !mayBeEmpty)) return { passed: found.passed, failed: 1 };
  return found;
}
