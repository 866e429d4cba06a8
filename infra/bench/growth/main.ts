import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createMigrationSource } from '@oniverse/data';
import { DedicatedTestStack } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { print, printVerdicts, writeFindings } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { measureBackends, measureChannels } from './axes.js';
import { measureLayouts } from './layout-costs.js';
import { FULL, QUICK } from './plan.js';
import { measureStored } from './stored.js';

// From infra/bench/dist/growth.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));

/**
 * Measures what a message costs with more stored messages, more open channels and more backends. `--only stored,channels,backends`
 * selects parts; `--only layout` compares one table of messages with partitions, which the others leave out. `--quick` takes two
 * minutes; `--rows 100000,1000000` stores so many messages, `--steps 10,100` takes so many channels or
 * backends. `--out FILE` names the report.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'stored,channels,backends' },
    rows: { type: 'string' },
    steps: { type: 'string' },
    out: { type: 'string', default: `${ARTIFACTS}growth.json` },
  },
});
const numbers = (text: string): number[] => text.split(',').map(Number);
const plan = options.quick ? QUICK : FULL;
const rows = options.rows === undefined ? {} : { rows: numbers(options.rows) };
const steps = options.steps === undefined ? undefined : numbers(options.steps);
const parts: Record<string, (stack: DedicatedTestStack, source: DataSource) => AsyncGenerator<Findings>> = {
  layout: (stack, source) =>
    measureLayouts(stack, source, { ...plan.layout, ...rows, ...(steps && { layouts: steps }) }),
  stored: (stack, source) => measureStored(stack, source, { ...plan.stored, ...rows }),
  channels: (stack) => measureChannels(stack, { ...plan.channels, ...(steps && { channels: steps }) }),
  backends: (stack) => measureBackends(stack, { ...plan.backends, ...(steps && { backends: steps }) }),
};
const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);

const findings: Findings[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (!options.only.split(',').includes(name)) continue;
  const stack = await DedicatedTestStack.start({ durable: true });
  const source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();
  try {
    // It would work in some measurements and not in others.
    await source.query('ALTER SYSTEM SET autovacuum = off');
    await source.query('SELECT pg_reload_conf()');
    for await (const found of measure(stack, source)) {
      print(found);
      findings.push(found);
    }
  } finally {
    await source.destroy();
    await stack.stop();
  }
}
console.log('\nAll criteria');
printVerdicts(findings.flatMap(({ verdicts }) => verdicts));
await writeFindings(options.out, { at: new Date().toISOString(), quick: options.quick, load }, findings);
