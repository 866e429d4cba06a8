import { relative } from 'node:path';
import { FAILED, type Outcome, SKIPPED } from './outcome.js';
import type { FileEnd } from './test-events.js';

const FAILING_SHARE = 5 / 3;
const DEAREST = 10;

export interface StepTime {
  readonly name: string;
  /** CPU seconds, or undefined where the system does not report them. */
  readonly cpuSeconds: number | undefined;
  /** How many times as long as the reference of the budgets the machine took. */
  readonly slowness: number;
}

/** What a run used. */
export interface Usage {
  readonly steps: readonly StepTime[];
  readonly files: readonly FileEnd[];
}

const row = (seconds: number | undefined, slowness: number, name: string): string =>
  seconds === undefined
    ? `  not measured          ${name}`
    : `${seconds.toFixed(1).padStart(9)} ${(seconds / slowness).toFixed(1).padStart(11)}  ${name}`;

/** Returns a table of the CPU seconds of each step and of the ten test files whose workers used most. */
export function describeUsage(usage: Usage, root: string): string[] {
  const { steps, files } = usage;
  const total = totalOf(usage);
  const slowness = total === undefined ? 1 : total.raw / total.calibrated;
  const dearest = files
    .flatMap(({ file, cpuMs }) => (cpuMs === undefined ? [] : [{ file, seconds: cpuMs / 1_000 }]))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, DEAREST);
  return [
    `CPU seconds (this machine takes ${slowness.toFixed(2)} times as long as the reference of the budgets):`,
    '      raw  calibrated',
    ...steps.map((step) => row(step.cpuSeconds, step.slowness, step.name)),
    row(total?.raw, slowness, 'total'),
    ...(dearest.length > 0 ? ['The dearest test files, by the CPU time of their worker process:'] : []),
    ...dearest.map(({ file, seconds }) => row(seconds, slowness, relative(root, file))),
  ];
}

/** Warns when a run exceeds the budget of its tier, and fails when it exceeds it by two thirds. */
export function checkBudget(usage: Usage, budget: number, print: (text: string) => void): Outcome {
  const total = totalOf(usage);
  if (total === undefined || total.calibrated <= budget) return SKIPPED;
  const figures = `${total.calibrated.toFixed(0)} calibrated CPU seconds exceed the budget of ${budget}`;
  if (total.calibrated <= budget * FAILING_SHARE) {
    print(`Warning: ${figures}; above ${budget * FAILING_SHARE} the run fails.`);
    return SKIPPED;
  }
  print(`✗ budget: ${figures}.`);
  return FAILED;
}

function totalOf({ steps }: Usage): { raw: number; calibrated: number } | undefined {
  const total = { raw: 0, calibrated: 0 };
  for (const { cpuSeconds, slowness } of steps) {
    if (cpuSeconds === undefined) return undefined;
    total.raw += cpuSeconds;
    total.calibrated += cpuSeconds / slowness;
  }
  return total;
}
