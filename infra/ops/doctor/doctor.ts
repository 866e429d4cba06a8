import { once } from 'node:events';
import { createDataSource } from '@oniverse/data';
import { adviceForRefusal, connectRedis, ObjectStore, type RedisConnection } from '@oniverse/platform';
import { type Config, type Env, findVariable, type Logger, siteOriginOf } from '@oniverse/platform/command';
import type { DataSource } from 'typeorm';
import { backupsCheck } from './backups.js';
import { certificatesCheck } from './certificates.js';
import { clocksCheck } from './clocks.js';
import { databaseChecks } from './database.js';
import { disksCheck } from './disks.js';
import { type Check, type Finding, LEVELS, type Level, problem, reasonOf } from './finding.js';
import { mailCheck, pushCheck } from './messages.js';
import { queuesCheck } from './queues.js';
import { redisCheck } from './redis.js';
import { secretsCheck } from './secrets.js';
import { addressOf, readSiteClock, siteChecks } from './site.js';
import { storeCheck } from './store.js';

/** A part that does not answer a check in this time has failed, in milliseconds. */
const CHECK_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;

export interface CheckResult {
  check: string;
  findings: Finding[];
}

export interface DoctorOptions {
  /** The reader of a test mail; undefined sends none. */
  mailTo: string | undefined;
}

/** Returns what each check found. Each has a time limit, and one that fails itself found a problem. */
export async function runChecks(checks: readonly Check[]): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, advice, run }) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('It does not answer in time.')), CHECK_TIMEOUT_MS);
      });
      try {
        return { check: name, findings: await Promise.race([run(), late]) };
      } catch (error) {
        return { check: name, findings: [problem(reasonOf(error), adviceForRefusal(error) ?? advice)] };
      } finally {
        clearTimeout(timer);
      }
    }),
  );
}

/** Checks all parts of a site as it is configured. Changes nothing but an object that it deletes again, and a test mail. */
export async function examine(
  config: Config,
  env: Env,
  { mailTo }: DoctorOptions,
  logger: Logger,
): Promise<CheckResult[]> {
  const source = createDataSource(config.directDatabaseUrl, {
    poolSize: 2,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  });
  let opened: Promise<DataSource> | undefined;
  const database = async (): Promise<DataSource> => (opened ??= source.initialize());
  // Outages are findings.
  const silent = logger.child({}, { level: 'silent' });
  const client = connectRedis(config.redis, 'commands', silent);
  const redis = async (): Promise<RedisConnection> => {
    if (client.status !== 'ready') {
      await once(client, 'ready', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    }
    return client;
  };
  const origin = siteOriginOf(config);
  const folder = findVariable(env, 'BACKUP_FOLDER') ?? findVariable(env, 'ONIVERSE_DATA');
  try {
    return await runChecks([
      secretsCheck(env),
      ...databaseChecks(database),
      redisCheck(redis),
      queuesCheck(config, silent),
      storeCheck(new ObjectStore(config.objectStore)),
      ...siteChecks(config, env, origin, database),
      certificatesCheck(config, env),
      mailCheck(config, mailTo),
      pushCheck(config),
      clocksCheck({
        PostgreSQL: async () => {
          const [row] = await (
            await database()
          ).query<{ ms: number }[]>('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms');
          return row?.ms;
        },
        Redis: async () => {
          const [seconds, microseconds] = await (await redis()).time();
          return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
        },
        [`a backend of ${origin}`]: async () => readSiteClock(addressOf(origin, env)),
      }),
      disksCheck(['/', ...(folder === undefined ? [] : [folder])]),
      backupsCheck(env),
    ]);
  } finally {
    client.disconnect();
    if (source.isInitialized) await source.destroy();
  }
}

/** Returns the worst level of all findings. */
export const worstOf = (results: readonly CheckResult[]): Level =>
  results
    .flatMap(({ findings }) => findings)
    .reduce<Level>(
      (worst, { level }) => (LEVELS.indexOf(level) > LEVELS.indexOf(worst) ? level : worst),
      'ok',
    );

const MARKS = { ok: 'ok      ', note: 'note    ', warning: 'warning ', problem: 'PROBLEM ' } as const;

/** Returns the findings as lines, with the advice below each. */
export const describeResults = (results: readonly CheckResult[]): string =>
  results
    .flatMap(({ check, findings }) =>
      findings.flatMap(({ level, text, advice }) => [
        `${MARKS[level]} ${check}: ${text}`,
        ...(advice === undefined ? [] : [`         → ${advice}`]),
      ]),
    )
    .join('\n');
