import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { installFunctions, listFunctions } from './functions.js';
import { hearsChannel, OWN_SESSION_NEEDED } from './own-session.js';
import { clientOf } from './prepared.js';
import { MIGRATE_ROLE } from './role-names.js';
import { allowProduct, canPrepareRoles, prepareRoles, withholdTables } from './roles.js';

/** The key of the advisory lock for migrating and seeding; an arbitrary number that nothing else uses. */
const MIGRATION_LOCK = 6_640_017;
const RETRY_DELAY_MS = 1_000;
const REPORT_EVERY_MS = 10_000;
/** PostgreSQL's error code for an expired `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

interface Blocker {
  pid: number;
  application: string;
  state: string;
  /** The age of its transaction. */
  seconds: number;
}

export interface MigrateOptions {
  /** Time after which a waiting migration is rolled back and retried. Short, because other queries queue behind it. */
  lockTimeoutMs?: number;
  /** Total time after which a migration that cannot get its locks fails. */
  maxLockWaitMs?: number;
  /** The address of backends and workers, whose role may then sign in. Absent where another process sees to that. */
  productUrl?: string;
  onProgress?: (message: string, details: object) => void;
}

/** A failed migration. The message describes the state of the database and what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Prepares the roles where the data source is the administrator's, acts as {@link MIGRATE_ROLE} then, runs each pending migration in its own transaction, installs the SQL functions in another, then runs `seed`. Concurrent
 * processes wait for the first one.
 * @param dataSource connected, with a pool of at least two connections and without a query timeout
 * @returns the names of the migrations that ran
 * @throws MigrationError for the first failed migration; earlier ones stay applied
 */
export async function migrate(
  dataSource: DataSource,
  seed: () => Promise<void>,
  given: MigrateOptions = {},
): Promise<string[]> {
  const options = {
    lockTimeoutMs: 2_000,
    maxLockWaitMs: 600_000,
    productUrl: '',
    onProgress: () => {},
    ...given,
  };
  const { onProgress } = options;
  const runner = dataSource.createQueryRunner();
  try {
    await requireOwnSession(dataSource, runner);
    await acquireMigrationLock(runner, onProgress);
    await runner.query(`SET lock_timeout = ${options.lockTimeoutMs}`);
    await runner.query('SET statement_timeout = 0');
    const hasRoles = await canPrepareRoles(runner);
    if (hasRoles) {
      await new LockRetry(dataSource, runner, options).runMigration('Preparing the roles', () =>
        inTransaction(runner, () => prepareRoles(runner)),
      );
      if (options.productUrl !== '') await allowProduct(runner, options.productUrl);
      await runner.query(`SET ROLE ${MIGRATE_ROLE}`);
    }
    const executor = new MigrationExecutor(dataSource, runner);
    const pending = await executor.getPendingMigrations();
    for (const [index, migration] of pending.entries()) {
      onProgress('Migrating', { migration: migration.name, number: index + 1, of: pending.length });
      await new LockRetry(dataSource, runner, options).runMigration(migration.name, () =>
        inTransaction(runner, async () => executor.executeMigration(migration)),
      );
    }
    if (hasRoles) await withholdTables(runner);
    const newer = await findNewerMigration(dataSource, executor);
    if (newer === undefined) {
      const names = await listFunctions();
      await new LockRetry(dataSource, runner, options).runMigration('Installing the SQL functions', () =>
        inTransaction(runner, () => installFunctions(runner, names)),
      );
    } else onProgress('Keeping the SQL functions of a newer release', { migration: newer });
    await seed();
    return pending.map(({ name }) => name);
  } finally {
    await releaseMigrationLock(runner);
  }
}

/** The lock, the timeouts and the role belong to the session. */
async function requireOwnSession(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const client = await clientOf(runner);
  await client.query('LISTEN migration');
  const isOwn = await hearsChannel(client, 'migration', (channel) =>
    dataSource.query(`SELECT pg_notify($1, '')`, [channel]),
  );
  await client.query('UNLISTEN migration');
  if (!isOwn) throw new MigrationError(OWN_SESSION_NEEDED);
}

/** Polls for the lock, because the snapshot of a blocking call could block the other process's migration. */
async function acquireMigrationLock(
  runner: QueryRunner,
  onProgress: (message: string, details: object) => void,
) {
  for (let reportedAt = -Infinity; ; await delay(RETRY_DELAY_MS)) {
    const [row]: { mine: boolean }[] = await runner.query('SELECT pg_try_advisory_lock($1) AS mine', [
      MIGRATION_LOCK,
    ]);
    if (row?.mine) return;
    if (performance.now() - reportedAt >= REPORT_EVERY_MS) {
      reportedAt = performance.now();
      onProgress('Another process is migrating; waiting for it', {});
    }
  }
}

