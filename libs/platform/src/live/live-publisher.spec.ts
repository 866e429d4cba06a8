import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIVE_PATH, ROOMS } from '@oniverse/contracts';
import { LiveClient, TestStack, until } from '@oniverse/testing';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { createLogger } from '../logging.js';
import { connectRedis } from '../redis.js';
import { BestEffortPublisher } from './best-effort-redis.js';
import { EmittingPublisher } from './live-publisher.js';

describe('live events from a process without sockets', () => {
  const logger = createLogger('test', 'silent');
  const http = createServer();
  let stack: TestStack;
  let server: Server;
  let url: string;
  let connections: Redis[];
  let publisher: EmittingPublisher;

  beforeAll(async () => {
    stack = await TestStack.start();
    const { redisUrl } = stack.config();
    connections = [
      connectRedis(redisUrl, 'commands', logger, BestEffortPublisher),
      connectRedis(redisUrl, 'subscriber', logger),
      connectRedis(redisUrl, 'commands', logger, BestEffortPublisher),
    ];
    await until('the connections', () => connections.every(({ status }) => status === 'ready'));
    const [publish, subscribe, emit] = connections;
    server = new Server(http, { path: LIVE_PATH, adapter: createAdapter(publish, subscribe) });
    server.on('connection', (socket) => void socket.join([ROOMS.waitlist, ROOMS.session('one')]));
    await new Promise<void>((resolve) => {
      http.listen(0, '127.0.0.1', resolve);
    });
    const { port }: Pick<AddressInfo, 'port'> = Object(http.address());
    url = `http://127.0.0.1:${port}`;
    publisher = new EmittingPublisher(emit!);
  });

  afterAll(async () => {
    await server.close();
    for (const redis of connections) redis.disconnect();
    await stack.stop();
  });

  it('LIV-011 reach the sockets of a room by Redis', async () => {
    const client = await LiveClient.connect(url);
    publisher.publish('waitlist:count', 'another room', { count: 1 });
    publisher.publish('waitlist:count', ROOMS.waitlist, { count: 2 });
    await until('the count', () => client.told.length > 0);
    expect(client.payloads('waitlist:count')).toEqual([{ count: 2 }]);
    client.close();
  });

  it('LIV-011 reach each socket of several rooms once, and of no room nobody', async () => {
    const client = await LiveClient.connect(url);
    publisher.publish('waitlist:count', [], { count: 1 });
    publisher.leave([], ROOMS.waitlist);
    publisher.publish('waitlist:count', [ROOMS.waitlist, ROOMS.session('one')], { count: 2 });
    publisher.leave([ROOMS.session('one'), 'another room'], [ROOMS.waitlist, ROOMS.session('one')]);
    publisher.publish('waitlist:count', [ROOMS.waitlist, ROOMS.session('one')], { count: 3 });
    publisher.enter([], ROOMS.waitlist);
    // Who comes while these are on their way is taken out of the rooms as well.
    await until('the rooms to be left', () => !server.sockets.adapter.rooms.has(ROOMS.waitlist));
    const witness = await LiveClient.connect(url);
    publisher.publish('waitlist:count', ROOMS.waitlist, { count: 4 });
    await until('the witness to hear it', () => witness.told.length > 0);
    await until('the count', () => client.told.length > 0);
    expect(client.payloads('waitlist:count')).toEqual([{ count: 2 }]);
    for (const each of [client, witness]) each.close();
  });

  it('GAP-140 tell a session that it ended, and close its sockets', async () => {
    const client = await LiveClient.connect(url);
    publisher.endSession('one', 'expired');
    await until('the end', () => client.socket.disconnected);
    expect(client.payloads('session:ended')).toEqual([{ reason: 'expired' }]);
    client.close();
  });

  it('are lost without harm while Redis is down', async () => {
    await stack.killRedis();
    await until('the loss to be seen', () => connections.every(({ status }) => status !== 'ready'));
    expect(() => publisher.publish('waitlist:count', ROOMS.waitlist, { count: 3 })).not.toThrow();
    await stack.startRedis();
    await until('Redis to be back', () => connections.every(({ status }) => status === 'ready'));
    const client = await LiveClient.connect(url);
    publisher.publish('waitlist:count', ROOMS.waitlist, { count: 4 });
    await until('the count', () => client.payloads('waitlist:count').at(-1)?.count === 4);
    client.close();
  });
});
