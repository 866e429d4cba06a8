import { createHash, randomBytes } from 'node:crypto';
import { OUTBOX_TOPICS, LINKS_KEPT } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import {
  BackendProcess,
  type DedicatedTestStack,
  LiveClient,
  seededRandom,
  waitUntil,
  WorkerProcess,
} from '@oniverse/testing';
import { Latencies, now } from '../live/measure/latency.js';
import type { Findings } from '../live/scenarios/scenario.js';
import type { Plan } from './plan.js';
import { tagName, zipfFrom } from './population.js';
import { type DatabaseWork, LOG_SETTINGS, StatementLog } from './statement-log.js';

const LIMITS = { databaseMs: 15, visibleMs: 250 } as const;
const WORKER_ROLE = 'bench_worker';
const TIMEOUT_MS = 60_000;
/**
 * Unmeasured changes at the start. They warm up the processes and let each connection of the worker plan every
 * statement.
 */
const WARM_UP_CHANGES = 100;

/**
 * The reference: finds the members who share most tags with a member, in plain SQL without writing or publishing. The
 * ratio to it does not depend on the speed of the machine.
 */
const NEIGHBOURS = `
  SELECT theirs.user_id, count(*) AS strength
    FROM user_tags mine
    JOIN tags ON tags.id = mine.tag_id AND NOT tags.is_hub
    JOIN user_tags theirs ON theirs.tag_id = mine.tag_id AND theirs.user_id <> mine.user_id
   WHERE mine.user_id = $1
   GROUP BY theirs.user_id ORDER BY strength DESC, theirs.user_id LIMIT ${LINKS_KEPT}`;

interface Change {
  userId: string;
  sessionId: string;
  /** The tag of the post to create; undefined to delete the oldest post. */
  tag: string | undefined;
}

/** Measures database time and visibility of sequential changes in an otherwise idle system. */
export async function measureChanges(
  stack: DedicatedTestStack,
  plan: Plan,
  memberIds: readonly string[],
): Promise<Findings> {
  // A database that grew to this size has been vacuumed.
  await stack.dataSource.query('VACUUM ANALYZE');
  const env = await loggedWorkerEnv(stack);
  const backend = await BackendProcess.start(stack.env(), await freePort());
  const worker = await WorkerProcess.start(env);
  const bench = new ChangeBench(stack, backend.url, new StatementLog(stack.databaseLog));
  try {
    await bench.start();
    const planned = await drawChanges(stack, plan, memberIds);
    for (const change of planned.slice(0, WARM_UP_CHANGES)) await bench.measure(change);
    bench.reset();
    for (const change of planned.slice(WARM_UP_CHANGES)) await bench.measure(change);
  } finally {
    bench.stop();
    await worker.stop();
    await backend.stop();
  }
  return bench.findings();
}

/** Returns an environment in which the worker uses a role of its own, whose statements PostgreSQL logs. */
async function loggedWorkerEnv(stack: DedicatedTestStack): Promise<Record<string, string>> {
  await stack.dataSource.query(`CREATE ROLE ${WORKER_ROLE} SUPERUSER LOGIN PASSWORD '${WORKER_ROLE}'`);
  for (const [setting, value] of Object.entries(LOG_SETTINGS)) {
    await stack.dataSource.query(`ALTER ROLE ${WORKER_ROLE} SET ${setting} = '${value}'`);
  }
  const env = stack.env();
  const url = new URL(env['DATABASE_URL'] ?? '');
  url.username = WORKER_ROLE;
  url.password = WORKER_ROLE;
  return { ...env, DATABASE_URL: url.href };
}

