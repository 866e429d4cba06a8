import { relative } from 'node:path';
import { FAILED, type Outcome, SKIPPED } from './outcome.js';
import type { FileEnd } from './test-events.js';

const FAILING_SHARE = 5 / 3;
const DEAREST = 10;

export interface StepTime {
  readonly name: string;
  /** CPU seconds, or undefined where the system does not report them. */
  readonly cpuSeconds: number | undefined;
}

/** What a run used, with the machine's slowness against the reference of the budgets. */
export interface Usage {
  readonly steps: readonly StepTime[];
  readonly files: readonly FileEnd[];
  readonly slowness: number;
}

/** Returns a table of the CPU seconds of each step and of the ten test files whose workers used most. */
export function describeUsage({ steps, files, slowness }: Usage, root: string): string[] {
  const row = (seconds: number | undefined, name: string): string =>
    seconds === undefined
      ? `  not measured          ${name}`
      : `${seconds.toFixed(1).padStart(9)} ${(seconds / slowness).toFixed(1).padStart(11)}  ${name}`;
  const dearest = files
    .flatMap(({ file, cpuMs }) => (cpuMs === undefined ? [] : [{ file, seconds: cpuMs / 1_000 }]))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, DEAREST);
  return [
    `CPU seconds (this machine takes ${slowness.toFixed(2)} times as long as the reference of the budgets):`,
    '      raw  calibrated',
    ...steps.map(({ name, cpuSeconds }) => row(cpuSeconds, name)),
    row(totalOf(steps), 'total'),
    ...(dearest.length > 0 ? ['The dearest test files, by the CPU time of their worker process:'] : []),
    ...dearest.map(({ file, seconds }) => row(seconds, relative(root, file))),
  ];
}

/** Warns when a run exceeds the budget of its tier, and fails when it exceeds it by two thirds. */
export function checkBudget(
  { steps, slowness }: Usage,
  budget: number,
  print: (text: string) => void,
): Outcome {
  const total = totalOf(steps);
  if (total === undefined) return SKIPPED;
  const calibrated = total / slowness;
  if (calibrated <= budget) return SKIPPED;
  const figures = `${calibrated.toFixed(0)} calibrated CPU seconds exceed the budget of ${budget}`;
  if (calibrated <= budget * FAILING_SHARE) {
    print(`Warning: ${figures}; above ${budget * FAILING_SHARE} the run fails.`);
    return SKIPPED;
  }
  print(`✗ budget: ${figures}.`);
  return FAILED;
}

function totalOf(steps: readonly StepTime[]): number | undefined {
  return steps.reduce<number | undefined>(
    (total, { cpuSeconds }) =>
      total === undefined || cpuSeconds === undefined ? undefined : total + cpuSeconds,
    0,
  );
}
