import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig, RateLimits } from '@oniverse/platform';
import { LiveClient, makeMember, makeServer, RedisCluster, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest } from './testing/backend-under-test.js';
import { RadioAudiences } from './talk/radios/radio-audiences.js';
import { listOnline } from './testing/presence-fixture.js';

describe('a Redis Cluster whose user has the documented rights', () => {
  let stack: TestStack;
  let cluster: RedisCluster;
  let backends: BackendUnderTest[];

  const config = () => ({
    ...stack.config(),
    rateLimits: true,
    redis: loadConfig({ ...stack.env(), REDIS_URL: cluster.url }).redis,
  });

  beforeAll(async () => {
    [stack, cluster] = await Promise.all([TestStack.start(), RedisCluster.start()]);
    backends = [await BackendUnderTest.start(config()), await BackendUnderTest.start(config())];
  });

  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.stop()));
    await cluster.stop();
    await stack.stop();
  });

  it('LIV-131 serves limits, presence, and messages between backends', async () => {
    const [one, two] = await Promise.all([makeMember(stack.dataSource), makeMember(stack.dataSource)]);
    const { server, channel } = await makeServer(stack.dataSource, { members: [one.user, two.user] });
    const clients = await Promise.all(
      [one, two].map(({ sessionId }, index) => LiveClient.connect(backends[index]!.url, { sessionId })),
    );
    const [sender, reader] = clients;
    await waitUntil('presence', async () => {
      const online = await listOnline(sender!, server.id);
      return Array.isArray(online) && online.length === 2;
    });
    await reader!.request('channel:open', { channelId: channel.id });
    await sender!.send(channel.id, 'through a Cluster');
    await waitUntil('the message', () => reader!.payloads('messages:created').length > 0);
    const radio = { channelId: channel.id, trackId: null };
    const audiences = backends[1]!.app.get(RadioAudiences);
    await audiences.attend(radio, one.user.id, 'listen');
    expect(await audiences.attend(radio, one.user.id, 'vote')).toMatchObject({ listeners: 1, votes: 1 });
    for (const client of clients) client.close();
    const { body } = await backends[0]!.api.get('/api/health/ready').expect(200);
    expect(body).toMatchObject({ parts: { redis: 'up' } });
    await waitUntil('limits in Redis', async () => (await cluster.listCommands()).has('incrby'));
    expect(await cluster.listFailures()).toEqual([]);
  });

  it('GAP-130 delays a limit by at most 100 ms while a node hangs', async () => {
    const limits = backends[0]!.app.get(RateLimits);
    const limit = { name: 'hanging', points: 1, seconds: 60 };
    const keys = Array.from({ length: 20 }, (_, key) => String(key));
    cluster.signalNode('SIGSTOP');
    try {
      for (const round of [1, 2]) {
        const startedAt = performance.now();
        const results = await Promise.allSettled(keys.map((key) => limits.consume(limit, key)));
        // The timer of a busy process may be late.
        expect(performance.now() - startedAt).toBeLessThan(500);
        expect(new Set(results.map(({ status }) => status))).toEqual(
          new Set([round === 1 ? 'fulfilled' : 'rejected']),
        );
      }
    } finally {
      cluster.signalNode('SIGCONT');
    }
  });
});
