import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Each program with the Debian package that has it. */
const PACKAGES = {
  patroni: ['/usr/bin/patroni', 'patroni'],
  etcd: ['/usr/bin/etcd', 'etcd-server'],
  haproxy: ['/usr/sbin/haproxy', 'haproxy'],
  pgbouncer: ['/usr/sbin/pgbouncer', 'pgbouncer'],
  redisServer: ['/usr/bin/redis-server', 'redis-server'],
  redisCli: ['/usr/bin/redis-cli', 'redis-tools'],
} as const;

export type Programs = Readonly<Record<keyof typeof PACKAGES, string>> & {
  /** The folder of `pg_isready` and `pg_controldata`, which the embedded PostgreSQL does not have. */
  readonly postgresTools: string;
};

const POSTGRES_LIB = '/usr/lib/postgresql';

/** Finds the programs of the layout. @throws Error that names the missing packages */
export function findPrograms(): Programs {
  const missing: string[] = Object.values(PACKAGES).flatMap(([path, name]) =>
    existsSync(path) ? [] : [name],
  );
  const postgresTools = findPostgresTools();
  if (postgresTools === undefined) missing.push('postgresql-15');
  if (missing.length > 0 || postgresTools === undefined) {
    throw new Error(`This test needs Debian's packages. Run: apt-get install ${missing.join(' ')}`);
  }
  const { patroni, etcd, haproxy, pgbouncer, redisServer, redisCli } = PACKAGES;
  return {
    patroni: patroni[0],
    etcd: etcd[0],
    haproxy: haproxy[0],
    pgbouncer: pgbouncer[0],
    redisServer: redisServer[0],
    redisCli: redisCli[0],
    postgresTools,
  };
}

function findPostgresTools(): string | undefined {
  const versions = existsSync(POSTGRES_LIB) ? readdirSync(POSTGRES_LIB) : [];
  return versions
    .map((version) => join(POSTGRES_LIB, version, 'bin'))
    .find((folder) => ['pg_isready', 'pg_controldata'].every((name) => existsSync(join(folder, name))));
}
