import { createHash } from 'node:crypto';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Image, newObjectPath, StoredObject, storeKeyOf } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { ObjectStore } from '@oniverse/platform';
import { BackendProcess, makeMember, TestStack, until } from '@oniverse/testing';
import { bearer } from '../testing/backend-under-test.js';
import { pictureOf } from '../testing/pictures.js';
import { residentBytes } from '../testing/resident-bytes.js';

const MB = 1_048_576;
const POSTS = 3_000;
const PICTURES = 30;
const PICTURE_BYTES = 10_000_000;

describe('a large export', () => {
  let stack: TestStack;
  let backend: BackendProcess;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendProcess.start(stack.env(), await freePort());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  async function* once(bytes: Buffer) {
    yield bytes;
  }

  const makeLargeMember = async (): Promise<string> => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO posts (user_id, title, content, markdown_content)
       SELECT $1, 'Post ' || n, repeat(md5(n::text), 64), repeat(md5(n::text), 64) FROM generate_series(1, $2::integer) n`,
      [user.id, POSTS],
    );
    const store = new ObjectStore(stack.config().objectStore);
    const bytes = pictureOf('image/png', PICTURE_BYTES);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    for (let n = 0; n < PICTURES; n += 1) {
      const path = newObjectPath();
      await store.put(storeKeyOf(path), once(bytes), { size: bytes.length, contentType: 'image/png' });
      await stack.dataSource.getRepository(StoredObject).insert({
        path,
        userId: user.id,
        state: 'used',
        contentType: 'image/png',
        size: bytes.length,
        sha256,
      });
      await stack.dataSource.getRepository(Image).insert({ userId: user.id, imageUrl: path });
    }
    return sessionId;
  };

  const begin = async (sessionId: string): Promise<http.IncomingMessage> => {
    const [name, value] = bearer(sessionId);
    const answer = await fetch(`${backend.url}/api/users/me/export`, {
      method: 'POST',
      headers: { [name]: value },
    });
    const ticket: unknown = await answer.json();
    const url = String(Reflect.get(Object(ticket), 'url'));
    return new Promise((resolve, reject) => {
      http.get(url, { agent: false }, resolve).on('error', reject);
    });
  };

  it('GAP-043 does not stand in memory, whether its reader is quick or takes nothing', async () => {
    const large = await makeLargeMember();
    const small = await makeMember(stack.dataSource);
    (await begin(small.sessionId)).resume();
    const before = await residentBytes(backend.pid);
    let most = before;
    let sent = 0;
    let ended = false;
    // It takes nothing, while the other is sent whole.
    const idle = await begin(large);
    const quick = await begin(large);
    quick.on('data', (chunk: Buffer) => {
      sent += chunk.length;
    });
    quick.once('close', () => {
      ended = true;
    });
    await until(
      'the end of the export',
      async () => {
        most = Math.max(most, await residentBytes(backend.pid));
        return ended;
      },
      150_000,
    );
    expect(quick.complete).toBe(true);
    expect(sent).toBeGreaterThan(PICTURES * PICTURE_BYTES);
    expect((most - before) / MB).toBeLessThan(150);
    idle.destroy();
  }, 240_000);
});
