import { type DedicatedTestStack, waitUntil, WorkerProcess } from '@oniverse/testing';
import { cpuOf, cpuOfChildren } from '../live/measure/cpu.js';
import { peakMemoryOf } from '../live/measure/memory.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { LiveLinks } from './live-links.js';
import { runOps } from './ops-process.js';
import type { Plan } from './plan.js';

const COMMAND = 'constellation:rebuild';
const MB = 1_048_576;
const LIMITS = { minutes: 30, mb: 512, visibleMs: 1_000 } as const;
const DATABASE = ['postgres'];
const DRAIN_TIMEOUT_MS = 10 * 60_000;

interface RebuildRun {
  seconds: number;
  /** CPU seconds of the worker and of PostgreSQL. */
  workerCpu: number;
  databaseCpu: number;
  /** Peak memory of the worker in bytes. */
  peak: number;
}

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

/** Measures a full rebuild from no links at all, and one from a nearly correct state while members change tags. */
export async function measureRebuilds(
  stack: DedicatedTestStack,
  plan: Plan,
  memberIds: readonly string[],
): Promise<Findings> {
  const fromScratch = await runRebuild(stack);
  await stack.dataSource.query('VACUUM ANALYZE');
  const links = await LiveLinks.start(stack, memberIds);
  const expected = await fingerprint(stack, links.memberIds);
  for (const sql of CORRUPTIONS) await stack.dataSource.query(sql);
  const full = await runRebuild(stack, links);
  const { visible } = links;
  await links.stop();
  const isRepaired = (await fingerprint(stack, links.memberIds)) === expected;
  const minutes = Math.max(full.seconds, fromScratch.seconds) / 60;
  const peak = Math.max(full.peak, fromScratch.peak) / MB;
  const linkCount = await countLinks(stack);
  return {
    title: `Full rebuild by one worker, ${plan.population.members} members, ${plan.population.tagUses} tag uses, ${linkCount} links`,
    table: [
      ['', 'seconds', 'worker CPU seconds', 'database CPU seconds', 'worker peak MB'],
      rowOf('from no links', fromScratch),
      rowOf('of about 1,000 corrupt rows, with live changes', full),
    ],
    verdicts: [
      {
        criterion: 'the rebuild repairs all rows',
        measured: isRepaired ? 'yes' : 'no',
        isMet: isRepaired,
      },
      {
        criterion: `a rebuild takes at most ${LIMITS.minutes} minutes`,
        measured: `${minutes.toFixed(1)} minutes`,
        isMet: minutes <= LIMITS.minutes,
      },
      {
        criterion: `the worker uses at most ${LIMITS.mb} MB`,
        measured: `${peak.toFixed(0)} MB`,
        isMet: peak <= LIMITS.mb,
      },
      {
        criterion: `a change during a rebuild is visible within ${LIMITS.visibleMs} ms at p99`,
        measured: `${visible.percentile(0.5).toFixed(0)} ms at p50, ${visible.percentile(0.99).toFixed(0)} ms at p99`,
        isMet: visible.percentile(0.99) <= LIMITS.visibleMs,
      },
    ],
    raw: { full, fromScratch, linkCount, visible },
  };
}

const rowOf = (name: string, run: RebuildRun): string[] => [
  name,
  run.seconds.toFixed(1),
  run.workerCpu.toFixed(1),
  run.databaseCpu.toFixed(1),
  (run.peak / MB).toFixed(0),
];

/** Starts a worker and measures a rebuild. @param links makes live changes during the rebuild, if given */
async function runRebuild(stack: DedicatedTestStack, links?: LiveLinks): Promise<RebuildRun> {
  const worker = await WorkerProcess.start(stack.env());
  try {
    const databaseCpu = cpuOfChildren(DATABASE);
    const startedAt = performance.now();
    const command = runOps(COMMAND, stack.env());
    const changes = links?.measureUntil(command);
    await command;
    const run = {
      seconds: (performance.now() - startedAt) / 1_000,
      workerCpu: cpuOf(worker.pid),
      databaseCpu: cpuOfChildren(DATABASE) - databaseCpu,
      peak: peakMemoryOf(worker.pid),
    };
    await changes;
    await waitUntil(
      'the outbox to be empty',
      async () => {
        const rows: unknown[] = await stack.dataSource.query('SELECT FROM outbox LIMIT 1');
        return rows.length === 0;
      },
      DRAIN_TIMEOUT_MS,
    );
    return run;
  } finally {
    await worker.stop();
  }
}

async function countLinks({ dataSource }: DedicatedTestStack): Promise<number> {
  const rows: { links: number }[] = await dataSource.query(
    'SELECT count(*)::integer AS links FROM connections',
  );
  return rows[0]?.links ?? 0;
}

/** Returns a checksum of everything that a rebuild writes, except the rows of some members. */
async function fingerprint(
  { dataSource }: DedicatedTestStack,
  exceptIds: readonly string[],
): Promise<string> {
  const rows: { sum: string }[] = await dataSource.query(
    `SELECT concat_ws(' ',
         (SELECT sum(hashtextextended(concat_ws(' ', from_user_id, to_user_id, strength, array_to_string(shared_tags, ','),
                                                kept_by_from, kept_by_to), 0)) FROM connections
           WHERE from_user_id <> ALL ($1::uuid[]) AND to_user_id <> ALL ($1::uuid[])),
         (SELECT sum(hashtextextended(concat_ws(' ', user_id, tag_id), 0)) FROM user_tags WHERE user_id <> ALL ($1::uuid[])),
         (SELECT sum(hashtextextended(concat_ws(' ', user_id, username, weakest_strength, weakest_id), 0))
            FROM constellation_nodes WHERE user_id <> ALL ($1::uuid[]))) AS sum`,
    [exceptIds],
  );
  return rows[0]?.sum ?? '';
}
