import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Notification, Post, PostReply, Ripple, type User } from '@oniverse/data';
import {
  makeConnection,
  makeMember,
  makeServer,
  makeSession,
  TestStack,
  uniqueName,
} from '@oniverse/testing';
import { QUOTAS } from '../../shared/changes/quotas.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makeCarriers } from '../../testing/carriers.js';

const UNKNOWN = '019abb00-0000-7000-8000-0000000000ff';

interface Member {
  user: User;
  sessionId: string;
}

/** Two members who meet wherever members can, and a third one. */
interface World {
  reader: Member;
  other: Member;
  third: Member;
  tag: string;
  serverId: string;
  postId: string;
  thirdPostId: string;
  ownPostId: string;
}

/** Where the reader meets the other member, at least by name or id. */
const MEETING_PLACES: Readonly<Record<string, (world: World) => string>> = {
  feed: () => '/feed',
  'feed of near members': () => '/feed?scope=near',
  home: () => '/home',
  activity: () => '/activity',
  notifications: () => '/notifications',
  suggestions: () => '/suggestions',
  bookmarks: () => '/bookmarks',
  'kept members': () => '/bookmarks?kind=member',
  'kept messages': () => '/bookmarks?kind=message',
  'members of a tag': ({ tag }) => `/tags/${tag}/members`,
  'posts of a tag': ({ tag }) => `/tags/${tag}/posts`,
  'pictures of a tag': ({ tag }) => `/tags/${tag}/pictures`,
  'page of a tag': ({ tag }) => `/tags/${tag}`,
  'search for a name': ({ other }) => `/search?q=${other.user.username}`,
  'search for words': ({ tag }) => `/search?q=${tag}`,
  constellation: () => '/constellation',
  'expanded constellation': ({ third }) => `/constellation?around=${third.user.id}`,
  'history of the constellation': () => '/constellation/history',
  'path in the constellation': ({ reader, third }) =>
    `/constellation/path?from=${reader.user.username}&to=${third.user.username}`,
  'members of a dimension': ({ serverId }) => `/servers/${serverId}/members`,
  'search among members of a dimension': ({ serverId, other }) =>
    `/servers/${serverId}/members?q=${other.user.username}`,
  "replies to the reader's post": ({ ownPostId }) => `/posts/${ownPostId}/replies`,
  "replies to a third member's post": ({ thirdPostId }) => `/posts/${thirdPostId}/replies`,
  "ripples on the reader's post": ({ ownPostId }) => `/posts/${ownPostId}/ripples`,
  'what else has a tag of a post': ({ thirdPostId }) => `/posts/${thirdPostId}/also`,
};

