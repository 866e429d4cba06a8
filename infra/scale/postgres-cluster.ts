import { chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPostgresBinaries, freePort, postgresUser, type SystemUser } from '@oniverse/embedded';
import { waitUntil } from '@oniverse/testing';
import { Client } from 'pg';
import { TcpProxy } from '../faults/tcp-proxy.js';
import { Part, PASSWORD } from './part.js';
import type { Programs } from './programs.js';

// Compiled, because Patroni calls it.
const CLONE = fileURLToPath(new URL('../../libs/testing/dist/clone-replica.js', import.meta.url));
const NODES = ['pg1', 'pg2', 'pg3'];
/** How long Patroni's leader holds its key without renewal, in seconds: what a failover waits for. */
const TTL_S = 10;
const WHOLE_MS = 90_000;

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
  timeline?: number;
}

/** A PostgreSQL with its Patroni. All of its links to other machines pass proxies. */
export interface PostgresNode {
  readonly name: string;
  readonly part: Part;
  /** The links of this node that others open, and those that it opens to etcd. */
  readonly links: readonly TcpProxy[];
  /** Where others reach PostgreSQL and Patroni, on 127.0.0.1. */
  readonly port: number;
  readonly restPort: number;
}

/** Three PostgreSQL servers with synchronous replication, led by Patroni and three etcd. */
export class PostgresCluster {
  private constructor(
    readonly etcd: readonly Part[],
    readonly nodes: readonly PostgresNode[],
  ) {}

  static async start(dir: string, programs: Programs): Promise<PostgresCluster> {
    const ports = await startEtcd(dir, programs);
    const bin = await linkTools(dir, programs);
    const user = postgresUser(dir);
    const nodes: PostgresNode[] = [];
    // The first one creates the database.
    for (const name of NODES) {
      nodes.push(await startNode({ name, dir, bin, programs, user, etcdPorts: ports.clients }));
      if (nodes.length === 1) await waitUntil('a leader', () => leads(nodes[0]), WHOLE_MS);
    }
    const cluster = new PostgresCluster(ports.parts, nodes);
    await cluster.untilWhole();
    return cluster;
  }

  /** Returns the node that leads and takes writes; undefined while there is none, or nobody can tell. */
  async leader(): Promise<PostgresNode | undefined> {
    for (const node of this.nodes) if (await leads(node)) return node;
    return undefined;
  }

  /** Waits until a leader, a synchronous standby and another standby run, and follow the leader. */
  async untilWhole(): Promise<void> {
    await waitUntil(
      'PostgreSQL to be whole',
      async () => {
        const leader = await this.leader();
        const members = leader === undefined ? [] : await membersOf(leader);
        const { timeline } = members.find(({ role }) => role === 'leader') ?? {};
        const isFollowing = ({ role, state, lag, timeline: own }: Member) =>
          role === 'leader' ||
          (/running|streaming/.test(state) && own === timeline && Number(lag) < 1_000_000);
        return (
          members.length === NODES.length &&
          members.every(isFollowing) &&
          members.some(({ role }) => role === 'sync_standby')
        );
      },
      WHOLE_MS,
    );
  }

