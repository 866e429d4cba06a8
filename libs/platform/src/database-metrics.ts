import type { Logger } from './logging.js';
import type { Metrics } from './metrics.js';

/** Upper bounds in seconds. A statement over 10 s is cancelled. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 10];
const SLOW_MS = 1_000;
/** How many slow statements have a label of their own in a process, which bounds the metrics. */
const NAMED = 40;

/** The connections of this process to the database. */
export interface MeasuredPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
  /** Called after each statement, also a failed one. @param nameOf returns its name */
  onStatement: ((durationMs: number, nameOf: () => string) => void) | undefined;
  query(text: string): Promise<{ rows: { ms: number }[] }>;
}

/** Reports the database connections of this process, the duration of its statements, and the names of slow ones. */
export function measureDatabase(metrics: Metrics, pool: MeasuredPool, logger: Logger): void {
  const connections = metrics.gauge(
    'oniverse_database_connections',
    'Database connections of this process.',
    ['state'],
  );
  const limit = metrics.gauge(
    'oniverse_database_connections_max',
    'The most database connections that this process opens.',
  );
  const waiting = metrics.gauge(
    'oniverse_database_waiting',
    'Calls of this process that wait for a database connection.',
  );
  metrics.collectOnScrape([connections, limit, waiting], async () => {
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    limit.set(pool.options.max);
    waiting.set(pool.waitingCount);
  });
  const clock = metrics.gauge(
    'oniverse_clock_offset_seconds',
    'How far the clock of this process is ahead of that of the database.',
  );
  metrics.collectOnScrape([clock], async () => {
    const before = Date.now();
    const { rows } = await pool.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms');
    // The answer is from about the middle of the call.
    const now = (before + Date.now()) / 2;
    for (const { ms } of rows) clock.set((now - ms) / 1_000);
  });
  const statements = metrics.histogram(
    'oniverse_database_statement_duration_seconds',
    'Duration of the statements of this process, until the answer is read.',
    [],
    BUCKETS,
  );
  const slow = metrics.counter(
    'oniverse_slow_statements_total',
    'Statements that took over a second, by their names: the first ones that were slow, and `other`.',
    ['statement'],
  );
  // A rate needs a value from before the first one.
  slow.inc({ statement: 'other' }, 0);
  const named = new Set<string>();
  pool.onStatement = (durationMs, nameOf) => {
    statements.observe(durationMs / 1_000);
    if (durationMs <= SLOW_MS) return;
    const name = nameOf();
    if (named.size < NAMED) named.add(name);
    slow.inc({ statement: named.has(name) ? name : 'other' });
    logger.warn({ statement: name, ms: Math.round(durationMs) }, 'Slow statement');
  };
}
