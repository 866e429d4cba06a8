import { sleep } from '@oniverse/embedded';
import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import type { Findings } from './scenario.js';

export interface Idle {
  members: number;
  idleMs: number;
  /** Limit for the server's memory per 1,000 members in megabytes. */
  allowedMb: number;
  /** Limit for that memory relative to the reference. */
  allowedRatio: number;
}

interface IdleCost {
  /** CPU seconds of server and services to connect 1,000 members. */
  connectServer: number;
  connectServices: number;
  /** Megabytes per 1,000 members: resident before garbage collection, and in use after it. */
  rss: number;
  used: number;
  /** CPU seconds of server and services per second and 1,000 members. */
  idleServer: number;
  idleServices: number;
}

const MB = 1_048_576;
/** Members of each dimension: those of one tell each other who is there. */
const IN_DIMENSION = 100;
/** Memory in use counts too, because a heap with free space serves members without growing. */
const memoryOf = ({ rss, used }: IdleCost): number => Math.max(rss, used);
/** Time for announcements and timers of new connections to complete. */
const SETTLE_MS = 2_500;

export async function measureIdle(systems: readonly System[], plan: Idle): Promise<Findings> {
  const costs: [string, IdleCost][] = [];
  for (const system of systems) costs.push([system.name, await measureCost(system, plan)]);
  const [ours, theirs] = costs.map(([, cost]) => memoryOf(cost));
  const usedOf = (system: number): number => costs[system]?.[1].used ?? NaN;
  const ratio = Math.max((ours ?? Infinity) / (theirs ?? 0), usedOf(0) / usedOf(1));
  return {
    title: `${plan.members} idle members`,
    table: [
      [
        'per 1,000 members',
        'connect: server CPU s',
        'services CPU s',
        'memory MB (RSS)',
        'in use MB',
        'idle: server CPU s/s',
        'services CPU s/s',
      ],
      ...costs.map(([name, cost]) => [
        name,
        cost.connectServer.toFixed(2),
        cost.connectServices.toFixed(2),
        cost.rss.toFixed(1),
        cost.used.toFixed(1),
        cost.idleServer.toFixed(4),
        cost.idleServices.toFixed(4),
      ]),
    ],
    verdicts: [
      {
        criterion: `1,000 idle members need at most ${plan.allowedMb} MB in the backend`,
        measured: `${ours?.toFixed(1)} MB`,
        isMet: ours !== undefined && ours <= plan.allowedMb,
      },
      {
        criterion: `they need at most ${plan.allowedRatio} times the memory of those of bare socket.io, resident and in use`,
        measured: ratio.toFixed(2),
        isMet: ratio <= plan.allowedRatio,
      },
    ],
    raw: Object.fromEntries(costs),
  };
}

async function measureCost(system: System, { members, idleMs }: Idle): Promise<IdleCost> {
  const { server } = system;
  const target = { system: system.name, url: server.url };
  const fleet = new Fleet();
  const population = { receivers: IN_DIMENSION, senders: 0 };
  try {
    // Warm-up connections, so that one-time allocations are not counted.
    await fleet.connect(target, await system.populate({ ...population, channels: 2 }));
    await fleet.disconnect();
    const newcomers = await system.populate({ ...population, channels: members / IN_DIMENSION });
    await sleep(SETTLE_MS);
    const before = await server.memory();
    const start = { server: server.cpu(), services: system.servicesCpu() };
    await fleet.connect(target, newcomers);
    await sleep(SETTLE_MS);
    const connected = { server: server.cpu(), services: system.servicesCpu() };
    await sleep(idleMs);
    const idled = { server: server.cpu(), services: system.servicesCpu() };
    // Before garbage collection, as an operator sees it: a small process gives more back than it keeps.
    const rss = server.residentBytes();
    const { used } = await server.memory();
    const per1000 = 1_000 / members;
    return {
      connectServer: (connected.server - start.server) * per1000,
      connectServices: (connected.services - start.services) * per1000,
      rss: ((rss - before.rss) / MB) * per1000,
      used: ((used - before.used) / MB) * per1000,
      idleServer: ((idled.server - connected.server) / (idleMs / 1_000)) * per1000,
      idleServices: ((idled.services - connected.services) / (idleMs / 1_000)) * per1000,
    };
  } finally {
    await fleet.disconnect();
    fleet.stop();
  }
}
