import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overweight } from './budgets.js';
import { type Command, npmScript, runCommand } from './command.js';
import { lockfileProblems } from './lockfile.js';
import { FAILED, jestOutcome, type Outcome, PASSED } from './outcome.js';

/** One step of the tests. */
export interface Step {
  readonly name: string;
  /** Names of steps without which this one makes no sense. */
  readonly needs?: readonly string[];
  /** Whether nothing else runs meanwhile: what keeps all cores busy by itself. */
  readonly alone?: boolean;
  /** Does it, and shows what went wrong. Throws nothing. */
  readonly run: () => Promise<Outcome>;
}

/** A step that passes when its command does; its output is shown only when it does not. */
export function commandStep(name: string, command: Command, say: (text: string) => void): Step {
  return {
    name,
    run: async () => {
      const { exitCode, output } = await runCommand(command, 'collected');
      if (exitCode === 0) return PASSED;
      say(output.trimEnd());
      return FAILED;
    },
  };
}

/** The steps that look at the code without running it, and build what the tests need. */
export function staticSteps(root: string, say: (text: string) => void): Step[] {
  const script = (name: string, scriptName: string) => commandStep(name, npmScript(root, scriptName), say);
  const buildClient: Command = {
    program: process.execPath,
    args: [join(root, 'node_modules/nx/dist/bin/nx.js'), 'build', '@oniverse/frontend'],
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  };
  return [
    script('format', 'format:check'),
    script('lint', 'lint'),
    script('boundaries', 'boundaries'),
    lockfileStep(join(root, 'package-lock.json'), say),
    script('types', 'types'),
    { ...commandStep('client build', buildClient, say), needs: ['types'] },
    { ...budgetsStep(join(root, 'frontend/dist'), say), needs: ['client build'] },
  ];
}

function budgetsStep(folder: string, say: (text: string) => void): Step {
  return {
    name: 'budgets',
    run: async () => {
      const problems = await overweight(folder);
      for (const problem of problems) say(problem);
      return problems.length === 0 ? PASSED : FAILED;
    },
  };
}

function lockfileStep(file: string, say: (text: string) => void): Step {
  return {
    name: 'lock file',
    run: async () => {
      const problems = lockfileProblems(await readFile(file, 'utf8').catch(() => ''));
      for (const problem of problems) say(problem);
      return problems.length === 0 ? PASSED : FAILED;
    },
  };
}

/** What one run of jest is to do. */
export interface JestRun {
  readonly root: string;
  readonly projects: readonly string[];
  readonly maxWorkers: number;
  /** Patterns and options from the command line. */
  readonly args: readonly string[];
  /** On top of the environment. */
  readonly env?: NodeJS.ProcessEnv;
}

// Tests start servers of their own; those of whoever runs them are none of their business.
const NOT_FOR_TESTS =
  'DATABASE_URL REDIS_URL S3_ENDPOINT S3_ACCESS_KEY S3_SECRET_KEY S3_BUCKET S3_REGION HOST PORT PUBLIC_URL ' +
  'CLIENT_DIR ONIVERSE_DATA RATE_LIMITS TRUSTED_PROXIES LOG_LEVEL NODE_ENV';

/** Runs jest, its report for people on the console, and counts the tests. Throws nothing. */
export async function runJest({ root, projects, maxWorkers, args, env }: JestRun): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'oniverse-test-'));
  const reportFile = join(folder, 'report.json');
  const mayBeEmpty = args.length > 0;
  try {
    const testEnv: NodeJS.ProcessEnv = { ...process.env, ...env };
    for (const name of NOT_FOR_TESTS.split(' ')) delete testEnv[name];
    const { exitCode } = await runCommand(
      {
        program: process.execPath,
        args: [
          '--require',
          join(root, 'infra/dist/test/compile-once.cjs'),
          '--experimental-vm-modules',
          '--no-warnings',
          join(root, 'node_modules/jest/bin/jest.js'),
          '--selectProjects',
          ...projects,
          '--json',
          `--outputFile=${reportFile}`,
          `--maxWorkers=${maxWorkers}`,
          ...(mayBeEmpty ? ['--passWithNoTests', ...args] : []),
        ],
        cwd: root,
        env: testEnv,
      },
      'shown',
    );
    const report = await readFile(reportFile, 'utf8').catch(() => undefined);
    return jestOutcome({ exitCode, report, mayBeEmpty });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
