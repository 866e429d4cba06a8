import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { maySelect, readArguments } from './arguments.js';
import { findChromium, knownChromiumPlaces } from './chromium.js';
import { killRunningCommands } from './command.js';
import { composeStep } from './compose.js';
import { describeSlowest, FAILED, type FileTime, SKIPPED, sum } from './outcome.js';
import { runSteps } from './run-steps.js';
import { buildSteps, type JestRun, runJest, staticSteps, type Step } from './steps.js';

// From infra/dist/test.
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const { fast, long, requireBrowser, forJest } = readArguments(process.argv.slice(2), process.env);
const isSelection = forJest.length > 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killRunningCommands(signal);
    process.exit(130);
  });
}

let testsFound = 0;
const times: FileTime[] = [];

function jestStep(name: string, prepare: () => Promise<Omit<JestRun, 'root' | 'args'> | undefined>): Step {
  return {
    name,
    needs: ['types', 'client build'],
    alone: true,
    run: async () => {
      const options = await prepare();
      if (options === undefined) return requireBrowser ? FAILED : SKIPPED;
      const result = await runJest({ root, args: forJest, ...options });
      testsFound += result.outcome.passed + result.outcome.failed;
      times.push(...result.times);
      return result.outcome;
    },
  };
}

const tests = jestStep('tests', async () => ({
  projects: ['libs', 'backend', 'worker', 'infra', 'client'],
  // One more than the cores, because many tests wait for a lease, a restart or another process.
  maxWorkers: 3,
}));

const longTests = jestStep('long tests', async () => ({
  projects: ['long'],
  // Faults and random requests need the whole machine.
  maxWorkers: 1,
  env: { TEST_LENGTH: 'long' },
}));

const browserTests = jestStep('browser', async () => {
  const found = await findChromium({
    env: process.env,
    knownPlaces: await knownChromiumPlaces(),
    canInstall: process.getuid?.() === 0,
    print,
  });
  if ('missing' in found) {
    print(`browser: not run (${found.missing})`);
    return undefined;
  }
  // One per core: each drives two browsers and a whole Oniverse, and mostly waits.
  return { projects: ['browser'], maxWorkers: 2, env: { CHROMIUM_PATH: found.path } };
});

let outcome = await runSteps(await chooseSteps(), print);
if (fast) print('browser: skipped (--fast)');
if (isSelection && testsFound === 0) {
  print(`No tests match: ${forJest.join(' ')}`);
  outcome = sum([outcome, FAILED]);
}
if (times.length > 1) {
  print('Slowest test files:');
  for (const line of describeSlowest(times, root)) print(line);
}
print(`${outcome.passed} passed, ${outcome.failed} failed`);
process.exitCode = outcome.failed > 0 ? 1 : 0;

/** A selection runs without the static checks, which would take most of its time. */
async function chooseSteps(): Promise<Step[]> {
  const build = buildSteps(root, print);
  if (long) return [...build, longTests];
  const folder = join(root, 'infra/browser');
  const browserFiles = (await readdir(folder)).filter((name) => name.endsWith('.browser.spec.ts'));
  const withBrowser =
    !fast &&
    maySelect(
      forJest,
      browserFiles.map((name) => join(folder, name)),
    );
  return [
    ...build,
    ...(isSelection ? [] : [...staticSteps(root, print), composeStep(root, print)]),
    tests,
    ...(withBrowser ? [browserTests] : []),
  ];
}

function print(text: string): void {
  console.log(text);
}
