import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { TcpProxy } from './tcp-proxy.js';
import type { TrafficTarget } from './community.js';

const BACKENDS = 3;
const LOGS = fileURLToPath(new URL('../../artifacts/faults/', import.meta.url));

export interface ClusterBackend {
  readonly name: string;
  readonly backend: BackendProcess;
  /** Between clients and this backend. */
  readonly members: TcpProxy;
  /** Between this backend and Redis. */
  readonly redis: TcpProxy;
  /** Between this backend and PostgreSQL. */
  readonly postgres: TcpProxy;
}

/** Three backends on real services, with all connections through proxies that can fail. */
export class FaultCluster implements TrafficTarget {
  private constructor(
    readonly stack: DedicatedTestStack,
    readonly backends: readonly ClusterBackend[],
  ) {}

  /** @param name the folder in artifacts/faults for the backends' logs */
  static async start(name: string): Promise<FaultCluster> {
    const logs = join(LOGS, name);
    await rm(logs, { recursive: true, force: true });
    await mkdir(logs, { recursive: true });
    const stack = await DedicatedTestStack.start({ durable: true });
    const numbers = Array.from({ length: BACKENDS }, (_, index) => index + 1);
    const started = await Promise.allSettled(numbers.map((number) => startBackend(stack, number, logs)));
    const cluster = new FaultCluster(
      stack,
      started.flatMap((entry) => (entry.status === 'fulfilled' ? [entry.value] : [])),
    );
    const failed = started.find((entry) => entry.status === 'rejected');
    if (!failed) return cluster;
    // Running servers would keep the test process alive.
    await cluster.stop();
    throw failed.reason;
  }

  get dataSource(): DataSource {
    return this.stack.dataSource;
  }

  /** The addresses of all backends for clients, through their proxies. */
  get urls(): string[] {
    return this.backends.map(({ members }) => `http://127.0.0.1:${members.port}`);
  }

  /** Stops everything. No fault may be active. */
  async stop(): Promise<void> {
    for (const { members } of this.backends) members.stop();
    await Promise.all(this.backends.map(({ backend }) => backend.stop()));
    for (const { redis, postgres } of this.backends) for (const link of [redis, postgres]) link.stop();
    await this.stack.stop();
  }
}

async function startBackend(
  stack: DedicatedTestStack,
  number: number,
  logs: string,
): Promise<ClusterBackend> {
  const env = stack.env();
  const postgres = await startProxy(env['DATABASE_URL']);
  const redis = await startProxy(env['REDIS_URL']);
  const started = BackendProcess.start(
    { ...env, DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'info' },
    await freePort(),
    join(logs, `backend-${number}.log`),
  );
  const backend = await started.catch((error: unknown) => {
    for (const { proxy } of [postgres, redis]) proxy.stop();
    throw error;
  });
  const members = await TcpProxy.start(Number(new URL(backend.url).port));
  return { name: `backend ${number}`, backend, members, redis: redis.proxy, postgres: postgres.proxy };
}

/** Starts a proxy in front of a service. @returns the proxy and the service's address through it */
async function startProxy(address = ''): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(address);
  const proxy = await TcpProxy.start(Number(url.port));
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}
