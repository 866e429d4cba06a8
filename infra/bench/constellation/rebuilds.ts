import { LINKS_KEPT } from '@oniverse/contracts';
import type { TestStack } from '@oniverse/testing';
import { Client, DatabaseError } from 'pg';
import { cpuOfChildren, waitedOf } from '../live/measure/cpu.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { type OpsRun, runOps } from './ops-process.js';
import type { Plan } from './plan.js';

const COMMAND = 'constellation:rebuild';
const MB = 1_048_576;
const ALLOWED = { share: 1 / 20, mb: 512 } as const;
const DATABASE = ['postgres'];
/** PostgreSQL's code for a statement that was given up. */
const CANCELLED = '57014';

/**
 * What is worked out in plain SQL: who shares how many tags, and the strongest links of each. Nothing is written, and no
 * tag is named, which makes it cheaper than what it is compared with.
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

/** Things that go wrong, a little of each. */
const SPOILED = [
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

/** The full rebuild, from nothing and of what is nearly right, beside the plain SQL self-join. */
export async function rebuilds(stack: TestStack, plan: Plan): Promise<Findings> {
  const fromNothing = await runRebuild(stack);
  await stack.dataSource.query('VACUUM ANALYZE');
  const links = await linksIn(stack);
  const selfJoin = await runSelfJoin(stack, plan.selfJoinSeconds);
  const sound = await fingerprint(stack);
  for (const spoil of SPOILED) await spoilWith(stack, spoil);
  const full = await runRebuild(stack);
  const isSound = (await fingerprint(stack)) === sound;
  const share = undisturbed(full) / undisturbed(selfJoin);
  const peak = Math.max(full.peak, fromNothing.peak) / MB;
  const mark = selfJoin.isCutOff ? 'over ' : '';
  const times = `${mark}${(1 / share).toFixed(1)} times`;
  return {
    title: `Full rebuild, ${plan.population.members} members, ${plan.population.tagUses} tag uses, ${links} links`,
    table: [
      ['', 'seconds', 'less waits for a CPU', 'CPU seconds', 'peak MB'],
      [
        'plain SQL self-join, computed only',
        `${mark}${selfJoin.seconds.toFixed(1)}`,
        undisturbed(selfJoin).toFixed(1),
        selfJoin.cpu.toFixed(1),
        '',
      ],
      rowOf('rebuild, about 1,000 things wrong', full),
      rowOf('rebuild from nothing, every row written', fromNothing),
    ],
    verdicts: [
      {
        criterion: 'the full rebuild puts everything right',
        measured: isSound ? 'yes' : 'no',
        holds: isSound,
      },
      {
        criterion: 'a full rebuild takes at most 1/20 of the plain SQL self-join',
        measured: `the self-join takes ${times} as long, of both the waits for a CPU left out`,
        holds: share <= ALLOWED.share,
      },
      {
        criterion: `a rebuild holds at most ${ALLOWED.mb} MB`,
        measured: `${peak.toFixed(0)} MB`,
        holds: peak <= ALLOWED.mb,
      },
    ],
    raw: { selfJoin, full, fromNothing, links },
  };
}

const rowOf = (name: string, run: OpsRun): string[] => [
  name,
  run.seconds.toFixed(1),
  undisturbed(run).toFixed(1),
  run.cpu.toFixed(1),
  (run.peak / MB).toFixed(0),
];

/**
 * What it would have taken, had no other process had the processors: as near as one process can tell. Of a rebuild the
 * time stays in which it waits for the database, and that one for a processor.
 */
const undisturbed = ({ seconds, waited }: { seconds: number; waited: number }): number => seconds - waited;

/** @returns what it took, the database's share of the processor included */
async function runRebuild(stack: TestStack): Promise<OpsRun> {
  const before = cpuOfChildren(DATABASE);
  const run = await runOps(COMMAND, stack.env());
  return { ...run, cpu: run.cpu + cpuOfChildren(DATABASE) - before };
}

async function linksIn({ dataSource }: TestStack): Promise<number> {
  const rows: { links: number }[] = await dataSource.query(
    'SELECT count(*)::integer AS links FROM connections',
  );
  return rows[0]?.links ?? 0;
}

/** On a connection that waits as long as it takes, with memory for its tables. */
async function patiently<T>(stack: TestStack, work: (client: Client) => Promise<T>): Promise<T> {
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
  stack: TestStack,
  atMost: number,
): Promise<{ seconds: number; waited: number; cpu: number; isCutOff: boolean }> {
  return patiently(stack, async (client) => {
    await client.query(`SET statement_timeout = '${atMost}s'`);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const pid = rows[0]?.pid ?? 0;
    const before = { cpu: cpuOfChildren(DATABASE), waited: waitedOf(pid) };
    const began = performance.now();
    let isCutOff = false;
    try {
      await client.query(SELF_JOIN);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== CANCELLED) throw error;
      isCutOff = true;
    }
    const seconds = (performance.now() - began) / 1_000;
    return {
      seconds,
      waited: waitedOf(pid) - before.waited,
      cpu: cpuOfChildren(DATABASE) - before.cpu,
      isCutOff,
    };
  });
}

const spoilWith = (stack: TestStack, sql: string): Promise<unknown> =>
  patiently(stack, (client) => client.query(sql));

/** Everything that a rebuild writes, in one word. */
async function fingerprint(stack: TestStack): Promise<string> {
  return patiently(stack, async (client) => {
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
