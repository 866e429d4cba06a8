import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { selectsBrowserTest, readArguments, type Tier } from './arguments.js';
import { findChromium, knownChromiumPlaces } from './chromium.js';
import { killRunningCommands } from './command.js';
import { composeStep } from './compose.js';
import { measureSlowness, usedCpuSeconds } from './cpu.js';
import { type JestRun, runJest } from './jest-run.js';
import { FAILED, SKIPPED, sum } from './outcome.js';
import { checkBudget, describeUsage } from './report.js';
import { runPlaywright } from './playwright-run.js';
import { checkRetries, type TestResult } from './retry.js';
import { runSteps } from './run-steps.js';
import { buildSteps, staticSteps, type Step } from './steps.js';
import type { FileEnd } from './test-events.js';

/** What each tier may use, in CPU seconds of the reference machine. */
const BUDGETS: Readonly<Record<Tier, number>> = {
  test: 1_200,
  browser: 900,
  long: 3_600,
  scale: 3_600,
};

// From infra/dist/test.
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const { tiers, fast, requireBrowser, patterns } = readArguments(process.argv.slice(2), process.env);
const isSelection = patterns.length > 0;
const installation = usedCpuSeconds();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killRunningCommands(signal);
    process.exit(130);
  });
}

const files: FileEnd[] = [];
const retried: FileEnd[] = [];

/** @param run resolves to undefined if the step cannot run here */
function testStep(name: string, run: () => Promise<TestResult | undefined>): Step {
  return {
    name,
    needs: ['types', 'client build'],
    run: async () => {
      const result = await run();
      if (result === undefined) return requireBrowser ? FAILED : SKIPPED;
      files.push(...result.files);
      retried.push(...result.retried);
      return result.outcome;
    },
  };
}

const jestStep = (
  name: string,
  options: Pick<JestRun, 'projects' | 'maxWorkers' | 'env'> & { args?: readonly string[] },
): Step => testStep(name, () => runJest({ root, args: patterns, print, ...options }));

/** One run per project, because jest's workers keep the modules of the files that they have run. */
const jestSteps = (): Step[] =>
  isSelection
    ? [
        jestStep('tests', {
          projects: ['client', 'client node', 'libs', 'backend', 'worker', 'infra'],
          maxWorkers: 2,
        }),
      ]
    : [
        jestStep('client', { projects: ['client suites', 'client node suites'], maxWorkers: 2 }),
        // One more than the cores, because many tests wait for a lease, a restart or another process.
        ...['libs suites', 'backend suites', 'worker suites', 'infra suites'].map((project) =>
          jestStep(project, { projects: [project], maxWorkers: 3 }),
        ),
      ];

const browserStep = (project: string): Step =>
  testStep(project, async () => {
    const found = await findChromium({
      env: process.env,
      knownPlaces: await knownChromiumPlaces(),
      canInstall: process.getuid?.() === 0,
      print,
    });
    if ('path' in found) {
      return runPlaywright({ root, project, chromiumPath: found.path, args: patterns, print });
    }
    print(`browser: not run (${found.missing})`);
    return undefined;
  });

/** Returns the step of a browser project, unless the patterns select none of its files. */
function browserSteps(project: string): Step[] {
  const files = readdirSync(join(root, 'infra/browser', project)).map((name) => join(project, name));
  return selectsBrowserTest(patterns, files) ? [browserStep(project)] : [];
}

function stepsOf(tier: Tier): Step[] {
  if (tier === 'browser') return [browserStep('screens')];
  if (tier === 'scale') return [jestStep('scale', { projects: ['scale'], maxWorkers: 1 })];
  if (tier === 'long') {
    return [
      // Faults and random requests need the whole machine.
      jestStep('long', { projects: ['long'], maxWorkers: 1, env: { TEST_LENGTH: 'long' } }),
      ...(isSelection
        ? []
        : [
            jestStep('client', {
              projects: ['client'],
              maxWorkers: 1,
              env: { TEST_LENGTH: 'long' },
              args: ['\\.property\\.test'],
            }),
          ]),
      ...browserSteps('journeys'),
    ];
  }
  return [
    // A selection runs without the static checks, which would take most of its time.
    ...(isSelection ? [] : [...staticSteps(root, print), composeStep(root, print)]),
    ...jestSteps(),
    ...(fast ? [] : browserSteps('journey')),
  ];
}

const steps = tiers.flatMap(stepsOf);
const { outcome: stepsOutcome, times } = await runSteps(
  [...buildSteps(root, print), ...steps],
  print,
  isSelection ? {} : { slowness: measureSlowness },
);
if (fast) print('browser: skipped (--fast)');

const outcomes = [stepsOutcome];
if (isSelection) {
  if (files.length === 0) {
    print(`No tests of this tier match: ${patterns.join(' ')}. CONTRIBUTING.md lists the other tiers.`);
    outcomes.push(FAILED);
  }
} else {
  // What the first step found is nearest to the installation.
  const { slowness = 1 } = times[0] ?? {};
  const usage = { steps: [{ name: 'installation', cpuSeconds: installation, slowness }, ...times], files };
  for (const line of describeUsage(usage, root)) print(line);
  const budget = tiers.reduce((total, tier) => total + BUDGETS[tier], 0);
  outcomes.push(checkBudget(usage, budget, print), checkRetries(retried, root, print));
}
const { passed, failed } = sum(outcomes);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function print(text: string): void {
  console.log(text);
}
