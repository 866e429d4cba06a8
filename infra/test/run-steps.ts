import { FAILED, type Outcome, sum } from './outcome.js';
import type { Step } from './steps.js';

/** Steps that run beside each other; most keep one core busy. */
const AT_ONCE = 2;

/**
 * Does the steps, two at a time and in their order, but for those that run alone, also when one has failed, and prints a
 * line for each. A step begins when those that it needs are done; one that needs a step that failed is not run and
 * counts as a failure itself. Gives back what all come to. Throws nothing.
 */
export async function runSteps(steps: readonly Step[], say: (text: string) => void): Promise<Outcome> {
  const ends = new Map<string, Promise<Outcome>>();
  const underWay = new Set<Promise<Outcome>>();
  for (const step of steps) {
    while (underWay.size >= (step.alone === true ? 1 : AT_ONCE)) await Promise.race(underWay);
    const end = runStep(step, ends, say);
    ends.set(step.name, end);
    underWay.add(end);
    void end.then(() => underWay.delete(end));
    if (step.alone === true) await end;
  }
  return sum(await Promise.all(ends.values()));
}

async function runStep(
  { name, needs = [], run }: Step,
  ends: ReadonlyMap<string, Promise<Outcome>>,
  say: (text: string) => void,
): Promise<Outcome> {
  const missing: string[] = [];
  for (const need of needs) {
    if (((await ends.get(need))?.failed ?? 0) > 0) missing.push(need);
  }
  if (missing.length > 0) {
    say(`✗ ${name}: not run, because it needs: ${missing.join(', ')}`);
    return FAILED;
  }
  const startedAt = performance.now();
  const outcome = await run();
  const time = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (outcome.passed + outcome.failed > 0) {
    say(`${outcome.failed > 0 ? '✗' : '✓'} ${name}${counts(outcome)} (${time} s)`);
  }
  return outcome;
}

function counts({ passed, failed }: Outcome): string {
  return passed + failed === 1 ? '' : `: ${passed} passed, ${failed} failed`;
}