async function releaseMigrationLock(runner: QueryRunner): Promise<void> {
  try {
    // The connection returns to the pool.
    await runner.query('RESET ROLE');
    await runner.query('RESET ALL');
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } catch {
    // A lost connection has released the lock.
  } finally {
    await runner.release();
  }
}

/** Returns the name of the database's newest migration if this release does not know it. */
async function findNewerMigration(
  dataSource: DataSource,
  executor: MigrationExecutor,
): Promise<string | undefined> {
  const executed = await executor.getExecutedMigrations();
  const newest = executed.toSorted((one, other) => other.timestamp - one.timestamp)[0]?.name;
  const isKnown = dataSource.migrations.some(
    ({ name, constructor }) => (name ?? constructor.name) === newest,
  );
  return isKnown ? undefined : newest;
}

async function inTransaction(runner: QueryRunner, work: () => Promise<unknown>): Promise<void> {
  await runner.startTransaction();
  try {
    await work();
    await runner.commitTransaction();
  } catch (error) {
    // Report the original error. PostgreSQL rolls back when the connection is lost.
    await runner.rollbackTransaction().catch(() => {});
    throw error;
  }
}

class LockRetry {
  private blockers: Blocker[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly runner: QueryRunner,
    private readonly options: Required<MigrateOptions>,
  ) {}

  async runMigration(name: string, attempt: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    const stopMonitor = await this.startMonitor(startedAt);
    try {
      for (;;) {
        try {
          return await attempt();
        } catch (error) {
          if (!isLockTimeout(error)) throw failedError(name, error);
          if (performance.now() - startedAt >= this.options.maxLockWaitMs) {
            throw lockedError(name, this.blockers, error);
          }
          this.options.onProgress('Waiting for a lock; trying again', { blockedBy: this.blockers });
          await delay(RETRY_DELAY_MS);
        }
      }
    } finally {
      stopMonitor();
    }
  }

  /** Periodically records the blocking sessions and reports progress. @returns a function that stops it */
  private async startMonitor(startedAt: number): Promise<() => void> {
    const [row]: { pid: number }[] = await this.runner.query('SELECT pg_backend_pid() AS pid');
    let reportedAt = startedAt;
    const timer = setInterval(() => {
      void this.recordBlockers(row?.pid);
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = performance.now();
      this.options.onProgress('Still migrating', { seconds: Math.round((reportedAt - startedAt) / 1_000) });
    }, this.options.lockTimeoutMs / 2);
    return () => clearInterval(timer);
  }

  private async recordBlockers(pid: number | undefined): Promise<void> {
    try {
      const blockers: Blocker[] = await this.dataSource.query(
        `SELECT pid, application_name AS application, state, round(extract(epoch FROM now() - xact_start))::int AS seconds
         FROM pg_stat_activity WHERE pid = ANY(pg_blocking_pids($1))`,
        [pid],
      );
      if (blockers.length > 0) this.blockers = blockers;
    } catch {
      // A broken database also fails the migration, which reports it.
    }
  }
}

const isLockTimeout = (error: unknown): boolean => Reflect.get(Object(error), 'code') === LOCK_NOT_AVAILABLE;

const ROLLED_BACK = 'It was rolled back. The running version keeps working with the database as it was.';

const failedError = (name: string, cause: unknown): MigrationError =>
  new MigrationError(
    `${name} failed: ${cause instanceof Error ? cause.message : String(cause)}. ${ROLLED_BACK} ` +
      'Fix the cause, then start the upgrade again.',
    { cause },
  );

function lockedError(name: string, blockers: readonly Blocker[], cause: unknown): MigrationError {
  const list = blockers.map(
    ({ pid, application, state, seconds }) =>
      `process ${pid} (${application || 'unnamed'}, ${state}, in a transaction for ${seconds} s)`,
  );
  const who = list.length === 0 ? 'other sessions' : list.join(', ');
  return new MigrationError(
    `${name} could not get its locks from ${who}. ${ROLLED_BACK} ` +
      'End the blocking process (SELECT pg_terminate_backend(<process>)) or wait for it, then start the upgrade again.',
    { cause },
  );
}
