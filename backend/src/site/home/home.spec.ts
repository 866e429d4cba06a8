import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HomeView } from '@oniverse/contracts';
import { Post, type User } from '@oniverse/data';
import { makeConnection, makeMember, makeServer, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

describe('home', () => {
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

  const open = async (sessionId: string) =>
    (
      await backend.api
        .get('/api/home')
        .set(...bearer(sessionId))
        .expect(200)
    ).body;
  const leave = ({ id }: User, ago: string): Promise<unknown> =>
    stack.dataSource.query('UPDATE visits SET seen_at = now() - $2::interval WHERE user_id = $1', [id, ago]);
  const write = (author: User, fields: object = {}): Promise<Post> =>
    stack.dataSource.getRepository(Post).save({
      userId: author.id,
      title: 'Slow light',
      content: 'x',
      markdownContent: 'x',
      tags: ['saturn'],
      ...fields,
    });
  const mention = async (channelId: string, author: User, named: User): Promise<void> => {
    await stack.dataSource.query(
      `SELECT FROM append_messages(ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY['look up'], ARRAY[gen_random_uuid()::text], '{}', '{}')`,
      [channelId, author.id],
    );
    await stack.dataSource.query(
      `INSERT INTO mentions (user_id, channel_id, seq) SELECT $2, id, last_seq FROM channels WHERE id = $1`,
      [channelId, named.id],
    );
  };

  /** A member who left a week ago, and what happened since. */
  const makeReturning = async (authorIsPublic = true) => {
    const reader = await makeMember(stack.dataSource);
    const { user: author } = await makeMember(stack.dataSource, { isPublic: authorIsPublic });
    expect((await open(reader.sessionId)).leftAt).toBeNull();
    await leave(reader.user, '7 days');
    const { channel, server } = await makeServer(stack.dataSource, { members: [reader.user, author] });
    await makeConnection(stack.dataSource, reader.user, author, ['saturn']);
    const post = await write(author);
    await write(author, { isPublic: false });
    const own = await write(reader.user);
    await stack.dataSource.query(
      `INSERT INTO post_replies (post_id, user_id, content) VALUES ($1, $2, 'Two seconds.')`,
      [own.id, author.id],
    );
    await mention(channel.id, author, reader.user);
    return { reader, author, post, own, channel, server };
  };

  it('NXT-001 tells a member who returns after a week what happened', async () => {
    const { reader, author, post, own, channel, server } = await makeReturning();
    const home = await open(reader.sessionId);
    expect(Date.now() - Date.parse(home.leftAt)).toBeGreaterThan(6 * 86_400_000);
    const by = { username: author.username, displayName: null, profileImageUrl: null };
    const place = {
      serverId: server.id,
      serverName: server.name,
      isPublic: true,
      channelId: channel.id,
      channelName: 'general',
    };
    const unread = { at: expect.any(String), isRead: false };
    expect(home).toMatchObject({
      mentions: [{ ...unread, author: by, place, content: 'look up' }],
      replies: [
        { ...unread, author: by, post: { id: own.id, title: 'Slow light' }, content: 'Two seconds.' },
      ],
      links: [{ ...unread, member: by, sharedTags: ['saturn'] }],
      posts: [{ ...unread, post: { id: post.id, author: by } }],
      channels: [{ place, unreadCount: 1 }],
      hasNearPosts: true,
    });
    // The visit goes on, so the list stays.
    expect((await open(reader.sessionId)).leftAt).toBe(home.leftAt);
    // A short absence does not begin another visit.
    await leave(reader.user, '20 minutes');
    expect((await open(reader.sessionId)).leftAt).toBe(home.leftAt);
    await leave(reader.user, '40 minutes');
    expect((await open(reader.sessionId)).leftAt).not.toBe(home.leftAt);
  });

  it('NXT-319 remembers the steps of the guide for the member, each by itself', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const record = (body: object) =>
      backend.api
        .patch('/api/home/steps')
        .set(...bearer(sessionId))
        .send(body)
        .expect(200, { ok: true });
    await record({ sawConstellation: true });
    expect((await open(sessionId)).steps).toEqual({ isDismissed: false, sawConstellation: true });
    await record({ isDismissed: true });
    const home = await open(sessionId);
    expect(home.steps).toEqual({ isDismissed: true, sawConstellation: true });
    expect(home.leftAt).toBeNull();
  });

  it('NXT-002 marks everything as read', async () => {
    const { reader } = await makeReturning();
    await open(reader.sessionId);
    await backend.api
      .post('/api/home/read')
      .set(...bearer(reader.sessionId))
      .expect(200, { ok: true });
    const { mentions, replies, links, posts, channels } = await open(reader.sessionId);
    const read = [...mentions, ...replies, ...links, ...posts].map(({ isRead }) => isRead);
    expect(read).toEqual([true, true, true, true]);
    expect(channels).toEqual([]);
  });

  it('TLK-014 says of an answer to a message of the member that it is one', async () => {
    const { reader, author, channel } = await makeReturning();
    const { dataSource } = stack;
    await mention(channel.id, reader.user, author);
    await mention(channel.id, author, reader.user);
    await dataSource.query(
      `UPDATE messages SET reply_to_seq = last_seq - 1 FROM channels
        WHERE channels.id = $1 AND channel_id = channels.id AND seq = last_seq`,
      [channel.id],
    );
    const { mentions }: HomeView = await open(reader.sessionId);
    expect(mentions.map(({ isReply }) => isReply)).toEqual([true, undefined]);
  });

  it('NXT-001 NXT-210 names a private member only as the author of a message', async () => {
    const { reader, author } = await makeReturning(false);
    const { mentions, ...home } = await open(reader.sessionId);
    expect(mentions).toMatchObject([{ author: { username: author.username }, content: 'look up' }]);
    expect(JSON.stringify(home)).not.toContain(author.username);
    expect(home).toMatchObject({ replies: [], links: [], posts: [] });
    expect(home.hasNearPosts).toBe(false);
  });
});
