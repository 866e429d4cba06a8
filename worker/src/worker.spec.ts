import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { createLogger, OpsServer } from '@oniverse/platform';
import { type AnyHandler, JOB_HANDLERS, JobRunner } from '@oniverse/platform/worker';
import { DeafPooler, documentedMetrics, exposedMetrics, TestStack, waitUntil } from '@oniverse/testing';
import { createWorker } from './worker.module.js';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));

const UNIT_MS = new Map([
  ['s', 1_000],
  ['min', 60_000],
  ['h', 3_600_000],
]);

/** The jobs that the operator reads about. */
const DOCUMENTED = [
  ...readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8').matchAll(
    /^\| `([a-z-]+)` +\| (\d+) (s|min|h) +\|/gm,
  ),
].map(([, name = '', count, unit = '']) => ({ name, everyMs: Number(count) * (UNIT_MS.get(unit) ?? 0) }));
const MAINTENANCE = DOCUMENTED.map(({ name }) => name).toSorted();

describe('a worker', () => {
  let stack: TestStack;
  let worker: INestApplicationContext;
  let url: string;
  const logged: Record<string, unknown>[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
    const logger = createLogger('test', 'info', {
      write: (line: string) => {
        const entry: Record<string, unknown> = JSON.parse(line);
        logged.push(entry);
      },
    });
    const databaseUrl = 'postgres://127.0.0.1:1/pooler';
    worker = await createWorker(stack.config({ opsPort: 0, databaseUrl }), logger);
    url = `http://127.0.0.1:${worker.get(OpsServer).port}`;
  });

  afterAll(async () => {
    await worker.close();
    await stack.stop();
  });

  it('has one handler for each outbox topic and maintenance job', () => {
    expect(worker.get(JobRunner).jobNames.toSorted()).toEqual(
      [...Object.values(OUTBOX_TOPICS), ...MAINTENANCE].toSorted(),
    );
  });

  it('runs each maintenance job at the interval that the operator reads', () => {
    const handlers = worker.get<readonly AnyHandler[]>(JOB_HANDLERS);
    const jobs = handlers.flatMap((handler) => ('everyMs' in handler ? handler : []));
    expect(new Map(jobs.map(({ name, everyMs }) => [name, everyMs]))).toEqual(
      new Map(DOCUMENTED.map(({ name, everyMs }) => [name, everyMs])),
    );
  });

  it('names each job after its file', async () => {
    const paths = await readdir(SOURCES, { recursive: true });
    const files = new Set(paths.map((path) => basename(path)));
    expect(worker.get(JobRunner).jobNames.filter((name) => !files.has(`${name}.ts`))).toEqual([]);
  });

  it('LIV-119 runs all maintenance jobs at the direct address, and logs and reports each success', async () => {
    const text = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
    const ended = async (): Promise<string[]> =>
      [
        ...(await text()).matchAll(/^oniverse_maintenance_last_success_timestamp_seconds\{job="(.+)"\} \d/gm),
      ].map(([, job = '']) => job);
    await waitUntil('all jobs', async () => (await ended()).length === MAINTENANCE.length);
    expect((await ended()).toSorted()).toEqual(MAINTENANCE);
    const lines = logged.filter(({ msg }) => msg === 'Maintenance finished');
    // Those that run every few seconds say nothing if they did nothing.
    const loud = MAINTENANCE.filter((name) => !['end-turns', 'index-messages'].includes(name));
    expect(lines.map(({ job }) => String(job)).toSorted()).toEqual(loud);
    expect(lines.map(({ items }) => items)).toEqual(loud.map(() => 0));
    const all = await text();
    expect(all).toMatch(/^oniverse_outbox_rows\{topic="derive-member"\} 0$/m);
    expect(all).toMatch(/^oniverse_queue_jobs\{queue="bulk",state="failed"\} 0$/m);
    expect(all).toMatch(/^process_resident_memory_bytes \d/m);
  });

  it('OPS-091 OPS-092 reports PostgreSQL, Redis, queues and operations in the metrics that operators read about', async () => {
    await stack.dataSource.query(`INSERT INTO operations VALUES ('backup', to_timestamp(1000.5))`);
    const text = await (await fetch(`${url}/metrics`)).text();
    const exposed = exposedMetrics(text);
    const documented = documentedMetrics('worker');
    expect([...exposed.keys()].toSorted()).toEqual([...documented.keys()].toSorted());
    for (const [name, labels] of exposed)
      if (labels) expect([name, labels]).toEqual([name, documented.get(name)]);
    // The first has no value without a limit of the container.
    expect(
      [...exposed]
        .flatMap(([name, labels]) => (labels ? [] : name))
        .filter((name) => name !== 'oniverse_memory_limit_bytes'),
    ).toEqual([]);
    expect(text).toMatch(/^oniverse_operation_last_success_timestamp_seconds\{operation="backup"\} 1000.5$/m);
    expect(text).toMatch(/^oniverse_postgres_connections_max [1-9]/m);
    expect(text).toMatch(/^oniverse_redis_memory_bytes\{node="1"\} [1-9]/m);
    expect(text).toMatch(/^oniverse_queue_oldest_seconds\{queue="bulk"\} \d/m);
    expect(text.match(/^oniverse_postgres_table_bytes\{/gm)).toHaveLength(8);
  });

  it('LIV-119 listens to the outbox at the direct address', async () => {
    await waitUntil('the listener', async () => {
      const sessions: unknown[] = await stack.dataSource.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'oniverse:outbox'`,
      );
      return sessions.length === 1;
    });
  });

  it('does not serve the queues page by default', async () => {
    expect((await fetch(`${url}/queues`)).status).toBe(404);
  });

  it('LIV-121 ends if its direct address leads to a pooler that shares sessions, and says what to set', async () => {
    const pooler = await DeafPooler.start(stack.config().directDatabaseUrl);
    const exit = jest.spyOn(process, 'exit').mockImplementation(jest.fn<typeof process.exit>());
    const logger = createLogger('test', 'silent');
    const fatal = jest.spyOn(logger, 'fatal');
    const pooled = await createWorker(stack.config({ directDatabaseUrl: pooler.url }), logger);
    try {
      await waitUntil('its end', () => exit.mock.calls.length > 0);
      expect(exit).toHaveBeenCalledWith(1);
      expect(fatal).toHaveBeenCalledWith(
        {},
        expect.stringContaining('Set DATABASE_DIRECT_URL to PostgreSQL itself.'),
      );
    } finally {
      await pooled.close();
      pooler.stop();
      exit.mockRestore();
    }
  });
});
