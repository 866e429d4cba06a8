import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReplyView } from '@oniverse/contracts';
import { PostReply, type User } from '@oniverse/data';
import {
  GOOD_PASSWORD,
  makeMember,
  makePost,
  registration,
  type TestStack,
  waitUntil,
} from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';

interface Member {
  user: User;
  sessionId: string;
}

describe('replies to posts', () => {
  let two: TwoBackends;
  let stack: TestStack;

  beforeAll(async () => {
    two = await TwoBackends.start();
    ({ stack } = two);
  });

  afterAll(async () => {
    await two.stop();
  });

  const as = (...call: Parameters<TwoBackends['callAs']>) => two.callAs(...call);
  const reply = async (member: Member, postId: string, content: string, parentId?: string) => {
    const { body } = await as(member, 'post', `/posts/${postId}/replies`, { content, parentId }).expect(201);
    const created: ReplyView = body;
    return created;
  };
  const list = async (member: Member, postId: string): Promise<ReplyView[]> =>
    (await as(member, 'get', `/posts/${postId}/replies`).expect(200)).body;
  const gone = { userId: null, author: null, content: '' };

  it('NXT-023 are listed oldest first, page by page, on two levels', async () => {
    const author = await makeMember(stack.dataSource);
    const reader = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const first = await reply(reader, postId, 'Two seconds. #night_walks');
    expect(first).toMatchObject({
      postId,
      parentId: null,
      userId: reader.user.id,
      author: { username: reader.user.username },
      content: 'Two seconds. #night_walks',
    });
    const second = await reply(author, postId, 'The longest so far.', first.id);
    const third = await reply(reader, postId, 'A stopwatch?', second.id);
    expect([second.parentId, third.parentId]).toEqual([first.id, first.id]);
    const page = await as(reader, 'get', `/posts/${postId}/replies?limit=2`).expect(200);
    expect(page.body).toEqual([first, second]);
    const cursor = page.headers['x-next-cursor'];
    const rest = await as(reader, 'get', `/posts/${postId}/replies?cursor=${cursor}`).expect(200);
    expect(rest.body).toEqual([third]);
    expect(rest.headers['x-next-cursor']).toBeUndefined();
  });

  it('NXT-023 cannot answer a reply to another post', async () => {
    const author = await makeMember(stack.dataSource);
    const [postId, otherId] = [
      (await makePost(stack.dataSource, author.user.id)).id,
      (await makePost(stack.dataSource, author.user.id)).id,
    ];
    const { id: parentId } = await reply(author, otherId, 'Elsewhere.');
    await as(author, 'post', `/posts/${postId}/replies`, { content: 'Here.', parentId }).expect(404);
  });

  it.each([
    ['', 'A reply needs some text or a file.'],
    ['   ', 'A reply needs some text or a file.'],
    ['a'.repeat(2_001), 'A reply can have up to 2,000 characters.'],
  ])('NXT-026 rejects the text %j', async (content, message) => {
    const author = await makeMember(stack.dataSource);
    const answer = await as(
      author,
      'post',
      `/posts/${(await makePost(stack.dataSource, author.user.id)).id}/replies`,
      { content },
    );
    expect([answer.status, answer.body.fields]).toEqual([400, { content: message }]);
  });

  it('NXT-026 ends at the quota of a day, which deleted replies use too', async () => {
    const author = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    await stack.dataSource.query(
      `INSERT INTO post_replies (id, post_id, user_id, content, deleted_at)
       SELECT CASE WHEN n > 1 THEN uuidv7() ELSE uuidv7('-25 hours') END, $1, $2, '', now()
         FROM generate_series(1, 500) n`,
      [postId, author.user.id],
    );
    await reply(author, postId, 'The five hundredth of the day.');
    const answer = await as(author, 'post', `/posts/${postId}/replies`, { content: 'One more.' }).expect(409);
    expect(answer.body).toMatchObject({
      code: 'quota_reached',
      message: 'You can write up to 500 replies a day. Try again tomorrow.',
    });
  });

  it('NXT-024 keep their place without author and text when their author or that of the post deletes them', async () => {
    const author = await makeMember(stack.dataSource);
    const reader = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const first = await reply(reader, postId, 'One.');
    const second = await reply(reader, postId, 'Two.', first.id);
    const other = await reply(author, postId, 'Three.');
    await as(reader, 'delete', `/replies/${other.id}`).expect(403);
    await as(reader, 'delete', `/replies/${first.id}`).expect(200, { ok: true });
    await as(author, 'delete', `/replies/${second.id}`).expect(200, { ok: true });
    await as(author, 'delete', `/replies/${second.id}`).expect(404);
    expect(await list(reader, postId)).toEqual([{ ...first, ...gone }, { ...second, ...gone }, other]);
    const stored = await stack.dataSource.getRepository(PostReply).findOneByOrFail({ id: first.id });
    expect(stored.content).toBe('');
  });

  it('NXT-025 are refused while the author has closed them', async () => {
    const author = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const kept = await reply(author, postId, 'Before.');
    const { body } = await as(author, 'patch', `/posts/${postId}`, { areRepliesClosed: true }).expect(200);
    expect(body.areRepliesClosed).toBe(true);
    for (const member of [author, await makeMember(stack.dataSource)]) {
      const answer = await as(member, 'post', `/posts/${postId}/replies`, { content: 'After.' }).expect(403);
      expect(answer.body.message).toBe('Replies are closed.');
      expect(await list(member, postId)).toEqual([kept]);
    }
    await as(author, 'patch', `/posts/${postId}`, { areRepliesClosed: false }).expect(200);
    await reply(author, postId, 'Again.');
  });

  it('NXT-027 of a member who became private look deleted to others, until the member is public again', async () => {
    const author = await makeMember(stack.dataSource);
    const reader = await makeMember(stack.dataSource);
    const stranger = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const written = await reply(reader, postId, 'Now you see me.');
    await as(reader, 'patch', '/users/profile', { isPublic: false }).expect(200);
    expect(await list(author, postId)).toEqual([{ ...written, ...gone }]);
    expect(await list(reader, postId)).toEqual([written]);
    await as(stranger, 'delete', `/replies/${written.id}`).expect(404);
    const refused = await as(reader, 'post', `/posts/${postId}/replies`, { content: 'And?' }).expect(403);
    expect(refused.body.message).toMatch(/^Your profile is private/);
    await as(reader, 'patch', '/users/profile', { isPublic: true }).expect(200);
    expect(await list(author, postId)).toEqual([written]);
  });

  it.each([
    ['the profile', '/users/profile', { isPublic: false }],
    ['the post', undefined, { isPublic: false }],
    ['the post by archiving it', undefined, { isArchived: true }],
  ])('NXT-029 hiding %s closes every way to its replies at once', async (_what, path, change) => {
    const author = await makeMember(stack.dataSource);
    const reader = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const own = await reply(reader, postId, 'Mine.');
    const other = await reply(author, postId, 'Yours.');
    const client = await two.connect(1, reader.sessionId);
    expect(await client.request('post:watch', { postId })).toEqual({ ok: true });
    await as(author, 'patch', path ?? `/posts/${postId}`, change).expect(200);
    await waitUntil('the last hint', () => client.payloads('post:changed').length === 1);
    await as(reader, 'get', `/posts/${postId}`).expect(404);
    await as(reader, 'get', `/posts/${postId}/replies`).expect(404);
    await as(reader, 'post', `/posts/${postId}/replies`, { content: 'Still?' }).expect(404);
    await as(reader, 'delete', `/replies/${other.id}`).expect(404);
    await as(reader, 'put', `/posts/${postId}/ripple`).expect(404);
    expect(await client.request('post:watch', { postId })).toMatchObject({ ok: false, code: 'not_found' });
    // A member can always take back the own words.
    await as(reader, 'delete', `/replies/${own.id}`).expect(200);
  });

  it('NXT-028 publish a hint to watchers on all backends, and none while only the author sees the post', async () => {
    const author = await makeMember(stack.dataSource);
    const reader = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const watcher = await two.connect(1, reader.sessionId);
    const own = await two.connect(0, author.sessionId);
    await watcher.request('post:watch', { postId });
    await reply(author, postId, 'One.');
    await waitUntil('the hint', () => watcher.payloads('post:changed').length === 1);
    expect(watcher.payloads('post:changed')).toEqual([{ postId, withinMs: expect.any(Number) }]);

    await as(author, 'patch', `/posts/${postId}`, { isPublic: false }).expect(200);
    await waitUntil('the hint of the change', () => watcher.payloads('post:changed').length === 2);
    const hidden = await reply(author, postId, 'Only to myself.');
    await waitUntil('the hint to the author', () => own.payloads('post:changed').length === 1);
    await as(author, 'delete', `/replies/${hidden.id}`).expect(200);
    await waitUntil('the next hint to the author', () => own.payloads('post:changed').length === 2);
    // Watching another post ends the first subscription, so only the marker arrives.
    const marker = (await makePost(stack.dataSource, author.user.id)).id;
    await watcher.request('post:watch', { postId: marker });
    await reply(author, marker, 'Marker.');
    await waitUntil('the marker', () =>
      watcher.payloads('post:changed').some((event) => event.postId === marker),
    );
    expect(watcher.payloads('post:changed').filter((event) => event.postId === postId)).toHaveLength(2);
  });

  it('NXT-028 end with the subscription', async () => {
    const author = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const watcher = await two.connect(0, author.sessionId);
    await watcher.request('post:watch', { postId });
    await watcher.request('post:unwatch', {});
    await reply(author, postId, 'Unheard.');
    await watcher.request('post:watch', { postId });
    await as(author, 'patch', '/users/profile', { isPublic: false }).expect(200);
    await waitUntil('the marker', () =>
      watcher.payloads('post:changed').some((event) => event.postId === null),
    );
    // The hint about the first reply was due before.
    expect(watcher.payloads('post:changed')).toHaveLength(1);
  });

  it('NXT-032 of an erased member become deleted ones; those to the member’s posts are erased', async () => {
    const author = await makeMember(stack.dataSource);
    const { body } = await two.api(0).post('/api/auth/register').send(registration()).expect(201);
    const going: Member = { user: body.user, sessionId: body.sessionId };
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const first = await reply(going, postId, 'I was here.');
    const second = await reply(author, postId, 'So was I.', first.id);
    await as(going, 'put', `/posts/${postId}/ripple`).expect(200);
    const ownPost = (await makePost(stack.dataSource, going.user.id)).id;
    const lost = await reply(author, ownPost, 'Gone with the post.');
    await as(going, 'delete', '/users/me', { password: GOOD_PASSWORD }).expect(200);
    expect(await list(author, postId)).toEqual([{ ...first, ...gone }, second]);
    const { body: page } = await as(author, 'get', `/posts/${postId}`).expect(200);
    expect(page.post.hasRipples).toBe(false);
    expect(await stack.dataSource.getRepository(PostReply).existsBy({ id: lost.id })).toBe(false);
    const [stored] = await stack.dataSource.query('SELECT user_id, content FROM post_replies WHERE id = $1', [
      first.id,
    ]);
    expect(stored).toEqual({ user_id: null, content: '' });
  });
});
