import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { budgetViolations } from './budgets.js';
import { type Command, npmScript, runCommand } from './command.js';
import { lockfileProblems } from './lockfile.js';
import { FAILED, type FileTime, fileTimes, jestOutcome, type Outcome, PASSED } from './outcome.js';

export interface Step {
  readonly name: string;
  /** The names of steps that must succeed first. */
  readonly needs?: readonly string[];
  /** Whether nothing else runs at the same time, because it keeps all cores busy. */
  readonly alone?: boolean;
  /** Runs the step and prints what went wrong. Never rejects. */
  readonly run: () => Promise<Outcome>;
}

/** Returns a step that runs a command and prints its output only if it fails. */
export function commandStep(name: string, command: Command, print: (text: string) => void): Step {
  return {
    name,
    run: async () => {
      const { exitCode, output } = await runCommand(command, 'collected');
      if (exitCode === 0) return PASSED;
      print(output.trimEnd());
      return FAILED;
    },
  };
}

/** Returns the steps that check the sources without running them. */
export function staticSteps(root: string, print: (text: string) => void): Step[] {
  const script = (name: string) => commandStep(name, npmScript(root, name), print);
  return [
    commandStep('format', npmScript(root, 'format:check'), print),
    script('lint'),
    script('boundaries'),
    lockfileStep(join(root, 'package-lock.json'), print),
    { ...budgetsStep(join(root, 'frontend/dist'), print), needs: ['client build'] },
  ];
}

/** Returns the steps that build what the tests run. Each does only what changed since it was last run. */
export function buildSteps(root: string, print: (text: string) => void): Step[] {
  const buildClient: Command = {
    program: process.execPath,
    args: [join(root, 'node_modules/nx/dist/bin/nx.js'), 'build', '@oniverse/frontend'],
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  };
  return [
    commandStep('types', npmScript(root, 'types'), print),
    { ...commandStep('client build', buildClient, print), needs: ['types'] },
  ];
}

function budgetsStep(folder: string, print: (text: string) => void): Step {
  return {
    name: 'budgets',
    run: async () => {
      const problems = await budgetViolations(folder);
      for (const problem of problems) print(problem);
      return problems.length === 0 ? PASSED : FAILED;
    },
  };
}

function lockfileStep(file: string, print: (text: string) => void): Step {
  return {
    name: 'lock file',
    run: async () => {
      const problems = lockfileProblems(await readFile(file, 'utf8').catch(() => ''));
      for (const problem of problems) print(problem);
      return problems.length === 0 ? PASSED : FAILED;
    },
  };
}

export interface JestRun {
  readonly root: string;
  readonly projects: readonly string[];
  readonly maxWorkers: number;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

// Tests start their own servers and must not use the developer's.
const HIDDEN_VARIABLES =
  'DATABASE_URL REDIS_URL S3_ENDPOINT S3_ACCESS_KEY S3_SECRET_KEY S3_BUCKET S3_REGION HOST PORT PUBLIC_URL ' +
  'CLIENT_DIR ONIVERSE_DATA PICTURES_PER_MEMBER PICTURE_MB_PER_MEMBER RATE_LIMITS TRUSTED_PROXIES LOG_LEVEL NODE_ENV';

export interface JestResult {
  readonly outcome: Outcome;
  readonly times: readonly FileTime[];
}

/** Runs jest with its report on the console. Never rejects. */
export async function runJest({ root, projects, maxWorkers, args, env }: JestRun): Promise<JestResult> {
  const folder = await mkdtemp(join(tmpdir(), 'oniverse-test-'));
  const reportFile = join(folder, 'report.json');
  const mayBeEmpty = args.length > 0;
  try {
    const testEnv: NodeJS.ProcessEnv = { ...process.env, ...env };
    for (const name of HIDDEN_VARIABLES.split(' ')) delete testEnv[name];
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
    return { outcome: jestOutcome({ exitCode, report, mayBeEmpty }), times: fileTimes(report) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
