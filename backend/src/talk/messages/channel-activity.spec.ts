import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeMember, makeServer, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';

describe('ChannelActivity', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  it('LIV-003 publishes bursts of messages to members without an open channel, and nothing to readers who have not joined', async () => {
    const [writer, member, reader] = await Promise.all([1, 2, 3].map(() => makeMember(two.stack.dataSource)));
    const { server, channel } = await makeServer(two.stack.dataSource, {
      members: [writer!.user, member!.user],
    });
    const writing = await two.connect(0, writer!.sessionId);
    const idle = await two.connect(1, member!.sessionId);
    const reading = await two.connect(1, reader!.sessionId);
    await reading.request('channel:open', { channelId: channel.id });
    await Promise.all(Array.from({ length: 40 }, (_, n) => writing.send(channel.id, `message ${n}`)));
    await waitUntil('the activity to be published', () =>
      idle
        .payloads('channel:activity')
        .some(({ channels }) => channels.some(({ lastSeq }) => lastSeq === 40)),
    );
    const activity = idle.payloads('channel:activity');
    expect(activity.at(-1)).toEqual({
      serverId: server.id,
      channels: [{ channelId: channel.id, lastSeq: 40, userIds: [writer!.user.id] }],
    });
    expect(activity.length).toBeLessThan(10);
    expect(idle.payloads('messages:created')).toEqual([]);
    await waitUntil('the messages to arrive', () => reading.messages(channel.id).length === 40);
    expect(reading.payloads('channel:activity')).toEqual([]);
  });
});
