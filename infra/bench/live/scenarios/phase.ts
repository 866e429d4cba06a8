import type { Pace } from '../load/commands.js';
import type { Fleet } from '../load/fleet.js';
import { now } from '../measure/latency.js';
import type { System } from '../systems/system.js';

/** What one stretch of sending cost and brought. */
export interface Phase {
  deliveries: number;
  /** From the first sending to the last arrival. */
  perSecond: number;
  /** CPU seconds per 100,000 deliveries, of the server and of the services beside it. */
  serverCpu: number;
  servicesCpu: number;
  /** Milliseconds from sending to arrival. */
  p50: number;
  p99: number;
  faults: Faults;
}

/** What must not happen. */
export interface Faults {
  lost: number;
  duplicates: number;
  disordered: number;
  unacknowledged: number;
}

/** Both parts of the price of a delivery. */
export const totalCpu = ({ serverCpu, servicesCpu }: Phase): number => serverCpu + servicesCpu;

/** How many things went wrong. */
export const countFaults = ({ lost, duplicates, disordered, unacknowledged }: Faults): number =>
  lost + duplicates + disordered + unacknowledged;

/**
 * Lets the senders send for a while and waits until all has arrived, so that every CPU second and every delivery of the
 * stretch is in it.
 * @param receivers who gets each message
 */
export async function measurePhase(
  { server, servicesCpu }: System,
  fleet: Fleet,
  receivers: number,
  pace: Pace,
  forMs: number,
): Promise<Phase> {
  await fleet.reset();
  const before = { at: now(), server: server.cpu(), services: servicesCpu() };
  const { acknowledged, failed } = await fleet.send(pace, forMs);
  const expected = acknowledged * receivers;
  const receipt = await fleet.receipt(expected);
  const per100k = 100_000 / Math.max(1, receipt.received);
  return {
    deliveries: receipt.received,
    perSecond: receipt.received / ((receipt.lastAt - before.at) / 1_000_000),
    serverCpu: (server.cpu() - before.server) * per100k,
    servicesCpu: (servicesCpu() - before.services) * per100k,
    p50: receipt.latencies.within(0.5),
    p99: receipt.latencies.within(0.99),
    faults: {
      lost: Math.max(0, expected - receipt.received),
      duplicates: receipt.duplicates,
      disordered: receipt.disordered,
      unacknowledged: failed,
    },
  };
}
