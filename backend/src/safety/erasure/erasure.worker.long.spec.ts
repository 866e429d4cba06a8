import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Connection,
  ConstellationNode,
  Image,
  newObjectPath,
  StoredObject,
  storeKeyOf,
} from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import {
  GOOD_PASSWORD,
  LiveClient,
  makeConnection,
  makeMember,
  registration,
  TestStack,
  waitUntil,
  WorkerProcess,
} from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makePictureFile } from '../../testing/picture-files.js';

describe('an erasure after the worker has run', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let store: ObjectStore;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    store = new ObjectStore(stack.config().objectStore);
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const rows = () => stack.dataSource.getRepository(StoredObject);
  async function* once(bytes: Buffer) {
    yield bytes;
  }
  const makeObject = async (userId: string, row: Partial<StoredObject>): Promise<string> => {
    const path = newObjectPath();
    const bytes = makePictureFile('image/png');
    await store.put(storeKeyOf(path), once(bytes), { size: bytes.length, contentType: 'image/png' });
    await rows().insert({
      path,
      userId,
      state: 'used',
      contentType: 'image/png',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...row,
    });
    return path;
  };

  it('GAP-104 GAP-043 leaves no object of the member in the store and publishes the removal to watchers', async () => {
    const { body } = await backend.api.post('/api/auth/register').send(registration()).expect(201);
    const id: string = body.user.id;
    const friend = await makeMember(stack.dataSource);
    await stack.dataSource
      .getRepository(ConstellationNode)
      .insert([id, friend.user.id].map((userId) => ({ userId, username: userId.slice(-12) })));
    await makeConnection(stack.dataSource, { id }, friend.user, ['saturn']);
    const original = await makeObject(id, {});
    await stack.dataSource
      .getRepository(Image)
      .insert({ userId: id, imageUrl: original, readyAt: new Date() });
    const avatar = await makeObject(id, {});
    await stack.dataSource.query('UPDATE users SET profile_image_url = $2 WHERE id = $1', [id, avatar]);
    const memberPaths = [
      original,
      avatar,
      await makeObject(id, { renditionOf: original, width: 320 }),
      await makeObject(id, { renditionOf: original, width: 640 }),
      await makeObject(id, { state: 'stored' }),
      await makeObject(id, { state: 'discarded' }),
      // Left behind by a worker that crashed.
      await makeObject(id, { state: 'arriving', uploadExpiresAt: new Date(Date.now() - 61 * 60_000) }),
    ];
    const friendPath = await makeObject(friend.user.id, {});
    const watcher = await LiveClient.connect(backend.url, { sessionId: friend.sessionId });
    await watcher.request('constellation:watch', {});

    await backend.api
      .delete('/api/users/me')
      .set(...bearer(body.sessionId))
      .send({ password: GOOD_PASSWORD })
      .expect(200);
    const worker = await WorkerProcess.start(stack.env());
    try {
      await waitUntil('the objects to be deleted', async () => (await rows().count()) === 1);
      for (const path of memberPaths)
        expect([path, await store.has(storeKeyOf(path))]).toEqual([path, false]);
      expect(await store.has(storeKeyOf(friendPath))).toBe(true);
      const removed = () =>
        watcher.payloads('constellation:changed').flatMap((change) => change.removed.userIds);
      await waitUntil('the watcher to receive the removal', () => removed().includes(id));
      expect(removed()).toEqual([id]);
      expect(await stack.dataSource.getRepository(ConstellationNode).existsBy({ userId: id })).toBe(false);
      expect(await stack.dataSource.getRepository(Connection).count()).toBe(0);
    } finally {
      watcher.close();
      await worker.stop();
    }
  });
});
