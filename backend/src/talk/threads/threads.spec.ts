import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type MessageView,
  QUOTA_MESSAGES,
  type ServerView,
  THREAD_MESSAGES,
  type ThreadView,
} from '@oniverse/contracts';
import {
  GOOD_PASSWORD,
  type LiveClient,
  makeMember,
  makeServer,
  registration,
  waitUntil,
} from '@oniverse/testing';
import { QUOTAS } from '../../shared/changes/quotas.js';
import { ThreadSummaries } from '../messages/thread-summaries.js';
import { bearer } from '../../testing/backend-under-test.js';
import { TwoBackends } from '../../testing/two-backends.js';

type Member = Awaited<ReturnType<typeof makeMember>>;
interface Sent {
  status: number;
  body: MessageView;
}

describe('threads', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  const setUp = async ({ isPublic = true, others = 1 } = {}) => {
    const { dataSource } = two.stack;
    const author = await makeMember(dataSource, { displayName: 'Vesper' });
    const members: Member[] = [];
    for (let n = 0; n < others; n += 1) members.push(await makeMember(dataSource));
    const { server, channel } = await makeServer(dataSource, {
      isPublic,
      members: [author, ...members].map(({ user }) => user),
    });
    const message = await send(author, channel.id, 'Clear skies.');
    const [member = author] = members;
    return { author, member, members, server, channel, message };
  };
  const makeModerator = async (serverId: string): Promise<Member> => {
    const moderator = await makeMember(two.stack.dataSource);
    await two.stack.dataSource.query(
      `INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'moderator')`,
      [serverId, moderator.user.id],
    );
    return moderator;
  };
  const send = async (caller: Member, channelId: string, content: string): Promise<MessageView> =>
    (await two.callAs(caller, 'post', `/channels/${channelId}/messages`, { content }).expect(201)).body;
  const start = (caller: Member, { id }: { id: string }, body: object = { content: 'A reply.' }) =>
    two.callAs(caller, 'post', `/messages/${id}/thread`, body);
  const startThread = async (caller: Member, message: MessageView, content = 'A reply.') => {
    const { body }: Sent = await start(caller, message, { content }).expect(201);
    await announced(caller, message);
    return body;
  };
  const get = async (caller: Member, path: string) =>
    (await two.callAs(caller, 'get', path).expect(200)).body;
  const threadOf = async (caller: Member, threadId: string): Promise<ThreadView> =>
    get(caller, `/threads/${threadId}`);
  const followed = async (caller: Member, query = ''): Promise<ThreadView[]> =>
    get(caller, `/threads${query}`);
  const history = async (caller: Member, channelId: string): Promise<MessageView[]> =>
    get(caller, `/channels/${channelId}/messages`);
  const find = async (caller: Member, { id, channelId }: MessageView) =>
    (await history(caller, channelId)).find((message) => message.id === id);
  const serverOf = async (caller: Member, { id }: { id: string }): Promise<ServerView> =>
    get(caller, `/servers/${id}`);
  /** Announces all changes of threads at once, and returns the message with its summary. */
  const announced = async (caller: Member, message: MessageView) => {
    for (const backend of [0, 1] as const) await two.getProvider(backend, ThreadSummaries).flush();
    return find(caller, message);
  };
  const open = async (backend: 0 | 1, { sessionId }: Member, channelId: string): Promise<LiveClient> => {
    const client = await two.connect(backend, sessionId);
    await client.request('channel:open', { channelId });
    return client;
  };
  /** Lets a member have left a week ago, so that home tells what happened since. */
  const leave = async (userId: string) => {
    await two.stack.dataSource.query(
      `INSERT INTO visits (user_id, left_at) VALUES ($1, now() - interval '7 days')`,
      [userId],
    );
  };
  const face = ({ user }: Member) => ({
    userId: user.id,
    author: { username: user.username, displayName: user.displayName ?? null, profileImageUrl: null },
  });

  it('TLK-040 TLK-042 start with the first reply, published to all open clients of the channel and the thread', async () => {
    const { author, member, channel, message } = await setUp();
    const readers = [await open(0, author, channel.id), await open(1, member, channel.id)];
    const { body: reply }: Sent = await start(member, message, { content: 'Here too.' }).expect(201);
    expect(reply).toMatchObject({ seq: 1, rev: 1, content: 'Here too.', userId: member.user.id });
    expect(reply.channelId).not.toBe(channel.id);
    const thread = {
      channelId: reply.channelId,
      replyCount: 1,
      lastSeq: 1,
      lastReplyAt: reply.createdAt,
      faces: [face(member)],
    };
    for (const reader of readers) {
      await waitUntil('the summary', () => reader.payloads('message:edited').length > 0);
      expect(reader.payloads('message:edited')).toMatchObject([{ id: message.id, rev: 2, thread }]);
    }
    expect(await find(author, message)).toMatchObject({ rev: 2, thread });
    const inThread = await open(1, author, reply.channelId);
    const second = await send(author, reply.channelId, 'And here.');
    await waitUntil('the reply', () => inThread.messages(reply.channelId).length > 0);
    expect(inThread.messages(reply.channelId)).toEqual([second]);
    expect(await history(member, reply.channelId)).toEqual([reply, second]);
    expect(await announced(member, message)).toMatchObject({
      thread: { replyCount: 2, lastReplyAt: second.createdAt, faces: [face(author), face(member)] },
    });
    for (const reader of readers) expect(reader.messages(reply.channelId)).toEqual([]);
  });

  it('TLK-040 take in the first replies that members send at once on two backends', async () => {
    const { author, members, message } = await setUp({ others: 6 });
    const answers = await Promise.all(
      members.map(async ({ sessionId }, n) =>
        two
          .api(n % 2 === 0 ? 0 : 1)
          .post(`/api/messages/${message.id}/thread`)
          .set(...bearer(sessionId))
          .send({ content: `Reply ${n}`, nonce: `n${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(members.map(() => 201));
    const threads = new Set(answers.map(({ body }: { body: MessageView }) => body.channelId));
    expect(threads.size).toBe(1);
    expect(answers.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    const [first = author] = members;
    const repeated: Sent = await start(first, message, { content: 'Reply 0', nonce: 'n0' }).expect(200);
    expect(repeated.body).toEqual(answers[0]?.body);
    expect(await announced(author, message)).toMatchObject({
      thread: { replyCount: 6, faces: expect.any(Array) },
    });
    expect((await find(author, message))?.thread?.faces).toHaveLength(3);
  });

  it('TLK-041 are not started on a message in a thread, on a deleted message, or beyond the quota of a day', async () => {
    const { author, member, channel, message } = await setUp();
    const reply = await startThread(member, message);
    const nested = await start(author, reply).expect(403);
    expect(nested.body).toMatchObject({ code: 'forbidden', ...THREAD_MESSAGES.nested });
    const deleted = await send(author, channel.id, 'Clouds.');
    await two.callAs(author, 'delete', `/messages/${deleted.id}`).expect(200);
    await start(member, deleted).expect(404);
    const next = await send(author, channel.id, 'Fog.');
    await two.stack.dataSource.query(
      `INSERT INTO channels (name, parent_id, parent_server_id, parent_message_id, started_by)
       SELECT '', id, server_id, uuidv7(), $2 FROM channels CROSS JOIN generate_series(2, $3::integer) WHERE id = $1`,
      [channel.id, member.user.id, QUOTAS.threadsPerDay],
    );
    const refused = await start(member, next).expect(409);
    expect(refused.body).toMatchObject({
      code: 'quota_reached',
      ...QUOTA_MESSAGES.threadsPerDay({ quota: QUOTAS.threadsPerDay }),
    });
    await start(member, message).expect(201);
    await start(author, next).expect(201);
  });

  it('TLK-043 stay readable and writable when their message is deleted, whose tombstone keeps the summary', async () => {
    const { author, member, channel, message } = await setUp();
    const reply = await startThread(member, message);
    const reader = await open(1, member, channel.id);
    await two.callAs(author, 'delete', `/messages/${message.id}`).expect(200);
    await waitUntil('the deletion', () => reader.payloads('message:deleted').length > 0);
    expect(reader.payloads('message:deleted')).toMatchObject([{ rev: 3, thread: { replyCount: 1 } }]);
    await send(member, reply.channelId, 'Still here.');
    await start(author, message).expect(201);
    await waitUntil('the new summary', () =>
      reader.payloads('message:deleted').some(({ thread }) => thread?.replyCount === 3),
    );
    expect(await history(author, reply.channelId)).toHaveLength(3);
    expect(await threadOf(author, reply.channelId)).toMatchObject({
      lastSeq: 3,
      message: { id: message.id, content: '', thread: { replyCount: 3 } },
    });
  });

  it('TLK-043 show how many replies are left when some are deleted, which moderators may do', async () => {
    const { author, member, server, channel, message } = await setUp();
    const moderator = await makeModerator(server.id);
    const reply = await startThread(member, message);
    await send(author, reply.channelId, 'Second.');
    await two.callAs(author, 'delete', `/messages/${reply.id}`).expect(403);
    await two.callAs(moderator, 'delete', `/messages/${reply.id}`).expect(200);
    expect(await announced(author, message)).toMatchObject({
      thread: { replyCount: 1, lastSeq: 2, faces: [face(author)] },
    });
    const audit = await get(moderator, `/servers/${server.id}/audit`);
    expect(audit).toMatchObject([{ kind: 'message_deleted', channelId: channel.id }]);
  });

  it('TLK-044 are followed by the author of their message, by who starts them, writes in them or is mentioned in them', async () => {
    const { author, members, server, message } = await setUp({ others: 4 });
    const [starter = author, writer = author, mentioned = author, other = author] = members;
    const client = await two.connect(1, author.sessionId);
    const { channelId } = await startThread(starter, message);
    await send(writer, channelId, `@${mentioned.user.username} look up.`);
    await announced(author, message);
    const isFollowed = async (member: Member) => (await threadOf(member, channelId)).isFollowed;
    expect(await Promise.all([author, ...members].map(isFollowed))).toEqual([true, true, true, true, false]);
    await waitUntil('the hint', () => client.payloads('thread:changed').some(({ lastSeq }) => lastSeq === 2));
    expect(client.payloads('thread:changed')[0]).toEqual({
      serverId: server.id,
      parentId: message.channelId,
      channelId,
      lastSeq: 1,
      isFollowed: true,
    });
    expect(await followed(other)).toEqual([]);
    await two.callAs(other, 'put', `/threads/${channelId}/follow`).expect(200);
    await two.callAs(other, 'put', `/threads/${channelId}/follow`).expect(200);
    expect(await followed(other)).toMatchObject([{ id: channelId, unreadCount: 0, readSeq: 2 }]);
    await two.callAs(author, 'delete', `/threads/${channelId}/follow`).expect(200);
    await waitUntil('the end', () => client.payloads('thread:changed').at(-1)?.isFollowed === false);
    await send(starter, channelId, 'Third.');
    await announced(author, message);
    expect([await isFollowed(author), await isFollowed(other)]).toEqual([false, true]);
    await send(author, channelId, 'Fourth.');
    expect(await isFollowed(author)).toBe(true);
  });

  it('TLK-044 are followed up to a quota, which writing does not exceed', async () => {
    const { author, member, channel, message } = await setUp();
    const { channelId } = await startThread(author, message);
    await two.stack.dataSource.query(
      `WITH made AS (
         INSERT INTO channels (name, parent_id, parent_server_id, parent_message_id)
         SELECT '', id, server_id, uuidv7() FROM channels CROSS JOIN generate_series(1, $2::integer) WHERE id = $1
         RETURNING id, parent_server_id
       ) INSERT INTO thread_follows (user_id, server_id, channel_id) SELECT $3, parent_server_id, id FROM made`,
      [channel.id, QUOTAS.followedThreads, member.user.id],
    );
    const refused = await two.callAs(member, 'put', `/threads/${channelId}/follow`).expect(409);
    expect(refused.body).toMatchObject({
      ...QUOTA_MESSAGES.followedThreads({ quota: QUOTAS.followedThreads }),
    });
    await send(member, channelId, 'Anyway.');
    expect(await threadOf(member, channelId)).toMatchObject({ isFollowed: false, lastSeq: 2 });
  });

  it('TLK-045 count unread messages of followed threads as mentions of the dimension, and nowhere else', async () => {
    const { author, member, server, channel, message } = await setUp();
    const { channelId } = await startThread(member, message);
    await send(member, channelId, 'Second.');
    await announced(author, message);
    const before = await serverOf(author, server);
    expect([before.unreadCount, before.mentionCount]).toEqual([0, 2]);
    expect(await serverOf(member, server)).toMatchObject({ unreadCount: 1, mentionCount: 0 });
    expect(await followed(author)).toMatchObject([
      { id: channelId, unreadCount: 2, mentionCount: 1, readSeq: 0, isFollowed: true },
    ]);
    expect(await get(author, `/servers/${server.id}/channels`)).toMatchObject([
      { id: channel.id, lastSeq: 1, unreadCount: 0, mentionCount: 0 },
    ]);
    await two.callAs(author, 'put', `/channels/${channelId}/read`, { seq: 1 }).expect(200);
    expect(await serverOf(author, server)).toMatchObject({ mentionCount: 1 });
    await two.callAs(author, 'post', '/home/read').expect(200);
    expect(await serverOf(author, server)).toMatchObject({ mentionCount: 0 });
    expect(await threadOf(author, channelId)).toMatchObject({ unreadCount: 0, readSeq: 2 });
  });

  it('TLK-101 TLK-106 count nothing while their channel is muted, and are read with their dimension', async () => {
    const { author, member, server, channel, message } = await setUp();
    const { channelId } = await startThread(member, message);
    await announced(author, message);
    const setLevel = (level: string) =>
      two.callAs(author, 'put', `/channels/${channel.id}/attention`, { level }).expect(200);
    const mentions = async () => (await serverOf(author, server)).mentionCount;
    await setLevel('nothing');
    expect(await mentions()).toBe(0);
    await setLevel('mentions');
    expect(await mentions()).toBe(1);
    await two.callAs(author, 'post', `/servers/${server.id}/read`).expect(200);
    expect(await mentions()).toBe(0);
    expect(await threadOf(author, channelId)).toMatchObject({ unreadCount: 0, readSeq: 1 });
  });

  it('TLK-108 TLK-110 have drafts of their own, which end with the membership', async () => {
    const { member, server, message } = await setUp();
    const { channelId } = await startThread(member, message);
    const stranger = await makeMember(two.stack.dataSource);
    const save = (caller: Member) =>
      two.callAs(caller, 'put', `/channels/${channelId}/draft`, { content: 'One more' });
    await save(stranger).expect(403);
    await save(member).expect(200);
    expect(await get(member, '/drafts')).toMatchObject([{ channelId, content: 'One more' }]);
    await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
    const rows = await two.stack.dataSource.query('SELECT FROM drafts WHERE user_id = $1', [member.user.id]);
    expect(rows).toEqual([]);
  });

  it('TLK-132 lose the draft of a member with the reply that sends it, but not with a first reply from elsewhere', async () => {
    const { member, message } = await setUp();
    const { channelId } = await startThread(member, message);
    await two.callAs(member, 'put', `/channels/${channelId}/draft`, { content: 'One more' }).expect(200);
    await start(member, message, { content: 'A first reply, as it seemed.', draftRev: 0 }).expect(201);
    expect(await get(member, '/drafts')).toMatchObject([{ channelId, content: 'One more' }]);
    await start(member, message, { content: 'One more' }).expect(201);
    expect(await get(member, '/drafts')).toEqual([]);
  });

  it('TLK-046 are listed by latest activity, of a channel and of the follower, in pages', async () => {
    const { author, member, server, channel, message } = await setUp();
    const messages = [
      message,
      await send(author, channel.id, 'Two.'),
      await send(author, channel.id, 'Three.'),
    ];
    const ids: string[] = [];
    for (const each of messages) ids.push((await startThread(member, each)).channelId);
    const [first = '', second = '', third = ''] = ids;
    await send(author, first, 'Again.');
    await announced(author, message);
    for (const path of [`/channels/${channel.id}/threads`, '/threads', `/threads?server=${server.id}`]) {
      const list: ThreadView[] = await get(author, path);
      expect(list.map(({ id }) => id)).toEqual([first, third, second]);
    }
    expect(await followed(author, `?server=${crypto.randomUUID()}`)).toEqual([]);
    const page = await two.callAs(member, 'get', `/channels/${channel.id}/threads?limit=2`).expect(200);
    expect(page.body).toMatchObject([
      {
        id: first,
        serverId: server.id,
        parentId: channel.id,
        parentName: 'general',
        message: { id: message.id, thread: { replyCount: 2 } },
        lastSeq: 2,
        isFollowed: true,
      },
      { id: third },
    ]);
    const cursor = String(page.headers['x-next-cursor']);
    expect(await get(member, `/channels/${channel.id}/threads?limit=2&cursor=${cursor}`)).toMatchObject([
      { id: second },
    ]);
    const outsider = await makeMember(two.stack.dataSource);
    expect(await get(outsider, `/channels/${channel.id}/threads?limit=1`)).toMatchObject([
      { id: first, isFollowed: false, unreadCount: 0, readSeq: 2 },
    ]);
  });

  it('TLK-047 name the thread when they tell of a mention, and of the first reply as of an answer', async () => {
    const { author, members, server, channel, message } = await setUp({ others: 2 });
    const [member = author, mentioned = author] = members;
    const client = await two.connect(1, mentioned.sessionId);
    for (const { user } of [author, mentioned]) await leave(user.id);
    const { channelId, id } = await startThread(member, message, `@${mentioned.user.username} see this.`);
    await waitUntil('the mention', () => client.payloads('mention').length > 0);
    const place = { serverId: server.id, channelId, parentId: channel.id };
    expect(client.payloads('mention')).toEqual([{ ...place, seq: 1, userId: member.user.id }]);
    const home = async (caller: Member) => (await get(caller, '/home')).mentions;
    expect(await home(author)).toMatchObject([
      {
        isReply: true,
        place: { ...place, channelName: 'general' },
        content: expect.stringContaining('see this'),
      },
    ]);
    const [mention] = await home(mentioned);
    expect(mention).toMatchObject({ place });
    expect(mention).not.toHaveProperty('isReply');
    await two.callAs(member, 'patch', `/messages/${id}`, { content: 'Nobody in particular.' }).expect(200);
    expect(await home(mentioned)).toEqual([]);
    expect(await home(author)).toHaveLength(1);
    await two.callAs(author, 'put', `/bookmarks/message/${id}`).expect(200);
    expect(await get(author, '/bookmarks')).toMatchObject([{ place: { channelId, parentId: channel.id } }]);
  });

  it('TLK-048 reach a client that was away, once per message that starts one', async () => {
    const { author, member, channel, message } = await setUp();
    const { channelId } = await startThread(member, message);
    for (let n = 0; n < 5; n += 1) await send(member, channelId, `Reply ${n}`);
    await announced(author, message);
    const client = await two.connect(1, author.sessionId);
    const copy = { channelId: channel.id, from: 1, after: 1, rev: 1 };
    const { changed, lastRev } = await client.request('channel:open', copy);
    expect(changed).toMatchObject([{ id: message.id, thread: { replyCount: 6 } }]);
    expect(changed).toHaveLength(1);
    // Replies that come soon after another share a revision.
    expect(lastRev).toBeLessThan(7);
  });

  it('TLK-048 are announced by another backend when the one that stored a reply ended before it did', async () => {
    const { author, member, channel, message } = await setUp();
    const reader = await open(0, author, channel.id);
    const { channelId } = await startThread(member, message);
    await two.stack.dataSource.query(
      `SELECT * FROM store_messages(ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY['x'], ARRAY['n'], ARRAY[NULL::integer], '{}', '{}')`,
      [channelId, member.user.id],
    );
    const summaries = two.getProvider(1, ThreadSummaries);
    await summaries.sweep();
    await summaries.flush();
    expect(await find(author, message)).toMatchObject({ rev: 2, thread: { replyCount: 2 } });
    await two.stack.dataSource.query(`UPDATE stale_threads SET since = now() - interval '1 minute'`);
    await summaries.sweep();
    await waitUntil('the summary', () => reader.payloads('message:edited').at(-1)?.rev === 3);
  });

  it('TLK-049 are deleted with their channel, and close in all open clients', async () => {
    const { author, member, server, message: first } = await setUp();
    const moderator = await makeModerator(server.id);
    const other = (
      await two.callAs(moderator, 'post', `/servers/${server.id}/channels`, { name: 'attic' }).expect(201)
    ).body;
    const message = await send(author, other.id, 'Dust.');
    const { channelId } = await startThread(member, message);
    const kept = await startThread(member, first);
    const guest = await open(1, await makeMember(two.stack.dataSource), channelId);
    await two.callAs(moderator, 'patch', `/channels/${channelId}`, { name: 'x' }).expect(404);
    await two.callAs(moderator, 'delete', `/channels/${channelId}`).expect(404);
    await two.callAs(moderator, 'delete', `/channels/${other.id}`).expect(200);
    await waitUntil('the deletion', () => guest.payloads('server:changed').length > 0);
    await two.callAs(member, 'get', `/threads/${channelId}`).expect(404);
    await two.callAs(member, 'post', `/channels/${channelId}/messages`, { content: 'x' }).expect(404);
    expect((await followed(member)).map(({ id }) => id)).toEqual([kept.channelId]);
    await two.stack.dataSource.query('DELETE FROM servers WHERE id = $1', [server.id]);
    const left: unknown[] = await two.stack.dataSource.query(
      'SELECT FROM channels WHERE parent_server_id = $1',
      [server.id],
    );
    expect(left).toEqual([]);
  });

  it('TLK-224 are deleted by staff with everything in them, and leave the message that starts them', async () => {
    const { author, members, server, channel, message } = await setUp({ others: 2 });
    const [member = author, mentioned = author] = members;
    const moderator = await makeModerator(server.id);
    const { channelId, id: replyId } = await startThread(
      member,
      message,
      `@${mentioned.user.username} look.`,
    );
    await send(author, channelId, 'Again.');
    await two.callAs(member, 'put', `/channels/${channelId}/draft`, { content: 'And so' }).expect(200);
    await two.callAs(member, 'put', `/bookmarks/message/${replyId}`).expect(200);
    await two.callAs(moderator, 'put', `/messages/${replyId}/pin`).expect(200);
    await two.callAs(member, 'put', `/messages/${replyId}/reactions/%E2%9C%A8`).expect(200);
    await announced(author, message);
    expect(await serverOf(mentioned, server)).toMatchObject({ mentionCount: 2 });
    const inChannel = await open(1, member, channel.id);
    const inThread = await open(1, await makeMember(two.stack.dataSource), channelId);
    const follower = await two.connect(0, mentioned.sessionId);
    for (const caller of [author, member]) {
      await two.callAs(caller, 'delete', `/threads/${channelId}`).expect(403);
    }
    for (const other of [channel.id, crypto.randomUUID()]) {
      await two.callAs(moderator, 'delete', `/threads/${other}`).expect(404);
    }
    await two.callAs(moderator, 'delete', `/threads/${channelId}`).expect(200);
    const deleted = { serverId: server.id, parentId: channel.id, channelId };
    for (const client of [inChannel, inThread, follower]) {
      await waitUntil('the deletion', () => client.payloads('thread:deleted').length > 0);
      expect(client.payloads('thread:deleted')).toEqual([deleted]);
    }
    await waitUntil('the revision', () => inChannel.payloads('message:edited').length > 0);
    const [revised] = inChannel.payloads('message:edited');
    expect(revised).toMatchObject({ id: message.id, content: message.content });
    expect(revised).not.toHaveProperty('thread');
    const copy = { channelId: channel.id, from: 1, after: 1, rev: Number(revised?.rev) - 1 };
    const { changed } = await inChannel.request('channel:open', copy);
    expect(changed).toEqual([revised]);
    await two.callAs(moderator, 'delete', `/threads/${channelId}`).expect(404);
    await two.callAs(member, 'get', `/threads/${channelId}`).expect(404);
    await two.callAs(member, 'post', `/channels/${channelId}/messages`, { content: 'x' }).expect(404);
    expect(await followed(mentioned)).toEqual([]);
    expect(await serverOf(mentioned, server)).toMatchObject({ mentionCount: 0 });
    for (const path of ['/drafts', '/bookmarks']) expect(await get(member, path)).toEqual([]);
    for (const table of [
      'messages',
      'mentions',
      'pins',
      'message_reactions',
      'channel_reads',
      'notifications',
    ]) {
      const left: unknown[] = await two.stack.dataSource.query(`SELECT FROM ${table} WHERE channel_id = $1`, [
        channelId,
      ]);
      expect([table, left]).toEqual([table, []]);
    }
    expect((await get(moderator, `/servers/${server.id}/audit`))[0]).toMatchObject({
      kind: 'thread_deleted',
      actor: { username: moderator.user.username },
      subject: { username: author.user.username },
      channelId: channel.id,
      detail: { name: 'general' },
    });
    const again = await startThread(member, message);
    expect(again.channelId).not.toBe(channelId);
    expect(await find(author, message)).toMatchObject({ thread: { replyCount: 1 } });
  });

  it('TLK-224 are deleted from a deleted message', async () => {
    const { author, member, server, channel, message } = await setUp();
    const moderator = await makeModerator(server.id);
    const { channelId } = await startThread(member, message);
    await two.callAs(author, 'delete', `/messages/${message.id}`).expect(200);
    const reader = await open(1, author, channel.id);
    await two.callAs(moderator, 'delete', `/threads/${channelId}`).expect(200);
    await waitUntil('the revision', () => reader.payloads('message:deleted').length > 0);
    expect(reader.payloads('message:deleted')[0]).not.toHaveProperty('thread');
    await start(member, message).expect(404);
  });

  it('TLK-225 store no message after their deletion', async () => {
    const { author, members, server, message } = await setUp({ others: 4 });
    const moderator = await makeModerator(server.id);
    const { channelId } = await startThread(author, message);
    let isDeleted = false;
    let acknowledged = 0;
    const write = async ({ sessionId }: Member, index: number): Promise<void> => {
      for (let count = 0; ; count += 1) {
        const isAfter = isDeleted;
        const { status } = await two
          .api(index % 2 === 0 ? 0 : 1)
          .post(`/api/channels/${channelId}/messages`)
          .set(...bearer(sessionId))
          .send({ content: `Reply ${count}` });
        if (status === 201) acknowledged += 1;
        if (isAfter) expect([404, 429]).toContain(status);
        if (isAfter || status === 404) return;
      }
    };
    const writing = members.map(write);
    await waitUntil('some replies', () => acknowledged > 8);
    await two.callAs(moderator, 'delete', `/threads/${channelId}`).expect(200);
    isDeleted = true;
    await Promise.all(writing);
    const left: unknown[] = await two.stack.dataSource.query('SELECT FROM messages WHERE channel_id = $1', [
      channelId,
    ]);
    expect(left).toEqual([]);
  });

  it('TLK-050 show no more of a member who erased the account', async () => {
    const { author, server, channel, message } = await setUp();
    const reader = await open(1, author, channel.id);
    const { body } = await two.api(0).post('/api/auth/register').send(registration()).expect(201);
    const leaver: Pick<Member, 'sessionId'> = { sessionId: body.sessionId };
    await two.callAs(leaver, 'post', `/servers/${server.id}/join`).expect(200);
    const reply: Sent = await two
      .callAs(leaver, 'post', `/messages/${message.id}/thread`, { content: 'A reply.' })
      .expect(201);
    const { channelId } = reply.body;
    expect((await announced(author, message))?.thread?.faces).toHaveLength(1);
    await two.callAs(leaver, 'delete', '/users/me', { password: GOOD_PASSWORD }).expect(200);
    await waitUntil(
      'the summary',
      () => reader.payloads('message:edited').at(-1)?.thread?.faces.length === 0,
    );
    expect(await announced(author, message)).toMatchObject({ thread: { replyCount: 1, faces: [] } });
    expect(await history(author, channelId)).toMatchObject([{ userId: null, author: null }]);
  });

  it('TLK-053 have no server of their own, by which the previous release lists, counts and finds channels', async () => {
    const { member, server, channel, message } = await setUp();
    const { channelId } = await startThread(member, message);
    const rows: { id: string }[] = await two.stack.dataSource.query(
      `SELECT c.id FROM channels c JOIN servers s ON s.id = c.server_id WHERE s.id = $1 OR c.id = $2`,
      [server.id, channelId],
    );
    expect(rows).toEqual([{ id: channel.id }]);
  });

  describe('by a member who may not write in the channel', () => {
    const paths = (message: MessageView, threadId: string) =>
      [
        ['post', `/messages/${message.id}/thread`, { content: 'x' }],
        ['post', `/channels/${threadId}/messages`, { content: 'x' }],
        ['put', `/channels/${threadId}/read`, { seq: 1 }],
        ['put', `/threads/${threadId}/follow`, undefined],
        ['delete', `/threads/${threadId}/follow`, undefined],
        ['get', `/threads/${threadId}`, undefined],
        ['get', `/channels/${threadId}/messages`, undefined],
        ['get', `/channels/${message.channelId}/threads`, undefined],
      ] as const;
    const WRITES = [403, 403, 403, 403, 403];
    const READS = [200, 200, 200];
    const HIDDEN = [404, 404, 404, 404, 404, 404, 404, 404];

    it.each([
      ['an unrelated member', true, [...WRITES, ...READS]],
      ['an unrelated member', false, HIDDEN],
      ['a member who left', true, [...WRITES, ...READS]],
      ['a member who left', false, HIDDEN],
      ['a banned member', true, [...WRITES, ...READS]],
      ['a banned member', false, HIDDEN],
    ] as const)(
      'TLK-051 PER-010 are refused by every call and request: %s, isPublic %j',
      async (who, isPublic, expected) => {
        const { author, member, server, message } = await setUp({ isPublic });
        const { channelId } = await startThread(member, message);
        const caller = who === 'an unrelated member' ? await makeMember(two.stack.dataSource) : member;
        const client = await two.connect(1, caller.sessionId);
        if (caller === member) await client.request('channel:open', { channelId });
        if (who === 'a member who left')
          await two.callAs(member, 'post', `/servers/${server.id}/leave`).expect(200);
        if (who === 'a banned member') {
          const moderator = await makeModerator(server.id);
          await two
            .callAs(moderator, 'delete', `/servers/${server.id}/members/${member.user.id}`)
            .expect(200);
        }
        const statuses = [];
        for (const [method, path, body] of paths(message, channelId)) {
          statuses.push((await two.callAs(caller, method, path, body)).status);
        }
        expect(statuses).toEqual(expected);
        const code = isPublic ? 'not_a_member' : 'not_found';
        expect(await client.request('typing:start', { channelId })).toMatchObject({ code });
        await expect(client.send(channelId, 'x')).rejects.toThrow(code);
        if (caller === member && !isPublic) {
          // The room of the thread was left without a request of the client.
          await send(author, channelId, 'Now without them.');
          await announced(author, message);
          expect(client.messages(channelId)).toEqual([]);
        }
        const opened = await client.request('channel:open', { channelId });
        expect(opened).toMatchObject(isPublic ? { ok: true } : { code: 'not_found' });
        expect(await followed(caller)).toEqual([]);
        expect(await get(caller, '/home')).toMatchObject({ mentions: [] });
        const rows: unknown[] = await two.stack.dataSource.query(
          `SELECT FROM messages WHERE channel_id = $1 AND content = 'x'`,
          [channelId],
        );
        expect(rows).toEqual([]);
      },
    );

    it('TLK-051 are not found by the id of an unrelated channel, nor moved to another dimension', async () => {
      const { author, member, channel, message } = await setUp();
      for (const method of ['put', 'delete'] as const) {
        await two.callAs(member, method, `/threads/${channel.id}/follow`).expect(404);
      }
      await two.callAs(member, 'get', `/threads/${channel.id}`).expect(404);
      const elsewhere = await setUp({ isPublic: false });
      const { channelId } = await startThread(elsewhere.member, elsewhere.message);
      await two.callAs(author, 'get', `/threads/${channelId}`).expect(404);
      await start(member, elsewhere.message).expect(404);
      expect(await find(author, message)).not.toHaveProperty('thread');
    });

    it('TLK-051 do not depend on blocks, but a blocked member’s mention and first reply notify nobody', async () => {
      const { author, member, message } = await setUp();
      await two.callAs(author, 'put', `/blocks/${member.user.id}`).expect(200);
      const { channelId } = await startThread(member, message);
      await send(member, channelId, `@${author.user.username} hello.`);
      expect((await get(author, '/home')).mentions).toEqual([]);
      expect(await history(author, channelId)).toHaveLength(2);
    });
  });
});
