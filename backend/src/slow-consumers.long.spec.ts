import type { Socket as NetSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { LiveService, LIVE_PACE } from '@oniverse/platform/backend';
import { LiveClient, makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest } from './testing/backend-under-test.js';

function stopReading({ socket }: LiveClient): void {
  const websocket: unknown = Reflect.get(Object(Reflect.get(socket.io.engine, 'transport')), 'ws');
  const connection: unknown = Reflect.get(Object(websocket), '_socket');
  if (!isNetSocket(connection)) throw new Error('The TCP socket of the client was not found');
  connection.pause();
}

const isNetSocket = (value: unknown): value is NetSocket =>
  typeof value === 'object' && value !== null && 'pause' in value;

describe('a client that stops reading', () => {
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

  it('LIV-002 is disconnected at the buffer limit without affecting others', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const reader = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    const slow = await LiveClient.connect(backend.url, { sessionId });
    const fast = await LiveClient.connect(backend.url, { sessionId: reader.sessionId });
    for (const client of [slow, fast]) await client.request('channel:open', { channelId: channel.id });
    const live = backend.app.get(LiveService);
    stopReading(slow);
    // 100 kB per event, to fill the buffers of the operating system.
    const content = 'x'.repeat(100_000);
    let published = 0;
    await waitUntil('the slow client to be disconnected', () => {
      live.publishLocally('typing', ROOMS.channel(channel.id), {
        channelId: channel.id,
        userId: user.id,
        username: content,
        until: String((published += 1)),
      });
      return [...live.sockets()].length === 1;
    });
    expect(published * content.length).toBeGreaterThan(LIVE_PACE.maxBufferedBytes);
    await waitUntil(
      'the fast client to receive all events',
      () => fast.payloads('typing').length === published,
    );
    expect(fast.payloads('typing').map(({ until: number }) => Number(number))).toEqual(
      Array.from({ length: published }, (_, index) => index + 1),
    );
    expect(fast.socket.connected).toBe(true);
    slow.close();
    fast.close();
  });
});
