import { relative } from 'node:path';

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

export interface JestEnd {
  readonly exitCode: number | null;
  /** The output of --json, if any. */
  readonly report: string | undefined;
  /** Whether finding no tests is acceptable because only some were selected. */
  readonly mayBeEmpty: boolean;
}

/** Returns the outcome of a jest run. A crash counts as a failure, and so does an unexpected lack of tests. */
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
  /** Test files that could not be run. */
  readonly brokenFiles: number;
}

function parseReport(text: string): Counts | undefined {
  const report = parseJson(text);
  const passed = count(report, 'numPassedTests');
  const failed = count(report, 'numFailedTests');
  const brokenFiles = count(report, 'numRuntimeErrorTestSuites');
  if (passed === undefined || failed === undefined || brokenFiles === undefined) return undefined;
  return { passed, failed, brokenFiles };
}

export interface FileTime {
  readonly file: string;
  readonly ms: number;
}

/** Returns how long each test file of a jest report took. */
export function fileTimes(report: string | undefined): FileTime[] {
  const files = property(parseJson(report ?? ''), 'testResults');
  if (!Array.isArray(files)) return [];
  return files.flatMap((result: unknown) => {
    const file = property(result, 'name');
    const from = property(result, 'startTime');
    const to = property(result, 'endTime');
    return typeof file === 'string' && typeof from === 'number' && typeof to === 'number'
      ? [{ file, ms: to - from }]
      : [];
  });
}

/** Returns a line for each of the ten slowest files, slowest first. */
export function describeSlowest(times: readonly FileTime[], root: string): string[] {
  return times
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 10)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${relative(root, file)}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function count(report: unknown, name: string): number | undefined {
  const value = property(report, name);
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
