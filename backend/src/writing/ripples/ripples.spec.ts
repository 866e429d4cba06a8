import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ripple, type User } from '@oniverse/data';
import { makeMember, makePost, type TestStack, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';

interface Member {
  user: User;
  sessionId: string;
}

describe('ripples', () => {
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
  /** Returns the two flags of a post in each answer that contains it. */
  const flagsFor = async (reader: Member, author: Member, postId: string) => {
    const page = await as(reader, 'get', `/posts/${postId}`).expect(200);
    const feed = await as(reader, 'get', '/feed?limit=100').expect(200);
    const shown = await as(reader, 'get', `/users/${author.user.username}/posts`).expect(200);
    const flags = [page.body.post, ...[...feed.body, ...shown.body].filter(({ id }) => id === postId)].map(
      ({ hasRipples, isRippled }: { hasRipples: boolean; isRippled: boolean }) => ({ hasRipples, isRippled }),
    );
    expect(flags).toEqual([flags[0], flags[0], flags[0]]);
    return flags[0];
  };

  it('NXT-030 are sent once per member and post, and taken back', async () => {
    const [author, reader, other] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    expect(await flagsFor(reader, author, postId)).toEqual({ hasRipples: false, isRippled: false });
    for (let time = 0; time < 2; time += 1) {
      await as(reader, 'put', `/posts/${postId}/ripple`).expect(200, { ok: true });
    }
    expect(await stack.dataSource.getRepository(Ripple).countBy({ postId })).toBe(1);
    expect(await flagsFor(reader, author, postId)).toEqual({ hasRipples: true, isRippled: true });
    expect(await flagsFor(other, author, postId)).toEqual({ hasRipples: true, isRippled: false });
    const own = await as(author, 'get', '/posts/my').expect(200);
    expect(own.body).toMatchObject([{ id: postId, hasRipples: true, isRippled: false }]);
    for (let time = 0; time < 2; time += 1) {
      await as(reader, 'delete', `/posts/${postId}/ripple`).expect(200, { ok: true });
    }
    expect(await flagsFor(reader, author, postId)).toEqual({ hasRipples: false, isRippled: false });
  });

  it('NXT-030 cannot be sent to the own post', async () => {
    const author = await makeMember(stack.dataSource);
    const { body } = await as(
      author,
      'put',
      `/posts/${(await makePost(stack.dataSource, author.user.id)).id}/ripple`,
    ).expect(403);
    expect(body.message).toBe('You cannot send a ripple to your own post.');
  });

  it('NXT-031 tell only the author who sent them, newest first, and nobody how many', async () => {
    const author = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const senders: Member[] = [];
    for (let count = 0; count < 3; count += 1) {
      const sender = await makeMember(stack.dataSource);
      senders.unshift(sender);
      await as(sender, 'put', `/posts/${postId}/ripple`).expect(200);
    }
    const { body } = await as(author, 'get', `/posts/${postId}/ripples`).expect(200);
    expect(body).toEqual(
      senders.map(({ user }) => ({
        userId: user.id,
        author: { username: user.username, displayName: user.displayName, profileImageUrl: null },
        createdAt: expect.any(String),
      })),
    );
    for (const sender of senders) await as(sender, 'get', `/posts/${postId}/ripples`).expect(403);
    // A member who hides is not named.
    await stack.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [senders[0]?.user.id]);
    const rest = await as(author, 'get', `/posts/${postId}/ripples`).expect(200);
    expect(rest.body).toEqual(body.slice(1));
    const answer = await as(author, 'get', `/posts/${postId}`).expect(200);
    expect(Object.keys(answer.body.post).filter((field) => /ripple/i.test(field))).toEqual([
      'hasRipples',
      'isRippled',
    ]);
  });

  it('NXT-031 of a private member are seen by that member only', async () => {
    const [author, sender, other] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    await as(sender, 'put', `/posts/${postId}/ripple`).expect(200);
    await stack.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [sender.user.id]);
    expect(await flagsFor(other, author, postId)).toEqual({ hasRipples: false, isRippled: false });
    expect(await flagsFor(sender, author, postId)).toEqual({ hasRipples: true, isRippled: true });
    const own = await as(author, 'get', '/posts/my').expect(200);
    expect(own.body).toMatchObject([{ id: postId, hasRipples: false }]);
    await as(other, 'put', `/posts/${postId}/ripple`).expect(200);
    expect(await flagsFor(author, author, postId)).toEqual({ hasRipples: true, isRippled: false });
  });

  it('NXT-029 can be taken back from a post that is hidden by now', async () => {
    const author = await makeMember(stack.dataSource);
    const reader = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    await as(reader, 'put', `/posts/${postId}/ripple`).expect(200);
    await as(author, 'patch', `/posts/${postId}`, { isPublic: false }).expect(200);
    await as(reader, 'delete', `/posts/${postId}/ripple`).expect(200);
    // Without a ripple, a hidden post is like none.
    await as(reader, 'delete', `/posts/${postId}/ripple`).expect(404);
    expect(await stack.dataSource.getRepository(Ripple).countBy({ postId })).toBe(0);
  });

  it('NXT-028 reach open pages and feeds on all backends', async () => {
    const author = await makeMember(stack.dataSource);
    const reader = await makeMember(stack.dataSource);
    const postId = (await makePost(stack.dataSource, author.user.id)).id;
    const page = await two.connect(1, author.sessionId);
    const feed = await two.connect(1, author.sessionId);
    await page.request('post:watch', { postId });
    await feed.request('feed:watch', {});
    await as(reader, 'put', `/posts/${postId}/ripple`).expect(200);
    await waitUntil('the hints', () =>
      [page.payloads('post:changed'), feed.payloads('feed:changed')].every((hints) => hints.length === 1),
    );
    expect(page.payloads('post:changed')).toEqual([{ postId, withinMs: expect.any(Number) }]);
  });
});
