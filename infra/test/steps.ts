import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { budgetViolations } from './budgets.js';
import { type Command, npmScript, runCommand } from './command.js';
import { lockfileProblems } from './lockfile.js';
import { FAILED, type Outcome, PASSED } from './outcome.js';

export interface Step {
  readonly name: string;
  /** The names of steps that must succeed first. */
  readonly needs?: readonly string[];
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

/**
 * For the compiler and the linter, which are programs in Go: they collect garbage when their memory has grown to five
 * times what is in use, instead of twice, unless they use much.
 */
const SPACIOUS = { ...process.env, GOGC: '400', GOMEMLIMIT: '3GiB' };

/** Returns the steps that check the sources without running them. */
export function staticSteps(root: string, print: (text: string) => void): Step[] {
  const script = (name: string) => commandStep(name, npmScript(root, name), print);
  return [
    commandStep('format', npmScript(root, 'format:check'), print),
    commandStep('lint', { ...npmScript(root, 'lint'), env: SPACIOUS }, print),
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
    commandStep('types', { ...npmScript(root, 'types'), env: SPACIOUS }, print),
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
