import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, LiveClient, makeMember, TestStack, until, WorkerProcess } from '@oniverse/testing';
import { Redis } from 'ioredis';
import { expectedSky, storedSky } from '../testing/expected-links.js';

/** From a member's click to another's screen, in milliseconds. */
const SOON_MS = 2_000;

describe('what is left for the worker, from a change to those who watch', () => {
  let stack: TestStack;
  let backend: BackendProcess;
  const workers: WorkerProcess[] = [];
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    stack = await TestStack.start({ durable: true });
    backend = await BackendProcess.start(stack.env(), await freePort());
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    const ended = await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    // One that had ended by itself would tell why nothing was done.
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

  const waiting = (): Promise<number> => stack.dataSource.getRepository(OutboxRow).count();
  const done = (): Promise<void> =>
    until('the outbox to be empty', async () => (await waiting()) === 0, 45_000);

  const watch = async (sessionId: string): Promise<LiveClient> => {
    const client = await LiveClient.connect(backend.url, { sessionId });
    clients.push(client);
    expect(await client.ask('constellation:watch', {})).toEqual({ ok: true });
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

  it('LIV-006 LIV-012 ENT-027 GAP-115 GAP-116 a shared tag is told within two seconds, and that it went', async () => {
    await startWorker();
    const one = await makeMember(stack.dataSource, { profileMarkdown: '#nebula' });
    const other = await makeMember(stack.dataSource);
    const stranger = await makeMember(stack.dataSource);
    const hidden = await makeMember(stack.dataSource, { isPublic: false });
    await post(one.sessionId, ['quasar', 'comet']);
    await post(hidden.sessionId, ['quasar', 'comet', 'private']);
    await done();
    const watcher = await watch(stranger.sessionId);

    const { id } = await post(other.sessionId, ['quasar', 'nebula']);
    const [fromUserId, toUserId] = [one.user.id, other.user.id].toSorted();
    const links = () => watcher.payloads('constellation:changed').flatMap(({ connections }) => connections);
    await until('the link', () => links().length > 0, SOON_MS);
    expect(links()).toEqual([{ fromUserId, toUserId, strength: 2, sharedTags: ['nebula', 'quasar'] }]);

    await call(other.sessionId, 'PATCH', `/posts/${id}`, { tags: ['nebula'] });
    await until('the weaker link', () => links().length > 1, SOON_MS);
    expect(links()[1]).toEqual({ fromUserId, toUserId, strength: 1, sharedTags: ['nebula'] });

    await call(other.sessionId, 'PATCH', `/posts/${id}`, { isArchived: true });
    const pairs = () => watcher.payloads('constellation:changed').flatMap(({ removed }) => removed.pairs);
    await until('that it went', () => pairs().length > 0, SOON_MS);
    expect(pairs()).toEqual([[fromUserId, toUserId]]);
    expect(JSON.stringify(watcher.told)).not.toContain(hidden.user.id);
  });

  it('LIV-006 GAP-055 GAP-117 who comes, takes another name, or turns private is told', async () => {
    await startWorker();
    const { sessionId } = await makeMember(stack.dataSource);
    await done();
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
    await until('the new member', () => users().length > 0, SOON_MS);
    expect(users()).toEqual([{ id, username, displayName: null }]);

    await call(registered.sessionId, 'PATCH', '/users/profile', { displayName: 'Vesper' });
    await until('the new name', () => users().length > 1, SOON_MS);
    expect(users()[1]).toEqual({ id, username, displayName: 'Vesper' });

    await call(registered.sessionId, 'PATCH', '/users/profile', { isPublic: false });
    await until('that it went', () => removed().length > 0, SOON_MS);
    expect(removed()).toEqual([id]);
    await call(registered.sessionId, 'PATCH', '/users/profile', { displayName: 'Secret' });
    await done();
    // What is told of somebody else comes after it, and nothing came between.
    const { user } = await makeMember(stack.dataSource);
    await stack.dataSource.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.memberTags,
      user.id,
    ]);
    await until('somebody else', () => users().length > 2, SOON_MS);
    expect(users()[2]?.id).toBe(user.id);
    expect(JSON.stringify(watcher.told)).not.toContain('Secret');
  });

  it('LIV-006 a visitor watches nothing', async () => {
    const visitor = await LiveClient.connect(backend.url);
    clients.push(visitor);
    expect(await visitor.ask('constellation:watch', {})).toMatchObject({ ok: false, code: 'unauthorized' });
  });

  it('LIV-012 LIV-013 GAP-115 nothing is lost or done twice when workers are killed and Redis forgets all', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => makeMember(stack.dataSource)));
    const redis = new Redis(stack.env()['REDIS_URL'] ?? '');
    const tags = ['ash', 'bay', 'cy', 'dew', 'elm'];
    // Whoever was made past the backend is not known yet.
    await stack.dataSource.query('INSERT INTO outbox (topic, subject) SELECT $1, id FROM users', [
      OUTBOX_TOPICS.memberTags,
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
    await done();
    expect(await storedSky(stack.dataSource)).toEqual(await expectedSky(stack.dataSource));
    expect((await storedSky(stack.dataSource)).links.length).toBeGreaterThan(0);
  });

  it('LIV-012 goes on by itself once the database, and Redis, are back', async () => {
    await startWorker();
    const { user, sessionId } = await makeMember(stack.dataSource);
    await stack.killPostgres();
    await stack.startPostgres();
    await until('the database', async () => {
      try {
        await stack.dataSource.query('SELECT 1');
        return true;
      } catch {
        return false;
      }
    });
    await stack.killRedis();
    await stack.dataSource.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.memberTags,
      user.id,
    ]);
    await stack.startRedis();
    await done();
    await until('the backend', async () => (await fetch(`${backend.url}/api/health/ready`)).ok);
    const watcher = await watch(sessionId);
    await call(sessionId, 'PATCH', '/users/profile', { displayName: 'Back' });
    await until('the news', () => watcher.payloads('constellation:changed').length > 0, SOON_MS);
  });
});
