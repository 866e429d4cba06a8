import { createHash, randomBytes } from 'node:crypto';
import { LINKS_KEPT } from '@oniverse/contracts';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, LiveClient, type TestStack, until, WorkerProcess } from '@oniverse/testing';
import { Latencies, now } from '../live/measure/latency.js';
import type { Findings } from '../live/scenarios/scenario.js';
import type { Plan } from './plan.js';
import { randomFrom, tagName, zipfFrom } from './population.js';
import { StatementLog, type Work, WRITTEN_DOWN } from './statement-log.js';

const ALLOWED = { databaseMs: 10, visibleMs: 250 } as const;
const WATCHED = 'bench_worker';
const PATIENCE_MS = 60_000;
/**
 * Changes before the measured ones: processes are warm in any product that has members, and each connection of the
 * worker's has planned each statement once.
 */
const WARM_UP = 100;

/**
 * With whom one member shares most tags, in plain SQL: nothing is compared, written or told. What a change costs, and
 * this, are as long as the machine makes them; their ratio is not.
 */
const NEIGHBOURS = `
  SELECT theirs.user_id, count(*) AS strength
    FROM user_tags mine
    JOIN tags ON tags.id = mine.tag_id AND NOT tags.is_hub
    JOIN user_tags theirs ON theirs.tag_id = mine.tag_id AND theirs.user_id <> mine.user_id
   WHERE mine.user_id = $1
   GROUP BY theirs.user_id ORDER BY strength DESC, theirs.user_id LIMIT ${LINKS_KEPT}`;

/** One who changes something, and what is changed. */
interface Change {
  userId: string;
  sessionId: string;
  /** Of a post to be made; undefined where one is to go. */
  tag: string | undefined;
}

/** What members' changes cost the database, and when others see them: one after another, on an idle product. */
export async function changes(stack: TestStack, plan: Plan, memberIds: readonly string[]): Promise<Findings> {
  // A product that grew to this size was looked after while it did.
  await stack.dataSource.query('VACUUM ANALYZE');
  const env = await watchedEnv(stack);
  const backend = await BackendProcess.start(stack.env(), await freePort());
  const worker = await WorkerProcess.start(env);
  const bench = new ChangeBench(stack, backend.url, new StatementLog(stack.databaseLog));
  try {
    await bench.watch();
    const all = await drawChanges(stack, plan, memberIds);
    for (const change of all.slice(0, WARM_UP)) await bench.run(change);
    bench.forget();
    for (const change of all.slice(WARM_UP)) await bench.run(change);
  } finally {
    bench.stop();
    await worker.stop();
    await backend.stop();
  }
  return bench.findings();
}

/** The worker's connections are of a role of its own, whose statements the database writes down. */
async function watchedEnv(stack: TestStack): Promise<Record<string, string>> {
  await stack.dataSource.query(`CREATE ROLE ${WATCHED} SUPERUSER LOGIN PASSWORD '${WATCHED}'`);
  for (const [setting, value] of Object.entries(WRITTEN_DOWN)) {
    await stack.dataSource.query(`ALTER ROLE ${WATCHED} SET ${setting} = '${value}'`);
  }
  const env = stack.env();
  const url = new URL(env['DATABASE_URL'] ?? '');
  url.username = WATCHED;
  url.password = WATCHED;
  return { ...env, DATABASE_URL: url.href };
}

