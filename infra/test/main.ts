import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments } from './arguments.js';
import { findChromium, knownChromiumPlaces } from './chromium.js';
import { killRunningCommands } from './command.js';
import { composeStep } from './compose.js';
import { FAILED, NOTHING, type Outcome, sum } from './outcome.js';
import { runSteps } from './run-steps.js';
import { runJest, staticSteps, type Step } from './steps.js';

// From infra/dist/test.
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const { fast, requireBrowser, forJest } = readArguments(process.argv.slice(2), process.env);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    killRunningCommands(signal);
    process.exit(130);
  });
}

let testsFound = 0;
const counted = (outcome: Outcome): Outcome => {
  testsFound += outcome.passed + outcome.failed;
  return outcome;
};

const tests: Step = {
  name: 'tests',
  needs: ['types', 'client build'],
  alone: true,
  run: async () => {
    const projects = ['libs', 'backend', 'worker', 'infra', 'client'];
    // One more than the cores that it needs: many of them wait for a lease, a restart or another process.
    return counted(await runJest({ root, projects, maxWorkers: 3, args: forJest }));
  },
};

const browser: Step = {
  name: 'browser',
  needs: ['types', 'client build'],
  alone: true,
  run: async () => {
    const found = await findChromium({
      env: process.env,
      knownPlaces: await knownChromiumPlaces(),
      mayInstall: process.getuid?.() === 0,
      say,
    });
    if ('missing' in found) {
      say(`browser: not run (${found.missing})`);
      return requireBrowser ? FAILED : NOTHING;
    }
    const env = { CHROMIUM_PATH: found.path };
    // As many as the cores: each drives two browsers and a whole Oniverse, and waits for most of its time.
    return counted(await runJest({ root, projects: ['browser'], maxWorkers: 2, args: forJest, env }));
  },
};

let outcome = await runSteps(
  [...staticSteps(root, say), composeStep(root, say), tests, ...(fast ? [] : [browser])],
  say,
);
if (fast) say('browser: left out (--fast)');
if (forJest.length > 0 && testsFound === 0) {
  say(`No test matches: ${forJest.join(' ')}`);
  outcome = sum([outcome, FAILED]);
}
say(`${outcome.passed} passed, ${outcome.failed} failed`);
process.exitCode = outcome.failed > 0 ? 1 : 0;

function say(text: string): void {
  console.log(text);
}
