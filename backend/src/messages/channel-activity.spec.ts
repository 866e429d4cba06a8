import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeMember, makeServer, until } from '@oniverse/testing';
import { TwoBackends } from '../testing/two-backends.js';

describe('the activity of channels', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  it('LIV-003 members who have no channel open learn where messages came, a burst at once, readers who have not joined do not', async () => {
    const [writer, member, reader] = await Promise.all([1, 2, 3].map(() => makeMember(two.stack.dataSource)));
    const { server, channel } = await makeServer(two.stack.dataSource, {
      members: [writer!.user, member!.user],
    });
    const writing = await two.connect(0, writer!.sessionId);
    const idle = await two.connect(1, member!.sessionId);
    const reading = await two.connect(1, reader!.sessionId);
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
