import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post, User } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

const SITE = 'https://oniverse.example';
const APP_SHELL =
  '<!doctype html><head><title>Oniverse</title><meta name="description" content="All." /></head><div id="root"></div>';

describe('the page of a post', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let clientDir: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    clientDir = await mkdtemp(join(tmpdir(), 'oniverse-post-'));
    for (const file of ['index.html', '_blank.html']) await writeFile(join(clientDir, file), APP_SHELL);
    backend = await BackendUnderTest.start(stack.config({ clientDir, publicOrigins: [SITE] }));
  });

  afterAll(async () => {
    await backend.stop();
    await rm(clientDir, { recursive: true });
    await stack.stop();
  });

  const makePost = async (userId: string, values: Partial<Post> = {}): Promise<Post> =>
    stack.dataSource
      .getRepository(Post)
      .save({ userId, title: 'Slow light', content: 'a', markdownContent: 'a', ...values });
  const get = (postId: string, sessionId?: string) => {
    const request = backend.api.get(`/api/posts/${postId}`);
    return sessionId === undefined ? request : request.set(...bearer(sessionId));
  };
  const makeVisible = async (userId: string): Promise<void> => {
    await stack.dataSource.getRepository(User).update({ id: userId }, { isVisibleToVisitors: true });
  };

  it('NXT-020 has the post, the author’s theme and what members show of the author', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource, {
      bio: 'Counts things at night.',
      profileTheme: '90s-computer',
      profileThemeMode: 'light',
    });
    const { id } = await makePost(user.id, { tags: ['noticing'] });
    const { body } = await get(id, (await makeMember(stack.dataSource)).sessionId).expect(200);
    expect(body).toMatchObject({
      post: { id, title: 'Slow light', tags: ['noticing'], author: { username: user.username } },
      bio: 'Counts things at night.',
      profileTheme: '90s-computer',
      profileThemeMode: 'light',
      previous: null,
      next: null,
    });
    expect((await get(id, sessionId).expect(200)).body).toEqual(body);
  });

  it('NXT-022 has the shown posts of the author before and after it', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const other = await makeMember(stack.dataSource);
    const first = await makePost(user.id, { title: 'First' });
    await makePost(user.id, { isPublic: false });
    const middle = await makePost(user.id, { title: 'Middle' });
    await makePost(other.user.id);
    await makePost(user.id, { isArchived: true });
    const last = await makePost(user.id, { title: 'Last' });
    const viewOf = ({ id, title, createdAt }: Post) => ({ id, title, createdAt: createdAt.toISOString() });
    for (const session of [sessionId, other.sessionId]) {
      const { body } = await get(middle.id, session).expect(200);
      expect([body.previous, body.next]).toEqual([viewOf(first), viewOf(last)]);
    }
    const { body } = await get(last.id, sessionId).expect(200);
    expect([body.previous, body.next]).toEqual([viewOf(middle), null]);
  });

  it('NXT-020 visitors see it only if the author is public and chose so', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { id } = await makePost(user.id);
    const missing = (await get('019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12').expect(404)).body;
    expect((await get(id).expect(404)).body).toEqual(missing);
    await makeVisible(user.id);
    const { body } = await get(id).expect(200);
    expect(body.post).toMatchObject({ id, isRippled: false });
    const set = async (path: string, change: object) => {
      const request = backend.api.patch(`/api${path}`).set(...bearer(sessionId));
      await request.send(change).expect(200);
    };
    await set(`/posts/${id}`, { isPublic: false });
    expect((await get(id).expect(404)).body).toEqual(missing);
    await set(`/posts/${id}`, { isPublic: true });
    await set('/users/profile', { isPublic: false });
    expect((await get(id).expect(404)).body).toEqual(missing);
  });

  it('NXT-021 has a link preview if visitors can see it, and otherwise answers like a missing one', async () => {
    const { user } = await makeMember(stack.dataSource, {
      displayName: 'Otto <V>',
      profileImageUrl: '/objects/face',
    });
    const { id } = await makePost(user.id, { markdownContent: 'The **lamps** come on\n\nin order.' });
    const missing = await backend.api
      .get(`/u/${user.username}/019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12`)
      .expect(404);
    for (const path of [`/u/${user.username}/${id}`, `/u/${user.username}/not-an-id`]) {
      expect((await backend.api.get(path).expect(404)).text).toBe(missing.text);
    }
    await makeVisible(user.id);
    const { text } = await backend.api.get(`/u/${user.username}/${id}`).expect(200);
    expect(text).toContain('<title>Slow light, by Otto &lt;V&gt;, Oniverse</title>');
    expect(text).toContain('<meta property="og:type" content="article" />');
    expect(text).toContain('<meta property="og:description" content="The lamps come on in order." />');
    expect(text).toContain(`<meta property="og:url" content="${SITE}/u/${user.username}/${id}" />`);
    expect(text).toContain(`<meta property="og:image" content="${SITE}/objects/face" />`);
  });
});
