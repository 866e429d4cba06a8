import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveClient, makeMember, makeServer, TestStack, until } from '@oniverse/testing';
import { BackendUnderTest } from '../testing/backend-under-test.js';

describe('messages over sockets, two backends', () => {
  let stack: TestStack;
  let backends: [BackendUnderTest, BackendUnderTest];
  const clients: LiveClient[] = [];

  beforeAll(async () => {
    stack = await TestStack.start();
    backends = [await BackendUnderTest.start(stack.config()), await BackendUnderTest.start(stack.config())];
  });

  afterAll(async () => {
    for (const client of clients) client.close();
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  });

  const connect = async (backend: number, sessionId?: string): Promise<LiveClient> => {
    const client = await LiveClient.connect(
      backends[backend % 2]!.url,
      sessionId === undefined ? {} : { sessionId },
    );
    clients.push(client);
    return client;
  };

  const members = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeMember(stack.dataSource)));

  it('LIV-002 LIV-011 DIM-023 1,000 messages of 10 members through two backends reach 5 others once, in order, without a gap', async () => {
    const senders = await members(10);
    const readers = await members(5);
    const { channel } = await makeServer(stack.dataSource, { members: senders.map(({ user }) => user) });
    const receiving = await Promise.all(
      readers.map(async ({ sessionId }, index) => {
        const client = await connect(index, sessionId);
        expect(await client.ask('channel:open', { channelId: channel.id })).toMatchObject({
          ok: true,
          lastSeq: 0,
        });
        return client;
      }),
    );
    const acknowledged: number[] = [];
    await Promise.all(
      senders.map(async ({ sessionId }, index) => {
        const client = await connect(index, sessionId);
        const sent = await Promise.all(
          Array.from({ length: 100 }, (_, n) => client.send(channel.id, `message ${n} of sender ${index}`)),
        );
        acknowledged.push(...sent.map(({ seq }) => seq));
      }),
    );
    const everySeq = Array.from({ length: 1000 }, (_, index) => index + 1);
    expect(acknowledged.toSorted((a, b) => a - b)).toEqual(everySeq);
    for (const client of receiving) {
      await until('1,000 messages', () => client.messages(channel.id).length >= 1000);
      expect(client.messages(channel.id).map(({ seq }) => seq)).toEqual(everySeq);
    }
    // Packets carry what was stored together: far fewer than messages.
    expect(receiving[0]!.payloads('messages:created').length).toBeLessThan(500);
  });

  it('LIV-010 500 nonces sent to both backends at once are stored once each, without a gap', async () => {
    const [sender] = await members(1);
    const { channel } = await makeServer(stack.dataSource, { members: [sender!.user] });
    const doors = [await connect(0, sender!.sessionId), await connect(1, sender!.sessionId)];
    const nonces = Array.from({ length: 500 }, () => randomUUID());
    const ids = await Promise.all(
      nonces.map(async (nonce) => {
        const messages = await Promise.all(doors.map((door) => door.send(channel.id, nonce, nonce)));
        expect(messages[0]!.id).toBe(messages[1]!.id);
        return messages[0]!.id;
      }),
    );
    expect(new Set(ids).size).toBe(500);
    const stored: { seq: number; nonce: string }[] = await stack.dataSource.query(
      'SELECT seq, nonce FROM messages WHERE channel_id = $1 ORDER BY seq',
      [channel.id],
    );
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    expect(new Set(stored.map(({ nonce }) => nonce)).size).toBe(500);
  });
});
