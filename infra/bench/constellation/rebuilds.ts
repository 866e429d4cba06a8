import { LINKS_KEPT } from '@oniverse/data';
import type { DedicatedTestStack } from '@oniverse/testing';
import { Client, DatabaseError } from 'pg';
import { cpuOfChildren, cpuWaitOf } from '../live/measure/cpu.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { type OpsRun, runOps } from './ops-process.js';
import type { Plan } from './plan.js';

const COMMAND = 'constellation:rebuild';
const MB = 1_048_576;
const LIMITS = { share: 1 / 20, mb: 512 } as const;
const DATABASE = ['postgres'];
/** The SQLSTATE of a statement that timed out. */
const QUERY_CANCELED = '57014';

/**
 * The reference: computes the number of shared tags of all pairs and the strongest links of each member. It writes
 * nothing and lists no tags, so it does less than a rebuild.
 */
const SELF_JOIN = `
  WITH pairs AS (
    SELECT mine.user_id, theirs.user_id AS other_id, count(*) AS strength
      FROM user_tags mine
      JOIN tags ON tags.id = mine.tag_id AND NOT tags.is_hub
      JOIN user_tags theirs ON theirs.tag_id = mine.tag_id AND theirs.user_id <> mine.user_id
     GROUP BY mine.user_id, theirs.user_id
  ), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY strength DESC, other_id) AS place FROM pairs
  )
  SELECT count(*) AS links FROM (
    SELECT DISTINCT least(user_id, other_id), greatest(user_id, other_id) FROM ranked WHERE place <= ${LINKS_KEPT}
  ) AS kept`;

/** Corruptions of every kind that a rebuild repairs, 200 rows each. */
const CORRUPTIONS = [
  `DELETE FROM connections WHERE id IN (SELECT id FROM connections ORDER BY md5(id::text) LIMIT 200)`,
  `UPDATE connections SET shared_tags = '{wrong}', strength = 1
    WHERE id IN (SELECT id FROM connections ORDER BY md5(id::text || 'tags') LIMIT 200)`,
  `UPDATE connections SET kept_by_from = true, kept_by_to = true
    WHERE id IN (SELECT id FROM connections ORDER BY md5(id::text || 'kept') LIMIT 200)`,
  `DELETE FROM user_tags WHERE (user_id, tag_id) IN (
     SELECT user_id, tag_id FROM user_tags ORDER BY md5(user_id::text || tag_id::text) LIMIT 200)`,
  `UPDATE constellation_nodes SET weakest_strength = NULL, weakest_id = NULL
    WHERE user_id IN (SELECT user_id FROM constellation_nodes ORDER BY md5(user_id::text) LIMIT 200)`,
];

/** Measures a full rebuild from an empty state and from a nearly correct state, compared to the self-join. */
export async function measureRebuilds(stack: DedicatedTestStack, plan: Plan): Promise<Findings> {
  const fromScratch = await runRebuild(stack);
  await stack.dataSource.query('VACUUM ANALYZE');
  const links = await countLinks(stack);
  const selfJoin = await runSelfJoin(stack, plan.selfJoinSeconds);
  const expected = await fingerprint(stack);
  for (const sql of CORRUPTIONS) await corrupt(stack, sql);
  const full = await runRebuild(stack);
  const isRepaired = (await fingerprint(stack)) === expected;
  const share = secondsOnIdleMachine(full) / secondsOnIdleMachine(selfJoin);
  const peak = Math.max(full.peak, fromScratch.peak) / MB;
  const prefix = selfJoin.hasTimedOut ? 'over ' : '';
  const times = `${prefix}${(1 / share).toFixed(1)} times`;
  return {
    title: `Full rebuild, ${plan.population.members} members, ${plan.population.tagUses} tag uses, ${links} links`,
    table: [
      ['', 'seconds', 'without waits for a CPU', 'CPU seconds', 'peak MB'],
      [
        'plain SQL self-join, without writing',
        `${prefix}${selfJoin.seconds.toFixed(1)}`,
        secondsOnIdleMachine(selfJoin).toFixed(1),
        selfJoin.cpu.toFixed(1),
        '',
      ],
      rowOf('rebuild of about 1,000 corrupt rows', full),
      rowOf('rebuild from scratch, writing every row', fromScratch),
    ],
    verdicts: [
      {
        criterion: 'the full rebuild repairs all rows',
        measured: isRepaired ? 'yes' : 'no',
        isMet: isRepaired,
      },
      {
        criterion: 'a full rebuild takes at most 1/20 of the time of the plain SQL self-join',
        measured: `the self-join takes ${times} as long, without waits for a CPU`,
        isMet: share <= LIMITS.share,
      },
      {
        criterion: `a rebuild uses at most ${LIMITS.mb} MB`,
        measured: `${peak.toFixed(0)} MB`,
        isMet: peak <= LIMITS.mb,
      },
    ],
    raw: { selfJoin, full, fromScratch, links },
  };
}

