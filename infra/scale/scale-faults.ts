import { sleep } from '@oniverse/embedded';
import { waitUntil } from '@oniverse/testing';
import { backendFaults, type Fault, restart } from '../faults/faults.js';
import type { ScaleLayout } from './layout.js';
import type { Part } from './part.js';
import type { PostgresNode } from './postgres-cluster.js';
import type { RedisLayout } from './redis-layouts.js';
import type { Refusals } from './refusals.js';

/** How soon writes must work again after there is a new primary. */
const WRITES_MS = 10_000;
const NEW_PRIMARY_MS = 60_000;

/** Returns each fault once, in turn. After it, the layout is whole again. @param violations receives what a fault showed to be wrong */
export function faultsOf(
  layout: ScaleLayout,
  refusals: Refusals,
  violations: string[],
  print: (line: string) => void,
): Fault[] {
  return [
    ...postgresFaults(layout, refusals, violations, print),
    ...pauseAndKill('PgBouncer', () => layout.addresses.pgbouncer),
    ...pauseAndKill('HAProxy', () => layout.addresses.haproxy),
    ...redisFaults(layout.redis),
    ...layout.backends.slice(0, 2).flatMap(({ name, backend }) => backendFaults(name, backend)),
    ...layout.workers.map(({ name, worker }) => ({
      target: name,
      kind: 'worker killed',
      start: () => worker.kill(),
      stop: () => restart(worker),
    })),
    {
      target: 'object store',
      kind: 'object store killed',
      start: () => layout.objects.kill(),
      stop: () => layout.objects.restart(),
    },
  ];
}

function postgresFaults(
  { postgres }: ScaleLayout,
  refusals: Refusals,
  violations: string[],
  print: (line: string) => void,
): Fault[] {
  let former: PostgresNode | undefined;
  /** Measures how long writes take to work again once another node leads. */
  const untilWritten = async (kind: string) => {
    await waitUntil(
      'a new primary',
      async () => {
        const leader = await postgres.leader();
        return leader !== undefined && leader !== former;
      },
      NEW_PRIMARY_MS,
    );
    const startedAt = performance.now();
    await Promise.race([refusals.nextDone('message:send'), sleep(NEW_PRIMARY_MS)]);
    const ms = performance.now() - startedAt;
    print(`  ${kind}: the first message is stored ${(ms / 1_000).toFixed(1)} s after there is a new primary`);
    if (ms > WRITES_MS)
      violations.push(`${kind}: writes work ${Math.round(ms)} ms after there is a new primary`);
  };
  const ofPrimary = (
    kind: string,
    start: (node: PostgresNode) => unknown,
    stop: (node: PostgresNode) => unknown,
  ): Fault => ({
    target: 'primary',
    kind: `primary ${kind}`,
    start: async () => {
      former = await postgres.leader();
      if (!former) throw new Error('PostgreSQL has no leader');
      await start(former);
      await untilWritten(`primary ${kind}`);
    },
    stop: async () => {
      if (former) await stop(former);
      await postgres.untilWhole();
    },
  });
  return [
    ofPrimary(
      'killed',
      ({ part }) => part.kill(),
      ({ part }) => part.start(),
    ),
    ofPrimary(
      'paused',
      ({ part }) => part.pause(),
      // As a watchdog resets it, which there is none of here: the former leader of Patroni 3.0.2 would take the lock back
      // from the new one, without asking, and acknowledged messages would be lost with the writes of the new one.
      async ({ part }) => {
        await part.kill();
        await part.start();
      },
    ),
    ofPrimary(
      'cut off',
      ({ links }) => links.forEach((link) => link.cut()),
      ({ links }) => Promise.all(links.map((link) => link.heal())),
    ),
    ofPrimary(
      'cut off from etcd only',
      ({ links }) => links.slice(2).forEach((link) => link.cut()),
      ({ links }) => Promise.all(links.map((link) => link.heal())),
    ),
    ofPrimary(
      'switched over',
      () => postgres.switchOver(),
      () => undefined,
    ),
    ...pauseAndKill(
      'standby',
      async () => {
        const leader = await postgres.leader();
        const standby = postgres.nodes.find((node) => node !== leader);
        if (!standby) throw new Error('There is no standby');
        return standby.part;
      },
      () => postgres.untilWhole(),
    ),
    ...pauseAndKill('etcd1', () => part(postgres.etcd[0])),
  ];
}

function redisFaults(redis: RedisLayout): Fault[] {
  const each = redis.nodes.map(({ part: node }) => node);
  return [
    ...pauseAndKill('Redis master', async () => part((await redis.masters())[0]?.part), redis.untilWhole),
    ...pauseAndKill(
      'Redis replica',
      async () => {
        const masters = await redis.masters();
        return part(redis.nodes.find((node) => !masters.includes(node))?.part);
      },
      redis.untilWhole,
    ),
    ...redis.sentinels.slice(0, 1).flatMap((sentinel) => pauseAndKill('Sentinel', () => sentinel.part)),
    {
      target: 'Redis',
      kind: 'all of Redis killed',
      start: async () => {
        await Promise.all(each.map((node) => node.kill()));
      },
      stop: async () => {
        await Promise.all(each.map((node) => node.start()));
        await redis.untilWhole();
      },
    },
  ];
}

/** @param choose the part, when the fault starts */
function pauseAndKill(
  name: string,
  choose: () => Part | Promise<Part>,
  untilWhole: () => Promise<void> = async () => {},
): Fault[] {
  let chosen: Part | undefined;
  return [
    {
      target: name,
      kind: `${name} killed`,
      start: async () => {
        chosen = await choose();
        await chosen.kill();
      },
      stop: async () => {
        await chosen?.start();
        await untilWhole();
      },
    },
    {
      target: name,
      kind: `${name} paused`,
      start: async () => {
        chosen = await choose();
        chosen.pause();
      },
      stop: async () => {
        chosen?.resume();
        await untilWhole();
      },
    },
  ];
}

function part<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('The part does not exist');
  return found;
}
