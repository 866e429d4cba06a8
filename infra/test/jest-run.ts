import { join } from 'node:path';
import { runWithRetry, type TestResult, type TestRun } from './retry.js';
import { runTestProcess } from './test-process.js';

export interface JestRun {
  readonly root: string;
  readonly projects: readonly string[];
  readonly maxWorkers: number;
  /** Patterns of test files and options for jest. With any, a lack of tests is acceptable and no file is retried. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
}

/** Runs projects of jest with their report on the console, and runs failed files once more. Never rejects. */
export async function runJest(run: JestRun): Promise<TestResult> {
  if (run.args.length > 0) return { ...(await runOnce(run)), retried: [] };
  return runWithRetry((files) => {
    if (!files) return runOnce(run);
    run.print(`Running ${files.length} failed files once more, alone …`);
    return runOnce({ ...run, maxWorkers: 1, args: ['--runTestsByPath', ...files] });
  });
}

function runOnce({ root, projects, maxWorkers, args, ...options }: JestRun): Promise<TestRun> {
  const compiled = (file: string): string => join(root, 'infra/dist/test', file);
  const mayBeEmpty = args.length > 0;
  return runTestProcess({
    ...options,
    root,
    mayBeEmpty,
    args: [
      // Jest's workers inherit it. With V8's default of 16 MB, they spend a sixth of their time on collecting garbage.
      '--max-semi-space-size=64',
      '--require',
      compiled('compile-once.cjs'),
      '--experimental-vm-modules',
      '--no-warnings',
      join(root, 'node_modules/jest/bin/jest.js'),
      '--selectProjects',
      ...projects,
      '--reporters=default',
      `--reporters=${compiled('jest-reporter.js')}`,
      `--testRunner=${compiled('measured-circus.js')}`,
      `--maxWorkers=${maxWorkers}`,
      ...(mayBeEmpty ? ['--passWithNoTests', ...args] : []),
    ],
  });
}
