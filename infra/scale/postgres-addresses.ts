import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, postgresUser } from '@oniverse/embedded';
import { Part, PASSWORD } from './part.js';
import { holds, type PostgresNode } from './postgres-cluster.js';
import type { Programs } from './programs.js';

const DATABASE = 'oniverse';

/** HAProxy before the nodes, and PgBouncer before HAProxy. */
export interface PostgresAddresses {
  readonly haproxy: Part;
  readonly pgbouncer: Part;
  /** The primary, by HAProxy. */
  readonly primaryPort: number;
  /** The standbys, by HAProxy. */
  readonly replicaPort: number;
  /** The primary, by PgBouncer in transaction mode and HAProxy. */
  readonly poolerPort: number;
}

/** Returns an address for a role. @param hosts such as `127.0.0.1:5432`, or several with commas between them */
export const postgresUrl = (role: string, hosts: string): string =>
  `postgres://${role}:${PASSWORD}@${hosts}/${DATABASE}`;

export async function startPostgresAddresses(
  dir: string,
  programs: Programs,
  nodes: readonly PostgresNode[],
  roles: readonly string[],
): Promise<PostgresAddresses> {
  const [primaryPort, replicaPort, poolerPort] = [await freePort(), await freePort(), await freePort()];
  const haproxy = await startHaproxy(join(dir, 'haproxy'), programs, nodes, { primaryPort, replicaPort });
  const pgbouncer = await startPgbouncer(join(dir, 'pgbouncer'), programs, roles, {
    primaryPort,
    poolerPort,
  });
  return { haproxy, pgbouncer, primaryPort, replicaPort, poolerPort };
}

async function startHaproxy(
  dir: string,
  programs: Programs,
  nodes: readonly PostgresNode[],
  { primaryPort, replicaPort }: { primaryPort: number; replicaPort: number },
): Promise<Part> {
  mkdirSync(dir);
  const servers = nodes.map(
    ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
  );
  const listen = (name: string, port: number) => [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    `  option httpchk OPTIONS /${name}`,
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ];
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout check 1s',
    '  timeout client 30m',
    '  timeout server 30m',
    ...listen('primary', primaryPort),
    ...listen('replica', replicaPort),
  ];
  const file = join(dir, 'haproxy.cfg');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return Part.start({
    name: 'HAProxy',
    dir,
    command: programs.haproxy,
    args: ['-db', '-f', file],
    isReady: () => holds(primaryPort, 'true'),
  });
}

async function startPgbouncer(
  dir: string,
  programs: Programs,
  roles: readonly string[],
  { primaryPort, poolerPort }: { primaryPort: number; poolerPort: number },
): Promise<Part> {
  mkdirSync(dir, { mode: 0o755 });
  const users = join(dir, 'users.txt');
  writeFileSync(users, roles.map((role) => `"${role}" "${PASSWORD}"\n`).join(''));
  const lines = [
    '[databases]',
    `${DATABASE} = host=127.0.0.1 port=${primaryPort}`,
    `postgres = host=127.0.0.1 port=${primaryPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${poolerPort}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'max_client_conn = 500',
    'default_pool_size = 30',
    'server_connect_timeout = 3',
    'server_login_retry = 1',
    'query_wait_timeout = 8',
  ];
  const file = join(dir, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const user = postgresUser(dir);
  if (user) for (const path of [dir, file, users]) chownSync(path, user.uid, user.gid);
  return Part.start({
    name: 'PgBouncer',
    dir,
    command: programs.pgbouncer,
    args: [file],
    ...user,
    isReady: () => holds(poolerPort, 'true'),
  });
}
