import { FAILED, type Outcome, sum } from './outcome.js';
import type { Step } from './steps.js';

/**
 * Does the steps one after the other, also when one has failed, and prints a line for each. A step that needs
 * one that failed is not run and counts as a failure itself. Gives back what all come to. Throws nothing.
 */
export async function runSteps(steps: readonly Step[], say: (text: string) => void): Promise<Outcome> {
  const failed = new Set<string>();
  const outcomes: Outcome[] = [];
  for (const { name, needs = [], run } of steps) {
    const missing = needs.filter((need) => failed.has(need));
    if (missing.length > 0) {
      say(`✗ ${name}: not run, because it needs: ${missing.join(', ')}`);
      failed.add(name);
      outcomes.push(FAILED);
      continue;
    }
    const startedAt = performance.now();
    const outcome = await run();
    const time = ((performance.now() - startedAt) / 1000).toFixed(1);
    if (outcome.failed > 0) failed.add(name);
    outcomes.push(outcome);
    if (outcome.passed + outcome.failed === 0) continue;
    say(`${outcome.failed > 0 ? '✗' : '✓'} ${name}${counts(outcome)} (${time} s)`);
  }
  return sum(outcomes);
}

function counts({ passed, failed }: Outcome): string {
  return passed + failed === 1 ? '' : `: ${passed} passed, ${failed} failed`;
}
