import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Image, Post, StoredObject, User } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

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

  const also = (postId: string, sessionId?: string) => {
    const request = backend.api.get(`/api/posts/${postId}/also`);
    return sessionId === undefined ? request : request.set(...bearer(sessionId));
  };
  const makePicture = async (userId: string, tag: string, isPublic = true): Promise<Image> => {
    const path = `/objects/${randomUUID()}`;
    await stack.dataSource.getRepository(StoredObject).insert({ path, userId, state: 'used' });
    return stack.dataSource.getRepository(Image).save({ userId, imageUrl: path, tags: [tag], isPublic });
  };

  it('NXT-203 has the newest other posts and pictures with its first tag that the reader sees elsewhere', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const other = await makeMember(stack.dataSource);
    const { id } = await makePost(user.id, { tags: ['only_here', 'streetlamps', 'hesitating'] });
    expect((await also(id, sessionId).expect(200)).body).toEqual({ tag: null, items: [] });
    await makePost(other.user.id, { tags: ['streetlamps'], title: 'Too old' });
    const own = await makePost(user.id, { tags: ['streetlamps'], title: 'Own' });
    const picture = await makePicture(other.user.id, 'streetlamps');
    const newest = await makePost(other.user.id, { tags: ['hesitating', 'streetlamps'], title: 'Sodium' });
    const authorOf = ({ username }: User) => ({ username, displayName: null, profileImageUrl: null });
    const expected = {
      tag: 'streetlamps',
      items: [
        { kind: 'post', id: newest.id, title: 'Sodium', author: authorOf(other.user) },
        { kind: 'picture', id: picture.id, title: null, author: authorOf(other.user) },
        { kind: 'post', id: own.id, title: 'Own', author: authorOf(user) },
      ],
    };
    for (const session of [sessionId, other.sessionId]) {
      expect((await also(id, session).expect(200)).body).toEqual(expected);
    }
  });

  it('NXT-203 leaves out what is hidden, also of the reader, and goes on to the next tag', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const hidden = await makeMember(stack.dataSource, { isPublic: false });
    const { id } = await makePost(user.id, { tags: ['fog', 'tide'] });
    await makePost(user.id, { tags: ['fog'], isPublic: false });
    await makePost(user.id, { tags: ['fog'], isArchived: true });
    await makePost(hidden.user.id, { tags: ['fog'] });
    await makePicture(hidden.user.id, 'fog');
    await makePicture(user.id, 'fog', false);
    const seen = await makePost(user.id, { tags: ['tide'] });
    const { body } = await also(id, sessionId).expect(200);
    expect(body).toMatchObject({ tag: 'tide', items: [{ id: seen.id }] });
    const secret = await makePost(user.id, { tags: ['tide'], isPublic: false });
    await also(secret.id, sessionId).expect(200);
    await also(secret.id, hidden.sessionId).expect(404);
  });

  it('NXT-203 shows visitors only members who chose so', async () => {
    const { user } = await makeMember(stack.dataSource);
    const shy = await makeMember(stack.dataSource);
    const open = await makeMember(stack.dataSource);
    const { id } = await makePost(user.id, { tags: ['kelp', 'shore'] });
    await makePost(shy.user.id, { tags: ['kelp'] });
    await makePicture(shy.user.id, 'kelp');
    const shown = await makePost(open.user.id, { tags: ['shore'] });
    await also(id).expect(404);
    await makeVisible(user.id);
    expect((await also(id).expect(200)).body).toEqual({ tag: null, items: [] });
    await makeVisible(open.user.id);
    expect((await also(id).expect(200)).body).toMatchObject({ tag: 'shore', items: [{ id: shown.id }] });
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
    const { id } = await makePost(user.id, { content: 'The lamps come on\n\nin order.' });
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
