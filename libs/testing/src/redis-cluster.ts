import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type RunningRedis, startRedis } from '@oniverse/embedded';
import { Redis } from 'ioredis';
import { waitUntil } from './live-client.js';
import { BIN_DIR, PASSWORD } from './test-servers.js';

const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url);
const USER_PASSWORD = 'only-for-the-product';
const FAILED_CALLS = /^cmdstat_(\S+):.*,rejected_calls=(\d+),failed_calls=(\d+)/gm;
const MIDDLE_SLOT = 8_192;

/** Returns what `docs/operations.md` gives to Redis's user, without its name and password. */
export async function documentedRedisRights(): Promise<string[]> {
  const page = await readFile(OPERATIONS, 'utf8');
  const [, rights = ''] = /ACL SETUSER oniverse on '>password' ([^`]+)/.exec(page) ?? [];
  return rights.split(/[\s\\']+/).filter((right) => right !== '');
}

/** A Redis Cluster of two nodes without replicas, whose user has the documented rights only. */
export class RedisCluster {
  private constructor(
    private readonly dir: string,
    private readonly servers: readonly RunningRedis[],
    private readonly nodes: readonly Redis[],
  ) {}

  static async start(): Promise<RedisCluster> {
    const dir = await mkdtemp(join(tmpdir(), 'oniverse-cluster-'));
    const ports = [await freePort(), await freePort()];
    const servers = await Promise.all(
      ports.map(async (clusterPort, index) =>
        startRedis({ dataDir: join(dir, String(index)), password: PASSWORD, binDir: BIN_DIR, clusterPort }),
      ),
    );
    const nodes = servers.map(({ url }) => new Redis(url, { disableClientInfo: true }));
    const cluster = new RedisCluster(dir, servers, nodes);
    const [first, second] = nodes;
    await first?.call('CLUSTER', 'ADDSLOTSRANGE', 0, MIDDLE_SLOT - 1);
    await second?.call('CLUSTER', 'ADDSLOTSRANGE', MIDDLE_SLOT, 16_383);
    await first?.call('CLUSTER', 'MEET', '127.0.0.1', servers[1]?.port ?? 0, ports[1] ?? 0);
    const rights = await documentedRedisRights();
    for (const node of nodes) {
      await node.call('ACL', 'SETUSER', 'oniverse', 'on', `>${USER_PASSWORD}`, ...rights);
      await waitUntil('the cluster', async () => {
        const info = await node.cluster('INFO');
        return info.includes('cluster_state:ok') && info.includes('cluster_slots_ok:16384');
      });
      await node.config('RESETSTAT');
    }
    return cluster;
  }

  /** The address with the user, which names one of the nodes. */
  get url(): string {
    return `redis+cluster://oniverse:${USER_PASSWORD}@127.0.0.1:${this.servers[0]?.port}`;
  }

  /** Returns what the user was not allowed to do, and the commands that failed, such as for keys in two slots. */
  async listFailures(): Promise<string[]> {
    const failures = await Promise.all(
      this.nodes.map(async (node) => {
        const refused: unknown = await node.call('ACL', 'LOG');
        const unknown = Number(
          /errorstat_NOSCRIPT:count=(\d+)/.exec(await node.info('errorstats'))?.[1] ?? 0,
        );
        const stats = await node.info('commandstats');
        const failed = Array.from(
          stats.matchAll(FAILED_CALLS),
          ([, name = '', rejectedCalls, failedCalls]) => {
            // A script that a node does not know yet is sent again.
            const count = Number(rejectedCalls) + Number(failedCalls) - (name === 'evalsha' ? unknown : 0);
            return count > 0 ? [`${name}: ${count}`] : [];
          },
        );
        return [...(Array.isArray(refused) ? refused.map(String) : []), ...failed.flat()];
      }),
    );
    return failures.flat();
  }

  /** Returns the names of the commands that ran, also those in scripts. */
  async listCommands(): Promise<Set<string>> {
    const all = await Promise.all(
      this.nodes.map(async (node) =>
        Array.from((await node.info('commandstats')).matchAll(/^cmdstat_(\S+):/gm), ([, name = '']) => name),
      ),
    );
    return new Set(all.flat());
  }

  /** Suspends one of the nodes, or resumes it. */
  signalNode(signal: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.servers[1]!.pid, signal);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) node.disconnect();
    await Promise.all(this.servers.map((server) => server.stop()));
    await rm(this.dir, { recursive: true, force: true });
  }
}
