import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MENTIONS, ROOMS } from '@oniverse/contracts';
import {
  Case,
  Channel,
  ChannelRead,
  enqueueOutbox,
  enqueueOutboxBatch,
  MemberUsage,
  Mention,
  Message,
  type NotificationCause,
  notifyEntry,
  Notification,
  OUTBOX_TOPICS,
  OutboxRow,
  Post,
  PostReply,
  Report,
  Ripple,
  ScheduledMessage,
  ServerExport,
  User,
} from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { makeConnection, makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { RecordingPublisher } from '../../testing/recording-publisher.js';
import { NotificationsRepository } from './notifications.repository.js';
import { NotificationsService } from './notifications.service.js';
import { NotifyLinks } from './notify-links.js';
import { Notify } from './notify.js';
import { PurgeNotifications } from './purge-notifications.js';
import { RefreshLogs } from './refresh-logs.js';

describe('notifications', () => {
  let stack: TestStack;
  let live: RecordingPublisher;
  let service: NotificationsService;
  let job: Notify;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(() => {
    live = new RecordingPublisher();
    service = new NotificationsService(stack.dataSource, new NotificationsRepository(), live);
    job = new Notify(stack.dataSource, service, createLogger('test', 'silent'));
  });

  afterAll(async () => {
    await stack.stop();
  });

  const run = async (cause: NotificationCause): Promise<void> => {
    const entry = notifyEntry(cause);
    await enqueueOutbox(stack.dataSource.manager, [entry]);
    await job.run(entry.subject);
  };
  const logOf = async (user: User): Promise<Notification[]> =>
    stack.dataSource.getRepository(Notification).find({
      where: { recipientId: user.id },
      order: { id: 'ASC' },
    });
  const member = async (overrides: Partial<User> = {}) =>
    (await makeMember(stack.dataSource, overrides)).user;

  /** Inserts a message that mentions members, as its transaction leaves it. */
  const mention = async (author: User, mentioned: readonly User[], members: readonly User[] = mentioned) => {
    const { server, channel } = await makeServer(stack.dataSource, { members: [author, ...members] });
    const message = { channelId: channel.id, seq: 1, rev: 1, nonce: 'n', content: 'Look up.' };
    await stack.dataSource.getRepository(Message).insert({ ...message, userId: author.id });
    for (const { id: userId } of mentioned) {
      await stack.dataSource.getRepository(Mention).insert({ userId, channelId: channel.id, seq: 1 });
    }
    return { server, cause: { kind: 'mention', channelId: channel.id, seq: 1 } as const };
  };
  const makePost = (author: User, overrides: Partial<Post> = {}): Promise<Post> =>
    stack.dataSource
      .getRepository(Post)
      .save({ userId: author.id, title: 'First light', content: 'x', markdownContent: 'x', ...overrides });
  const connect = (user: User, others: readonly User[]) =>
    Promise.all(others.map((other) => makeConnection(stack.dataSource, user, other, ['saturn'])));
  const addLinks = async (user: User, others: readonly User[]): Promise<void> => {
    await enqueueOutboxBatch(
      stack.dataSource.manager,
      OUTBOX_TOPICS.notifyLinks,
      user.id,
      others.map(({ id }) => id),
    );
    await new NotifyLinks(service).run(user.id);
  };

  it('NXT-080 NXT-085 adds a mention once per cause and publishes that something is unread', async () => {
    const [author, reader] = [await member(), await member()];
    const { server, cause } = await mention(author, [reader]);
    await run(cause);
    await run(cause);
    expect(await logOf(reader)).toEqual([
      expect.objectContaining({
        kind: 'mention',
        actorId: author.id,
        channelId: cause.channelId,
        seq: 1,
        serverId: server.id,
        isHead: true,
        readAt: null,
      }),
    ]);
    expect(live.published).toEqual([
      { event: 'notifications:changed', room: ROOMS.user(reader.id), payload: { isUnread: true } },
    ]);
  });

  it('TLK-504 tells the author of a scheduled message that it was not sent, unless it waits again by then', async () => {
    const author = await member();
    const scheduled = stack.dataSource.getRepository(ScheduledMessage);
    const { id } = await scheduled.save({
      userId: author.id,
      channelId: null,
      content: 'Clear skies.',
      nonce: 'one',
      replyToSeq: null,
      sendAt: new Date(),
      dueAt: null,
      claimedUntil: null,
      failure: { code: 'not_found', message: 'Gone.' },
    });
    const cause = { kind: 'unsent', scheduledId: id } as const;
    await run(cause);
    await run(cause);
    expect(await logOf(author)).toMatchObject([
      { kind: 'unsent', actorId: null, isHead: true, readAt: null },
    ]);
    expect(live.published).toHaveLength(1);
    await stack.dataSource.getRepository(Notification).delete({ recipientId: author.id });
    await scheduled.update({ id }, { dueAt: new Date(), failure: null });
    await run(cause);
    await scheduled.delete({ id });
    await run(cause);
    expect(await logOf(author)).toEqual([]);
  });

  it('TLK-002 adds one entry for a member whose message is answered, also if the answer names them', async () => {
    const [author, asker, named] = [await member(), await member(), await member()];
    const { cause } = await mention(author, [asker, named]);
    const messages = stack.dataSource.getRepository(Message);
    const question = { channelId: cause.channelId, seq: 2, rev: 2, nonce: 'q', content: 'Which sock?' };
    await messages.insert({ ...question, userId: asker.id });
    await messages.update({ channelId: cause.channelId, seq: 1 }, { replyToSeq: 2 });
    await run(cause);
    await run(cause);
    expect(await logOf(asker)).toMatchObject([{ kind: 'reply', actorId: author.id, replyId: null, seq: 1 }]);
    expect(await logOf(named)).toMatchObject([{ kind: 'mention', actorId: author.id, seq: 1 }]);
  });

  it('TLK-047 adds the first reply of a thread to the log of the author of its message, as an answer', async () => {
    const [author, asker] = [await member(), await member()];
    const { server, cause } = await mention(author, [], [asker]);
    const starting = await stack.dataSource.getRepository(Message).save({
      channelId: cause.channelId,
      userId: asker.id,
      seq: 2,
      rev: 2,
      nonce: 'q',
      content: 'Which sock?',
    });
    const { id: channelId } = await stack.dataSource.getRepository(Channel).save({
      name: '',
      parentId: cause.channelId,
      parentServerId: server.id,
      parentMessageId: starting.id,
    });
    for (const seq of [1, 2]) {
      const reply = {
        channelId,
        userId: author.id,
        seq,
        rev: seq,
        nonce: `${seq}`,
        content: 'The left one.',
      };
      await stack.dataSource.getRepository(Message).insert(reply);
      await stack.dataSource.getRepository(Mention).insert({ userId: asker.id, channelId, seq });
      await run({ kind: 'mention', channelId, seq });
    }
    const serverId = server.id;
    expect(await logOf(asker)).toMatchObject([
      { kind: 'reply', channelId, seq: 1, serverId },
      { kind: 'mention', channelId, seq: 2, serverId },
    ]);
  });

  it('NXT-080 adds nothing before the commit and everything on the retry after a crash', async () => {
    const [author, reader] = [await member(), await member()];
    const { cause } = await mention(author, [reader]);
    const entry = notifyEntry(cause);
    await enqueueOutbox(stack.dataSource.manager, [entry]);
    const crash = service.apply(cause, async (manager) => {
      await manager.delete(OutboxRow, entry);
      await manager.query('SELECT 1 / 0');
      return true;
    });
    await expect(crash).rejects.toThrow('division by zero');
    expect(await logOf(reader)).toEqual([]);
    await Promise.all([job.run(entry.subject), job.run(entry.subject)]);
    expect(await logOf(reader)).toHaveLength(1);
    expect(await stack.dataSource.getRepository(OutboxRow).countBy({ subject: entry.subject })).toBe(0);
  });

  it('NXT-081 adds no entry for one who left', async () => {
    const [author, former] = [await member(), await member()];
    await run((await mention(author, [former], [])).cause);
    expect(await logOf(former)).toEqual([]);
    expect(live.published).toEqual([]);
  });

  it.each(['blocks', 'mutes'] as const)(
    'SAF-013 adds nothing across %s, in any kind, and for a mute in one direction only',
    async (table) => {
      const [author, reader, inviter] = [await member(), await member(), await member()];
      for (const recipient of [reader, inviter]) {
        const isOwn = table === 'blocks' ? [', is_own', ', true'] : ['', ''];
        await stack.dataSource.query(
          `INSERT INTO ${table} (member_id, other_id${isOwn[0]}) VALUES ($1, $2${isOwn[1]})`,
          [recipient.id, author.id],
        );
      }
      const post = await makePost(reader);
      const reply = await stack.dataSource
        .getRepository(PostReply)
        .save({ postId: post.id, userId: author.id, parentId: null, content: 'x', deletedAt: null });
      await stack.dataSource.getRepository(Ripple).insert({ postId: post.id, userId: author.id });
      const { server, cause } = await mention(author, [reader], [reader, inviter]);
      await connect(author, [reader]);
      await run(cause);
      await run({ kind: 'reply', replyId: reply.id });
      await run({ kind: 'ripple', postId: post.id, userId: author.id });
      await run({ kind: 'invite', serverId: server.id, userId: author.id, inviterId: inviter.id });
      await addLinks(reader, [author]);
      expect([await logOf(reader), await logOf(inviter)]).toEqual([[], []]);
      expect(live.published.some(({ room }) => room === ROOMS.user(reader.id))).toBe(false);
    },
  );

  it('NXT-210 adds what a private member did in a dimension of both, and publishes it to the recipient only', async () => {
    const [hidden, reader, bystander] = [await member({ isPublic: false }), await member(), await member()];
    const { server, cause } = await mention(hidden, [reader], [reader, bystander]);
    const published = {
      event: 'notifications:changed',
      room: ROOMS.user(reader.id),
      payload: { isUnread: true },
    };
    await run(cause);
    expect(live.published).toEqual([published]);
    await run({ kind: 'invite', serverId: server.id, userId: hidden.id, inviterId: reader.id });
    expect(live.published).toEqual([published, published]);
    expect((await logOf(reader)).map(({ kind }) => kind)).toEqual(['mention', 'invite']);
    expect(await logOf(bystander)).toEqual([]);
  });

  it('NXT-210 adds no reply, ripple or link of a private member', async () => {
    const [hidden, reader] = [await member({ isPublic: false }), await member()];
    const post = await makePost(reader);
    await stack.dataSource.getRepository(Ripple).insert({ postId: post.id, userId: hidden.id });
    await run({ kind: 'ripple', postId: post.id, userId: hidden.id });
    const reply = await stack.dataSource
      .getRepository(PostReply)
      .save({ postId: post.id, userId: hidden.id, parentId: null, content: `For @${reader.username}` });
    await run({ kind: 'reply', replyId: reply.id });
    await connect(reader, [hidden]);
    await addLinks(reader, [hidden]);
    expect(await logOf(reader)).toEqual([]);
    expect(live.published).toEqual([]);
  });

  it('NXT-083 removes a mention with the message that loses it', async () => {
    const [author, reader] = [await member(), await member()];
    const { cause } = await mention(author, [reader]);
    await run(cause);
    await stack.dataSource.getRepository(Mention).delete({ channelId: cause.channelId });
    expect(await logOf(reader)).toEqual([]);
    await run(cause);
    expect(await logOf(reader)).toEqual([]);
  });

  it('SAF-314 tells each reporter once that a case was closed, naming nobody', async () => {
    const [about, ...reporters] = [await member(), await member(), await member()];
    const { id: caseId } = await stack.dataSource.getRepository(Case).save({
      kind: 'member',
      subjectId: about?.id,
      aboutUserId: about?.id,
      reason: 'spam',
      snapshot: null,
      snapshotObject: null,
    });
    const reports = stack.dataSource.getRepository(Report);
    await reports.insert(
      reporters.map(({ id: reporterId }) => ({ caseId, reporterId, reason: 'spam' as const, note: null })),
    );
    await reports.insert({ caseId, reporterId: null, reason: 'spam', note: null });
    await run({ kind: 'report', caseId });
    await run({ kind: 'report', caseId });
    for (const reporter of reporters) {
      expect(await logOf(reporter)).toEqual([
        expect.objectContaining({ kind: 'report', actorId: null, caseId, isHead: true }),
      ]);
      expect(live.published).toContainEqual({
        event: 'notifications:changed',
        room: ROOMS.user(reporter.id),
        payload: { isUnread: true },
      });
    }
  });

  it('TLK-230 tells an applicant once that staff decided, naming nobody, while the dimension can be found', async () => {
    const applicant = await member();
    const { server } = await makeServer(stack.dataSource);
    const cause = { kind: 'application', serverId: server.id, userId: applicant.id } as const;
    await run({ ...cause, applicationId: server.id });
    await run({ ...cause, applicationId: server.id });
    const entry = { kind: 'application', actorId: null, serverId: server.id, isHead: true };
    expect(await logOf(applicant)).toEqual([expect.objectContaining(entry)]);
    expect(live.published).toContainEqual({
      event: 'notifications:changed',
      room: ROOMS.user(applicant.id),
      payload: { isUnread: true },
    });
    const hidden = await makeServer(stack.dataSource, { isPublic: false });
    await run({ ...cause, serverId: hidden.server.id, applicationId: hidden.server.id });
    expect(await logOf(applicant)).toHaveLength(1);
  });

  it.each([
    ['export_done', { state: 'done', size: '1', expiresAt: new Date() }],
    ['export_failed', { state: 'failed', failure: 'broken' }],
  ] as const)(
    'TLK-547 tells the owner once that an export ended, while they are the owner: %s',
    async (kind, values) => {
      const heir = await member();
      const { server, owner } = await makeServer(stack.dataSource, { members: [heir] });
      const { id: exportId } = await stack.dataSource
        .getRepository(ServerExport)
        .save({ serverId: server.id, userId: owner.id, finishedAt: new Date(), ...values });
      await run({ kind: 'export', exportId });
      await run({ kind: 'export', exportId });
      expect(await logOf(owner)).toMatchObject([{ kind, actorId: null, serverId: server.id, isHead: true }]);
      const unread = {
        event: 'notifications:changed',
        room: ROOMS.user(owner.id),
        payload: { isUnread: true },
      };
      expect(live.published).toEqual([unread]);
      await stack.dataSource.getRepository(Notification).delete({ recipientId: owner.id });
      await stack.dataSource.query('UPDATE servers SET owner_id = $2 WHERE id = $1', [server.id, heir.id]);
      await run({ kind: 'export', exportId });
      expect(await logOf(owner)).toEqual([]);
    },
  );

  it('NXT-080 adds a member who joined by an invite to the log of the inviter', async () => {
    const joiner = await member();
    const { server, owner } = await makeServer(stack.dataSource, { members: [joiner] });
    const cause = { kind: 'invite', serverId: server.id, userId: joiner.id, inviterId: owner.id } as const;
    await run(cause);
    await run(cause);
    expect(await logOf(owner)).toEqual([
      expect.objectContaining({ kind: 'invite', actorId: joiner.id, serverId: server.id }),
    ]);
    const stranger = await member();
    await run({ ...cause, userId: stranger.id });
    await run({ ...cause, inviterId: stranger.id });
    expect(await logOf(owner)).toHaveLength(1);
    expect(await logOf(stranger)).toEqual([]);
  });

  it('NXT-080 NXT-083 adds a ripple once, and removes it when it is taken back unread', async () => {
    const [author, reader, stranger] = [await member(), await member(), await member()];
    const post = await makePost(author);
    const ripples = stack.dataSource.getRepository(Ripple);
    const cause = { kind: 'ripple', postId: post.id, userId: reader.id } as const;
    await ripples.insert({ postId: post.id, userId: reader.id });
    await run(cause);
    await run(cause);
    expect(await logOf(author)).toEqual([
      expect.objectContaining({ kind: 'ripple', actorId: reader.id, postId: post.id }),
    ]);
    await run({ ...cause, userId: stranger.id });
    expect(await logOf(author)).toHaveLength(1);
    await ripples.delete({ userId: reader.id });
    await run(cause);
    expect(await logOf(author)).toEqual([]);
    expect(live.published.at(-1)).toMatchObject({ payload: { isUnread: false } });
    await ripples.insert({ postId: post.id, userId: reader.id });
    await run(cause);
    await stack.dataSource
      .getRepository(Notification)
      .update({ recipientId: author.id }, { readAt: new Date() });
    await ripples.delete({ userId: reader.id });
    await run(cause);
    expect(await logOf(author)).toHaveLength(1);
  });

  it('NXT-465 publishes the state when what an entry is about is deleted, hidden, made private, shown again or erased', async () => {
    const [author, reader] = [await member(), await member()];
    const posts = stack.dataSource.getRepository(Post);
    const [post, deleted] = [
      await makePost(author, { markdownContent: `For @${reader.username}`, isPublic: true }),
      await makePost(author, { markdownContent: `For @${reader.username}`, isPublic: true }),
    ];
    for (const { id: postId } of [post, deleted]) await run({ kind: 'post', postId });
    const published = async (): Promise<unknown> => {
      live = new RecordingPublisher();
      service = new NotificationsService(stack.dataSource, new NotificationsRepository(), live);
      const rows = await stack.dataSource
        .getRepository(OutboxRow)
        .findBy({ topic: OUTBOX_TOPICS.refreshLogs });
      for (const { subject } of rows) await new RefreshLogs(service).run(subject);
      return live.published.filter(({ room }) => room === ROOMS.user(reader.id));
    };
    const state = (isUnread: boolean) => [
      { event: 'notifications:changed', room: ROOMS.user(reader.id), payload: { isUnread } },
    ];
    await posts.delete(deleted.id);
    expect(await published()).toEqual(state(true));
    for (const hidden of [{ isPublic: false }, { isArchived: true }]) {
      await posts.update(post.id, hidden);
      expect(await published()).toEqual(state(false));
      await posts.update(post.id, { isPublic: true, isArchived: false });
      expect(await published()).toEqual(state(true));
    }
    await posts.update(post.id, { title: 'Second light' });
    expect(await published()).toEqual([]);
    const users = stack.dataSource.getRepository(User);
    await users.update(author.id, { isPublic: false });
    expect(await published()).toEqual(state(false));
    await users.update(author.id, { isPublic: true });
    expect(await published()).toEqual(state(true));
    await users.delete(author.id);
    expect(await published()).toEqual(state(false));
  });

  it('NXT-467 adds a mention that was read in its channel before as read', async () => {
    const [author, reader] = [await member(), await member()];
    const { cause } = await mention(author, [reader]);
    await stack.dataSource
      .getRepository(ChannelRead)
      .upsert({ userId: reader.id, channelId: cause.channelId, readSeq: 1 }, ['userId', 'channelId']);
    await run(cause);
    expect(await logOf(reader)).toMatchObject([{ kind: 'mention', readAt: expect.any(Date) }]);
    expect(live.published).toMatchObject([{ payload: { isUnread: false } }]);
  });

  it('NXT-082 gathers ripples on one post on one day, by the newest', async () => {
    const [author, one, other] = [await member(), await member(), await member()];
    const post = await makePost(author);
    for (const { id: userId } of [one, other]) {
      await stack.dataSource.getRepository(Ripple).insert({ postId: post.id, userId });
      await run({ kind: 'ripple', postId: post.id, userId });
    }
    expect((await logOf(author)).map(({ isHead }) => isHead)).toEqual([false, true]);
    await stack.dataSource.getRepository(Ripple).delete({ userId: other.id });
    await run({ kind: 'ripple', postId: post.id, userId: other.id });
    expect((await logOf(author)).map(({ actorId, isHead }) => [actorId, isHead])).toEqual([[one.id, true]]);
  });

  it('NXT-320 gathers the members who joined one dimension by the invite on one day', async () => {
    const [inviter, one, two] = [await member(), await member(), await member()];
    const { server } = await makeServer(stack.dataSource, { members: [inviter, one, two] });
    for (const { id: userId } of [one, two]) {
      await run({ kind: 'invite', serverId: server.id, userId, inviterId: inviter.id });
    }
    const log = await logOf(inviter);
    expect(log.map(({ actorId, isHead }) => [actorId, isHead])).toEqual([
      [one.id, false],
      [two.id, true],
    ]);
    expect(new Set(log.map(({ groupKey }) => groupKey)).size).toBe(1);
  });

  it('NXT-080 NXT-081 adds a reply to the logs of both answered authors and of the mentioned member', async () => {
    const [author, first, second, named] = [await member(), await member(), await member(), await member()];
    const post = await makePost(author);
    const replies = stack.dataSource.getRepository(PostReply);
    const above = await replies.save({ postId: post.id, userId: first.id, parentId: null, content: 'One.' });
    const reply = await replies.save({
      postId: post.id,
      userId: second.id,
      parentId: above.id,
      content: `Two for @${named.username}, @${author.username} and @${second.username}.`,
    });
    await run({ kind: 'reply', replyId: reply.id });
    await run({ kind: 'reply', replyId: reply.id });
    const kinds = async (user: User) => (await logOf(user)).map(({ kind }) => kind);
    expect(await Promise.all([author, first, second, named].map(kinds))).toEqual([
      ['reply'],
      ['reply'],
      [],
      ['mention'],
    ]);
    await stack.dataSource
      .getRepository(Notification)
      .update({ recipientId: first.id }, { readAt: new Date() });
    await replies.update({ id: reply.id }, { deletedAt: new Date(), content: '' });
    await run({ kind: 'reply', replyId: reply.id });
    expect(await Promise.all([author, first, second, named].map(kinds))).toEqual([[], ['reply'], [], []]);
  });

  it('NXT-080 adds a reply to the logs of the first ten members that it names, and counts them after it is deleted', async () => {
    const [author, writer] = [await member(), await member()];
    const named: User[] = [];
    for (let n = 0; n < MENTIONS.perText + 2; n += 1) named.push(await member());
    const post = await makePost(author);
    const replies = stack.dataSource.getRepository(PostReply);
    const names = ['nobody', author, ...named].map((name) =>
      typeof name === 'string' ? name : name.username,
    );
    const content = names.map((name) => `@${name.toUpperCase()}`).join(' ');
    const usage = async () => stack.dataSource.getRepository(MemberUsage).findOneBy({ userId: writer.id });
    const reply = async (): Promise<PostReply> => {
      const written = await replies.save({ postId: post.id, userId: writer.id, parentId: null, content });
      await run({ kind: 'reply', replyId: written.id });
      return written;
    };
    const first = await reply();
    await run({ kind: 'reply', replyId: first.id });
    const counts = await Promise.all(named.map(async (user) => (await logOf(user)).length));
    // The author of the post is one of the ten, and hears of the reply anyway.
    expect(counts).toEqual([...Array<number>(MENTIONS.perText - 1).fill(1), 0, 0, 0]);
    expect((await logOf(author)).map(({ kind }) => kind)).toEqual(['reply']);
    await replies.update({ id: first.id }, { deletedAt: new Date(), content: '' });
    await run({ kind: 'reply', replyId: first.id });
    expect(await usage()).toMatchObject({ mentions: MENTIONS.perText - 1 });
    await stack.dataSource
      .getRepository(MemberUsage)
      .update({ userId: writer.id }, { mentions: MENTIONS.perDay - 2 });
    await reply();
    const later = await Promise.all(named.map(async (user) => (await logOf(user)).length));
    expect(later.slice(0, 4)).toEqual([1, 1, 0, 0]);
    expect(await usage()).toMatchObject({ mentions: MENTIONS.perDay });
  });

  it('NXT-311 adds a mention in a post once, while others can read it, and withdraws it with the name', async () => {
    const [author, named, later] = [await member(), await member(), await member()];
    const post = await makePost(author, {
      isPublic: false,
      markdownContent: `For @${named.username}, not \`@${later.username}\`.`,
    });
    const posts = stack.dataSource.getRepository(Post);
    const logs = async () =>
      (await Promise.all([author, named, later].map(logOf))).map((log) => log.map(({ kind }) => kind));
    await run({ kind: 'post', postId: post.id });
    expect(await logs()).toEqual([[], [], []]);
    await posts.update({ id: post.id }, { isPublic: true });
    await run({ kind: 'post', postId: post.id });
    await run({ kind: 'post', postId: post.id });
    expect(await logs()).toEqual([[], ['mention'], []]);
    expect(await stack.dataSource.getRepository(MemberUsage).findOneBy({ userId: author.id })).toMatchObject({
      mentions: 1,
    });
    await posts.update({ id: post.id }, { markdownContent: `For @${later.username}` });
    await run({ kind: 'post', postId: post.id });
    expect(await logs()).toEqual([[], [], ['mention']]);
    await stack.dataSource
      .getRepository(Notification)
      .update({ recipientId: later.id }, { readAt: new Date() });
    await posts.update({ id: post.id }, { markdownContent: 'For nobody' });
    await run({ kind: 'post', postId: post.id });
    expect(await logs()).toEqual([[], [], ['mention']]);
  });

  it('NXT-081 adds no reply to a post that the mentioned member may not see', async () => {
    const [author, named, second] = [await member(), await member(), await member()];
    const post = await makePost(author, { isPublic: false });
    const content = `For @${named.username}`;
    const reply = await stack.dataSource
      .getRepository(PostReply)
      .save({ postId: post.id, userId: second.id, parentId: null, content });
    await run({ kind: 'reply', replyId: reply.id });
    expect([await logOf(named), (await logOf(author)).length]).toEqual([[], 1]);
  });

  it('NXT-082 NXT-084 adds a link to both logs, once per pair, in one row a day', async () => {
    const [one, other, third, hidden] = [
      await member(),
      await member(),
      await member(),
      await member({ isPublic: false }),
    ];
    await connect(one, [other, third, hidden]);
    await addLinks(one, [other, hidden]);
    await addLinks(other, [one]);
    await addLinks(one, [third]);
    const log = await logOf(one);
    expect(log.map(({ actorId, isHead }) => [actorId, isHead])).toEqual([
      [other.id, false],
      [third.id, true],
    ]);
    expect(new Set(log.map(({ groupKey }) => groupKey)).size).toBe(1);
    expect(await logOf(other)).toEqual([expect.objectContaining({ actorId: one.id, isHead: true })]);
    expect(await logOf(hidden)).toEqual([]);
  });

  it('NXT-082 makes the next entry the head of a row when an erasure removes the head', async () => {
    const [one, other, third] = [await member(), await member(), await member()];
    await connect(one, [other, third]);
    await addLinks(one, [other]);
    await addLinks(one, [third]);
    await stack.dataSource.query('DELETE FROM users WHERE id = $1', [third.id]);
    expect(await logOf(one)).toEqual([expect.objectContaining({ actorId: other.id, isHead: true })]);
  });

  it('NXT-082 moves the head while another transaction removes it and makes an older entry the head', async () => {
    const [one, other, third, fourth] = [await member(), await member(), await member(), await member()];
    await connect(one, [other, third, fourth]);
    await addLinks(one, [other]);
    await addLinks(one, [third]);
    const runner = stack.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('DELETE FROM notifications WHERE recipient_id = $1 AND actor_id = $2', [
        one.id,
        third.id,
      ]);
      const added = addLinks(one, [fourth]);
      await waitUntil('the job to wait for the removal', async () => {
        const rows: unknown[] = await stack.dataSource.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      await runner.commitTransaction();
      await added;
    } finally {
      await runner.release();
    }
    expect(await logOf(one)).toEqual([
      expect.objectContaining({ actorId: other.id, isHead: false }),
      expect.objectContaining({ actorId: fourth.id, isHead: true }),
    ]);
  });

  it('NXT-084 NXT-087 purges entries after 90 days and never repeats a purged link', async () => {
    const [one, other] = [await member(), await member()];
    const { cause } = await mention(other, [one]);
    await run(cause);
    await connect(one, [other]);
    await addLinks(one, [other]);
    const purge = new PurgeNotifications(stack.dataSource);
    expect(await purge.run()).toBe(0);
    await stack.dataSource.query(
      `UPDATE notifications SET created_at = now() - interval '91 days' WHERE recipient_id = $1`,
      [one.id],
    );
    expect(await purge.run()).toBe(2);
    expect(await purge.run()).toBe(0);
    await addLinks(one, [other]);
    expect(await logOf(one)).toEqual([
      expect.objectContaining({ kind: 'link', isHead: false, readAt: expect.any(Date) }),
    ]);
  });

  it('NXT-080 acknowledges a cause that only another release knows', async () => {
    const subject = 'comet:1';
    await enqueueOutbox(stack.dataSource.manager, [{ topic: OUTBOX_TOPICS.notify, subject }]);
    await job.run(subject);
    expect(await stack.dataSource.getRepository(OutboxRow).countBy({ subject })).toBe(0);
  });
});
