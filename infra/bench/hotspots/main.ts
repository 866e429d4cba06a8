import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { LiveClient, makeMember } from '@oniverse/testing';
import { Fleet } from '../live/load/fleet.js';
import { print, writeFindings } from '../live/report.js';
import { measurePhase, type Phase, totalCpu } from '../live/scenarios/phase.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { startOniverse } from '../live/systems/oniverse.js';
import { listCalls, listRequests } from './calls.js';
import { HOT, makeSide, makeVisitors, ORDINARY, type Side, type Sizes, SPOTS } from './fixture.js';
import { compare, type Compared, type Comparison, type Cost } from './measure.js';

// From infra/bench/dist/hotspots.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));
/** Below this, in milliseconds, ratios are noise. */
const CHEAP_MS = 10;

/**
 * Compares calls about what is very large with the same calls about something ordinary, in one run. `--quick` uses a tenth
 * of the sizes, `--only <text>` makes and measures those hot spots whose names have a text.
 */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const isAsked = (spot: string): boolean => spot.includes(options.only);
/** Returns the sizes of a side. What is not asked for is small on both. */
const sizesOf = (isHot: boolean): Sizes => {
  const sizeOf = (key: keyof Sizes): number =>
    isHot && isAsked(SPOTS[key]) ? HOT[key] / (options.quick ? 10 : 1) : ORDINARY;
  return {
    members: sizeOf('members'),
    clients: sizeOf('clients'),
    links: sizeOf('links'),
    posts: sizeOf('posts'),
    reactions: sizeOf('reactions'),
    entries: sizeOf('entries'),
  };
};

await mkdir(ARTIFACTS, { recursive: true });
const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);
const oniverse = await startOniverse();
const fleets: Fleet[] = [];
const clients: LiveClient[] = [];

const compared: Compared[] = [];
async function measure(comparisons: readonly Comparison[]): Promise<void> {
  for (const comparison of comparisons.filter(({ spot }) => isAsked(spot))) {
    const result = await compare(oniverse, comparison);
    console.log(
      `${result.spot}, ${result.call}: ${result.ordinary.cpuMs.toFixed(1)} and ${result.hot.cpuMs.toFixed(1)} ms`,
    );
    compared.push(result);
  }
}

/** Measures what a message costs for each client that receives it. The clients stay connected. */
async function measureDeliveries(sides: readonly Side[]): Promise<Findings> {
  const phases: Phase[] = [];
  for (const { place } of sides) {
    const fleet = new Fleet();
    fleets.push(fleet);
    await fleet.connect({ system: 'oniverse', url: oniverse.server.url }, place.clients);
    phases.push(await measurePhase(oniverse, fleet, place.clients.length, { everyMs: 1_000 }, 5_000));
  }
  const ratios = phases.map((phase) => totalCpu(phase) / totalCpu(phases[0] ?? phase));
  return {
    title: 'CPU seconds per 100,000 deliveries',
    table: [
      ['clients', 'backend', 'services', 'p50 ms', 'p99 ms', 'ratio'],
      ...phases.map((phase, index) => [
        String(sides[index]?.place.clients.length),
        phase.serverCpu.toFixed(2),
        phase.servicesCpu.toFixed(2),
        phase.p50.toFixed(1),
        phase.p99.toFixed(1),
        (ratios[index] ?? 0).toFixed(2),
      ]),
    ],
    verdicts: [
      {
        criterion: 'a delivery costs no more with many clients than with few',
        measured: (ratios[1] ?? 0).toFixed(2),
        isMet: (ratios[1] ?? 0) <= 1,
      },
    ],
    raw: phases,
  };
}

const ratioOf = ({ ordinary, hot }: Compared): number => hot.cpuMs / Math.max(ordinary.cpuMs, 0.1);
const cellsOf = ({ cpuMs, p99Ms, bytes, rows }: Cost): string[] => [
  cpuMs.toFixed(1),
  p99Ms.toFixed(1),
  bytes.toFixed(0),
  rows.toFixed(0),
];

try {
  const { user, sessionId: reader } = await makeMember(oniverse.stack.dataSource);
  const ordinary = await makeSide(oniverse, sizesOf(false), user.id);
  const hot = await makeSide(oniverse, sizesOf(true), user.id);
  const visitors = await makeVisitors(oniverse, 20);
  await oniverse.stack.dataSource.query('VACUUM ANALYZE');
  const { url } = oniverse.server;
  await measure(listCalls({ url, reader, visitors }, ordinary, hot));
  const deliveries: Findings[] = [];
  if (isAsked(SPOTS.clients)) {
    deliveries.push(await measureDeliveries([ordinary, hot]));
    for (const { place } of [ordinary, hot]) {
      clients.push(await LiveClient.connect(url, { sessionId: place.clients[0]?.sessionId ?? '' }));
    }
    await measure(listRequests(clients, [ordinary, hot]));
  }
  const worst = compared.filter((each) => each.hot.cpuMs > CHEAP_MS && ratioOf(each) > each.allowed);
  const findings: Findings = {
    title: `Calls about hot spots, each beside the same call about something of ${ORDINARY}`,
    table: [
      [
        'hot spot',
        'call',
        'CPU ms',
        'p99 ms',
        'bytes',
        'rows',
        'CPU ms, hot',
        'p99 ms',
        'bytes',
        'rows',
        'CPU ratio',
        'p99 ratio',
      ],
      ...compared.map((each) => [
        each.spot,
        each.call,
        ...cellsOf(each.ordinary),
        ...cellsOf(each.hot),
        ratioOf(each).toFixed(1),
        (each.hot.p99Ms / each.ordinary.p99Ms).toFixed(1),
      ]),
    ],
    verdicts: [
      {
        criterion: `no call costs more than ${CHEAP_MS} ms and its bound of times the ordinary one`,
        measured: worst.map(({ spot, call }) => `${spot}: ${call}`).join('; ') || 'none',
        isMet: worst.length === 0,
      },
    ],
    raw: compared,
  };
  const all = [findings, ...deliveries];
  for (const each of all) print(each);
  await writeFindings(
    `${ARTIFACTS}hotspots.json`,
    { at: new Date().toISOString(), quick: options.quick, load },
    all,
  );
  if (all.some(({ verdicts }) => verdicts.some(({ isMet }) => !isMet))) process.exitCode = 1;
} finally {
  for (const client of clients) client.close();
  for (const fleet of fleets) fleet.stop();
  await oniverse.stop();
}
