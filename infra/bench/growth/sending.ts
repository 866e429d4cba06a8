import { sleep } from '@oniverse/embedded';
import { LIVE_PACE } from '@oniverse/platform/backend';
import type { Member } from '../live/load/commands.js';
import { Fleet } from '../live/load/fleet.js';
import { countFaults, measurePhase, totalCpu } from '../live/scenarios/phase.js';
import type { Backends } from './backends.js';

export interface Sending {
  /** Members of each channel, who all receive its messages. The first one sends. */
  receivers: number;
  /** Messages that are not acknowledged at a time. Batches have the same size then, whatever else the machine does. */
  inFlight: number;
  forMs: number;
  /** Of so many rounds, the one with the least CPU time counts: other work on the machine only adds to it. */
  rounds: number;
  /** Whether the members of a channel are all on one backend, so that what is sent concerns no other. */
  areTogether?: boolean;
  /** How long nothing is sent before, to learn what open channels cost without messages. */
  idleMs: number;
}

export interface SendingCost {
  /** CPU seconds of all processes in a second without messages. */
  idle: number;
  /** CPU seconds for 100,000 messages, with what the same time costs without messages and without. */
  withIdle: number;
  cpu: number;
  /** Of `cpu`, without backends. */
  services: number;
  /** Milliseconds from send to delivery. */
  p50: number;
  p99: number;
  faults: number;
}

/** Time for announcements and timers of new connections to complete. */
const SETTLE_MS = 4_500;
/** Longer than backends take to compare and move their sockets. */
const BALANCED_MS = 1.6 * LIVE_PACE.balanceMs;
const ACKNOWLEDGED_WITHIN_MS = 40_000;

/** Sends in channels that are open, one message after another. Members, or channels, are spread evenly over the backends. */
export async function measureSending(
  backends: Backends,
  members: readonly Member[],
  sending: Sending,
): Promise<SendingCost> {
  const { receivers, inFlight, forMs, areTogether = false } = sending;
  const fleet = new Fleet();
  try {
    const { urls } = backends;
    await Promise.all(
      urls.map(async (url, place) =>
        fleet.connect(
          { system: 'oniverse', url },
          members.filter(
            ({ id }) => ((areTogether ? 0 : id) + Math.floor(id / receivers)) % urls.length === place,
          ),
        ),
      ),
    );
    // Backends that compare their sockets while these connect move some, until all have equally many.
    for (let moved = urls.length > 1; moved;) {
      await sleep(BALANCED_MS);
      moved = (await fleet.reopen()) > 0;
    }
    await withinTime(forMs, measurePhase(backends, fleet, receivers, { inFlight }, forMs / 2));
    await sleep(SETTLE_MS);
    const costs: SendingCost[] = [];
    while (costs.length < sending.rounds) costs.push(await measureRound(backends, fleet, sending));
    const [least] = costs.toSorted((one, other) => one.cpu - other.cpu);
    return { ...least!, faults: costs.reduce((sum, cost) => sum + cost.faults, 0) };
  } finally {
    await fleet.disconnect();
    fleet.stop();
  }
}

/** A message whose connection closes is never acknowledged. */
async function withinTime<T>(forMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('Messages were not acknowledged.')),
      forMs + ACKNOWLEDGED_WITHIN_MS,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function measureRound(
  backends: Backends,
  fleet: Fleet,
  { receivers, inFlight, forMs, idleMs }: Sending,
): Promise<SendingCost> {
  const before = { all: backends.cpu(), services: backends.servicesCpu() };
  await sleep(idleMs);
  const idle = (backends.cpu() - before.all) / (idleMs / 1_000);
  const idleServices = (backends.servicesCpu() - before.services) / (idleMs / 1_000);
  const phase = await withinTime(forMs, measurePhase(backends, fleet, receivers, { inFlight }, forMs));
  const seconds = (100_000 * receivers) / phase.perSecond;
  return {
    idle,
    withIdle: totalCpu(phase) * receivers,
    cpu: totalCpu(phase) * receivers - idle * seconds,
    services: phase.servicesCpu * receivers - idleServices * seconds,
    p50: phase.p50,
    p99: phase.p99,
    faults: countFaults(phase.faults),
  };
}
