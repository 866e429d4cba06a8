import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Image, newObjectPath, StoredObject, storeKeyOf, User } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const MISSING = { statusCode: 404, code: 'not_found', message: 'Not found.', reason: 'notFound' };

describe('reading pictures and avatars', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let store: ObjectStore;
  let owner: { user: User; sessionId: string };
  let stranger: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    store = new ObjectStore(stack.config().objectStore);
    stranger = (await makeMember(stack.dataSource)).sessionId;
  });

  beforeEach(async () => {
    owner = await makeMember(stack.dataSource, { isVisibleToVisitors: true });
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const objects = () => stack.dataSource.getRepository(StoredObject);
  const images = () => stack.dataSource.getRepository(Image);

  const storeObject = async (text: string, row: Partial<StoredObject> = {}): Promise<string> => {
    const path = newObjectPath();
    const bytes = Buffer.from(text);
    const contentType = 'image/webp';
    await objects().insert({
      path,
      userId: owner.user.id,
      state: 'used',
      contentType,
      size: bytes.length,
      sha256: sha256(bytes),
      ...row,
    });
    await store.put(storeKeyOf(path), Readable.from([bytes]), { size: bytes.length, contentType });
    return path;
  };
  const makeImage = async (widths: readonly number[], row: Partial<Image> = {}): Promise<Image> => {
    const imageUrl = await storeObject('original', { contentType: 'image/jpeg' });
    for (const width of widths) await storeObject(`rendition ${width}`, { renditionOf: imageUrl, width });
    const readyAt = widths.length > 0 ? new Date() : null;
    return images().save({ userId: owner.user.id, imageUrl, readyAt, ...row });
  };
  const get = (path: string, sessionId?: string) => {
    const request = backend.api.get(path).buffer(true).parse(bytesOf);
    return sessionId === undefined ? request : request.set(...bearer(sessionId));
  };
  const bytesOf = (answer: unknown, done: (error: Error | null, body: Buffer) => void): void => {
    if (!(answer instanceof Readable)) throw new Error('No stream');
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => done(null, Buffer.concat(chunks)));
  };
  const read = async (path: string, sessionId?: string): Promise<string> =>
    (await get(path, sessionId).expect(200)).body.toString();
  const expectMissing = async (path: string, ...sessionIds: (string | undefined)[]): Promise<void> => {
    for (const sessionId of sessionIds) {
      const answer = await get(path, sessionId).expect(404);
      expect(JSON.parse(answer.body.toString())).toEqual(MISSING);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  };

  it.each([
    ['', 1_280],
    ['?w=1280', 1_280],
    ['?w=1279', 640],
    ['?w=640', 640],
    ['?w=639', 320],
    ['?w=320', 320],
    ['?w=319', 320],
    ['?w=1', 320],
    ['?w=5000', 1_280],
    ['?w=999999999', 1_280],
  ])('GAP-067 %s returns the rendition of width %i to others', async (query, width) => {
    const { imageUrl } = await makeImage([320, 640, 1_280]);
    for (const sessionId of [undefined, stranger]) {
      const answer = await get(`${imageUrl}${query}`, sessionId).expect(200);
      const text = `rendition ${width}`;
      expect(answer.body.toString()).toBe(text);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        etag: `"${sha256(Buffer.from(text))}"`,
      });
    }
    expect(await read(`${imageUrl}${query}`, owner.sessionId)).toBe(
      query === '' ? 'original' : `rendition ${width}`,
    );
  });

  it('SAF-436 serves renditions only to readers who see their owner', async () => {
    const { imageUrl } = await makeImage([320]);
    const blocked = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      'INSERT INTO blocks (member_id, other_id, is_own) VALUES ($1, $2, true), ($2, $1, false)',
      [owner.user.id, blocked.user.id],
    );
    for (const query of ['', '?w=320']) await expectMissing(`${imageUrl}${query}`, blocked.sessionId);
    const { headers } = await get(imageUrl).expect(200);
    await stack.dataSource.getRepository(User).update(owner.user.id, { isVisibleToVisitors: false });
    for (const query of ['', '?w=320']) await expectMissing(`${imageUrl}${query}`, undefined);
    await get(imageUrl).set('if-none-match', String(headers['etag'])).expect(404);
    expect(await read(imageUrl, stranger)).toBe('rendition 320');
  });

  it('GAP-067 does not enlarge a small picture', async () => {
    const { imageUrl } = await makeImage([200]);
    for (const query of ['', '?w=1', '?w=200', '?w=1280']) {
      expect(await read(`${imageUrl}${query}`)).toBe('rendition 200');
    }
  });

  it('GAP-067 each rendition has its own ETag and supports ranges', async () => {
    const { imageUrl } = await makeImage([320, 640]);
    const small = await get(`${imageUrl}?w=320`).expect(200);
    const large = await get(`${imageUrl}?w=640`).expect(200);
    expect(small.headers['etag']).not.toBe(large.headers['etag']);
    await get(`${imageUrl}?w=320`).set('if-none-match', String(small.headers['etag'])).expect(304);
    await get(`${imageUrl}?w=320`).set('if-none-match', String(large.headers['etag'])).expect(200);
    const part = await get(`${imageUrl}?w=640`).set('range', 'bytes=0-8').expect(206);
    expect(part.body.toString()).toBe('rendition');
  });

  it('GAP-067 before a picture is ready, its owner reads the original and others get 404', async () => {
    const { id, imageUrl } = await makeImage([]);
    await storeObject('on its way', { renditionOf: imageUrl, width: 320, state: 'arriving' });
    for (const query of ['', '?w=320']) {
      await expectMissing(`${imageUrl}${query}`, undefined, stranger);
      expect(await read(`${imageUrl}${query}`, owner.sessionId)).toBe('original');
    }
    await objects().update({ renditionOf: imageUrl }, { state: 'used' });
    await images().update(id, { readyAt: new Date() });
    expect(await read(`${imageUrl}?w=320`)).toBe('on its way');
  });

  it('PER-008 GAP-067 hiding a picture takes effect at once, even for a client that knows its ETag', async () => {
    const { id, imageUrl } = await makeImage([320]);
    const { headers } = await get(`${imageUrl}?w=320`).expect(200);
    const setPictureVisibility = (isPublic: boolean) =>
      backend.api
        .put(`/api/images/${id}/visibility`)
        .set(...bearer(owner.sessionId))
        .send({ isPublic })
        .expect(200);
    await setPictureVisibility(false);
    await expectMissing(`${imageUrl}?w=320`, undefined, stranger);
    await expectMissing(imageUrl, undefined, stranger);
    await get(`${imageUrl}?w=320`).set('if-none-match', String(headers['etag'])).expect(404);
    expect(await read(`${imageUrl}?w=320`, owner.sessionId)).toBe('rendition 320');
    expect(await read(imageUrl, owner.sessionId)).toBe('original');
    await setPictureVisibility(true);
    expect(await read(`${imageUrl}?w=320`)).toBe('rendition 320');
  });

  it('PER-008 GAP-067 making a profile private hides its pictures at once', async () => {
    const { imageUrl } = await makeImage([320]);
    const setProfileVisibility = (isPublic: boolean) =>
      backend.api
        .patch('/api/users/profile')
        .set(...bearer(owner.sessionId))
        .send({ isPublic })
        .expect(200);
    await setProfileVisibility(false);
    await expectMissing(`${imageUrl}?w=320`, undefined, stranger);
    expect(await read(`${imageUrl}?w=320`, owner.sessionId)).toBe('rendition 320');
    await setProfileVisibility(true);
    expect(await read(`${imageUrl}?w=320`)).toBe('rendition 320');
  });

  it('GAP-104 deleting a picture also deletes its renditions from the store', async () => {
    const { id, imageUrl } = await makeImage([320, 640, 1_280]);
    const kept = await makeImage([320]);
    const renditions = await objects().findBy({ renditionOf: imageUrl });
    // The worker is making one more rendition, and deletes it itself because it is still arriving.
    const arriving = await storeObject('late', { renditionOf: imageUrl, width: 999, state: 'arriving' });
    await backend.api
      .delete(`/api/images/${id}`)
      .set(...bearer(owner.sessionId))
      .expect(200);
    for (const query of ['', '?w=320']) {
      await expectMissing(`${imageUrl}${query}`, undefined, stranger, owner.sessionId);
    }
    expect(renditions).toHaveLength(3);
    for (const path of [imageUrl, ...renditions.map((rendition) => rendition.path)]) {
      expect(await store.has(storeKeyOf(path))).toBe(false);
      expect(await objects().existsBy({ path })).toBe(false);
    }
    expect(await objects().findOneByOrFail({ path: arriving })).toMatchObject({
      state: 'arriving',
      renditionOf: null,
    });
    expect(await read(`${kept.imageUrl}?w=320`)).toBe('rendition 320');
  });

  it('GAP-067 a rendition cannot be read by its own path', async () => {
    const { imageUrl } = await makeImage([320]);
    const { path } = await objects().findOneByOrFail({ renditionOf: imageUrl });
    await expectMissing(path, undefined, stranger, owner.sessionId);
  });

  describe('avatars', () => {
    const setAvatar = (path: string | null) =>
      stack.dataSource.getRepository(User).update(owner.user.id, { profileImageUrl: path });

    it.each([true, false])(
      'API-030 everyone can read an avatar and cache it forever (public member: %s)',
      async (isPublic) => {
        const path = await storeObject('avatar', { contentType: 'image/png' });
        await expectMissing(path, undefined, stranger);
        await setAvatar(path);
        await stack.dataSource.getRepository(User).update(owner.user.id, { isPublic });
        for (const sessionId of [undefined, stranger, owner.sessionId]) {
          for (const query of ['', '?w=320']) {
            const answer = await get(`${path}${query}`, sessionId).expect(200);
            expect(answer.body.toString()).toBe('avatar');
            expect(answer.headers).toMatchObject({
              'content-type': 'image/png',
              'cache-control': 'public, max-age=31536000, immutable',
              'x-content-type-options': 'nosniff',
            });
            const { headers } = await get(path, sessionId)
              .set('if-none-match', String(answer.headers['etag']))
              .expect(304);
            expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
          }
        }
      },
    );

    it('API-030 a replaced avatar is no longer served', async () => {
      const path = await storeObject('avatar');
      await setAvatar(path);
      await get(path).expect(200);
      await setAvatar(null);
      await expectMissing(path, undefined, stranger);
      await objects().update({ path }, { state: 'discarded' });
      await expectMissing(path, owner.sessionId);
    });

    it('API-030 a member whose profile names another member’s object does not make it public', async () => {
      const path = await storeObject('original');
      const { user } = await makeMember(stack.dataSource, { profileImageUrl: path });
      expect(user.profileImageUrl).toBe(path);
      await expectMissing(path, undefined, stranger);
    });

    it('API-030 an avatar cannot be used again', async () => {
      const path = await storeObject('avatar');
      await setAvatar(path);
      const { body } = await backend.api
        .put('/api/user/profile-image')
        .set(...bearer(owner.sessionId))
        .send({ profileImageURL: path })
        .expect(409);
      expect(body.code).toBe('already_used');
    });
  });
});
