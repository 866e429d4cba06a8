import type { Pace } from '../load/commands.js';
import type { Fleet } from '../load/fleet.js';
import { now } from '../measure/latency.js';
import type { System } from '../systems/system.js';

/** What uses CPU time: a server, or several together, and its services. */
export interface Measured {
  server: Pick<System['server'], 'cpu'>;
  servicesCpu: System['servicesCpu'];
}

export interface Phase {
  deliveries: number;
  /** Deliveries per second, from the first send to the last delivery. */
  perSecond: number;
  /** CPU seconds per 100,000 deliveries, of the server and of its services. */
  serverCpu: number;
  servicesCpu: number;
  /** Milliseconds from send to delivery. */
  p50: number;
  p99: number;
  faults: Faults;
}

export interface Faults {
  lost: number;
  duplicates: number;
  outOfOrder: number;
  unacknowledged: number;
}

export const totalCpu = ({ serverCpu, servicesCpu }: Phase): number => serverCpu + servicesCpu;

export const countFaults = ({ lost, duplicates, outOfOrder, unacknowledged }: Faults): number =>
  lost + duplicates + outOfOrder + unacknowledged;

/** Waits for all deliveries, so that the phase includes all its CPU time. @param receivers receivers per message */
export async function measurePhase(
  { server, servicesCpu }: Measured,
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
    p50: receipt.latencies.percentile(0.5),
    p99: receipt.latencies.percentile(0.99),
    faults: {
      lost: Math.max(0, expected - receipt.received),
      duplicates: receipt.duplicates,
      outOfOrder: receipt.outOfOrder,
      unacknowledged: failed,
    },
  };
}
