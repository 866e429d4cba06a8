import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import { countFaults, measurePhase } from './phase.js';
import type { Findings } from './scenario.js';

export interface Cut {
  members: number;
  /** Members of the unaffected channel, and its messages per second. */
  others: number;
  perSecond: number;
  reconnectWithinMs: number;
  forMs: number;
}

const RECONNECT_LIMIT_MS = 5_000;
const P99_LIMIT_MS = 1_000;
/** Members of each dimension that reconnects. */
const IN_DIMENSION = 100;
const SENDERS = 5;

export async function measureReconnects(systems: readonly System[], plan: Cut): Promise<Findings> {
  const results = [];
  for (const system of systems) results.push({ name: system.name, ...(await measureSystem(system, plan)) });
  const [ours] = results;
  const faults = ours ? countFaults(ours.others.faults) : 0;
  return {
    title: `${plan.members} connections lost at once, ${plan.others} members continue at ${plan.perSecond} messages per second`,
    table: [
      [
        'system',
        'reconnect: p50 ms',
        'p99 ms',
        'all after s',
        'CPU s per 1,000: server',
        'services',
        'failed handshakes',
        'others: p50 ms',
        'others: p99 ms',
        'faults',
      ],
      ...results.map(({ name, reconnected, serverCpu, servicesCpu, others }) => [
        name,
        ...[0.5, 0.99].map((share) => reconnected.latencies.percentile(share).toFixed(0)),
        (reconnected.tookMs / 1_000).toFixed(1),
        serverCpu.toFixed(2),
        servicesCpu.toFixed(2),
        String(reconnected.failed),
        others.p50.toFixed(1),
        others.p99.toFixed(1),
        String(countFaults(others.faults)),
      ]),
    ],
    verdicts: ours
      ? [
          {
            criterion: `99 % of ${plan.members} members reconnect within ${RECONNECT_LIMIT_MS / 1_000} s, without a failed handshake`,
            measured: `${ours.reconnected.latencies.percentile(0.99).toFixed(0)} ms, ${ours.reconnected.failed} failed`,
            isMet:
              ours.reconnected.latencies.percentile(0.99) <= RECONNECT_LIMIT_MS &&
              ours.reconnected.failed === 0,
          },
          {
            criterion: `the other members see a p99 below ${P99_LIMIT_MS / 1_000} s and no faults, such as refused sends`,
            measured: `${ours.others.p99.toFixed(0)} ms, ${faults} faults`,
            isMet: ours.others.p99 < P99_LIMIT_MS && faults === 0,
          },
        ]
      : [],
    raw: results,
  };
}

async function measureSystem(system: System, plan: Cut) {
  const target = { system: system.name, url: system.server.url };
  const fleet = new Fleet();
  try {
    const remaining = await system.populate({ channels: 1, receivers: plan.others, senders: SENDERS });
    const disconnected = (
      await system.populate({ channels: plan.members / IN_DIMENSION, receivers: IN_DIMENSION, senders: 0 })
    ).map((member) => ({
      ...member,
      id: member.id + plan.others,
    }));
    await fleet.connect(target, [...remaining, ...disconnected]);
    const everyMs = (1_000 * SENDERS) / plan.perSecond;
    const phase = measurePhase(system, fleet, plan.others, { everyMs }, plan.forMs);
    await fleet.terminate(disconnected.map(({ id }) => id));
    const before = { server: system.server.cpu(), services: system.servicesCpu() };
    const reconnected = await fleet.reconnect(plan.reconnectWithinMs);
    const per1000 = 1_000 / plan.members;
    return {
      reconnected,
      serverCpu: (system.server.cpu() - before.server) * per1000,
      servicesCpu: (system.servicesCpu() - before.services) * per1000,
      others: await phase,
    };
  } finally {
    await fleet.disconnect();
    fleet.stop();
  }
}
