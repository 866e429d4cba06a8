import { join } from 'node:path';
import type { TestResult } from './retry.js';
import { runTestProcess } from './test-process.js';

export interface PlaywrightRun {
  readonly root: string;
  readonly project: string;
  readonly chromiumPath: string;
  /** Patterns of test files and options for Playwright. With any, a lack of tests is acceptable and none is retried. */
  readonly args: readonly string[];
  readonly print: (text: string) => void;
}

/** Runs a project of the browser tests with its report on the console; Playwright retries. Never rejects. */
export async function runPlaywright({
  project,
  chromiumPath,
  args,
  ...options
}: PlaywrightRun): Promise<TestResult> {
  const { root } = options;
  const mayBeEmpty = args.length > 0;
  const run = await runTestProcess({
    ...options,
    mayBeEmpty,
    env: { CHROMIUM_PATH: chromiumPath, ...(mayBeEmpty && { TEST_RETRIES: '0' }) },
    args: [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      `--config=${join(root, 'infra/browser')}`,
      `--project=${project}`,
      `--reporter=list,${join(root, 'infra/dist/test/playwright-reporter.js')}`,
      ...(mayBeEmpty ? ['--pass-with-no-tests', ...args] : []),
    ],
  });
  return { ...run, retried: run.files.filter(({ firstFailure }) => firstFailure !== undefined) };
}
