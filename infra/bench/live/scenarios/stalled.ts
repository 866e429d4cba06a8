import { sleep } from '@oniverse/embedded';
import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import { countFaults, measurePhase } from './phase.js';
import type { Findings } from './scenario.js';

/** Members whose connection stands but who read nothing. */
export interface Stalled {
  /** Several, so that what one costs shows beside the server's own ups and downs. */
  stalled: number;
  others: number;
  perSecond: number;
  forMs: number;
}

const MB = 1_048_576;
const ALLOWED_MB = 4;
const P99_MS = 1_000;
const SENDERS = 5;
const SAMPLE_EVERY_MS = 4_000;
/** Until those who read again have noticed that they were cut off, in milliseconds. */
const NOTICE_MS = 2_000;

/** Lets some members stall in a busy channel, and weighs them while they do. */
export async function stalled(system: System, plan: Stalled): Promise<Findings> {
  const { server } = system;
  const fleet = new Fleet();
  try {
    const receivers = plan.stalled + plan.others;
    const members = await system.populate({ channels: 1, receivers, senders: SENDERS });
    await fleet.connect({ system: system.name, url: server.url }, members);
    const pace = { everyMs: (1_000 * SENDERS) / plan.perSecond };
    await measurePhase(system, fleet, receivers, pace, 5_000);
    const before = await server.memory();
    await fleet.stall(members.slice(-plan.stalled).map(({ id }) => id));
    const talk = measurePhase(system, fleet, plan.others, pace, plan.forMs);
    let peak = before;
    for (
      const end = Date.now() + plan.forMs - SAMPLE_EVERY_MS;
      Date.now() < end;
      await sleep(SAMPLE_EVERY_MS)
    ) {
      const sample = await server.memory();
      peak = { rss: Math.max(peak.rss, sample.rss), used: Math.max(peak.used, sample.used) };
    }
    const others = await talk;
    await fleet.wake();
    await sleep(NOTICE_MS);
    const cutOff = await fleet.closed();
    const each = (bytes: number): number => bytes / MB / plan.stalled;
    const rss = each(peak.rss - before.rss);
    const used = each(peak.used - before.used);
    const faults = countFaults(others.faults);
    return {
      title: `${plan.stalled} of ${receivers} read nothing for ${plan.forMs / 1_000} s at ${plan.perSecond} messages a second`,
      table: [
        ['each stalled: RSS MB', 'in use MB', 'cut off', "others' p50 ms", 'p99 ms', 'faults'],
        [
          rss.toFixed(2),
          used.toFixed(2),
          `${cutOff} of ${plan.stalled}`,
          others.p50.toFixed(1),
          others.p99.toFixed(1),
          String(faults),
        ],
      ],
      verdicts: [
        {
          criterion: `a member who reads nothing costs at most ${ALLOWED_MB} MB and is cut off`,
          measured: `${Math.max(rss, used).toFixed(2)} MB, ${cutOff} of ${plan.stalled} cut off`,
          holds: Math.max(rss, used) <= ALLOWED_MB && cutOff === plan.stalled,
        },
        {
          criterion: 'nobody else notices',
          measured: `p99 ${others.p99.toFixed(0)} ms, ${faults} faults`,
          holds: others.p99 < P99_MS && faults === 0,
        },
      ],
      raw: { before, peak, cutOff, others },
    };
  } finally {
    await fleet.leave();
    fleet.end();
  }
}
