import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DedicatedTestStack } from '@oniverse/testing';
import { print, printVerdicts, writeFindings } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { measureChanges } from './changes.js';
import { FULL, QUICK } from './plan.js';
import { populate } from './population.js';
import { measureRebuilds } from './rebuilds.js';

// From infra/bench/dist/constellation.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));

/**
 * Measures a large constellation: database time and visibility of a member's change, and the full rebuild. `--quick` uses a tenth of the members.
 */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const plan = options.quick ? QUICK : FULL;
await mkdir(ARTIFACTS, { recursive: true });

const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);

const stack = await DedicatedTestStack.start({ durable: true });
const findings: Findings[] = [];
try {
  const memberIds = await populate(stack.dataSource, plan.population);
  for (const measure of [measureRebuilds, measureChanges]) {
    const result = await measure(stack, plan, memberIds);
    print(result);
    findings.push(result);
  }
} finally {
  await stack.stop();
}

console.log('\nAll criteria');
printVerdicts(findings.flatMap(({ verdicts }) => verdicts));
await writeFindings(
  `${ARTIFACTS}constellation.json`,
  { at: new Date().toISOString(), quick: options.quick, load },
  findings,
);
