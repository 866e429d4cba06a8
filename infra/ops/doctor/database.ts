import { assertWritable, PRODUCT_ROLE } from '@oniverse/data';
import { isStorageFull } from '@oniverse/platform';
import type { DataSource } from 'typeorm';
import { ageText, type Check, type Finding, note, ok, problem, warning } from './finding.js';

const VERSION = 18;
/** An index that no query read for this long is unused, in days. */
const UNUSED_DAYS = 30;
/** Smaller ones cost little. */
const UNUSED_BYTES = 16 * 1_024 ** 2;
/** Pending work older than this is late, or stuck, in seconds. */
const LATE_SECONDS = 300;
const STUCK_SECONDS = 3_600;
const DAY_MS = 86_400_000;
/** As the alert DrillOld. */
const DRILL_DAYS = 100;
/** As the alert StandbysBehind. */
const BEHIND_SECONDS = 60;
const BEHIND_BYTES = 1e9;
/** The share of connections in use from which a burst of members may find none. */
const BUSY = 0.8;

/** Settings that keep what is acknowledged, with the only safe value of each. */
const DURABLE = { fsync: 'on', full_page_writes: 'on', autovacuum: 'on' };

async function checkVersion(dataSource: DataSource): Promise<Finding[]> {
  const [found] = await dataSource.query<{ number: number; version: string }[]>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  );
  const major = Math.floor((found?.number ?? 0) / 10_000);
  if (major === VERSION) return [ok(`PostgreSQL ${found?.version}.`)];
  return [
    problem(
      `PostgreSQL is version ${found?.version}, not ${VERSION}.`,
      `Install PostgreSQL ${VERSION} and restore a backup into it.`,
    ),
  ];
}

/** A full disk leaves reads working, so nothing else here would notice it. */
async function checkWrites(dataSource: DataSource): Promise<Finding[]> {
  try {
    await assertWritable(dataSource);
    return [ok('PostgreSQL accepts writes.')];
  } catch (error) {
    const text = `PostgreSQL accepts no writes: ${error instanceof Error ? error.message : String(error)}.`;
    return [
      isStorageFull(error)
        ? problem(
            text,
            'Free or grow the disk of PostgreSQL: the volume postgres-data. Nothing has to be restarted.',
          )
        : problem(text, 'Check that DATABASE_URL leads to the primary, and read the log of PostgreSQL.'),
    ];
  }
}

/** Returns the names of the migrations that this version knows, of those that have run, and of those that have not. */
async function listMigrations(
  dataSource: DataSource,
): Promise<{ known: Set<string>; applied: Set<string>; pending: string[] }> {
  const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations');
  const applied = new Set(rows.map(({ name }) => name));
  const known = new Set(dataSource.migrations.map((each) => each.name ?? each.constructor.name));
  return { known, applied, pending: [...known].filter((name) => !applied.has(name)) };
}

async function checkMigrations(dataSource: DataSource): Promise<Finding[]> {
  const { known, applied, pending } = await listMigrations(dataSource);
  if (pending.length > 0) {
    return [problem(`Migrations have not run: ${pending.length}.`, 'Run docker compose run --rm migrate.')];
  }
  const later = [...applied].filter((name) => !known.has(name));
  return later.length > 0
    ? [note(`The database has migrations of a later version: ${later.length}.`)]
    : [ok(`All ${known.size} migrations have run.`)];
}

