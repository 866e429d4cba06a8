import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DedicatedTestStack,
  LiveClient,
  makeMember,
  makeServer,
  uniqueName,
  waitUntil,
} from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { expectLimited } from '../../testing/expect-limited.js';

const ADDRESS = '198.51.100.1';

describe('rate limits during an outage of Redis', () => {
  let stack: DedicatedTestStack;
  let backends: [BackendUnderTest, BackendUnderTest];

  beforeAll(async () => {
    stack = await DedicatedTestStack.start();
    const config = stack.config({ rateLimits: true, trustedProxies: ['127.0.0.0/8', '::1/128'] });
    backends = [await BackendUnderTest.start(config), await BackendUnderTest.start(config)];
  });

  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  });

  it('GAP-130 delays a send by at most 100 ms when Redis hangs and applies no late counts', async () => {
    const members = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
    const { channel } = await makeServer(stack.dataSource, { members: members.map(({ user }) => user) });
    const [client, other] = [
      await LiveClient.connect(backends[0].url, members[0]),
      await LiveClient.connect(backends[0].url, members[1]),
    ];
    const timedSend = async (sender = client): Promise<number> => {
      const sentAt = performance.now();
      await sender.send(channel.id, 'anyone?');
      return performance.now() - sentAt;
    };
    const usual = Math.min(await timedSend(other), await timedSend(other), await timedSend(other));
    await stack.withRedis((redis) => redis.flushall());
    stack.pauseRedis();
    const times: number[] = [];
    try {
      for (let n = 0; n < 9; n += 1) times.push(await timedSend());
    } finally {
      stack.resumeRedis();
      client.close();
      other.close();
    }
    // The first send may wait for the timeout. A busy machine may delay any other one.
    times.sort((a, b) => a - b);
    expect(times[4]).toBeLessThan(usual + 100);
    expect(times[8]).toBeLessThan(1_000);
    await waitUntil('Redis to recover', async () => {
      const { body } = await backends[0].api.get('/api/health/ready');
      return body.parts.redis === 'up';
    });
    const counts = await stack.withRedis(async (redis) => {
      const keys = await redis.keys('limit:messages:*');
      return keys.length === 0 ? [] : redis.mget(keys);
    });
    expect(counts.map(Number).filter((count) => count > 1)).toEqual([]);
  });

  it('GAP-130 enforces limits in process without 5xx while Redis is out of memory', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { server, channel } = await makeServer(stack.dataSource, { members: [user] });
    const client = await LiveClient.connect(backends[0].url, { sessionId });
    const listener = await LiveClient.connect(backends[1].url, { sessionId });
    await listener.request('channel:open', { channelId: channel.id });
    await stack.fillRedis();
    for (let n = 0; n < 10; n += 1) await client.send(channel.id, `message ${n}`);
    expect(
      await client.request('message:send', { channelId: channel.id, content: 'more', nonce: 'more' }),
    ).toMatchObject({ ok: false, code: 'rate_limited' });
    await waitUntil('the messages on the other backend', () => listener.messages(channel.id).length === 10);
    await backends[0].api
      .get(`/api/servers/${server.id}/members`)
      .set(...bearer(sessionId))
      .expect(200);
    await waitUntil('the health check to report it', async () => {
      const { status, body } = await backends[0].api.get('/api/health/ready');
      return status === 200 && body.parts.redis === 'readonly';
    });
    await stack.freeRedis();
    client.close();
    listener.close();
  });

  it('enforces limits in process while Redis is down', async () => {
    await stack.killRedis();
    const username = uniqueName();
    const logIn = () =>
      backends[0].api
        .post('/api/auth/login')
        .set('x-forwarded-for', ADDRESS)
        .send({ username, password: 'Wrong@123' });
    for (let n = 0; n < 10; n += 1) await logIn().expect(401);
    expectLimited(await logIn(), 900);
    await stack.startRedis();
  });
});
