import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UPLOAD, type UploadTicket } from '@oniverse/contracts';
import { StoredObject, storeKeyOf } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, TestStack, until } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';
import { pictureOf } from '../testing/pictures.js';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('objects and uploads', () => {
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

  const rowOf = (path: string) => stack.dataSource.getRepository(StoredObject).findOneBy({ path });
  const ask = (sessionId: string, body: object = {}) =>
    backend.api
      .post('/api/objects/upload')
      .set(...bearer(sessionId))
      .send(body);
  const ticket = async (sessionId: string): Promise<UploadTicket> => (await ask(sessionId).expect(200)).body;
  const member = async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    return { user, sessionId, upload: await ticket(sessionId) };
  };

  /** Sends a body, whole or in chunks without saying how much comes, and reads the answer while it still sends. */
  const put = async (
    address: string,
    body: Buffer,
    { headers = {}, chunked = false }: { headers?: Record<string, string>; chunked?: boolean } = {},
  ): Promise<{
    status: number;
    body: { code?: string; message?: string; ok?: true; objectPath?: string };
  }> => {
    const request = http.request(address, {
      method: 'PUT',
      headers: { ...(chunked ? {} : { 'content-length': body.length }), ...headers },
    });
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    Readable.from(parts(body)).pipe(request);
    const answer = await answered;
    const text = Buffer.concat(await answer.toArray()).toString();
    // Node's client does not send the rest once it has its answer.
    request.destroy();
    return { status: answer.statusCode ?? 0, body: JSON.parse(text) };
  };
  function* parts(body: Buffer): Generator<Buffer> {
    for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
  }
  const read = (path: string, sessionId?: string) => {
    const request = backend.api.get(path).buffer(true).parse(bytesOf);
    return sessionId === undefined ? request : request.set(...bearer(sessionId));
  };
  const bytesOf = (answer: unknown, done: (error: Error | null, body: Buffer) => void): void => {
    if (!(answer instanceof Readable)) throw new Error('No stream');
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => done(null, Buffer.concat(chunks)));
  };
  const expectNothingLeft = async (path: string): Promise<void> => {
    expect(await rowOf(path)).toBeNull();
    expect(await store.has(storeKeyOf(path))).toBe(false);
  };

  it('API-031 an upload address is given out with nothing in the body, and only its hash is kept', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const before = Date.now();
    const { body } = await backend.api
      .post('/api/objects/upload')
      .set(...bearer(sessionId))
      .expect(200);
    expect(body).toEqual({
      uploadURL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/uploads\/[A-Za-z0-9_-]{43}$/),
      method: 'PUT',
      objectPath: expect.stringMatching(/^\/objects\/[A-Za-z0-9_-]{32}$/),
      expiresAt: expect.any(String),
    });
    expect(new URL(body.uploadURL).origin).toBe(new URL(backend.url).origin);
    expect(Math.abs(Date.parse(body.expiresAt) - before - UPLOAD.addressMs)).toBeLessThan(10_000);
    const token = body.uploadURL.split('/').at(-1);
    expect(await rowOf(body.objectPath)).toMatchObject({
      userId: user.id,
      state: 'awaited',
      uploadTokenHash: createHash('sha256').update(token).digest('hex'),
      size: null,
    });
  });

  it('API-031 without a session there is no upload address', async () => {
    const answer = await backend.api.post('/api/objects/upload').send({}).expect(401);
    expect(answer.body.code).toBe('unauthorized');
  });

  it.each([
    [{ size: UPLOAD.maxBytes + 1 }, 413, 'payload_too_large', 'A picture has at most 10 MB.'],
    [
      { contentType: 'image/svg+xml' },
      415,
      'unsupported_media_type',
      'A picture is a JPEG, PNG, WebP, GIF or AVIF file.',
    ],
    [
      { contentType: 'text/html', size: 5 },
      415,
      'unsupported_media_type',
      'A picture is a JPEG, PNG, WebP, GIF or AVIF file.',
    ],
    [{ size: -1 }, 400, 'validation_failed', 'A size is a whole number of bytes.'],
    [{ size: '12' }, 400, 'validation_failed', 'A size is a whole number of bytes.'],
    [{ contentType: 5 }, 400, 'validation_failed', 'Text is expected here.'],
    [{ path: '/objects/mine' }, 400, 'validation_failed', 'This field is not known here.'],
  ])('GAP-105 what is declared as %j is refused at once', async (body, status, code, message) => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const answer = await ask(sessionId, body).expect(status);
    expect(answer.body).toMatchObject({ statusCode: status, code, message });
    expect(await stack.dataSource.getRepository(StoredObject).countBy({ userId: user.id })).toBe(0);
  });

  it('UPL-003 a picture of exactly the limit may be declared, with whatever else is known', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    await ask(sessionId, {
      contentType: 'Image/PNG; x=y',
      size: UPLOAD.maxBytes,
      filename: 'Saturn "rings".png',
    }).expect(200);
    await ask(sessionId, { contentType: null, size: null, filename: '' }).expect(200);
  });

  it.each(UPLOAD.types)('API-032 UPL-006 a file of %s is sent, and its owner reads it back', async (type) => {
    const { sessionId, upload } = await member();
    const bytes = pictureOf(type, 70_000);
    const answer = await put(upload.uploadURL, bytes, { headers: { 'content-type': type } });
    expect(answer).toEqual({ status: 200, body: { ok: true, objectPath: upload.objectPath } });
    expect(await rowOf(upload.objectPath)).toMatchObject({
      state: 'stored',
      contentType: type,
      size: bytes.length,
      sha256: sha256(bytes),
    });
    const back = await read(upload.objectPath, sessionId).expect(200);
    expect(back.headers).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
      etag: `"${sha256(bytes)}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
    });
    expect(bytes.equals(back.body)).toBe(true);
  });

  it('API-032 the first bytes say what a picture is, not who sends it; without a type too, and in chunks', async () => {
    for (const { headers, chunked } of [
      { headers: { 'content-type': 'image/gif' }, chunked: false },
      { headers: { 'content-type': 'application/octet-stream' }, chunked: true },
      { headers: {}, chunked: false },
      { headers: {}, chunked: true },
    ]) {
      const { upload } = await member();
      const bytes = pictureOf('image/png', 300_000);
      expect(await put(upload.uploadURL, bytes, { headers, chunked })).toMatchObject({ status: 200 });
      expect(await rowOf(upload.objectPath)).toMatchObject({
        contentType: 'image/png',
        size: bytes.length,
        sha256: sha256(bytes),
      });
      expect(await store.has(storeKeyOf(upload.objectPath))).toBe(true);
    }
  });

  it.each([
    ['a drawing with scripts', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    [
      'such a drawing that calls itself PNG',
      'image/png',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['a page that calls itself JPEG', 'image/jpeg', '<!doctype html><script>alert(1)</script>'],
    ['plain text without a type', undefined, 'just text'],
    ['JSON', 'application/json', '{"a":1}'],
    ['JSON that calls itself a picture', 'image/webp', '{"a":1}'],
    ['nothing at all', 'image/png', ''],
    ['a PDF', 'application/octet-stream', '%PDF-1.7\n'],
    ['a BMP', 'image/bmp', 'BM      '],
    ['half a head', 'image/png', '\u0089PN'],
  ])('UPL-004 GAP-065 GAP-105 %s is refused, and nothing of it stays', async (_, type, text) => {
    const { upload } = await member();
    for (const chunked of [false, true]) {
      const { objectPath, uploadURL } = chunked ? (await member()).upload : upload;
      const answer = await put(uploadURL, Buffer.from(text, 'latin1'), {
        headers: type === undefined ? {} : { 'content-type': type },
        chunked,
      });
      expect(answer).toEqual({
        status: 415,
        body: {
          statusCode: 415,
          code: 'unsupported_media_type',
          message: 'A picture is a JPEG, PNG, WebP, GIF or AVIF file.',
        },
      });
      await expectNothingLeft(objectPath);
    }
  });

  it.each([false, true])(
    'UPL-003 exactly 10485760 bytes pass, one more does not (chunked: %s)',
    async (chunked) => {
      const { upload } = await member();
      const most = pictureOf('image/jpeg', UPLOAD.maxBytes);
      expect(await put(upload.uploadURL, most, { chunked })).toMatchObject({ status: 200 });
      expect(await rowOf(upload.objectPath)).toMatchObject({ state: 'stored', size: UPLOAD.maxBytes });
      const { upload: next } = await member();
      const more = pictureOf('image/jpeg', UPLOAD.maxBytes + 1);
      expect(await put(next.uploadURL, more, { chunked })).toEqual({
        status: 413,
        body: { statusCode: 413, code: 'payload_too_large', message: 'A picture has at most 10 MB.' },
      });
      await expectNothingLeft(next.objectPath);
    },
  );

  it('UPL-003 far too much is answered before it has come, and the connection goes on', async () => {
    const { upload } = await member();
    const { hostname, port, pathname } = new URL(upload.uploadURL);
    const size = UPLOAD.maxBytes * 2;
    const socket = connect(Number(port), hostname);
    let answers = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answers += text));
    socket.write(`PUT ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: ${size}\r\n\r\n`);
    socket.write(pictureOf('image/png', 100_000));
    await until('the refusal', () => answers.includes('payload_too_large'));
    expect(answers).toMatch(/^HTTP\/1\.1 413 /);
    socket.write(Buffer.alloc(size - 100_000));
    socket.write(`GET /api/health/live HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    await until('the next answer', () => answers.includes('HTTP/1.1 200 '));
    socket.destroy();
    await expectNothingLeft(upload.objectPath);
  });

  it.each([
    ['before its type is known', 10],
    ['on its way to the store', 5_000_000],
  ])('GAP-105 an upload that breaks off %s leaves nothing', async (_, sent) => {
    const { upload } = await member();
    const { hostname, port, pathname } = new URL(upload.uploadURL);
    const socket = connect(Number(port), hostname);
    socket.write(`PUT ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 9000000\r\n\r\n`);
    socket.write(pictureOf('image/png', 9_000_000).subarray(0, sent));
    await until('the upload begins', async () => (await rowOf(upload.objectPath))?.state === 'arriving');
    if (sent > 10) await until('bytes in the store', () => store.has(storeKeyOf(upload.objectPath)));
    socket.destroy();
    await until('the row goes', async () => (await rowOf(upload.objectPath)) === null);
    await expectNothingLeft(upload.objectPath);
  });

  it('GAP-107 an upload address works once', async () => {
    const { upload } = await member();
    const bytes = pictureOf('image/png');
    expect(await put(upload.uploadURL, bytes)).toMatchObject({ status: 200 });
    const expired = {
      status: 403,
      body: {
        statusCode: 403,
        code: 'upload_expired',
        message: 'This upload address has expired or was used.',
      },
    };
    expect(await put(upload.uploadURL, pictureOf('image/gif'))).toEqual(expired);
    expect(await rowOf(upload.objectPath)).toMatchObject({ contentType: 'image/png', sha256: sha256(bytes) });
    const { upload: refused } = await member();
    expect(await put(refused.uploadURL, Buffer.from('text'))).toMatchObject({ status: 415 });
    expect(await put(refused.uploadURL, bytes)).toEqual(expired);
  });

  it('GAP-107 of several at once with one address, one has it', async () => {
    const { upload } = await member();
    const pictures = Array.from({ length: 6 }, (_, n) => pictureOf('image/png', 200_000 + n));
    const answers = await Promise.all(pictures.map((bytes) => put(upload.uploadURL, bytes)));
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(winner).not.toBe(-1);
    expect(await rowOf(upload.objectPath)).toMatchObject({ size: 200_000 + winner });
  });

  it('GAP-107 UPL-028 an address that has expired, or was never given out, is 403', async () => {
    const { upload } = await member();
    await stack.dataSource
      .getRepository(StoredObject)
      .update({ path: upload.objectPath }, { uploadExpiresAt: new Date(Date.now() - 1_000) });
    for (const address of [
      upload.uploadURL,
      `${backend.url}/uploads/${'a'.repeat(43)}`,
      `${backend.url}/uploads/x`,
    ]) {
      expect(await put(address, pictureOf('image/png'))).toMatchObject({
        status: 403,
        body: { code: 'upload_expired' },
      });
    }
    expect(await rowOf(upload.objectPath)).toMatchObject({ state: 'awaited' });
  });

  it('GAP-107 another member cannot use the address, and does not spend it', async () => {
    const { sessionId, upload } = await member();
    const { sessionId: other } = await makeMember(stack.dataSource);
    const send = (session: string) => {
      const [name, value] = bearer(session);
      return put(upload.uploadURL, pictureOf('image/png'), { headers: { [name]: value } });
    };
    expect(await send(other)).toMatchObject({ status: 403, body: { code: 'upload_expired' } });
    expect(await send(sessionId)).toMatchObject({ status: 200 });
  });

  it('GAP-067 the original is for its owner alone, and nobody can tell it from what is not there', async () => {
    const { sessionId, upload } = await member();
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    const unknown = `/objects/${'A'.repeat(32)}`;
    const missing = { statusCode: 404, code: 'not_found', message: 'There is no such thing here.' };
    const expectMissing = async (path: string, session?: string) => {
      const answer = await read(path, session).expect(404);
      expect(JSON.parse(answer.body.toString())).toEqual(missing);
      expect(answer.headers['cache-control']).toBe('no-store');
    };
    await expectMissing(upload.objectPath, sessionId);
    await put(upload.uploadURL, pictureOf('image/png'));
    await read(upload.objectPath, sessionId).expect(200);
    for (const path of [
      upload.objectPath,
      unknown,
      '/objects/x',
      '/objects/..%2Fsecrets',
      '/objects/%F0%9F%8C%91',
    ]) {
      await expectMissing(path);
      await expectMissing(path, stranger);
    }
    const objects = stack.dataSource.getRepository(StoredObject);
    await objects.update({ path: upload.objectPath }, { state: 'used' });
    await read(upload.objectPath, sessionId).expect(200);
    await expectMissing(upload.objectPath, stranger);
    await objects.update({ path: upload.objectPath }, { state: 'discarded' });
    await expectMissing(upload.objectPath, sessionId);
  });

  it('GAP-067 a width is a whole number, and changes nothing for the owner until there are renditions', async () => {
    const { sessionId, upload } = await member();
    await put(upload.uploadURL, pictureOf('image/png'));
    await read(`${upload.objectPath}?w=320`, sessionId).expect(200);
    await read(`${upload.objectPath}?w=999999&v=2`, sessionId).expect(200);
    for (const width of ['', '0', '-1', '1.5', 'wide', '320px', '1&w=2']) {
      const answer = await read(`${upload.objectPath}?w=${width}`, sessionId).expect(400);
      expect(JSON.parse(answer.body.toString()).fields).toEqual({
        w: 'A width is a whole number of pixels, 1 or more.',
      });
    }
  });

  describe('reading a part, or nothing', () => {
    let sessionId: string;
    let path: string;
    const bytes = pictureOf('image/webp', 1_000);
    const etag = `"${sha256(bytes)}"`;
    const get = (headers: Record<string, string>) => read(path, sessionId).set(headers);

    beforeAll(async () => {
      const { sessionId: session, upload } = await member();
      await put(upload.uploadURL, bytes);
      sessionId = session;
      path = upload.objectPath;
    });

    it.each([
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=990-', 990, 999],
      ['bytes=-10', 990, 999],
      ['bytes=500-5000', 500, 999],
    ])('API-032 %s is answered with that part', async (range, start, end) => {
      const answer = await get({ range }).expect(206);
      expect(answer.headers).toMatchObject({
        'content-range': `bytes ${start}-${end}/1000`,
        'content-length': String(end - start + 1),
        'content-type': 'image/webp',
        etag,
      });
      expect(bytes.subarray(start, end + 1).equals(answer.body)).toBe(true);
      await get({ range, 'if-range': etag }).expect(206);
    });

    it.each([
      [{ range: 'bytes=1000-' }],
      [{ range: 'bytes=5-1' }],
      [{ range: 'bytes=0-1,5-6' }],
      [{ range: 'lines=0-1' }],
      [{ range: 'nonsense' }],
      [{ range: 'bytes=0-1', 'if-range': '"another"' }],
      [{ range: 'bytes=0-1', 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' }],
      [{ 'if-none-match': '"another", W/"third"' }],
    ])('API-032 %j is answered with the whole', async (headers) => {
      const answer = await get(headers).expect(200);
      expect(answer.headers['content-range']).toBeUndefined();
      expect(bytes.equals(answer.body)).toBe(true);
    });

    it.each(['*', etag, `W/${etag}`, `"another", ${etag}`])(
      'API-032 who has it (%s) is told so',
      async (tag) => {
        const answer = await get({ 'if-none-match': tag, range: 'bytes=0-1' }).expect(304);
        expect(answer.body).toHaveLength(0);
        expect(answer.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
      },
    );

    it('API-032 HEAD has the headers alone', async () => {
      const answer = await backend.api
        .head(path)
        .set(...bearer(sessionId))
        .set('range', 'bytes=0-1')
        .expect(200);
      expect(answer.headers).toMatchObject({ 'content-length': '1000', 'content-type': 'image/webp', etag });
      await backend.api.head(path).expect(404);
    });

    it('API-032 a client that goes away in the middle does not disturb', async () => {
      const { sessionId: session, upload } = await member();
      await put(upload.uploadURL, pictureOf('image/png', UPLOAD.maxBytes));
      const [name, value] = bearer(session);
      for (let n = 0; n < 5; n += 1) {
        const request = http.get(new URL(upload.objectPath, backend.url), { headers: { [name]: value } });
        const [answer]: http.IncomingMessage[] = await once(request, 'response');
        await once(answer ?? request, 'data');
        request.destroy();
      }
      await read(upload.objectPath, session).expect(200);
    });
  });

  it.each([
    ['UPL-040', 'post', 's3/multipart'],
    ['UPL-041', 'get', 's3/multipart/a?key=b'],
    ['UPL-042', 'delete', 's3/multipart/a?key=b'],
    ['UPL-043', 'get', 's3/multipart/a/1?key=b'],
    ['UPL-044', 'post', 's3/multipart/a/complete?key=b'],
    ['UPL-045', 'get', 's3/params?filename=a&type=image%2Fpng'],
    ['UPL-046', 'get', 's3/sts'],
    ['UPL-047', 'get', 'some-token'],
  ] as const)(
    'GAP-110 UPL-039 %s no companion is configured: %s %s is not there',
    async (_, method, path) => {
      const { sessionId } = await makeMember(stack.dataSource);
      for (const root of ['/', '/api/']) {
        const answer = await backend.api[method](root + path)
          .set(...bearer(sessionId))
          .expect(404);
        expect(answer.body.code).toBe('not_found');
      }
    },
  );

  it('API-031 the address is on the canonical origin, and 60 an hour a member are given out', async () => {
    const origins = ['https://oniverse.example', 'https://www.oniverse.example'];
    const limited = await BackendUnderTest.start(stack.config({ publicOrigins: origins, rateLimits: true }));
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: other } = await makeMember(stack.dataSource);
    const open = (session: string) =>
      limited.api
        .post('/api/objects/upload')
        .set(...bearer(session))
        .send({});
    const answers = await Promise.all(Array.from({ length: 60 }, () => open(sessionId)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.uploadURL).toMatch(/^https:\/\/oniverse\.example\/uploads\//);
    }
    const refused = await open(sessionId).expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await open(other).expect(200);
    await limited.stop();
  });
});