/** Draws changes of random members: alternately a new post with a Zipf-distributed tag, and the deletion of a post. */
async function drawChanges(
  stack: DedicatedTestStack,
  { population, changes: count }: Plan,
  memberIds: readonly string[],
): Promise<Change[]> {
  const random = seededRandom(2);
  const draw = zipfFrom(random, population.tags);
  const drawn = Array.from({ length: count + WARM_UP_CHANGES }, (_, index) => ({
    userId: memberIds[Math.floor(random() * memberIds.length)] ?? '',
    sessionId: randomBytes(32).toString('base64url'),
    tag: index % 2 === 0 ? tagName(draw()) : undefined,
  }));
  await stack.dataSource.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT id, user_id, now() + interval '30 days' FROM unnest($1::text[], $2::uuid[]) AS s (id, user_id)`,
    [
      drawn.map(({ sessionId }) => createHash('sha256').update(sessionId).digest('hex')),
      drawn.map(({ userId }) => userId),
    ],
  );
  return drawn;
}

const rowOf = (name: string, latencies: Latencies): string[] => [
  name,
  latencies.percentile(0.5).toFixed(1),
  latencies.percentile(0.99).toFixed(1),
];

const p99Of = (latencies: Latencies): string => `${latencies.percentile(0.99).toFixed(1)} ms`;

/** Database time of a change in milliseconds, and the CPU time in it. */
interface Cost {
  ms: number;
  cpuMs: number;
  /** CPU time of updating the neighbours, in another transaction. */
  neighboursCpuMs: number;
}

/** Makes changes in a running system and records their cost. */
class ChangeBench {
  private watcher: LiveClient | undefined;
  private costs = new Map<string, Cost>();
  private plainSql = new Latencies();
  private neighbours = new Latencies();
  private recompute = new Latencies();
  private visible = new Latencies();
  private visibleCount = 0;
  private recomputeCount = 0;

  constructor(
    private readonly stack: DedicatedTestStack,
    private readonly url: string,
    private readonly log: StatementLog,
  ) {}

  /** Connects a watcher of the constellation and waits until the worker is idle. */
  async start(): Promise<void> {
    const sessionId = randomBytes(32).toString('base64url');
    await this.stack.dataSource.query(
      `INSERT INTO sessions (id, user_id, expires_at)
       SELECT $1, (SELECT id FROM users ORDER BY id LIMIT 1), now() + interval '30 days'`,
      [createHash('sha256').update(sessionId).digest('hex')],
    );
    this.watcher = await LiveClient.connect(this.url, { sessionId });
    await this.watcher.request('constellation:watch', {});
    await this.waitForOutbox();
    await this.waitForIdleWorker();
    await this.log.read();
  }

  async measure({ userId, sessionId, tag }: Change): Promise<void> {
    let visibleAt = 0;
    const onChanged = (...payloads: unknown[]): void => {
      if (visibleAt === 0 && JSON.stringify(payloads).includes(userId)) visibleAt = now();
    };
    const path = tag === undefined ? await this.oldestPost(userId) : '/posts';
    if (path === undefined) return;
    this.watcher?.socket.on('constellation:changed', onChanged);
    const startedAt = now();
    const answer = await fetch(`${this.url}/api${path}`, {
      method: tag === undefined ? 'DELETE' : 'POST',
      headers: { authorization: `Bearer ${sessionId}`, 'content-type': 'application/json' },
      ...(tag === undefined ? {} : { body: JSON.stringify({ title: 'A post', content: 'x', tags: [tag] }) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await this.waitForOutbox();
    this.watcher?.socket.off('constellation:changed', onChanged);
    if (visibleAt > 0) {
      this.visibleCount += 1;
      this.visible.record(visibleAt - startedAt);
    }
    await this.recordWork(userId);
    // Runs after the change, so that its reads do not warm the cache for the change.
    await this.recordPlainSql(userId);
  }

  reset(): void {
    this.costs = new Map();
    this.plainSql = new Latencies();
    this.neighbours = new Latencies();
    this.recompute = new Latencies();
    this.visible = new Latencies();
    this.visibleCount = 0;
    this.recomputeCount = 0;
  }

  stop(): void {
    this.watcher?.close();
  }

  findings(): Findings {
    const { plainSql, neighbours, recompute, visible, visibleCount, recomputeCount } = this;
    const costs = [...this.costs.values()];
    const [databaseTime, cpuTime, bothTimes] = [new Latencies(), new Latencies(), new Latencies()];
    for (const { ms, cpuMs, neighboursCpuMs } of costs) {
      bothTimes.record((cpuMs + neighboursCpuMs) * 1_000);
      databaseTime.record(ms * 1_000);
      cpuTime.record(cpuMs * 1_000);
    }
    const ratio = (share: number): string =>
      (cpuTime.percentile(share) / plainSql.percentile(share)).toFixed(1);
    const changeCount = costs.length;
    return {
      title: `${changeCount} changes of members, ${visibleCount} visible to others, ${(recomputeCount / changeCount).toFixed(0)} recomputed members per change`,
      table: [
        ['milliseconds', 'p50', 'p99'],
        rowOf('database time of a change, including waits for a CPU', databaseTime),
        rowOf('CPU time in it', cpuTime),
        rowOf('plain SQL query for the same member’s neighbours', plainSql),
        rowOf('database CPU time of updating its neighbours', neighbours),
        rowOf('CPU time of the change and its neighbours', bothTimes),
        rowOf('database CPU time of recomputing an affected member', recompute),
        rowOf('from the request to the watcher’s event', visible),
      ],
      verdicts: [
        {
          criterion: `the member's own job of a change needs at most ${LIMITS.databaseMs} ms of database CPU time at p99`,
          measured: `${p99Of(cpuTime)} of CPU time, ${p99Of(databaseTime)} including waits for a CPU, ${p99Of(bothTimes)} of CPU time with its neighbours; ${ratio(0.5)} times the plain SQL at p50, ${ratio(0.99)} at p99`,
          isMet: cpuTime.percentile(0.99) <= LIMITS.databaseMs,
        },
        {
          criterion: `a change is visible within ${LIMITS.visibleMs} ms at p99`,
          measured: p99Of(visible),
          isMet: visibleCount > 0 && visible.percentile(0.99) <= LIMITS.visibleMs,
        },
      ],
      raw: {
        changeCount,
        visibleCount,
        recomputeCount,
        databaseTime,
        cpuTime,
        bothTimes,
        plainSql,
        neighbours,
        recompute,
        visible,
      },
    };
  }

  private async oldestPost(userId: string): Promise<string | undefined> {
    const rows: { id: string }[] = await this.stack.dataSource.query(
      'SELECT id FROM posts WHERE user_id = $1 ORDER BY id LIMIT 1',
      [userId],
    );
    return rows[0] && `/posts/${rows[0].id}`;
  }

  private async waitForOutbox(): Promise<void> {
    await waitUntil(
      'the outbox to be empty',
      async () => {
        const rows: unknown[] = await this.stack.dataSource.query('SELECT FROM outbox LIMIT 1');
        return rows.length === 0;
      },
      TIMEOUT_MS,
    );
  }

  /** A started worker runs all maintenance first, which must not be measured. */
  private async waitForIdleWorker(): Promise<void> {
    await waitUntil(
      'the worker to be idle',
      async () => {
        const rows: unknown[] = await this.stack.dataSource.query(
          `SELECT FROM pg_stat_activity
            WHERE usename = $1 AND (state <> 'idle' OR state_change > now() - interval '1 second')`,
          [WORKER_ROLE],
        );
        return rows.length === 0;
      },
      TIMEOUT_MS,
    );
  }

  /** Waits for the log of the change, which is written shortly after the commit. Later entries count for the next read. */
  private async recordWork(userId: string): Promise<void> {
    this.costs.set(userId, { ms: 0, cpuMs: 0, neighboursCpuMs: 0 });
    let isDone = false;
    await waitUntil(`the work of ${userId} in the database's log`, async () => {
      for (const work of await this.log.read()) {
        this.addWork(work);
        isDone ||= work.topic === OUTBOX_TOPICS.deriveMember && work.subject === userId;
      }
      return isDone;
    });
  }

  private async recordPlainSql(userId: string): Promise<void> {
    const rows: { 'QUERY PLAN': { 'Execution Time': number }[] }[] = await this.stack.dataSource.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${NEIGHBOURS}`,
      [userId],
    );
    this.plainSql.record((rows[0]?.['QUERY PLAN'][0]?.['Execution Time'] ?? 0) * 1_000);
  }

  private addWork({ topic, subject, isTransaction, ms, cpuMs }: DatabaseWork): void {
    if (topic === OUTBOX_TOPICS.recomputeLinks) {
      if (!isTransaction) return;
      this.recomputeCount += 1;
      this.recompute.record(cpuMs * 1_000);
      return;
    }
    const cost = this.costs.get(subject);
    if (topic === OUTBOX_TOPICS.updateNeighbours) {
      if (isTransaction) this.neighbours.record(cpuMs * 1_000);
      if (cost) cost.neighboursCpuMs += cpuMs;
      return;
    }
    if (!cost) return;
    cost.ms += ms;
    cost.cpuMs += cpuMs;
  }
}
