import { loadavg } from 'node:os';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FULL, QUICK } from './plan.js';
import { print, printVerdicts, write } from './report.js';
import { broadcast } from './scenarios/broadcast.js';
import { cut } from './scenarios/cut.js';
import { idle } from './scenarios/idle.js';
import { missed } from './scenarios/missed.js';
import type { Findings } from './scenarios/scenario.js';
import { stalled } from './scenarios/stalled.js';
import { startBareSocketIo } from './systems/bare-socketio.js';
import { startOniverse } from './systems/oniverse.js';
import type { System } from './systems/system.js';

// From infra/bench/dist/live.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));

/**
 * Measures the live side: what a delivery costs beside bare socket.io, which stores nothing and knows nobody, and
 * whether anything gets lost. `--quick` for a minute, `--only <word>` for the scenarios whose name has it, `--profile`
 * for CPU profiles of the backend, whose making is then in its figures.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const plan = options.quick ? QUICK : FULL;
const profileDir = options.profile ? ARTIFACTS : undefined;
await mkdir(ARTIFACTS, { recursive: true });

type Scenario = (systems: readonly [System, System]) => Promise<Findings>;
const scenarios: Record<string, Scenario> = {
  idle: (systems) => idle(systems, plan.idle),
  ...Object.fromEntries(
    plan.broadcasts.map((one): [string, Scenario] => [
      `broadcast-${one.channels}x${one.receivers}`,
      (systems) => broadcast(systems, one, profileDir),
    ]),
  ),
  cut: (systems) => cut(systems, plan.cut),
  missed: ([oniverse]) => missed(oniverse, plan.missed),
};
const { stalled: stalledPlan } = plan;
if (stalledPlan) scenarios['stalled'] = ([oniverse]) => stalled(oniverse, stalledPlan);

const load = loadavg()[0] ?? 0;
console.log(
  `Load of the machine before the run: ${load.toFixed(2)} (other work makes latencies worse than they are)`,
);
console.log("CPU in seconds per 100,000 deliveries; a ratio under 1 is cheaper than bare socket.io's.");

const oniverse = await startOniverse();
const bare = await startBareSocketIo();
const findings: Findings[] = [];
try {
  for (const [name, run] of Object.entries(scenarios)) {
    if (!name.includes(options.only)) continue;
    const found = await run([oniverse, bare]);
    print(found);
    findings.push(found);
  }
} finally {
  await bare.stop();
  await oniverse.stop();
}

console.log('\nAll criteria');
printVerdicts(findings.flatMap(({ verdicts }) => verdicts));
await write(`${ARTIFACTS}live.json`, { at: new Date().toISOString(), quick: options.quick, load }, findings);
