import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import {
  BackendProcess,
  LiveClient,
  makeMember,
  DedicatedTestStack,
  waitUntil,
  WorkerProcess,
} from '@oniverse/testing';
import { Redis } from 'ioredis';
import { expectedConstellation, storedConstellation } from '../testing/constellation-state.js';

/** The limit from one member's click to another one's screen, in milliseconds. */
const LIVE_LIMIT_MS = 2_000;

describe('the outbox, from a change to the watching members', () => {
  let stack: DedicatedTestStack;
  let backend: BackendProcess;
  const workers: WorkerProcess[] = [];
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    stack = await DedicatedTestStack.start({ durable: true });
    backend = await BackendProcess.start(stack.env(), await freePort());
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    const ended = await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    // A crashed worker explains a failed test.
    expect(ended.filter((code) => code !== 0)).toEqual([]);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const startWorker = async (): Promise<WorkerProcess> => {
    const worker = await WorkerProcess.start(stack.env());
    workers.push(worker);
    return worker;
  };

  const killWorker = async (worker: WorkerProcess): Promise<void> => {
    workers.splice(workers.indexOf(worker), 1);
    await worker.kill();
  };

  const countPending = (): Promise<number> => stack.dataSource.getRepository(OutboxRow).count();
  const outboxEmpty = (): Promise<void> =>
    waitUntil('the outbox to be empty', async () => (await countPending()) === 0, 45_000);

  const watch = async (sessionId: string): Promise<LiveClient> => {
    const client = await LiveClient.connect(backend.url, { sessionId });
    clients.push(client);
    expect(await client.request('constellation:watch', {})).toEqual({ ok: true });
    return client;
  };

  const call = async (
    sessionId: string,
    method: string,
    path: string,
    body: object,
  ): Promise<{ id: string }> => {
    const answer = await fetch(`${backend.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${sessionId}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    const answered: unknown = await answer.json();
    const id: unknown = typeof answered === 'object' && answered !== null ? Reflect.get(answered, 'id') : '';
    return { id: String(id) };
  };
  const post = (sessionId: string, tags: readonly string[]): Promise<{ id: string }> =>
    call(sessionId, 'POST', '/posts', { title: 'A post', content: 'x', tags });

  it('LIV-006 LIV-012 ENT-027 GAP-115 GAP-116 publishes a link and its removal within two seconds of the tag change', async () => {
    await startWorker();
    const one = await makeMember(stack.dataSource, { profileMarkdown: '#nebula' });
    const other = await makeMember(stack.dataSource);
    const watching = await makeMember(stack.dataSource);
    const hidden = await makeMember(stack.dataSource, { isPublic: false });
    await post(one.sessionId, ['quasar', 'comet']);
    await post(hidden.sessionId, ['quasar', 'comet', 'private']);
    await outboxEmpty();
    const watcher = await watch(watching.sessionId);
    const linked = await watch(one.sessionId);

    const { id } = await post(other.sessionId, ['quasar', 'nebula']);
    const [fromUserId, toUserId] = [one.user.id, other.user.id].toSorted();
    const links = () => watcher.payloads('constellation:changed').flatMap(({ connections }) => connections);
    await waitUntil('the link', () => links().length > 0, LIVE_LIMIT_MS);
    expect(links()).toEqual([{ fromUserId, toUserId, strength: 2, sharedTags: ['nebula', 'quasar'] }]);

    await call(other.sessionId, 'PATCH', `/posts/${id}`, { tags: ['nebula'] });
    await waitUntil('the weaker link', () => links().length > 1, LIVE_LIMIT_MS);
    expect(links()[1]).toEqual({ fromUserId, toUserId, strength: 1, sharedTags: ['nebula'] });

    await call(other.sessionId, 'PATCH', `/posts/${id}`, { isArchived: true });
    const pairs = () => watcher.payloads('constellation:changed').flatMap(({ removed }) => removed.pairs);
    await waitUntil('the removal', () => pairs().length > 0, LIVE_LIMIT_MS);
    expect(pairs()).toEqual([[fromUserId, toUserId]]);
    expect(JSON.stringify(watcher.received)).not.toContain(hidden.user.id);
    // Only the ends of a link learn that their own links changed.
    await waitUntil('three events', () => linked.payloads('links:changed').length === 3, LIVE_LIMIT_MS);
    expect(watcher.payloads('links:changed')).toEqual([]);
  });

  it('LIV-006 GAP-055 GAP-117 publishes a new member, a new name, and a member who turns private', async () => {
    await startWorker();
    const { sessionId } = await makeMember(stack.dataSource);
    await outboxEmpty();
    const watcher = await watch(sessionId);
    const users = () => watcher.payloads('constellation:changed').flatMap((change) => change.users);
    const removed = () =>
      watcher.payloads('constellation:changed').flatMap((change) => change.removed.userIds);

    const username = `fresh_${Date.now() % 1_000_000}`;
    const answer = await fetch(`${backend.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, email: `${username}@example.org`, password: 'Night@1ngale' }),
    });
    const registered: { sessionId: string; user: { id: string } } = JSON.parse(await answer.text());
    const { id } = registered.user;
    await waitUntil('the new member', () => users().length > 0, LIVE_LIMIT_MS);
    expect(users()).toEqual([{ id, username, displayName: null }]);

    await call(registered.sessionId, 'PATCH', '/users/profile', { displayName: 'Vesper' });
    await waitUntil('the new name', () => users().length > 1, LIVE_LIMIT_MS);
    expect(users()[1]).toEqual({ id, username, displayName: 'Vesper' });

    await call(registered.sessionId, 'PATCH', '/users/profile', { isPublic: false });
    await waitUntil('the removal', () => removed().length > 0, LIVE_LIMIT_MS);
    expect(removed()).toEqual([id]);
    await call(registered.sessionId, 'PATCH', '/users/profile', { displayName: 'Secret' });
    await outboxEmpty();
    // Another member's event arrives next, so nothing was published in between.
    const { user } = await makeMember(stack.dataSource);
    await stack.dataSource.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.deriveMember,
      user.id,
    ]);
    await waitUntil('the other member', () => users().length > 2, LIVE_LIMIT_MS);
    expect(users()[2]?.id).toBe(user.id);
    expect(JSON.stringify(watcher.received)).not.toContain('Secret');
  });

  it('LIV-006 refuses a visitor who watches the constellation', async () => {
    const visitor = await LiveClient.connect(backend.url);
    clients.push(visitor);
    expect(await visitor.request('constellation:watch', {})).toMatchObject({
      ok: false,
      code: 'unauthorized',
    });
  });

  it('LIV-012 LIV-013 GAP-115 loses nothing when workers are killed and Redis loses its data', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => makeMember(stack.dataSource)));
    const redis = new Redis(stack.env()['REDIS_URL'] ?? '');
    const tags = ['ash', 'bay', 'cy', 'dew', 'elm'];
    // The factory inserts members without enqueuing them.
    await stack.dataSource.query('INSERT INTO outbox (topic, subject) SELECT $1, id FROM users', [
      OUTBOX_TOPICS.deriveMember,
    ]);
    let worker = await startWorker();
    for (let step = 0; step < 6; step += 1) {
      await Promise.all(
        members.map(({ sessionId }, place) =>
          post(
            sessionId,
            tags.filter((_, tag) => (place * 7 + step * 3 + tag) % 3 === 0),
          ),
        ),
      );
      await killWorker(worker);
      if (step % 2 === 0) await redis.flushall();
      worker = await startWorker();
    }
    await redis.flushall();
    redis.disconnect();
    await outboxEmpty();
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
    expect((await storedConstellation(stack.dataSource)).links.length).toBeGreaterThan(0);
  });

  it('LIV-012 resumes when PostgreSQL and Redis are back', async () => {
    await startWorker();
    const { user, sessionId } = await makeMember(stack.dataSource);
    await stack.killPostgres();
    await stack.startPostgres();
    await waitUntil('the database', async () => {
      try {
        await stack.dataSource.query('SELECT 1');
        return true;
      } catch {
        return false;
      }
    });
    await stack.killRedis();
    await stack.dataSource.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.deriveMember,
      user.id,
    ]);
    await stack.startRedis();
    await outboxEmpty();
    await waitUntil('the backend', async () => (await fetch(`${backend.url}/api/health/ready`)).ok);
    const watcher = await watch(sessionId);
    // Each connection returns after a backoff of its own. Hints before that are lost, as clients expect.
    let changes = 0;
    await waitUntil('a change', async () => {
      changes += 1;
      await call(sessionId, 'PATCH', '/users/profile', { displayName: `Back ${changes}` });
      return watcher.payloads('constellation:changed').length > 0;
    });
  });

  it('LIV-012 loses nothing while Redis is out of memory', async () => {
    const redis = (): Promise<string> => stack.withRedis((client) => client.info('errorstats'));
    await startWorker();
    const one = await makeMember(stack.dataSource, { profileMarkdown: '#filled' });
    await outboxEmpty();
    await stack.fillRedis();
    // A worker also starts in this state.
    await startWorker();
    await post(one.sessionId, ['filled', 'brim']);
    await waitUntil('Redis to refuse a write', async () => (await redis()).includes('errorstat_OOM'));
    await waitUntil('pending rows', async () => (await countPending()) > 0);
    await stack.freeRedis();
    await outboxEmpty();
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  });
});
