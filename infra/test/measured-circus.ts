import type { TestResult } from '@jest/reporters';
import circus from 'jest-circus/runner';

/** CPU time of this worker at the end of the previous file, in microseconds. */
let before = 0;

/**
 * Jest's test runner, which adds the worker's CPU time since the previous file to the result. So a file also pays for
 * loading the modules that it needs.
 */
export default async function runMeasured(...args: readonly unknown[]): Promise<TestResult> {
  const result = await circus.default(...args);
  const { user, system } = process.cpuUsage();
  const cpuMs = Math.round((user + system - before) / 1_000);
  before = user + system;
  return Object.assign(result, { cpuMs });
}

/** Returns the time that `runMeasured` added to a result. A file that could not be run has none. */
export function cpuMsOf(result: object): { cpuMs?: number } {
  return 'cpuMs' in result && typeof result.cpuMs === 'number' ? { cpuMs: result.cpuMs } : {};
}
