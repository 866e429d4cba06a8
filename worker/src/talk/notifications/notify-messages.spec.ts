import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AttentionLevel, ROOMS } from '@oniverse/contracts';
import {
  Channel,
  ChannelAttention,
  ChannelRead,
  Conversation,
  ConversationMember,
  Mention,
  Message,
  Notification,
  NotificationSettings,
  OUTBOX_TOPICS,
  OutboxRow,
  ServerAttention,
  ThreadFollow,
  type User,
} from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../../testing/recording-publisher.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';
import { NotifyMessages } from './notify-messages.js';
import { Notify } from './notify.js';

describe('NotifyMessages', () => {
  let stack: TestStack;
  let live: RecordingPublisher;
  let service: NotificationsService;
  let job: NotifyMessages;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(() => {
    live = new RecordingPublisher();
    service = new NotificationsService(stack.dataSource, new NotificationsRepository(), live);
    job = new NotifyMessages(service);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const setUp = async () => {
    const [author, reader] = [await makeMember(stack.dataSource), await makeMember(stack.dataSource)];
    const { server, channel } = await makeServer(stack.dataSource, { members: [author.user, reader.user] });
    return { author: author.user, reader: reader.user, server, channel };
  };
  const chooseServer = (user: User, { id: serverId }: { id: string }, level: AttentionLevel) =>
    stack.dataSource.getRepository(ServerAttention).insert({ userId: user.id, serverId, level });
  const chooseChannel = (user: User, { id: channelId }: { id: string }, level: AttentionLevel) =>
    stack.dataSource.getRepository(ChannelAttention).insert({ userId: user.id, channelId, level });
  /** Inserts a message, as its transaction leaves it. */
  const write = async (author: User, { id: channelId }: { id: string }, seq: number): Promise<void> => {
    await stack.dataSource
      .getRepository(Message)
      .insert({ channelId, userId: author.id, seq, rev: seq, nonce: `${seq}`, content: `Number ${seq}` });
    await stack.dataSource.query('UPDATE channels SET last_seq = $2, last_rev = $2 WHERE id = $1', [
      channelId,
      seq,
    ]);
  };
  /** Inserts a thread whose message is deleted, so that its first reply answers no one. */
  const startThread = ({ server, channel }: Made): Promise<Channel> =>
    stack.dataSource.getRepository(Channel).save({
      name: '',
      parentId: channel.id,
      parentServerId: server.id,
      parentMessageId: randomUUID(),
    });
  const pending = ({ id: subject }: { id: string }) =>
    stack.dataSource.getRepository(OutboxRow).countBy({ topic: OUTBOX_TOPICS.notifyMessages, subject });
  const read = (user: User, { id: channelId }: { id: string }, readSeq: number) =>
    stack.dataSource.getRepository(ChannelRead).insert({ userId: user.id, channelId, readSeq });
  const logOf = (user: User): Promise<Notification[]> =>
    stack.dataSource.getRepository(Notification).find({
      where: { recipientId: user.id },
      order: { id: 'ASC' },
    });

  type Made = Awaited<ReturnType<typeof setUp>>;
  const leave = ({ reader }: Made) =>
    stack.dataSource.query('DELETE FROM server_members WHERE user_id = $1', [reader.id]);
  const hide = (table: 'blocks' | 'mutes', { reader, author }: Made) =>
    stack.dataSource.query(
      table === 'blocks'
        ? 'INSERT INTO blocks (member_id, other_id, is_own) VALUES ($1, $2, true)'
        : 'INSERT INTO mutes (member_id, other_id) VALUES ($1, $2)',
      [reader.id, author.id],
    );
  const remove = ({ channel }: Made) =>
    stack.dataSource
      .getRepository(Message)
      .update({ channelId: channel.id }, { content: '', deletedAt: new Date() });
  const mention = ({ reader, channel }: Made) =>
    stack.dataSource.getRepository(Mention).insert({ userId: reader.id, channelId: channel.id, seq: 1 });

  it('TLK-431 TLK-462 adds an entry for the members of a conversation, and followers of its threads, who joined it and did not mute it', async () => {
    const { author, reader } = await setUp();
    const { user: muting } = await makeMember(stack.dataSource);
    const { user: gone } = await makeMember(stack.dataSource);
    const channel = await stack.dataSource.getRepository(Channel).save({ name: '', isConversation: true });
    await stack.dataSource.getRepository(Conversation).insert({ channelId: channel.id, isGroup: true });
    await stack.dataSource.getRepository(ConversationMember).insert(
      [author, reader, muting, gone].map(({ id: userId }) => ({
        channelId: channel.id,
        userId,
        state: userId === gone.id ? 'left' : 'joined',
      })),
    );
    await chooseChannel(muting, channel, 'nothing');
    await write(author, channel, 1);
    await job.run(channel.id);
    expect(await logOf(reader)).toMatchObject([{ kind: 'direct', actorId: author.id, serverId: null }]);
    for (const other of [author, muting, gone]) expect(await logOf(other)).toEqual([]);

    const thread = await stack.dataSource.getRepository(Channel).save({
      name: '',
      parentId: channel.id,
      parentMessageId: randomUUID(),
      isConversation: true,
    });
    const { user: other } = await makeMember(stack.dataSource);
    await stack.dataSource
      .getRepository(ConversationMember)
      .insert({ channelId: channel.id, userId: other.id, state: 'joined' });
    await chooseChannel(reader, channel, 'all');
    await stack.dataSource.getRepository(ThreadFollow).insert(
      [author, reader, muting].map(({ id: userId }) => ({
        userId,
        channelId: thread.id,
        conversationId: channel.id,
      })),
    );
    await write(author, thread, 1);
    expect(await pending(thread)).toBe(1);
    await job.run(thread.id);
    expect(await logOf(reader)).toMatchObject([
      { kind: 'direct', channelId: channel.id },
      { kind: 'direct', channelId: thread.id, messageSeq: 1, isHead: true },
    ]);
    for (const one of [author, muting, gone, other]) expect(await logOf(one)).toEqual([]);
  });

  it('TLK-102 adds one entry for all messages that were not read, and publishes that something is unread', async () => {
    const { author, reader, server, channel } = await setUp();
    await chooseServer(reader, server, 'all');
    for (const seq of [1, 2, 3]) await write(author, channel, seq);
    await job.run(channel.id);
    expect(await pending(channel)).toBe(0);
    await write(author, channel, 4);
    await job.run(channel.id);
    await job.run(channel.id);
    expect(await logOf(reader)).toEqual([
      expect.objectContaining({
        kind: 'message',
        actorId: author.id,
        channelId: channel.id,
        seq: null,
        messageSeq: 3,
        serverId: server.id,
        isHead: true,
        readAt: null,
      }),
    ]);
    expect(await logOf(author)).toEqual([]);
    expect(live.published).toEqual([
      { event: 'notifications:changed', room: ROOMS.user(reader.id), payload: { isUnread: true } },
    ]);
  });

  it('TLK-102 adds another entry to the same row of the log after the first was read, or after a while', async () => {
    const { author, reader, channel } = await setUp();
    await chooseChannel(reader, channel, 'all');
    const notifications = stack.dataSource.getRepository(Notification);
    await write(author, channel, 1);
    await job.run(channel.id);
    await notifications.update({ recipientId: reader.id }, { readAt: new Date() });
    await write(author, channel, 2);
    await job.run(channel.id);
    await stack.dataSource.query(
      `UPDATE notifications SET created_at = now() - interval '11 minutes' WHERE recipient_id = $1`,
      [reader.id],
    );
    await write(author, channel, 3);
    await job.run(channel.id);
    const log = await logOf(reader);
    expect(log.map(({ messageSeq, isHead }) => [messageSeq, isHead])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(new Set(log.map(({ groupKey }) => groupKey)).size).toBe(1);
  });

  it('TLK-102 enqueues nothing where nobody wants to hear of every message', async () => {
    const { author, reader, server, channel } = await setUp();
    await chooseServer(reader, server, 'nothing');
    await chooseChannel(author, channel, 'mentions');
    await write(author, channel, 1);
    expect(await pending(channel)).toBe(0);
  });

  it.each([
    [
      'the channel has another level',
      async ({ reader, channel }: Made) => chooseChannel(reader, channel, 'mentions'),
    ],
    ['they read them', async ({ reader, channel }: Made) => read(reader, channel, 1)],
    ['they left', async (made: Made) => leave(made)],
    ['they blocked the author', async (made: Made) => hide('blocks', made)],
    ['they muted the author', async (made: Made) => hide('mutes', made)],
    ['the message was deleted', async (made: Made) => remove(made)],
    ['the message mentions them', async (made: Made) => mention(made)],
  ])('TLK-102 adds nothing for a member if %s', async (_, prepare) => {
    const made = await setUp();
    await chooseServer(made.reader, made.server, 'all');
    await write(made.author, made.channel, 1);
    await prepare(made);
    await job.run(made.channel.id);
    expect(await logOf(made.reader)).toEqual([]);
    expect(await pending(made.channel)).toBe(0);
  });

  it('TLK-101 adds no mention where its member wants to hear nothing, also in threads, and pushes none', async () => {
    const notify = new Notify(stack.dataSource, service, createLogger('test', 'silent'));
    const mentionIn = async (level: AttentionLevel | undefined, isThread: boolean) => {
      const made = await setUp();
      if (level) await chooseChannel(made.reader, made.channel, level);
      const channel = isThread ? await startThread(made) : made.channel;
      await write(made.author, channel, 1);
      await mention({ ...made, channel });
      const subject = `mention:${channel.id}:1`;
      await stack.dataSource.getRepository(OutboxRow).insert({ topic: OUTBOX_TOPICS.notify, subject });
      await notify.run(subject);
      return (await logOf(made.reader)).map(({ kind }) => kind);
    };
    for (const isThread of [false, true]) {
      expect(await mentionIn(undefined, isThread)).toEqual(['mention']);
      expect(await mentionIn('nothing', isThread)).toEqual([]);
    }
  });

  it('TLK-102 pushes entries about messages unless the member turned that off', async () => {
    const pushesOf = async (settings: Partial<NotificationSettings>): Promise<number> => {
      const { author, reader, channel } = await setUp();
      const sessionId = `${reader.id}-session`;
      await stack.dataSource.query(
        `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
        [sessionId, reader.id],
      );
      await stack.dataSource.query(
        `INSERT INTO push_subscriptions (session_id, user_id, endpoint, p256dh, auth) VALUES ($1, $2, $1, 'x', 'x')`,
        [sessionId, reader.id],
      );
      await stack.dataSource.getRepository(NotificationSettings).insert({ userId: reader.id, ...settings });
      await chooseChannel(reader, channel, 'all');
      await write(author, channel, 1);
      await job.run(channel.id);
      const [entry] = await logOf(reader);
      return stack.dataSource
        .getRepository(OutboxRow)
        .countBy({ topic: OUTBOX_TOPICS.pushEntry, subject: String(entry?.id) });
    };
    expect(await pushesOf({})).toBe(1);
    expect(await pushesOf({ pushKinds: ['mention'] })).toBe(0);
  });
});
