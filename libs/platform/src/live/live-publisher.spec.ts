import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIVE_PATH, ROOMS } from '@oniverse/contracts';
import { LiveClient, DedicatedTestStack, waitUntil } from '@oniverse/testing';
import { createAdapter } from '@socket.io/redis-adapter';
import { Server } from 'socket.io';
import { createLogger } from '../logging.js';
import { ignoreFailures } from '../redis-responses.js';
import { parseRedisSettings } from '../redis-settings.js';
import { connectRedis, type RedisConnection } from '../redis.js';
import { EmittingPublisher } from './live-publisher.js';

describe('EmittingPublisher', () => {
  const logger = createLogger('test', 'silent');
  const http = createServer();
  let stack: DedicatedTestStack;
  let server: Server;
  let url: string;
  let connections: RedisConnection[];
  let publisher: EmittingPublisher;

  beforeAll(async () => {
    stack = await DedicatedTestStack.startOnSharedPostgres();
    const { redis } = stack.config();
    connections = [
      connectRedis(redis, 'commands', logger),
      connectRedis(redis, 'subscriber', logger),
      connectRedis(redis, 'commands', logger),
    ];
    for (const connection of connections) ignoreFailures(connection);
    await waitUntil('the connections', () => connections.every(({ status }) => status === 'ready'));
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

  it('LIV-011 publishes to the sockets of a room through Redis', async () => {
    const client = await LiveClient.connect(url);
    publisher.publish('waitlist:count', 'another room', { count: 1 });
    publisher.publish('waitlist:count', ROOMS.waitlist, { count: 2 });
    await waitUntil('the count', () => client.received.length > 0);
    expect(client.payloads('waitlist:count')).toEqual([{ count: 2 }]);
    client.close();
  });

  it('TLK-316 hints at something to all backends, and to no socket', async () => {
    const client = await LiveClient.connect(url);
    const received: unknown[] = [];
    server.on('messages:revised', (payload) => received.push(payload));
    publisher.publishHint('messages:revised', { channelId: 'one', rev: 2 });
    await waitUntil('the hint', () => received.length > 0);
    expect(received).toEqual([{ channelId: 'one', rev: 2 }]);
    expect(client.received).toEqual([]);
    client.close();
  });

  it('LIV-011 publishes once to each socket of several rooms, and to none without rooms', async () => {
    const client = await LiveClient.connect(url);
    publisher.publish('waitlist:count', [], { count: 1 });
    publisher.leaveRooms([], ROOMS.waitlist);
    publisher.publish('waitlist:count', [ROOMS.waitlist, ROOMS.session('one')], { count: 2 });
    publisher.leaveRooms([ROOMS.session('one'), 'another room'], [ROOMS.waitlist, ROOMS.session('one')]);
    publisher.publish('waitlist:count', [ROOMS.waitlist, ROOMS.session('one')], { count: 3 });
    publisher.joinRooms([], ROOMS.waitlist);
    // A client that connects before this takes effect would leave the rooms as well.
    await waitUntil('the rooms to be empty', () => !server.sockets.adapter.rooms.has(ROOMS.waitlist));
    const witness = await LiveClient.connect(url);
    publisher.publish('waitlist:count', ROOMS.waitlist, { count: 4 });
    await waitUntil('the witness to receive it', () => witness.received.length > 0);
    await waitUntil('the count', () => client.received.length > 0);
    expect(client.payloads('waitlist:count')).toEqual([{ count: 2 }]);
    for (const each of [client, witness]) each.close();
  });

  it('do not reach products on another database of the same Redis', async () => {
    const { REDIS_URL } = stack.env();
    const settings = parseRedisSettings({ REDIS_URL: `${REDIS_URL}/1` });
    const other = connectRedis(settings, 'commands', logger);
    connections.push(other);
    await waitUntil('the connection', () => other.status === 'ready');
    const client = await LiveClient.connect(url);
    new EmittingPublisher(other).publish('waitlist:count', ROOMS.waitlist, { count: 1 });
    await other.ping();
    publisher.publish('waitlist:count', ROOMS.waitlist, { count: 2 });
    await waitUntil('the count', () => client.received.length > 0);
    expect(client.payloads('waitlist:count')).toEqual([{ count: 2 }]);
    client.close();
  });

  it('GAP-140 sends the end of a session and disconnects its sockets', async () => {
    const client = await LiveClient.connect(url);
    publisher.publishLast('session:ended', ROOMS.session('one'), { reason: 'expired' });
    await waitUntil('the end', () => client.socket.disconnected);
    expect(client.payloads('session:ended')).toEqual([{ reason: 'expired' }]);
    client.close();
  });

  it('drops events while Redis is down, without an error', async () => {
    await stack.killRedis();
    await waitUntil('the outage to be noticed', () => connections.every(({ status }) => status !== 'ready'));
    expect(() => publisher.publish('waitlist:count', ROOMS.waitlist, { count: 3 })).not.toThrow();
    await stack.startRedis();
    await waitUntil('Redis to be back', () => connections.every(({ status }) => status === 'ready'));
    const client = await LiveClient.connect(url);
    publisher.publish('waitlist:count', ROOMS.waitlist, { count: 4 });
    await waitUntil('the count', () => client.payloads('waitlist:count').at(-1)?.count === 4);
    client.close();
  });
});
