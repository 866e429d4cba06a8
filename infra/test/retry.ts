import { relative } from 'node:path';
import { FAILED, type Outcome, SKIPPED, sum } from './outcome.js';
import type { FileEnd } from './test-events.js';

export interface TestRun {
  readonly outcome: Outcome;
  readonly files: readonly FileEnd[];
  /** Whether it ended early, so that some files did not run. */
  readonly isCut: boolean;
}

export interface TestResult extends TestRun {
  /** The files that passed on the second run, with their `firstFailure`. */
  readonly retried: readonly FileEnd[];
}

const MAX_RETRIED_FILES = 3;

/**
 * Runs tests, and runs the files that failed once more. With more than three of them, the run has failed anyway.
 * @param run runs all tests, or those of the given files
 */
export async function runWithRetry(
  run: (files?: readonly string[]) => Promise<TestRun>,
): Promise<TestResult> {
  const first = await run();
  const failed = first.files.filter((file) => file.failed > 0);
  const mayPass = !first.isCut && failed.length > 0 && failed.length <= MAX_RETRIED_FILES;
  if (!mayPass) return { ...first, retried: [] };
  const second = await run(failed.map(({ file }) => file));
  const passedNow = new Set(second.files.filter((file) => file.failed === 0).map(({ file }) => file));
  return {
    ...first,
    outcome: sum([...first.files.filter((file) => file.failed === 0), second.outcome]),
    retried: failed
      .filter(({ file }) => passedNow.has(file))
      .map(({ failure = '', ...end }) => ({ ...end, firstFailure: failure })),
  };
}

/** Lists the files that passed on the second run with their first failures, and fails if there are more than three. */
export function checkRetries(
  retried: readonly FileEnd[],
  root: string,
  print: (text: string) => void,
): Outcome {
  for (const { file, firstFailure = '' } of retried) {
    print(`passed on the second run: ${relative(root, file)}\n${firstFailure.trimEnd()}`);
  }
  if (retried.length <= MAX_RETRIED_FILES) return SKIPPED;
  print(`✗ retries: ${retried.length} files needed a second run, more than ${MAX_RETRIED_FILES}.`);
  return FAILED;
}