describe('blocks and mutes', () => {
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

  const callAs = ({ sessionId }: Member, method: 'get' | 'put' | 'post' | 'delete', path: string) =>
    backend.api[method](`/api${path}`).set(...bearer(sessionId));
  const getAs = async (member: Member, path: string) => (await callAs(member, 'get', path).expect(200)).body;
  const block = async (member: Member, other: Member) =>
    callAs(member, 'put', `/blocks/${other.user.id}`).expect(200, { ok: true });
  const unblock = async (member: Member, other: Member) =>
    callAs(member, 'delete', `/blocks/${other.user.id}`).expect(200, { ok: true });
  const mute = async (member: Member, other: Member) =>
    callAs(member, 'put', `/mutes/${other.user.id}`).expect(200, { ok: true });
  const make = async (values: Partial<User> = {}): Promise<Member> => makeMember(stack.dataSource, values);
  const usersOf = (body: { userId: string }[]): string[] => body.map(({ userId }) => userId);

  const makeWorld = async (): Promise<World> => {
    const { dataSource } = stack;
    const [reader, other, third] = await Promise.all([make(), make(), make()]);
    const tag = uniqueName('tag');
    const write = async ({ user }: Member): Promise<Post> =>
      dataSource.getRepository(Post).save({
        userId: user.id,
        title: tag,
        content: tag,
        markdownContent: `#${tag}`,
        tags: [tag],
      });
    // An earlier visit, so that what follows is new on the home page.
    await getAs(reader, '/home');
    await dataSource.query(`UPDATE visits SET seen_at = now() - interval '1 day' WHERE user_id = $1`, [
      reader.user.id,
    ]);
    const [own, theirs, thirds] = [await write(reader), await write(other), await write(third)];
    await dataSource.query(
      `WITH object AS (
         INSERT INTO objects (path, user_id, state, upload_token_hash, upload_expires_at)
         VALUES ('/objects/' || $2::text, $1, 'used', $2, now()) RETURNING path
       ) INSERT INTO images (user_id, image_url, title, tags, ready_at) SELECT $1, path, $2, ARRAY[$2], now() FROM object`,
      [other.user.id, tag],
    );
    await makeCarriers(
      dataSource,
      [reader, other, third].map(({ user }) => user.id),
      [tag],
    );
    await makeConnection(dataSource, reader.user, other.user, [tag]);
    await makeConnection(dataSource, other.user, third.user, [tag]);
    for (const postId of [own.id, thirds.id]) {
      await dataSource
        .getRepository(PostReply)
        .save({ postId, userId: other.user.id, parentId: null, content: tag, deletedAt: null });
    }
    await dataSource.getRepository(Ripple).insert({ postId: own.id, userId: other.user.id });
    await dataSource.getRepository(Notification).insert({
      recipientId: reader.user.id,
      actorId: other.user.id,
      kind: 'ripple',
      cause: 'test',
      groupKey: 'test',
      isHead: true,
      postId: own.id,
    });
    const { server, channel } = await makeServer(dataSource, { members: [reader.user, other.user] });
    const { body: message } = await callAs(other, 'post', `/channels/${channel.id}/messages`)
      .send({ content: `@${reader.user.username} ${tag}` })
      .expect(201);
    for (const path of [`member/${other.user.id}`, `post/${theirs.id}`, `message/${message.id}`]) {
      await callAs(reader, 'put', `/bookmarks/${path}`).expect(200);
    }
    return {
      reader,
      other,
      third,
      tag,
      serverId: server.id,
      postId: theirs.id,
      thirdPostId: thirds.id,
      ownPostId: own.id,
    };
  };

  describe.each(['the reader', 'the other member'] as const)('after a block by %s', (blocker) => {
    let world: World;

    beforeAll(async () => {
      world = await makeWorld();
    });

    const names = async (place: string): Promise<boolean> => {
      const { reader, other } = world;
      const body = JSON.stringify(await getAs(reader, String(MEETING_PLACES[place]?.(world))));
      // An answer may repeat what was searched for.
      return body.includes(other.user.id) || body.includes(`"username":"${other.user.username}"`);
    };

    it.each(Object.keys(MEETING_PLACES).filter((place) => place !== 'suggestions'))(
      'SAF-003 the %s names neither member to the other, and both again after its end',
      async (place) => {
        const pair = [world.reader, world.other] as const;
        const [by, target] = blocker === 'the reader' ? pair : ([pair[1], pair[0]] as const);
        expect(await names(place)).toBe(true);
        await block(by, target);
        const isNamed = await names(place);
        await unblock(by, target);
        expect(isNamed).toBe(false);
        expect(await names(place)).toBe(true);
      },
    );

    it('SAF-003 suggestions leave out the other member', async () => {
      const { reader, other, tag } = world;
      await stack.dataSource.query('DELETE FROM connections WHERE $1 IN (from_user_id, to_user_id)', [
        reader.user.id,
      ]);
      await stack.dataSource.query(
        `INSERT INTO suggestions (user_id, kind, member_id, tags) VALUES ($1, 'shared', $2, ARRAY[$3])`,
        [reader.user.id, other.user.id, tag],
      );
      expect(await names('suggestions')).toBe(true);
      await (blocker === 'the reader' ? block(reader, other) : block(other, reader));
      expect(await names('suggestions')).toBe(false);
    });
  });

  it('SAF-004 lists the blocked and the muted members, newest first, and their ids', async () => {
    const [caller, first, second, third] = await Promise.all([make(), make(), make(), make()]);
    for (const path of ['blocks', 'mutes']) {
      for (const { user } of [first, second, third]) {
        await callAs(caller, 'put', `/${path}/${user.id}`).expect(200, { ok: true });
      }
      // Repeating it changes nothing, not even the order.
      await callAs(caller, 'put', `/${path}/${first.user.id}`).expect(200, { ok: true });
      const page = await callAs(caller, 'get', `/${path}?limit=2`).expect(200);
      expect(page.body).toEqual([
        {
          userId: third.user.id,
          author: { username: third.user.username, displayName: null, profileImageUrl: null },
          since: expect.any(String),
        },
        expect.objectContaining({ userId: second.user.id }),
      ]);
      const cursor = page.headers['x-next-cursor'];
      expect(usersOf(await getAs(caller, `/${path}?limit=2&cursor=${cursor}`))).toEqual([first.user.id]);
    }
    await callAs(caller, 'delete', `/mutes/${second.user.id}`).expect(200, { ok: true });
    await callAs(caller, 'delete', `/mutes/${second.user.id}`).expect(200, { ok: true });
    await unblock(caller, third);
    await unblock(caller, third);
    expect(await getAs(caller, '/hidden-members')).toEqual({
      blocked: [second, first].map(({ user }) => user.id),
      muted: [third, first].map(({ user }) => user.id),
    });
  });

  it('SAF-005 keeps who blocked or muted from everyone else', async () => {
    const [blocker, blocked, never] = await Promise.all([make(), make(), make()]);
    await block(blocker, blocked);
    await mute(blocker, blocked);
    for (const path of ['/blocks', '/mutes']) expect(await getAs(blocked, path)).toEqual([]);
    expect(await getAs(blocked, '/hidden-members')).toEqual({ blocked: [], muted: [] });
    // Blocking back, lifting a block and muting answer the same as for a member without blocks.
    for (const path of ['blocks', 'mutes']) {
      for (const { user } of [blocker, never]) {
        await callAs(blocked, 'delete', `/${path}/${user.id}`).expect(200, { ok: true });
        await callAs(blocked, 'put', `/${path}/${user.id}`).expect(200, { ok: true });
      }
    }
    expect(usersOf(await getAs(blocked, '/blocks'))).toEqual([never.user.id, blocker.user.id]);
  });

  it('SAF-006 keeps a mutual block until both have ended theirs', async () => {
    const [one, other] = await Promise.all([make(), make()]);
    const sees = async (reader: Member, member: Member) =>
      (await callAs(reader, 'get', `/users/${member.user.username}/card`)).status === 200;
    await block(one, other);
    await block(other, one);
    await unblock(one, other);
    expect([await sees(one, other), await sees(other, one)]).toEqual([false, false]);
    expect(await getAs(one, '/blocks')).toEqual([]);
    expect(usersOf(await getAs(other, '/blocks'))).toEqual([one.user.id]);
    await unblock(other, one);
    expect([await sees(one, other), await sees(other, one)]).toEqual([true, true]);
    expect(await stack.dataSource.query('SELECT FROM blocks WHERE member_id = $1', [one.user.id])).toEqual(
      [],
    );
  });

  it('SAF-006 ends in one state when both members block and unblock at the same time', async () => {
    const [one, other] = await Promise.all([make(), make()]);
    const turns = Array.from({ length: 8 }, (_, n) => n);
    await Promise.all(
      turns.flatMap((n) => [
        n % 2 ? block(one, other) : unblock(one, other),
        n % 3 ? block(other, one) : unblock(other, one),
      ]),
    );
    await unblock(one, other);
    await unblock(other, one);
    expect(await stack.dataSource.query('SELECT FROM blocks WHERE member_id = $1', [one.user.id])).toEqual(
      [],
    );
  });

  it('SAF-007 refuses the own id, an unknown one and one that is no id', async () => {
    const caller = await make();
    for (const path of ['blocks', 'mutes']) {
      for (const own of [caller.user.id, caller.user.id.toUpperCase()]) {
        const { body } = await callAs(caller, 'put', `/${path}/${own}`).expect(403);
        expect(body.code).toBe('forbidden');
      }
      await callAs(caller, 'put', `/${path}/${UNKNOWN}`).expect(404);
      await callAs(caller, 'delete', `/${path}/${UNKNOWN}`).expect(200, { ok: true });
      await callAs(caller, 'put', `/${path}/saturn`).expect(400);
    }
  });

  it('SAF-007 lists a member without the name once the caller can no longer know it', async () => {
    const [caller, hidden, peer] = await Promise.all([make(), make(), make()]);
    const { server } = await makeServer(stack.dataSource, {
      isPublic: false,
      members: [caller.user, peer.user],
    });
    await block(caller, hidden);
    await block(caller, peer);
    await stack.dataSource.query('UPDATE users SET is_public = false WHERE id = ANY($1)', [
      [hidden.user.id, peer.user.id],
    ]);
    expect(await getAs(caller, '/blocks')).toMatchObject([
      { author: { username: peer.user.username } },
      { userId: hidden.user.id, author: null },
    ]);
    await callAs(caller, 'post', `/servers/${server.id}/leave`).expect(200);
    expect(await getAs(caller, '/blocks')).toMatchObject([{ author: null }, { author: null }]);
  });

  it.each(['blocks', 'mutes'] as const)('SAF-008 %s have a quota', async (name) => {
    const caller = await make();
    const next = await make();
    const isOwn = name === 'blocks' ? [', is_own', ', true'] : ['', ''];
    await stack.dataSource.query(
      `WITH made AS (
         INSERT INTO users (username, email, password)
         SELECT left(id::text, 18), id || '@example.org', '!'
           FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::integer)) made RETURNING id
       ) INSERT INTO ${name} (member_id, other_id${isOwn[0]}) SELECT $1, id${isOwn[1]} FROM made`,
      [caller.user.id, QUOTAS[name]],
    );
    const { body } = await callAs(caller, 'put', `/${name}/${next.user.id}`).expect(409);
    expect(body.code).toBe('quota_reached');
  });

  it('SAF-008 blocks and mutes share a pace of 60 changes a minute', async () => {
    const limited = await BackendUnderTest.start(stack.config({ rateLimits: true }));
    const [caller, other] = await Promise.all([make(), make()]);
    const change = (n: number) =>
      limited.api[n % 4 < 2 ? 'put' : 'delete'](`/api/${n % 2 ? 'blocks' : 'mutes'}/${other.user.id}`).set(
        ...bearer(caller.sessionId),
      );
    for (let n = 0; n < 60; n += 1) await change(n).expect(200);
    const { body } = await change(60).expect(429);
    expect(body.code).toBe('rate_limited');
    await limited.stop();
  });

  it('SAF-009 withholds nothing from the staff of a dimension in its list of members', async () => {
    const [member, moderator] = await Promise.all([make(), make()]);
    const { server } = await makeServer(stack.dataSource, { members: [member.user, moderator.user] });
    await stack.dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
      moderator.user.id,
    ]);
    await block(moderator, member);
    const listed = async (reader: Member) => usersOf(await getAs(reader, `/servers/${server.id}/members`));
    expect(await listed(moderator)).toContain(member.user.id);
    expect(await listed(member)).not.toContain(moderator.user.id);
    await callAs(moderator, 'delete', `/servers/${server.id}/members/${member.user.id}`).expect(200);
  });

  it('SAF-010 refuses replies to a reply by a member across a block', async () => {
    const { reader, other, thirdPostId } = await makeWorld();
    const [reply] = await getAs(reader, `/posts/${thirdPostId}/replies`);
    const answer = () =>
      callAs(reader, 'post', `/posts/${thirdPostId}/replies`).send({ content: 'Yes.', parentId: reply.id });
    await answer().expect(201);
    await block(other, reader);
    await answer().expect(404);
  });

  it('SAF-011 a muted member is left out of feed and home only', async () => {
    const { reader, other, tag } = await makeWorld();
    const names = async (path: string): Promise<boolean> =>
      JSON.stringify(await getAs(reader, path)).includes(`"username":"${other.user.username}"`);
    const withPosts = ['/feed', '/feed?scope=near', '/notifications'];
    const open = [
      `/tags/${tag}/posts`,
      `/users/${other.user.username}/posts`,
      `/users/${other.user.username}`,
    ];
    for (const path of [...withPosts, ...open]) expect([path, await names(path)]).toEqual([path, true]);
    await mute(reader, other);
    for (const path of withPosts) expect([path, await names(path)]).toEqual([path, false]);
    for (const path of open) expect([path, await names(path)]).toEqual([path, true]);
    const home = await getAs(reader, '/home');
    expect([home.posts, home.replies, home.mentions]).toEqual([[], [], []]);
    expect(home.links).toHaveLength(1);
    await callAs(reader, 'delete', `/mutes/${other.user.id}`).expect(200);
    for (const path of withPosts) expect([path, await names(path)]).toEqual([path, true]);
  });

  it('SAF-012 a mention across a block, or of a member who muted the author, counts for nothing', async () => {
    const [author, blocked, muter, other] = await Promise.all([make(), make(), make(), make()]);
    const named = [blocked, muter, other];
    const { channel } = await makeServer(stack.dataSource, {
      members: [author, ...named].map(({ user }) => user),
    });
    await block(author, blocked);
    await mute(muter, author);
    const mentionedBy = async (messageId: string): Promise<string[]> => {
      const rows: { user_id: string }[] = await stack.dataSource.query(
        `SELECT mention.user_id FROM mentions mention JOIN messages message USING (channel_id, seq)
          WHERE message.id = $1`,
        [messageId],
      );
      return rows.map(({ user_id }) => user_id);
    };
    const content = named.map(({ user }) => `@${user.username}`).join(' ');
    const send = (text: string) =>
      callAs(author, 'post', `/channels/${channel.id}/messages`).send({ content: text, nonce: uniqueName() });
    const { body: sent } = await send(content).expect(201);
    expect(await mentionedBy(sent.id)).toEqual([other.user.id]);
    const { body: edited } = await send('nobody').expect(201);
    await backend.api
      .patch(`/api/messages/${edited.id}`)
      .set(...bearer(author.sessionId))
      .send({ content })
      .expect(200);
    expect(await mentionedBy(edited.id)).toEqual([other.user.id]);
    const rows: { mentioned: string[] }[] = await stack.dataSource.query(
      `SELECT mentioned FROM append_repeated_messages($1, ARRAY[$2::uuid], ARRAY['again'], ARRAY['again'],
         ARRAY[1, 1, 1], $3::text[])`,
      [channel.id, author.user.id, named.map(({ user }) => user.username)],
    );
    expect(rows).toEqual([{ mentioned: [other.user.id] }]);
  });

  it('SAF-351 an invite is unknown across a block from its creator, and works for the dimension’s other invites', async () => {
    const [reader, moderator] = await Promise.all([make(), make()]);
    const { server, owner } = await makeServer(stack.dataSource, {
      members: [moderator.user],
      isPublic: false,
    });
    await stack.dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
      moderator.user.id,
    ]);
    const ownerMember = { user: owner, sessionId: await makeSession(stack.dataSource, owner.id) };
    const inviteOf = async (creator: Member): Promise<string> =>
      (await callAs(creator, 'post', `/servers/${server.id}/invites`).expect(201)).body.code;
    const [across, open] = [await inviteOf(ownerMember), await inviteOf(moderator)];
    await block(reader, ownerMember);
    await callAs(reader, 'get', `/invites/${across}`).expect(404);
    await callAs(reader, 'post', `/invites/${across}/accept`).expect(404);
    await backend.api.get(`/api/invites/${across}`).expect(200);
    await callAs(reader, 'get', `/invites/${open}`).expect(200);
    const { body } = await callAs(reader, 'post', `/invites/${open}/accept`).expect(200);
    expect(body).toMatchObject({ id: server.id, ownerId: null });
  });

  it('SAF-352 names the owner of a dimension to nobody across a block, except to its staff', async () => {
    const [reader, other] = await Promise.all([make(), make()]);
    const { server, owner } = await makeServer(stack.dataSource, { members: [reader.user] });
    const ownerOf = async (member: Member): Promise<unknown> => {
      const servers: { id: string; ownerId: string | null }[] = await getAs(member, '/servers');
      return servers.find(({ id }) => id === server.id)?.ownerId;
    };
    await callAs(reader, 'put', `/blocks/${owner.id}`).expect(200);
    expect(await ownerOf(reader)).toBeNull();
    expect(await ownerOf(other)).toBe(owner.id);
    await stack.dataSource.query(`UPDATE server_members SET role = 'moderator' WHERE user_id = $1`, [
      reader.user.id,
    ]);
    expect(await ownerOf(reader)).toBe(owner.id);
  });

  it('SAF-353 the search counts no member of a tag across a block', async () => {
    const { reader, other, third, tag } = await makeWorld();
    const countsOf = async (member: Member, q: string): Promise<unknown> => {
      const { tags, similar } = await getAs(member, `/search?q=${q}&kinds=tags`);
      return (tags?.items[0] ?? similar?.tags[0])?.memberCount;
    };
    await stack.dataSource.query('UPDATE tags SET usage_count = 3 WHERE name = $1', [tag]);
    // The second one is misspelt.
    const queries = [tag, `${tag}x`];
    const all = async (member: Member) => Promise.all(queries.map((q) => countsOf(member, q)));
    expect(await all(reader)).toEqual([3, 3]);
    await block(other, reader);
    expect(await all(reader)).toEqual([2, 2]);
    expect(await all(third)).toEqual([3, 3]);
  });
});
