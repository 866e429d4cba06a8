import type { Metrics } from './metrics.js';

/** Upper bounds in seconds. A statement over 10 s is cancelled. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 10];

/** The connections of this process to the database. */
export interface MeasuredPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
  /** Called with the duration of each statement in milliseconds, also of failed ones. */
  onStatement: ((durationMs: number) => void) | undefined;
}

/** Reports the database connections of this process and the duration of its statements. */
export function measureDatabase(metrics: Metrics, pool: MeasuredPool): void {
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
  const statements = metrics.histogram(
    'oniverse_database_statement_duration_seconds',
    'Duration of the statements of this process, until the answer is read.',
    [],
    BUCKETS,
  );
  pool.onStatement = (durationMs) => statements.observe(durationMs / 1_000);
}
