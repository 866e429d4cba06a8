import { sleep } from '@oniverse/embedded';
import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import { countFaults, measurePhase } from './phase.js';
import type { Findings } from './scenario.js';

export interface Stalled {
  /** Several, so that the memory per member exceeds the noise. */
  stalled: number;
  others: number;
  perSecond: number;
  forMs: number;
}

const MB = 1_048_576;
const MEMORY_LIMIT_MB = 4;
const P99_LIMIT_MS = 1_000;
const SENDERS = 5;
const SAMPLE_INTERVAL_MS = 4_000;
/** Time for resumed members to notice closed connections. */
const NOTICE_MS = 2_000;

/** Makes members of a busy channel stop reading, and measures the memory per member. */
export async function measureStalled(system: System, plan: Stalled): Promise<Findings> {
  const { server } = system;
  const fleet = new Fleet();
  try {
    const receivers = plan.stalled + plan.others;
    const members = await system.populate({ channels: 1, receivers, senders: SENDERS });
    await fleet.connect({ system: system.name, url: server.url }, members);
    const pace = { everyMs: (1_000 * SENDERS) / plan.perSecond };
    await measurePhase(system, fleet, receivers, pace, 5_000);
    const before = await server.memory();
    await fleet.pause(members.slice(-plan.stalled).map(({ id }) => id));
    const phase = measurePhase(system, fleet, plan.others, pace, plan.forMs);
    let peak = before;
    for (
      const end = Date.now() + plan.forMs - SAMPLE_INTERVAL_MS;
      Date.now() < end;
      await sleep(SAMPLE_INTERVAL_MS)
    ) {
      const sample = await server.memory();
      peak = { rss: Math.max(peak.rss, sample.rss), used: Math.max(peak.used, sample.used) };
    }
    const others = await phase;
    await fleet.resume();
    await sleep(NOTICE_MS);
    const disconnected = await fleet.countClosed();
    const mbPerStalled = (bytes: number): number => bytes / MB / plan.stalled;
    const rss = mbPerStalled(peak.rss - before.rss);
    const used = mbPerStalled(peak.used - before.used);
    const faults = countFaults(others.faults);
    return {
      title: `${plan.stalled} of ${receivers} members stop reading for ${plan.forMs / 1_000} s at ${plan.perSecond} messages per second`,
      table: [
        [
          'per stalled member: RSS MB',
          'in use MB',
          'disconnected',
          'others: p50 ms',
          'others: p99 ms',
          'faults',
        ],
        [
          rss.toFixed(2),
          used.toFixed(2),
          `${disconnected} of ${plan.stalled}`,
          others.p50.toFixed(1),
          others.p99.toFixed(1),
          String(faults),
        ],
      ],
      verdicts: [
        {
          criterion: `a member who stops reading needs at most ${MEMORY_LIMIT_MB} MB and is disconnected`,
          measured: `${Math.max(rss, used).toFixed(2)} MB, ${disconnected} of ${plan.stalled} disconnected`,
          isMet: Math.max(rss, used) <= MEMORY_LIMIT_MB && disconnected === plan.stalled,
        },
        {
          criterion: `the other members see a p99 below ${P99_LIMIT_MS / 1_000} s and no faults`,
          measured: `p99 ${others.p99.toFixed(0)} ms, ${faults} faults`,
          isMet: others.p99 < P99_LIMIT_MS && faults === 0,
        },
      ],
      raw: { before, peak, disconnected, others },
    };
  } finally {
    await fleet.disconnect();
    fleet.stop();
  }
}
