import { join, relative } from 'node:path';
import { runCommand } from './command.js';
import { testOutcome } from './outcome.js';
import { runWithRetry, type TestResult, type TestRun } from './retry.js';
import { TestRecord } from './test-events.js';

export interface JestRun {
  readonly root: string;
  readonly projects: readonly string[];
  readonly maxWorkers: number;
  /** Patterns of test files and options for jest. With any, a lack of tests is acceptable and no file is retried. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
}

// Tests start their own servers and must not use the developer's.
const HIDDEN_VARIABLES =
  'DATABASE_URL REDIS_URL S3_ENDPOINT S3_ACCESS_KEY S3_SECRET_KEY S3_BUCKET S3_REGION HOST PORT PUBLIC_URL ' +
  'CLIENT_DIR ONIVERSE_DATA PICTURES_PER_MEMBER PICTURE_MB_PER_MEMBER RATE_LIMITS TRUSTED_PROXIES LOG_LEVEL NODE_ENV';

/** Runs projects of jest with their report on the console, and runs failed files once more. Never rejects. */
export async function runJest(run: JestRun): Promise<TestResult> {
  if (run.args.length > 0) return { ...(await runOnce(run)), retried: [] };
  return runWithRetry((files) => {
    if (!files) return runOnce(run);
    run.print(`Running ${files.length} failed files once more, alone …`);
    return runOnce({ ...run, maxWorkers: 1, args: ['--runTestsByPath', ...files] });
  });
}

async function runOnce({ root, projects, maxWorkers, args, env, print }: JestRun): Promise<TestRun> {
  const record = new TestRecord();
  const testEnv: NodeJS.ProcessEnv = { ...process.env, ...env };
  for (const name of HIDDEN_VARIABLES.split(' ')) delete testEnv[name];
  const { exitCode, isStalled } = await runCommand(
    {
      program: process.execPath,
      args: [
        // Jest's workers inherit it. With V8's default of 16 MB, they spend a sixth of their time on collecting garbage.
        '--max-semi-space-size=64',
        '--require',
        join(root, 'infra/dist/test/compile-once.cjs'),
        '--experimental-vm-modules',
        '--no-warnings',
        join(root, 'node_modules/jest/bin/jest.js'),
        '--selectProjects',
        ...projects,
        '--reporters=default',
        `--reporters=${join(root, 'infra/dist/test/jest-reporter.js')}`,
        `--testRunner=${join(root, 'infra/dist/test/measured-circus.js')}`,
        `--maxWorkers=${maxWorkers}`,
        ...(args.length > 0 ? ['--passWithNoTests', ...args] : []),
      ],
      cwd: root,
      env: testEnv,
    },
    'shown',
    { onMessage: (message) => record.add(message) },
  );
  if (isStalled) {
    print(`✗ stopped after ten minutes without output, while these ran:`);
    for (const name of record.unfinished) print(`  ${relative(root, name)}`);
  }
  const { files } = record;
  return {
    outcome: testOutcome({ exitCode, files, mayBeEmpty: args.length > 0 }),
    files,
    isCut: exitCode === null,
  };
}
