import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '@oniverse/data';
import { freePort, type RunningPostgres, startPostgres } from '@oniverse/embedded';
import {
  copyCluster,
  DedicatedTestStack,
  makeMember,
  makeServer,
  makeStandby,
  waitUntil,
  WorkerProcess,
} from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const MAX_LAG_MS = 6_000;

describe('reads from a standby', () => {
  let stack: DedicatedTestStack;
  let dir: string;
  let server: RunningPostgres;
  let standby: DataSource;
  let backend: BackendUnderTest;
  let author: Awaited<ReturnType<typeof makeMember>>;
  let reader: Awaited<ReturnType<typeof makeMember>>;

  beforeAll(async () => {
    stack = await DedicatedTestStack.start({ durable: true });
    dir = await mkdtemp(join(tmpdir(), 'oniverse-standby-'));
    await chmod(dir, 0o755);
    const { hostname: host, port, username: user, password } = new URL(stack.env()['DATABASE_URL'] ?? '');
    const primary = { host, port: Number(port), user, password, database: 'postgres' };
    const dataDir = join(dir, 'postgres');
    await copyCluster(primary, dataDir);
    await makeStandby(dataDir, primary);
    server = await startPostgres({ dataDir, password, database: 'oniverse' });
    standby = await createDataSource(server.url, { poolSize: 1 }).initialize();
    const url = new URL(stack.config().databaseUrl);
    url.port = String(server.port);
    backend = await BackendUnderTest.start(
      stack.config({ replica: { url: url.href, maxLagMs: MAX_LAG_MS } }),
    );
    [author, reader] = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
  });

  afterAll(async () => {
    await backend?.stop();
    await standby?.destroy();
    await server?.stop();
    await stack?.stop();
    await rm(dir, { recursive: true });
  });

  /** @param sessionId undefined for a visitor */
  const nameSeenBy = async (sessionId?: string): Promise<unknown> => {
    const request = backend.api.get(`/api/users/${author.user.username}`);
    const answer = await (sessionId === undefined ? request : request.set(...bearer(sessionId))).expect(200);
    return answer.body.displayName;
  };
  const rename = (displayName: string) =>
    backend.api
      .patch('/api/users/profile')
      .set(...bearer(author.sessionId))
      .send({ displayName })
      .expect(200);
  /** Reads as a member or a visitor, and returns whether the standby answered. */
  const isAnsweredByStandby = async (sessionId?: string): Promise<boolean> => {
    const [{ now }]: [{ now: Date }] = await standby.query('SELECT clock_timestamp() AS now');
    await nameSeenBy(sessionId);
    const rows: unknown[] = await standby.query(
      `SELECT FROM pg_stat_activity
        WHERE usename = 'oniverse_product' AND query_start > $1 AND query NOT LIKE '%pg_last_wal_replay_lsn%'`,
      [now],
    );
    return rows.length > 0;
  };

  it('LIV-073 show members all that is stored, and visitors what the standby has, within the bound', async () => {
    await rename('Before');
    await waitUntil('members to be answered', () => isAnsweredByStandby(reader.sessionId), 30_000);
    await waitUntil('visitors to be answered', isAnsweredByStandby, 30_000);
    await standby.query('SELECT pg_wal_replay_pause()');
    await rename('After');
    const seen = [await nameSeenBy(author.sessionId), await nameSeenBy(reader.sessionId), await nameSeenBy()];
    expect(seen).toEqual(['After', 'After', 'Before']);
    await waitUntil('the bound to pass', async () => (await nameSeenBy()) === 'After', 4 * MAX_LAG_MS);
    await standby.query('SELECT pg_wal_replay_resume()');
  });

  it('LIV-073 never leave out the newest messages of a page of history', async () => {
    const { channel } = await makeServer(stack.dataSource, { members: [author.user, reader.user] });
    await waitUntil(
      'the standby to have the channel',
      async () => (await standby.query('SELECT FROM channels WHERE id = $1', [channel.id])).length > 0,
    );
    await standby.query('SELECT pg_wal_replay_pause()');
    const path = `/api/channels/${channel.id}/messages`;
    for (const content of ['one', 'two']) {
      await backend.api
        .post(path)
        .set(...bearer(author.sessionId))
        .send({ content })
        .expect(201);
    }
    const { body } = await backend.api
      .get(`${path}?before=3`)
      .set(...bearer(reader.sessionId))
      .expect(200);
    expect(body.map(({ content }: { content: string }) => content)).toEqual(['one', 'two']);
    await standby.query('SELECT pg_wal_replay_resume()');
  });

  it('OPS-162 come from a standby whose lag workers report, once the product may see it', async () => {
    const opsPort = await freePort();
    const worker = await WorkerProcess.start({
      ...stack.env(),
      DATABASE_URL: stack.config().databaseUrl,
      OPS_PORT: String(opsPort),
    });
    const scrape = async (): Promise<Map<string, number>> => {
      const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
      const samples = text.matchAll(/^oniverse_postgres_(standby\S*|slot\S*) (\S+)$/gm);
      return new Map(Array.from(samples, ([, name = '', value]) => [name, Number(value)]));
    };
    try {
      await stack.dataSource.query(`SELECT pg_create_physical_replication_slot('forgotten', true)`);
      await rename('Hidden');
      const hidden = await scrape();
      expect([...hidden.keys()].toSorted()).toEqual([
        'slot_retained_bytes{state="active"}',
        'slot_retained_bytes{state="inactive"}',
        'standbys{state="streaming"}',
        'standbys{state="unknown"}',
      ]);
      expect(hidden.get('slot_retained_bytes{state="inactive"}')).toBeGreaterThan(0);
      await stack.dataSource.query('GRANT pg_read_all_stats TO oniverse_product');
      const readLag = async () => (await scrape()).get('standby_lag_bytes');
      await waitUntil('the standby to have all', async () => (await readLag()) === 0, 30_000);
      await standby.query('SELECT pg_wal_replay_pause()');
      await rename('Paused');
      await waitUntil('a lag', async () => Number(await readLag()) > 0, 30_000);
      await standby.query('SELECT pg_wal_replay_resume()');
      await waitUntil('the standby to have all', async () => (await readLag()) === 0, 30_000);
      const shown = await scrape();
      expect(shown.get('standby_lag_seconds')).toBeGreaterThanOrEqual(0);
      expect(shown.get('standbys{state="streaming"}')).toBe(1);
    } finally {
      await worker.stop();
    }
  });

  it('LIV-073 come from the primary without an error once the standby has ended', async () => {
    await waitUntil('the standby to answer', isAnsweredByStandby, 30_000);
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    await rename('Later');
    expect([await nameSeenBy(reader.sessionId), await nameSeenBy()]).toEqual(['Later', 'Later']);
  });
});