  /** Moves the lead to the synchronous standby, as an operator does before work on a machine. */
  async switchOver(): Promise<void> {
    const leader = await this.leader();
    if (!leader) throw new Error('PostgreSQL has no leader');
    const candidate = (await membersOf(leader)).find(({ role }) => role === 'sync_standby')?.name;
    const answer = await fetch(`http://127.0.0.1:${leader.restPort}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader: leader.name, candidate }),
    });
    if (!answer.ok) throw new Error(`Patroni refused to switch over: ${await answer.text()}`);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map(({ part }) => part.kill()));
    for (const { links } of this.nodes) for (const link of links) link.stop();
    await Promise.all(this.etcd.map((part) => part.kill()));
  }
}

const url = (port = 0): string => `http://127.0.0.1:${port}`;

async function startEtcd(dir: string, programs: Programs) {
  const names = ['etcd1', 'etcd2', 'etcd3'];
  const clients = await Promise.all(names.map(() => freePort()));
  const peers = await Promise.all(names.map(() => freePort()));
  const cluster = names.map((name, index) => `${name}=${url(peers[index])}`).join(',');
  const parts = await Promise.all(
    names.map((name, index) => {
      const folder = join(dir, name);
      mkdirSync(folder);
      return Part.start({
        name,
        dir: folder,
        command: programs.etcd,
        args: [
          ['--name', name],
          ['--data-dir', join(folder, 'data')],
          ['--listen-client-urls', url(clients[index])],
          ['--advertise-client-urls', url(clients[index])],
          ['--listen-peer-urls', url(peers[index])],
          ['--initial-advertise-peer-urls', url(peers[index])],
          ['--initial-cluster', cluster],
        ].flat(),
        isReady: () => isOk(`${url(clients[index])}/health`),
      });
    }),
  );
  return { parts, clients };
}

/** Makes one folder of the embedded PostgreSQL and of the tools of Debian's that Patroni calls. */
async function linkTools(dir: string, { postgresTools }: Programs): Promise<string> {
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  const native = dirname((await findPostgresBinaries()).postgres);
  for (const name of ['postgres', 'initdb', 'pg_ctl']) symlinkSync(join(native, name), join(bin, name));
  for (const name of ['pg_isready', 'pg_controldata'])
    symlinkSync(join(postgresTools, name), join(bin, name));
  return bin;
}

interface NodeOptions {
  readonly name: string;
  readonly dir: string;
  readonly bin: string;
  readonly programs: Programs;
  /** What PostgreSQL runs as, if not as this user. */
  readonly user: SystemUser | undefined;
  readonly etcdPorts: readonly number[];
}

async function startNode({ name, dir, bin, programs, user, etcdPorts }: NodeOptions): Promise<PostgresNode> {
  const folder = join(dir, name);
  const data = join(folder, 'data');
  mkdirSync(folder, { mode: 0o755 });
  if (user) chownSync(folder, user.uid, user.gid);
  const [port, restPort] = [await freePort(), await freePort()];
  const database = await TcpProxy.start(port);
  const rest = await TcpProxy.start(restPort);
  const etcd = await Promise.all(etcdPorts.map((target) => TcpProxy.start(target)));
  const configuration = {
    scope: 'oniverse',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${rest.port}` },
    // Patroni asks these addresses only, so that a cut link is cut.
    etcd3: { hosts: etcd.map((link) => `127.0.0.1:${link.port}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: TTL_S,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        // Rather no acknowledgement than one that a failover could lose.
        synchronous_mode_strict: true,
        postgresql: {
          use_slots: true,
          parameters: {
            max_connections: 300,
            wal_keep_size: '1GB',
            password_encryption: 'scram-sha-256',
            timezone: 'UTC',
          },
        },
      },
      initdb: [
        { encoding: 'UTF8' },
        { locale: 'C' },
        { 'locale-provider': 'builtin' },
        { 'builtin-locale': 'C.UTF-8' },
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${database.port}`,
      data_dir: data,
      bin_dir: bin,
      pgpass: join(folder, 'pgpass'),
      // There is no pg_rewind, so a former primary is cloned again.
      use_pg_rewind: false,
      remove_data_directory_on_diverged_timelines: true,
      create_replica_methods: ['clone'],
      clone: { command: `${process.execPath} ${CLONE}` },
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'postgres', password: PASSWORD },
      },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: '', shared_buffers: '64MB' },
    },
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'patroni.yml'), JSON.stringify(configuration), { mode: 0o644 });
  const part = await Part.start({
    name,
    dir: folder,
    command: programs.patroni,
    args: [join(folder, 'patroni.yml')],
    ...user,
    env: { ...process.env, HOME: folder, LC_ALL: 'C', CLONE_PASSWORD: PASSWORD },
    isReady: () => isOk(`http://127.0.0.1:${restPort}/liveness`),
    others: () => postmasterOf(data),
  });
  return { name, part, links: [database, rest, ...etcd], port: database.port, restPort: rest.port };
}

function postmasterOf(data: string): number[] {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    // The file survives a killed server.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? [pid] : [];
  } catch {
    return [];
  }
}

/** Returns whether a node leads, by Patroni and by itself. */
const leads = async (node: PostgresNode | undefined): Promise<boolean> =>
  node !== undefined &&
  (await isOk(`http://127.0.0.1:${node.restPort}/primary`)) &&
  (await holds(node.port, 'NOT pg_is_in_recovery()'));

/** Returns whether a condition holds on a PostgreSQL; false if it does not answer in time. */
export async function holds(port: number, condition: string): Promise<boolean> {
  const client = new Client({
    connectionString: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ holds: boolean }>(`SELECT ${condition} AS holds`);
    return rows[0]?.holds === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function membersOf({ restPort }: PostgresNode): Promise<Member[]> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) });
  const { members }: { members: Member[] } = JSON.parse(await answer.text());
  return members;
}

/** Returns whether an address answers 2xx within a second. */
async function isOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
