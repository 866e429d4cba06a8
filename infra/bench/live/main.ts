import { loadavg } from 'node:os';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FULL, QUICK } from './plan.js';
import { print, printVerdicts, writeFindings } from './report.js';
import { measureBroadcast } from './scenarios/broadcast.js';
import { measureCatalogue } from './scenarios/catalogue.js';
import { measureReconnects } from './scenarios/cut.js';
import { measureIdle } from './scenarios/idle.js';
import { measureMissed } from './scenarios/missed.js';
import type { Findings } from './scenarios/scenario.js';
import { measureStalled } from './scenarios/stalled.js';
import { startBareSocketIo } from './systems/bare-socketio.js';
import { startOniverse } from './systems/oniverse.js';
import type { System } from './systems/system.js';

// From infra/bench/dist/live.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));

/**
 * Measures live delivery: CPU time and latency compared to bare socket.io, which has no storage and no sessions, and
 * lost messages. `--quick` takes a minute, `--only <text>` selects scenarios by name, `--profile` writes CPU profiles of
 * the backend, whose overhead then shows in its figures.
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
  idle: (systems) => measureIdle(systems, plan.idle),
  ...Object.fromEntries(
    plan.broadcasts.map((plannedBroadcast): [string, Scenario] => [
      `broadcast-${plannedBroadcast.channels}x${plannedBroadcast.receivers}${plannedBroadcast.isPrivate ? '-private' : ''}`,
      (systems) => measureBroadcast(systems, plannedBroadcast, profileDir),
    ]),
  ),
  cut: (systems) => measureReconnects(systems, plan.cut),
  missed: ([oniverse]) => measureMissed(oniverse, plan.missed),
};
const { stalled: stalledPlan } = plan;
if (stalledPlan) scenarios['stalled'] = ([oniverse]) => measureStalled(oniverse, stalledPlan);
// Last, because it leaves many servers in the database.
scenarios['catalogue'] = () => measureCatalogue(oniverse, plan.catalogue);

const load = loadavg()[0] ?? 0;
console.log(
  `Load average before the run: ${load.toFixed(2)} (other load on the machine increases latencies)`,
);
console.log('CPU time in seconds per 100,000 deliveries. A ratio below 1 is cheaper than bare socket.io.');

const oniverse = await startOniverse();
const bare = await startBareSocketIo();
const findings: Findings[] = [];
try {
  for (const [name, measure] of Object.entries(scenarios)) {
    if (!name.includes(options.only)) continue;
    const result = await measure([oniverse, bare]);
    print(result);
    findings.push(result);
  }
} finally {
  await bare.stop();
  await oniverse.stop();
}

console.log('\nAll criteria');
printVerdicts(findings.flatMap(({ verdicts }) => verdicts));
await writeFindings(
  `${ARTIFACTS}live.json`,
  { at: new Date().toISOString(), quick: options.quick, load },
  findings,
);