/** Members drawn from all of them; every other one makes a post with a tag drawn by Zipf's law, the others lose one. */
async function drawChanges(
  stack: TestStack,
  { population, changes: count }: Plan,
  memberIds: readonly string[],
): Promise<Change[]> {
  const random = randomFrom(2);
  const draw = zipfFrom(random, population.tags);
  const drawn = Array.from({ length: count + WARM_UP }, (_, place) => ({
    userId: memberIds[Math.floor(random() * memberIds.length)] ?? '',
    sessionId: randomBytes(32).toString('base64url'),
    tag: place % 2 === 0 ? tagName(draw()) : undefined,
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
  latencies.within(0.5).toFixed(1),
  latencies.within(0.99).toFixed(1),
];

const p99Of = (latencies: Latencies): string => `${latencies.within(0.99).toFixed(1)} ms`;

/** What the database did for one change, in milliseconds: in all, and with a processor. */
interface Cost {
  ms: number;
  cpuMs: number;
}

/** Makes changes on a running product, and keeps what they took. */
class ChangeBench {
  private watcher: LiveClient | undefined;
  /** By the member who changed something. */
  private costs = new Map<string, Cost>();
  private plain = new Latencies();
  private spreading = new Latencies();
  private settling = new Latencies();
  private visible = new Latencies();
  private seen = 0;
  private followUps = 0;

  constructor(
    private readonly stack: TestStack,
    private readonly url: string,
    private readonly log: StatementLog,
  ) {}

  /** A member who watches the constellation. */
  async watch(): Promise<void> {
    const sessionId = randomBytes(32).toString('base64url');
    await this.stack.dataSource.query(
      `INSERT INTO sessions (id, user_id, expires_at)
       SELECT $1, (SELECT id FROM users ORDER BY id LIMIT 1), now() + interval '30 days'`,
      [createHash('sha256').update(sessionId).digest('hex')],
    );
    this.watcher = await LiveClient.connect(this.url, { sessionId });
    await this.watcher.ask('constellation:watch', {});
    await this.allDone();
    await this.atRest();
    await this.log.read();
  }

  /** Makes one change, and waits until all that follows from it is done. */
  async run({ userId, sessionId, tag }: Change): Promise<void> {
    let seenAt = 0;
    const notice = (...told: unknown[]): void => {
      if (seenAt === 0 && JSON.stringify(told).includes(userId)) seenAt = now();
    };
    const path = tag === undefined ? await this.oldestPost(userId) : '/posts';
    if (path === undefined) return;
    this.watcher?.socket.on('constellation:changed', notice);
    const began = now();
    const answer = await fetch(`${this.url}/api${path}`, {
      method: tag === undefined ? 'DELETE' : 'POST',
      headers: { authorization: `Bearer ${sessionId}`, 'content-type': 'application/json' },
      ...(tag === undefined ? {} : { body: JSON.stringify({ title: 'A post', content: 'x', tags: [tag] }) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await this.allDone();
    this.watcher?.socket.off('constellation:changed', notice);
    if (seenAt > 0) {
      this.seen += 1;
      this.visible.note(seenAt - began);
    }
    await this.noteWork(userId);
    // Afterwards, with all that it reads at hand: before it, it would put that at hand for the change.
    await this.notePlain(userId);
  }

  /** What was measured so far does not count. */
  forget(): void {
    this.costs = new Map();
    this.plain = new Latencies();
    this.spreading = new Latencies();
    this.settling = new Latencies();
    this.visible = new Latencies();
    this.seen = 0;
    this.followUps = 0;
  }

  stop(): void {
    this.watcher?.close();
  }

  findings(): Findings {
    const { plain, spreading, settling, visible, seen, followUps } = this;
    const costs = [...this.costs.values()];
    const [database, processor] = [new Latencies(), new Latencies()];
    for (const { ms, cpuMs } of costs) {
      database.note(ms * 1_000);
      processor.note(cpuMs * 1_000);
    }
    const times = (share: number): string => (processor.within(share) / plain.within(share)).toFixed(1);
    const made = costs.length;
    return {
      title: `${made} changes of members, ${seen} of them seen by others, ${(followUps / made).toFixed(0)} others settle after one`,
      table: [
        ['milliseconds', 'p50', 'p99'],
        rowOf('database time of a change, waits for a CPU included', database),
        rowOf('of it with a CPU', processor),
        rowOf('plain SQL of the same member’s neighbours, computed only', plain),
        rowOf('database time with a CPU of leaving it to many others to settle', spreading),
        rowOf('database time with a CPU of one who settles after it', settling),
        rowOf('from the request to the watcher', visible),
      ],
      verdicts: [
        {
          criterion: `a change costs at most ${ALLOWED.databaseMs} ms of database time at p99`,
          measured: `${p99Of(processor)} with a CPU, ${p99Of(database)} with the waits for one; ${times(0.5)} times the plain SQL at p50, ${times(0.99)} at p99`,
          holds: processor.within(0.99) <= ALLOWED.databaseMs,
        },
        {
          criterion: `a change is seen within ${ALLOWED.visibleMs} ms at p99`,
          measured: p99Of(visible),
          holds: seen > 0 && visible.within(0.99) <= ALLOWED.visibleMs,
        },
      ],
      raw: { made, seen, followUps, database, processor, plain, spreading, settling, visible },
    };
  }

  private async oldestPost(userId: string): Promise<string | undefined> {
    const rows: { id: string }[] = await this.stack.dataSource.query(
      'SELECT id FROM posts WHERE user_id = $1 ORDER BY id LIMIT 1',
      [userId],
    );
    return rows[0] && `/posts/${rows[0].id}`;
  }

  private async allDone(): Promise<void> {
    await until(
      'the outbox to be empty',
      async () => {
        const rows: unknown[] = await this.stack.dataSource.query('SELECT FROM outbox LIMIT 1');
        return rows.length === 0;
      },
      PATIENCE_MS,
    );
  }

  /** A worker that was started begins with all its upkeep at once, which is no change of a member. */
  private async atRest(): Promise<void> {
    await until(
      'the worker to be at rest',
      async () => {
        const rows: unknown[] = await this.stack.dataSource.query(
          `SELECT FROM pg_stat_activity
            WHERE usename = $1 AND (state <> 'idle' OR state_change > now() - interval '1 second')`,
          [WATCHED],
        );
        return rows.length === 0;
      },
      PATIENCE_MS,
    );
  }

  /** The log is written a moment after the commit; what is told after it may be read with the next change. */
  private async noteWork(userId: string): Promise<void> {
    this.costs.set(userId, { ms: 0, cpuMs: 0 });
    let isDone = false;
    await until(`the work of ${userId} in the database's log`, async () => {
      for (const work of await this.log.read()) {
        this.note(work);
        isDone ||= work.topic === OUTBOX_TOPICS.memberTags && work.subject === userId;
      }
      return isDone;
    });
  }

  private async notePlain(userId: string): Promise<void> {
    const rows: { 'QUERY PLAN': { 'Execution Time': number }[] }[] = await this.stack.dataSource.query(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${NEIGHBOURS}`,
      [userId],
    );
    this.plain.note((rows[0]?.['QUERY PLAN'][0]?.['Execution Time'] ?? 0) * 1_000);
  }

  private note({ topic, subject, isTransaction, ms, cpuMs }: Work): void {
    if (topic === OUTBOX_TOPICS.memberLinks) {
      if (!isTransaction) return;
      this.followUps += 1;
      this.settling.note(cpuMs * 1_000);
      return;
    }
    if (topic === OUTBOX_TOPICS.othersLinks || topic === OUTBOX_TOPICS.othersAsked) {
      this.spreading.note(cpuMs * 1_000);
      return;
    }
    const cost = this.costs.get(subject);
    if (!cost) return;
    cost.ms += ms;
    cost.cpuMs += cpuMs;
  }
}
