import type { Socket as NetSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { LiveService } from '@oniverse/platform/backend';
import { LiveClient, makeMember, makeServer, TestStack, until } from '@oniverse/testing';
import { BackendUnderTest } from './testing/backend-under-test.js';

/** A member who reads nothing: the connection stands, and nobody takes what comes. */
function stopReading({ socket }: LiveClient): void {
  const websocket: unknown = Reflect.get(Object(Reflect.get(socket.io.engine, 'transport')), 'ws');
  const connection: unknown = Reflect.get(Object(websocket), '_socket');
  if (!isNetSocket(connection)) throw new Error('The connection of the client was not found.');
  connection.pause();
}

const isNetSocket = (value: unknown): value is NetSocket =>
  typeof value === 'object' && value !== null && 'pause' in value;

describe('a client that does not read', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  it('LIV-002 is cut off before it costs much, and nobody else notices', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const reader = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    const slow = await LiveClient.connect(backend.url, { sessionId });
    const quick = await LiveClient.connect(backend.url, { sessionId: reader.sessionId });
    for (const client of [slow, quick]) await client.ask('channel:open', { channelId: channel.id });
    const live = backend.app.get(LiveService);
    stopReading(slow);
    // More than a system's own buffers hold, in pieces of 100 kB.
    const content = 'x'.repeat(100_000);
    let told = 0;
    await until('the slow one to be cut off', () => {
      live.publishHere('typing', ROOMS.channel(channel.id), {
        channelId: channel.id,
        userId: user.id,
        username: content,
        until: String((told += 1)),
      });
      return [...live.sockets()].length === 1;
    });
    expect(told * content.length).toBeGreaterThan(LIVE_PACE.maxWaitingBytes);
    await until('the quick one to have all', () => quick.payloads('typing').length === told);
    expect(quick.payloads('typing').map(({ until: number }) => Number(number))).toEqual(
      Array.from({ length: told }, (_, index) => index + 1),
    );
    expect(quick.socket.connected).toBe(true);
    slow.close();
    quick.close();
  });
});
