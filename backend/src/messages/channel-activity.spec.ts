import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveClient, makeMember, makeServer, TestStack, until } from '@oniverse/testing';
import { BackendUnderTest } from '../testing/backend-under-test.js';

describe('the activity of channels', () => {
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

  const connect = async (backend: 0 | 1, sessionId: string): Promise<LiveClient> => {
    const client = await LiveClient.connect(backends[backend].url, { sessionId });
    clients.push(client);
    return client;
  };

  it('LIV-003 members who have no channel open learn where messages came, a burst at once, readers who have not joined do not', async () => {
    const [writer, member, reader] = await Promise.all([1, 2, 3].map(() => makeMember(stack.dataSource)));
    const { server, channel } = await makeServer(stack.dataSource, {
      members: [writer!.user, member!.user],
    });
    const writing = await connect(0, writer!.sessionId);
    const idle = await connect(1, member!.sessionId);
    const reading = await connect(1, reader!.sessionId);
    await reading.ask('channel:open', { channelId: channel.id });
    await Promise.all(Array.from({ length: 40 }, (_, n) => writing.send(channel.id, `message ${n}`)));
    await until('the activity to be told', () =>
      idle
        .payloads('channel:activity')
        .some(({ channels }) => channels.some(({ lastSeq }) => lastSeq === 40)),
    );
    const told = idle.payloads('channel:activity');
    expect(told.at(-1)).toEqual({
      serverId: server.id,
      channels: [{ channelId: channel.id, lastSeq: 40 }],
    });
    expect(told.length).toBeLessThan(10);
    expect(idle.payloads('messages:created')).toEqual([]);
    // The reader has all messages by now, and heard nothing of the dimension.
    await until('the messages to come', () => reading.messages(channel.id).length === 40);
    expect(reading.payloads('channel:activity')).toEqual([]);
  });
});
