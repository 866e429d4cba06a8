import { sleep } from '@oniverse/embedded';
import { Fleet } from '../load/fleet.js';
import type { Oniverse } from '../systems/oniverse.js';
import type { Findings } from './scenario.js';

/** Cost of idle members and of listing servers with many public servers. */
export interface Catalogue {
  members: number;
  servers: number;
  /** Duration of the measurement, long enough for several reconciliations. */
  idleMs: number;
  /** Limit for additional CPUs used by backend and services while members are idle. */
  allowedMore: number;
  /** Limit for the size of the answer to `GET /servers` in kilobytes. */
  allowedKb: number;
}

interface CatalogueCost {
  servers: number;
  /** CPU seconds per second with idle members. */
  idleServer: number;
  idleServices: number;
  /** Median duration in milliseconds and answer size in kilobytes of each request. */
  lists: { path: string; ms: number; kb: number }[];
}

const LISTS = ['/servers', '/servers/public', '/servers/public?q=place%20123'] as const;
const REPEATS = 9;
/** Time for announcements and timers of new connections to complete. */
const SETTLE_MS = 4_500;

export async function measureCatalogue(oniverse: Oniverse, plan: Catalogue): Promise<Findings> {
  const fleet = new Fleet();
  try {
    const members = await oniverse.populate({ channels: 1, receivers: plan.members, senders: 0 });
    await fleet.connect({ system: oniverse.name, url: oniverse.server.url }, members);
    const sessionId = members[0]?.sessionId ?? '';
    const few = await measureCost(oniverse, sessionId, 0, plan.idleMs);
    await oniverse.addPublicServers(plan.servers);
    const many = await measureCost(oniverse, sessionId, plan.servers, plan.idleMs);
    const idleOf = ({ idleServer, idleServices }: CatalogueCost) => idleServer + idleServices;
    const additional = idleOf(many) - idleOf(few);
    const kb = many.lists[0]?.kb ?? Infinity;
    return {
      title: `${plan.members} idle members with few public servers and with ${plan.servers}`,
      table: [
        ['public servers', 'idle: server CPU s/s', 'services CPU s/s', ...LISTS.map((path) => `GET ${path}`)],
        ...[few, many].map((cost) => [
          `${cost.servers} more`,
          cost.idleServer.toFixed(4),
          cost.idleServices.toFixed(4),
          ...cost.lists.map(({ ms, kb: size }) => `${ms.toFixed(1)} ms, ${size.toFixed(1)} kB`),
        ]),
      ],
      verdicts: [
        {
          criterion: `with ${plan.servers} public servers, idle members need at most ${(plan.allowedMore * 100).toFixed(1)} % of a CPU more`,
          measured: `${(additional * 100).toFixed(2)} %`,
          isMet: additional <= plan.allowedMore,
        },
        {
          criterion: `with ${plan.servers} public servers, GET /servers answers at most ${plan.allowedKb} kB`,
          measured: `${kb.toFixed(1)} kB`,
          isMet: kb <= plan.allowedKb,
        },
      ],
      raw: { few, many },
    };
  } finally {
    await fleet.disconnect();
    fleet.stop();
  }
}

async function measureCost(
  { server, servicesCpu }: Oniverse,
  sessionId: string,
  servers: number,
  idleMs: number,
): Promise<CatalogueCost> {
  await sleep(SETTLE_MS);
  const start = { server: server.cpu(), services: servicesCpu() };
  await sleep(idleMs);
  const end = { server: server.cpu(), services: servicesCpu() };
  const lists: CatalogueCost['lists'] = [];
  for (const path of LISTS)
    lists.push({ path, ...(await measureRequest(`${server.url}/api${path}`, sessionId)) });
  return {
    servers,
    idleServer: (end.server - start.server) / (idleMs / 1_000),
    idleServices: (end.services - start.services) / (idleMs / 1_000),
    lists,
  };
}

async function measureRequest(url: string, sessionId: string): Promise<{ ms: number; kb: number }> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < REPEATS; round += 1) {
    const start = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${sessionId}` } });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    bytes = (await answer.arrayBuffer()).byteLength;
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { ms: times[Math.floor(REPEATS / 2)] ?? 0, kb: bytes / 1_024 };
}