const rowOf = (name: string, run: OpsRun): string[] => [
  name,
  run.seconds.toFixed(1),
  secondsOnIdleMachine(run).toFixed(1),
  run.cpu.toFixed(1),
  (run.peak / MB).toFixed(0),
];

/**
 * Estimates the duration on an idle machine. For a rebuild, the estimate still includes the time in which PostgreSQL
 * waits for a CPU.
 */
const secondsOnIdleMachine = ({ seconds, waited }: { seconds: number; waited: number }): number =>
  seconds - waited;

/** Runs a rebuild. The CPU time includes that of PostgreSQL. */
async function runRebuild(stack: DedicatedTestStack): Promise<OpsRun> {
  const before = cpuOfChildren(DATABASE);
  const run = await runOps(COMMAND, stack.env());
  return { ...run, cpu: run.cpu + cpuOfChildren(DATABASE) - before };
}

async function countLinks({ dataSource }: DedicatedTestStack): Promise<number> {
  const rows: { links: number }[] = await dataSource.query(
    'SELECT count(*)::integer AS links FROM connections',
  );
  return rows[0]?.links ?? 0;
}

/** Runs queries on a connection without a timeout and with enough work memory. */
async function withClient<T>(stack: DedicatedTestStack, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(stack.env()['DATABASE_URL']);
  await client.connect();
  try {
    await client.query(`SET work_mem = '256MB'`);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function runSelfJoin(
  stack: DedicatedTestStack,
  timeoutSeconds: number,
): Promise<{ seconds: number; waited: number; cpu: number; hasTimedOut: boolean }> {
  return withClient(stack, async (client) => {
    await client.query(`SET statement_timeout = '${timeoutSeconds}s'`);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = rows[0]?.pid ?? 0;
    const before = { cpu: cpuOfChildren(DATABASE), waited: cpuWaitOf(pid) };
    const startedAt = performance.now();
    let hasTimedOut = false;
    try {
      await client.query(SELF_JOIN);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== QUERY_CANCELED) throw error;
      hasTimedOut = true;
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    return {
      seconds,
      waited: cpuWaitOf(pid) - before.waited,
      cpu: cpuOfChildren(DATABASE) - before.cpu,
      hasTimedOut,
    };
  });
}

const corrupt = (stack: DedicatedTestStack, sql: string): Promise<unknown> =>
  withClient(stack, (client) => client.query(sql));

/** Returns a checksum of everything that a rebuild writes. */
async function fingerprint(stack: DedicatedTestStack): Promise<string> {
  return withClient(stack, async (client) => {
    const { rows } = await client.query<{ sum: string }>(
      `SELECT concat_ws(' ',
         (SELECT sum(hashtextextended(concat_ws(' ', from_user_id, to_user_id, strength, array_to_string(shared_tags, ','),
                                                kept_by_from, kept_by_to), 0)) FROM connections),
         (SELECT sum(hashtextextended(concat_ws(' ', user_id, tag_id), 0)) FROM user_tags),
         (SELECT sum(hashtextextended(concat_ws(' ', user_id, username, weakest_strength, weakest_id), 0))
            FROM constellation_nodes)) AS sum`,
    );
    return rows[0]?.sum ?? '';
  });
}