async function checkSettings(dataSource: DataSource): Promise<Finding[]> {
  const rows = await dataSource.query<{ name: string; setting: string }[]>(
    `SELECT name, setting FROM pg_settings WHERE name = ANY ($1)`,
    [[...Object.keys(DURABLE), 'synchronous_commit', 'data_checksums', 'max_connections', 'shared_buffers']],
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const findings = Object.entries(DURABLE)
    .filter(([name, value]) => settings.get(name) !== value)
    .map(([name, value]) =>
      problem(
        `${name} is ${settings.get(name)}, so a crash may lose what members were told is stored, or slow the site down.`,
        `Set ${name} = ${value} in PostgreSQL.`,
      ),
    );
  if (settings.get('synchronous_commit') === 'off') {
    findings.push(
      problem(
        'synchronous_commit is off: a crash loses the last messages, although members were told that they are stored.',
        'Set synchronous_commit = on in PostgreSQL.',
      ),
    );
  }
  if (settings.get('data_checksums') !== 'on') {
    findings.push(
      warning(
        'The pages of PostgreSQL have no checksums, so a failing disk goes unnoticed.',
        'Stop PostgreSQL, and run pg_checksums --enable.',
      ),
    );
  }
  const [used] = await dataSource.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  const connections = `${used?.count} of ${settings.get('max_connections')} connections are in use.`;
  findings.push(
    Number(used?.count) > BUSY * Number(settings.get('max_connections'))
      ? warning(connections, 'Raise max_connections, put PgBouncer before PostgreSQL, or run fewer backends.')
      : ok(connections),
  );
  return findings;
}

/** Returns the problem of each index of the entities that the database lacks, with the statement that creates it. */
async function findMissingIndexes(dataSource: DataSource): Promise<Finding[]> {
  // A pending migration may create them.
  if ((await listMigrations(dataSource)).pending.length > 0) return [];
  const rows = await dataSource.query<{ name: string }[]>(
    `SELECT relname::text AS name FROM pg_class WHERE relkind IN ('i', 'I') AND relnamespace = 'public'::regnamespace`,
  );
  const present = new Set(rows.map(({ name }) => name));
  const missing = dataSource.entityMetadatas.flatMap(({ tableName, indices, uniques }) =>
    [...indices, ...uniques].flatMap(({ name }) => (present.has(name) ? [] : [{ tableName, name }])),
  );
  if (missing.length === 0) return [];
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return missing.map(({ tableName, name }) => {
    const statement = upQueries
      .find(({ query }) => query.includes(`"${name}"`))
      ?.query.trim()
      .replaceAll(/ +/gu, ' ');
    return problem(
      `The index ${name} of the table ${tableName} is missing, so statements read all of the table.`,
      statement === undefined
        ? `Create it as the migrations do: grep ${name} libs/data/src/migrations/*.`
        : `Run ${statement.replace(/^(CREATE (?:UNIQUE )?INDEX) (?!CONCURRENTLY)/u, '$1 CONCURRENTLY ')}`,
    );
  });
}

async function checkIndexes(dataSource: DataSource): Promise<Finding[]> {
  const broken = await dataSource.query<{ name: string }[]>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid OR NOT indisready ORDER BY 1`,
  );
  // Those of constraints are read by writes, which do not count.
  const unused = await dataSource.query<{ name: string; size: string }[]>(
    `SELECT statistic.indexrelname::text AS name, pg_size_pretty(pg_relation_size(statistic.indexrelid)) AS size
       FROM pg_stat_user_indexes statistic JOIN pg_index USING (indexrelid)
      WHERE statistic.idx_scan = 0 AND NOT indisunique AND pg_relation_size(statistic.indexrelid) > $1
        AND (SELECT coalesce(stats_reset, pg_postmaster_start_time()) FROM pg_stat_database
              WHERE datname = current_database()) < now() - make_interval(days => $2) ORDER BY 1`,
    [UNUSED_BYTES, UNUSED_DAYS],
  );
  const missing = await dataSource.query<{ name: string }[]>(
    `SELECT relname::text AS name FROM pg_stat_user_tables
      WHERE n_live_tup > 100000 AND seq_scan > 1000 AND seq_tup_read > seq_scan * (n_live_tup / 2) ORDER BY 1`,
  );
  const findings = [
    ...(await findMissingIndexes(dataSource)),
    ...broken.map(({ name }) =>
      problem(`The index ${name} is invalid.`, `Run REINDEX INDEX CONCURRENTLY ${name}.`),
    ),
    ...unused.map(({ name, size }) =>
      note(`No query has read the index ${name} (${size}) for ${UNUSED_DAYS} days.`),
    ),
    ...missing.map(({ name }) =>
      warning(
        `Queries keep reading all of the table ${name}, so an index may be missing.`,
        'Run docker compose run --rm migrate, and compare its indexes with those of a new installation.',
      ),
    ),
  ];
  return findings.length > 0 ? findings : [ok('All indexes are there, and valid.')];
}

export interface Standby {
  name: string;
  /** Null without recent writes. Both are null for a receiver that replays nothing, such as a base backup. */
  seconds: number | null;
  bytes: number | null;
}

/** Returns what is wrong with standbys. @param blindRoles roles that may not see how far they are behind, quoted */
export function judgeStandbys(standbys: readonly Standby[], blindRoles: readonly string[]): Finding[] {
  if (standbys.length > 0 && blindRoles.length > 0) {
    const roles = blindRoles.join(', ');
    return [
      warning(
        `How far standbys are behind is hidden from ${roles}.`,
        `Let a superuser run GRANT pg_read_all_stats TO ${roles}.`,
      ),
    ];
  }
  return standbys
    .filter(({ seconds, bytes }) => Number(seconds) > BEHIND_SECONDS || Number(bytes) > BEHIND_BYTES)
    .map(({ name, seconds, bytes }) => {
      const time = seconds === null ? '' : `${Math.round(seconds)} seconds and `;
      return warning(
        `The standby ${name} is ${time}${Math.round(Number(bytes) / 1e6)} MB behind.`,
        'Check its disk, its network, and long queries on it.',
      );
    });
}

async function checkReplication(dataSource: DataSource): Promise<Finding[]> {
  const standbys = await dataSource.query<Standby[]>(
    `SELECT application_name AS name, extract(epoch FROM replay_lag)::float8 AS seconds,
            pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 AS bytes
       FROM pg_stat_replication ORDER BY 1`,
  );
  const blind = await dataSource.query<{ name: string }[]>(
    `SELECT quote_ident(rolname) AS name FROM pg_roles
      WHERE rolname IN (current_user, $1) AND NOT pg_has_role(oid, 'pg_read_all_stats', 'USAGE') ORDER BY 1`,
    [PRODUCT_ROLE],
  );
  const slots = await dataSource.query<{ name: string; behind: string }[]>(
    `SELECT slot_name::text AS name, pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) AS behind
       FROM pg_replication_slots WHERE NOT active AND pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > $1`,
    [BEHIND_BYTES],
  );
  return [
    ...judgeStandbys(
      standbys,
      blind.map(({ name }) => name),
    ),
    ...slots.map(({ name, behind }) =>
      warning(
        `The replication slot ${name} is not used and keeps ${behind} of the write-ahead log.`,
        `Start its standby, or run SELECT pg_drop_replication_slot('${name}').`,
      ),
    ),
  ];
}

async function checkWork(dataSource: DataSource): Promise<Finding[]> {
  const [oldest] = await dataSource.query<{ topic: string; seconds: number }[]>(
    `SELECT topic, extract(epoch FROM now() - created_at)::float8 AS seconds FROM outbox ORDER BY id LIMIT 1`,
  );
  const advice =
    'Run docker compose ps worker, and read its log. More WORKERS help if it only has too much to do.';
  const waits =
    oldest && `The oldest pending work (${oldest.topic}) waits for ${ageText(oldest.seconds * 1_000)}.`;
  if (!oldest || !waits) return [ok('No work is pending.')];
  if (oldest.seconds > STUCK_SECONDS) return [problem(waits, advice)];
  return [oldest.seconds > LATE_SECONDS ? warning(waits, advice) : ok(waits)];
}

async function checkDrill(dataSource: DataSource): Promise<Finding[]> {
  const [drill] = await dataSource.query<{ succeededAt: Date }[]>(
    `SELECT succeeded_at AS "succeededAt" FROM operations WHERE name = 'drill'`,
  );
  const advice =
    'Run infra/ops/drill on a machine with a Docker engine: it restores a backup into a site of its own.';
  if (!drill) return [warning('No restore was ever tried.', advice)];
  const age = Date.now() - drill.succeededAt.getTime();
  const text = `The last restore was tried ${ageText(age)} ago.`;
  return [age > DRILL_DAYS * DAY_MS ? warning(text, advice) : ok(text)];
}

/** Checks PostgreSQL, and what is pending in it. @param connect opens the database, or throws */
export const databaseChecks = (connect: () => Promise<DataSource>): Check[] =>
  [
    { name: 'database version', run: checkVersion },
    { name: 'database writes', run: checkWrites },
    { name: 'migrations', run: checkMigrations },
    { name: 'database settings', run: checkSettings },
    { name: 'indexes', run: checkIndexes },
    { name: 'replication', run: checkReplication },
    { name: 'pending work', run: checkWork },
    { name: 'drill', run: checkDrill },
  ].map(({ name, run }) => ({
    name,
    advice: 'Check DATABASE_URL, and the log of PostgreSQL.',
    run: async () => run(await connect()),
  }));
