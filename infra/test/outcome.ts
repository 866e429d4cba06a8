/** How many tests passed and failed. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

export const PASSED: Outcome = { passed: 1, failed: 0 };
export const FAILED: Outcome = { passed: 0, failed: 1 };

/** Of a step that had nothing to do. */
export const NOTHING: Outcome = { passed: 0, failed: 0 };

/** All outcomes together. */
export function sum(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }),
    NOTHING,
  );
}

/** How a run of jest ended. */
export interface JestEnd {
  readonly exitCode: number | null;
  /** What it wrote with --json; undefined when it wrote nothing. */
  readonly report: string | undefined;
  /** Whether it is all right that no test was found, because only some were asked for. */
  readonly mayBeEmpty: boolean;
}

/** What a run of jest comes to. Never only good: a crash, or no test at all, is one failure. */
export function jestOutcome({ exitCode, report, mayBeEmpty }: JestEnd): Outcome {
  const counts = report === undefined ? undefined : parseReport(report);
  if (counts === undefined) return FAILED;
  const { passed, failed, brokenFiles } = counts;
  const found = { passed, failed: failed + brokenFiles };
  if (found.failed > 0) return found;
  const isEmpty = passed === 0;
  if (exitCode !== 0 || (isEmpty && !mayBeEmpty)) return { passed, failed: 1 };
  return found;
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Test files that could not be run at all. */
  readonly brokenFiles: number;
}

function parseReport(text: string): Counts | undefined {
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    return undefined;
  }
  const passed = count(report, 'numPassedTests');
  const failed = count(report, 'numFailedTests');
  const brokenFiles = count(report, 'numRuntimeErrorTestSuites');
  if (passed === undefined || failed === undefined || brokenFiles === undefined) return undefined;
  return { passed, failed, brokenFiles };
}

function count(report: unknown, name: string): number | undefined {
  const value: unknown =
    typeof report === 'object' && report !== null ? Reflect.get(report, name) : undefined;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
