import { FAILED, type Outcome, sum } from './outcome.js';
import type { Step } from './steps.js';

/** Most steps keep one core busy. */
const MAX_CONCURRENT = 2;

/**
 * Runs the steps in order, two at a time unless a step runs alone, and prints a line for each. A step starts after the
 * steps that it needs. If one of those failed, it is not run and counts as a failure. Other failures stop nothing.
 * @returns the sum of all outcomes; never rejects
 */
export async function runSteps(steps: readonly Step[], print: (text: string) => void): Promise<Outcome> {
  const ends = new Map<string, Promise<Outcome>>();
  const running = new Set<Promise<Outcome>>();
  for (const step of steps) {
    while (running.size >= (step.alone === true ? 1 : MAX_CONCURRENT)) await Promise.race(running);
    const end = runStep(step, ends, print);
    ends.set(step.name, end);
    running.add(end);
    void end.then(() => running.delete(end));
    if (step.alone === true) await end;
  }
  return sum(await Promise.all(ends.values()));
}

async function runStep(
  { name, needs = [], run }: Step,
  ends: ReadonlyMap<string, Promise<Outcome>>,
  print: (text: string) => void,
): Promise<Outcome> {
  const failed: string[] = [];
  for (const name of needs) {
    if (((await ends.get(name))?.failed ?? 0) > 0) failed.push(name);
  }
  if (failed.length > 0) {
    print(`✗ ${name}: not run, because these failed: ${failed.join(', ')}`);
    return FAILED;
  }
  const startedAt = performance.now();
  const outcome = await run();
  const time = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (outcome.passed + outcome.failed > 0) {
    print(`${outcome.failed > 0 ? '✗' : '✓'} ${name}${counts(outcome)} (${time} s)`);
  }
  return outcome;
}

function counts({ passed, failed }: Outcome): string {
  return passed + failed === 1 ? '' : `: ${passed} passed, ${failed} failed`;
}
