import { usedCpuSeconds } from './cpu.js';
import { FAILED, type Outcome, sum } from './outcome.js';
import type { StepTime } from './report.js';
import type { Step } from './steps.js';

export interface Gauges {
  readonly cpuSeconds?: () => number | undefined;
  /** Measures how many times slower than the reference of the budgets the machine is. */
  readonly slowness?: () => Promise<number>;
}

export interface StepsEnd {
  readonly outcome: Outcome;
  readonly times: readonly StepTime[];
}

/**
 * Runs the steps one after another, because the CPU time of a step is what this process and its children used while it
 * ran, and prints a line for each. The slowness is measured before each step and at the end, because the load of a shared
 * machine changes within a run; a step has the mean of the measurements around it. If a step that another needs has
 * failed, the other is not run and counts as a failure. Other failures stop nothing. Never rejects.
 */
export async function runSteps(
  steps: readonly Step[],
  print: (text: string) => void,
  { cpuSeconds = usedCpuSeconds, slowness = async () => 1 }: Gauges = {},
): Promise<StepsEnd> {
  const outcomes = new Map<string, Outcome>();
  const times: Omit<StepTime, 'slowness'>[] = [];
  const measured: number[] = [];
  for (const { name, needs = [], run } of steps) {
    const failed = needs.filter((needed) => (outcomes.get(needed)?.failed ?? 0) > 0);
    if (failed.length > 0) {
      print(`✗ ${name}: not run, because these failed: ${failed.join(', ')}`);
      outcomes.set(name, FAILED);
      continue;
    }
    measured.push(await slowness());
    const startedAt = performance.now();
    const cpuBefore = cpuSeconds();
    const outcome = await run();
    const cpuAfter = cpuSeconds();
    outcomes.set(name, outcome);
    times.push({
      name,
      cpuSeconds: cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore,
    });
    if (outcome.passed + outcome.failed > 0) {
      const time = ((performance.now() - startedAt) / 1000).toFixed(1);
      print(`${outcome.failed > 0 ? '✗' : '✓'} ${name}${counts(outcome)} (${time} s)`);
    }
  }
  measured.push(await slowness());
  return {
    outcome: sum([...outcomes.values()]),
    times: times.map((time, place) => ({ ...time, slowness: (measured[place]! + measured[place + 1]!) / 2 })),
  };
}

function counts({ passed, failed }: Outcome): string {
  return passed + failed === 1 ? '' : `: ${passed} passed, ${failed} failed`;
}
