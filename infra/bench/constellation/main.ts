import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TestStack } from '@oniverse/testing';
import { print, printVerdicts, write } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { changes } from './changes.js';
import { FULL, QUICK } from './plan.js';
import { populate } from './population.js';
import { rebuilds } from './rebuilds.js';

// From infra/bench/dist/constellation.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));

/**
 * Measures the constellation at size: what one member's change costs the database and when others see it, and the full
 * rebuild beside the plain SQL self-join. `--quick` for a tenth of the members.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const plan = options.quick ? QUICK : FULL;
await mkdir(ARTIFACTS, { recursive: true });

const load = loadavg()[0] ?? 0;
console.log(
  `Load of the machine before the run: ${load.toFixed(2)} (other work makes times longer than they are)`,
);

const stack = await TestStack.start({ durable: true });
const findings: Findings[] = [];
try {
  const memberIds = await populate(stack.dataSource, plan.population);
  for (const run of [() => rebuilds(stack, plan), () => changes(stack, plan, memberIds)]) {
    const found = await run();
    print(found);
    findings.push(found);
  }
} finally {
  await stack.stop();
}

console.log('\nAll criteria');
printVerdicts(findings.flatMap(({ verdicts }) => verdicts));
await write(
  `${ARTIFACTS}constellation.json`,
  { at: new Date().toISOString(), quick: options.quick, load },
  findings,
);
