import { sleep } from '@oniverse/embedded';
import { Fleet } from '../load/fleet.js';
import type { System } from '../systems/system.js';
import type { Findings } from './scenario.js';

/** What members cost who are there and say nothing. */
export interface Idle {
  members: number;
  /** How long they are watched, in milliseconds. */
  idleMs: number;
  /** Megabytes of the server's memory that 1,000 of them may take. */
  allowedMb: number;
}

interface IdleCost {
  /** CPU seconds to connect 1,000, of the server and of the services. */
  connectServer: number;
  connectServices: number;
  /** Megabytes per 1,000: held of the system, and in use. */
  rss: number;
  used: number;
  /** CPU seconds in a second of idling, of the server and of the services, per 1,000. */
  idleServer: number;
  idleServices: number;
}

const MB = 1_048_576;
/** Until announcements and timers of those who came are over, in milliseconds. */
const SETTLE_MS = 2_500;

/** Connects members that then do nothing, and weighs them. */
export async function idle(systems: readonly System[], plan: Idle): Promise<Findings> {
  const costs: [string, IdleCost][] = [];
  for (const system of systems) costs.push([system.name, await weigh(system, plan)]);
  const ours = costs[0]?.[1];
  return {
    title: `${plan.members} idle members`,
    table: [
      [
        'per 1,000',
        'connect: server CPU s',
        'services',
        'memory MB (RSS)',
        'in use MB',
        'idle: server CPU s/s',
        'services',
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
        criterion: `1,000 idle members take at most ${plan.allowedMb} MB of the backend`,
        // A heap that was larger before takes them in without growing: what is in use counts too.
        measured: `${ours?.rss.toFixed(1)} MB more held, ${ours?.used.toFixed(1)} MB more in use`,
        holds: ours !== undefined && Math.max(ours.rss, ours.used) <= plan.allowedMb,
      },
    ],
    raw: Object.fromEntries(costs),
  };
}

async function weigh(system: System, { members, idleMs }: Idle): Promise<IdleCost> {
  const { server } = system;
  const target = { system: system.name, url: server.url };
  const fleet = new Fleet();
  try {
    // Others before them, so that what the server makes once is not counted.
    await fleet.connect(target, await system.populate({ channels: 1, receivers: 200, senders: 0 }));
    await fleet.leave();
    const newcomers = await system.populate({ channels: 1, receivers: members, senders: 0 });
    await sleep(SETTLE_MS);
    const before = await server.memory();
    const start = { server: server.cpu(), services: system.servicesCpu() };
    await fleet.connect(target, newcomers);
    await sleep(SETTLE_MS);
    const connected = { server: server.cpu(), services: system.servicesCpu() };
    await sleep(idleMs);
    const idled = { server: server.cpu(), services: system.servicesCpu() };
    const after = await server.memory();
    const per1000 = 1_000 / members;
    return {
      connectServer: (connected.server - start.server) * per1000,
      connectServices: (connected.services - start.services) * per1000,
      rss: ((after.rss - before.rss) / MB) * per1000,
      used: ((after.used - before.used) / MB) * per1000,
      idleServer: ((idled.server - connected.server) / (idleMs / 1_000)) * per1000,
      idleServices: ((idled.services - connected.services) / (idleMs / 1_000)) * per1000,
    };
  } finally {
    await fleet.leave();
    fleet.end();
  }
}
