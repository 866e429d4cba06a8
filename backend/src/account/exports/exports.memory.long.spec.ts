import { createHash } from 'node:crypto';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Image, newObjectPath, StoredObject, storeKeyOf } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { ObjectStore } from '@oniverse/platform';
import { BackendProcess, makeMember, TestStack, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { makePictureFile } from '../../testing/picture-files.js';
import { getResidentBytes } from '../../testing/resident-bytes.js';

const MB = 1_048_576;
const POSTS = 3_000;
const PICTURES = 30;
const STALLED_PICTURES = 20;
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

  const makeLargeMember = async (pictures: number): Promise<string> => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO posts (user_id, title, content, markdown_content)
       SELECT $1, 'Post ' || n, repeat(md5(n::text), 64), repeat(md5(n::text), 64) FROM generate_series(1, $2::integer) n`,
      [user.id, POSTS],
    );
    const store = new ObjectStore(stack.config().objectStore);
    const bytes = makePictureFile('image/png', PICTURE_BYTES);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    for (let n = 0; n < pictures; n += 1) {
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

  const startExport = async (sessionId: string): Promise<http.IncomingMessage> => {
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

  it('GAP-043 uses constant memory with a fast reader and with a stalled one', async () => {
    const large = await makeLargeMember(PICTURES);
    // A member can have one export at a time, so the stalled one belongs to another member.
    const other = await makeLargeMember(STALLED_PICTURES);
    const small = await makeMember(stack.dataSource);
    (await startExport(small.sessionId)).resume();
    const before = await getResidentBytes(backend.pid);
    let peak = before;
    let sent = 0;
    let ended = false;
    const stalled = await startExport(other);
    const fast = await startExport(large);
    fast.on('data', (chunk: Buffer) => {
      sent += chunk.length;
    });
    fast.once('close', () => {
      ended = true;
    });
    await waitUntil(
      'the end of the export',
      async () => {
        peak = Math.max(peak, await getResidentBytes(backend.pid));
        return ended;
      },
      150_000,
    );
    expect(fast.complete).toBe(true);
    expect(sent).toBeGreaterThan(PICTURES * PICTURE_BYTES);
    expect((peak - before) / MB).toBeLessThan(150);
    stalled.destroy();
  }, 240_000);
});
