import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UPLOAD, type UploadTicket } from '@oniverse/contracts';
import { StoredObject, storeKeyOf } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { makeMember, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { makePictureFile } from '../../testing/picture-files.js';
import { UPLOAD_ADDRESS_MS } from './objects.repository.js';
import { CONCURRENT_UPLOADS } from './upload-slots.js';

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
  const requestTicket = (sessionId: string, body: object = {}) =>
    backend.api
      .post('/api/objects/upload')
      .set(...bearer(sessionId))
      .send(body);
  const ticket = async (sessionId: string): Promise<UploadTicket> =>
    (await requestTicket(sessionId).expect(200)).body;
  const member = async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    return { user, sessionId, upload: await ticket(sessionId) };
  };

  /** Sends a body, with a Content-Length or chunked, and reads the response while still sending. */
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
    Readable.from(chunksOf(body)).pipe(request);
    const answer = await answered;
    const text = Buffer.concat(await answer.toArray()).toString();
    // Node's client stops sending once it has the response.
    request.destroy();
    return { status: answer.statusCode ?? 0, body: JSON.parse(text) };
  };
  function* chunksOf(body: Buffer): Generator<Buffer> {
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

  it('API-031 an upload address needs no request body, and only its hash is stored', async () => {
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
    expect(Math.abs(Date.parse(body.expiresAt) - before - UPLOAD_ADDRESS_MS)).toBeLessThan(10_000);
    const token = body.uploadURL.split('/').at(-1);
    expect(await rowOf(body.objectPath)).toMatchObject({
      userId: user.id,
      state: 'awaited',
      uploadTokenHash: createHash('sha256').update(token).digest('hex'),
      size: null,
    });
  });

  it('API-031 upload addresses require a session', async () => {
    const answer = await backend.api.post('/api/objects/upload').send({}).expect(401);
    expect(answer.body.code).toBe('unauthorized');
  });

  it.each([
    [{ size: UPLOAD.maxBytes + 1 }, 413, 'payload_too_large', 'A picture can be up to 10 MB.'],
    [
      { contentType: 'image/svg+xml' },
      415,
      'unsupported_media_type',
      'A picture must be a JPEG, PNG, WebP, GIF or AVIF file.',
    ],
    [
      { contentType: 'text/html', size: 5 },
      415,
      'unsupported_media_type',
      'A picture must be a JPEG, PNG, WebP, GIF or AVIF file.',
    ],
    [{ size: -1 }, 400, 'validation_failed', 'The size must be a whole number of bytes.'],
    [{ size: '12' }, 400, 'validation_failed', 'The size must be a whole number of bytes.'],
    [{ contentType: 5 }, 400, 'validation_failed', 'This must be text.'],
    [{ path: '/objects/mine' }, 400, 'validation_failed', 'Unknown field.'],
  ])('GAP-105 refuses an upload declared as %j before it starts', async (body, status, code, message) => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const answer = await requestTicket(sessionId, body).expect(status);
    expect(answer.body).toMatchObject({ statusCode: status, code, message });
    expect(await stack.dataSource.getRepository(StoredObject).countBy({ userId: user.id })).toBe(0);
  });

  it('UPL-003 accepts a declared size of exactly the limit, with optional fields present or empty', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    await requestTicket(sessionId, {
      contentType: 'Image/PNG; x=y',
      size: UPLOAD.maxBytes,
      filename: 'Saturn "rings".png',
    }).expect(200);
    await requestTicket(sessionId, { contentType: null, size: null, filename: '' }).expect(200);
  });

  it.each(UPLOAD.types)('API-032 UPL-006 stores a %s file, and its owner reads it back', async (type) => {
    const { sessionId, upload } = await member();
    const bytes = makePictureFile(type, 70_000);
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

  it('LIV-072 sends readers to the address of the operator for a picture that they may see, and nobody else', async () => {
    const { objectStore } = stack.config();
    const ofCdn = await BackendUnderTest.start(
      stack.config({ objectStore: { ...objectStore, publicEndpoint: objectStore.endpoint } }),
    );
    try {
      const { sessionId, upload } = await member();
      const bytes = makePictureFile('image/png', 70_000);
      await put(upload.uploadURL, bytes);
      const address = `${ofCdn.url}${upload.objectPath}`;
      const get = (by: string) =>
        fetch(address, { headers: { authorization: `Bearer ${by}` }, redirect: 'manual' });
      const answer = await get(sessionId);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
      const location = String(answer.headers.get('location'));
      expect(new URL(location).origin).toBe(objectStore.endpoint.origin);
      const direct = await fetch(location);
      expect(Buffer.from(await direct.arrayBuffer()).equals(bytes)).toBe(true);
      expect((await fetch(location.replace(/Signature=\w{4}/, 'Signature=0000'))).status).toBe(403);
      const stranger = await makeMember(stack.dataSource);
      expect((await get(stranger.sessionId)).status).toBe(404);
      const page = await fetch(`${ofCdn.url}/api/health/live`);
      // Members fetch a picture, and visitors load it as an image.
      for (const directive of [`connect-src 'self'`, `img-src 'self' data: blob: https:`]) {
        expect(page.headers.get('content-security-policy')).toContain(
          `${directive} ${objectStore.endpoint.origin}`,
        );
      }
    } finally {
      await ofCdn.stop();
    }
  });

  it('API-032 detects the type from the leading bytes, whatever type is declared', async () => {
    for (const type of ['image/gif', 'application/octet-stream', undefined]) {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const { upload } = await member();
      const bytes = makePictureFile('image/png', 300_000);
      expect(await put(upload.uploadURL, bytes, { headers })).toMatchObject({ status: 200 });
      expect(await rowOf(upload.objectPath)).toMatchObject({
        contentType: 'image/png',
        size: bytes.length,
        sha256: sha256(bytes),
      });
      expect(await store.has(storeKeyOf(upload.objectPath))).toBe(true);
    }
  });

  it.each([
    ['an SVG with scripts', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    [
      'an SVG that is declared as PNG',
      'image/png',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['an HTML page declared as JPEG', 'image/jpeg', '<!doctype html><script>alert(1)</script>'],
    ['plain text without a type', undefined, 'just text'],
    ['JSON', 'application/json', '{"a":1}'],
    ['JSON declared as a picture', 'image/webp', '{"a":1}'],
    ['an empty body', 'image/png', ''],
    ['a PDF', 'application/octet-stream', '%PDF-1.7\n'],
    ['a BMP', 'image/bmp', 'BM      '],
    ['a truncated signature', 'image/png', '\u0089PN'],
  ])('UPL-004 GAP-065 GAP-105 refuses %s and stores nothing', async (_, type, text) => {
    const { upload } = await member();
    const answer = await put(upload.uploadURL, Buffer.from(text, 'latin1'), {
      headers: type === undefined ? {} : { 'content-type': type },
    });
    expect(answer).toEqual({
      status: 415,
      body: {
        statusCode: 415,
        code: 'unsupported_media_type',
        message: 'A picture must be a JPEG, PNG, WebP, GIF or AVIF file.',
        reason: 'imageType',
      },
    });
    await expectNothingLeft(upload.objectPath);
  });

  it('UPL-003 accepts exactly 10485760 bytes and refuses one more', async () => {
    const { upload } = await member();
    const largest = makePictureFile('image/jpeg', UPLOAD.maxBytes);
    expect(await put(upload.uploadURL, largest)).toMatchObject({ status: 200 });
    expect(await rowOf(upload.objectPath)).toMatchObject({ state: 'stored', size: UPLOAD.maxBytes });
    const { upload: next } = await member();
    const oversized = makePictureFile('image/jpeg', UPLOAD.maxBytes + 1);
    expect(await put(next.uploadURL, oversized)).toEqual({
      status: 413,
      body: {
        statusCode: 413,
        code: 'payload_too_large',
        message: 'A picture can be up to 10 MB.',
        reason: 'imageTooLarge',
        params: { bytes: 10_485_760 },
      },
    });
    await expectNothingLeft(next.objectPath);
  });

  it('an upload without a Content-Length gets 411, and its address stays valid', async () => {
    const { upload } = await member();
    const bytes = makePictureFile('image/png');
    expect(await put(upload.uploadURL, bytes, { chunked: true })).toMatchObject({
      status: 411,
      body: { code: 'length_required' },
    });
    expect(await put(upload.uploadURL, bytes)).toMatchObject({ status: 200 });
  });

  it('limits a member’s concurrent uploads with 429, and a refused address works once a slot is free', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { perMember } = CONCURRENT_UPLOADS;
    const stalled = await Promise.all(
      Array.from({ length: perMember.uploads }, async () => {
        const { uploadURL, objectPath } = await ticket(sessionId);
        const { hostname, port, pathname } = new URL(uploadURL);
        const socket = connect(Number(port), hostname);
        socket.write(`PUT ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 9000000\r\n\r\n`);
        await waitUntil(
          'the start of the upload',
          async () => (await rowOf(objectPath))?.state === 'arriving',
        );
        return socket;
      }),
    );
    const upload = await ticket(sessionId);
    const bytes = makePictureFile('image/png');
    const refused = await put(upload.uploadURL, bytes);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const { upload: other } = await member();
    expect(await put(other.uploadURL, bytes)).toMatchObject({ status: 200 });
    for (const socket of stalled) socket.destroy();
    await waitUntil('a slot', async () => (await put(upload.uploadURL, bytes)).status === 200);
  });

  it('UPL-003 answers an oversized upload before it has arrived, and keeps the connection open', async () => {
    const { upload } = await member();
    const { hostname, port, pathname } = new URL(upload.uploadURL);
    const size = UPLOAD.maxBytes * 2;
    const socket = connect(Number(port), hostname);
    let answers = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answers += text));
    socket.write(`PUT ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: ${size}\r\n\r\n`);
    socket.write(makePictureFile('image/png', 100_000));
    await waitUntil('the refusal', () => answers.includes('payload_too_large'));
    expect(answers).toMatch(/^HTTP\/1\.1 413 /);
    socket.write(Buffer.alloc(size - 100_000));
    socket.write(`GET /api/health/live HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    await waitUntil('the next response', () => answers.includes('HTTP/1.1 200 '));
    socket.destroy();
    await expectNothingLeft(upload.objectPath);
  });

  it.each([
    ['before its type is detected', 10],
    ['while streaming to the store', 5_000_000],
  ])('GAP-105 an upload interrupted %s leaves nothing behind', async (_, sent) => {
    const { upload } = await member();
    const { hostname, port, pathname } = new URL(upload.uploadURL);
    const socket = connect(Number(port), hostname);
    socket.write(`PUT ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 9000000\r\n\r\n`);
    socket.write(makePictureFile('image/png', 9_000_000).subarray(0, sent));
    await waitUntil(
      'the start of the upload',
      async () => (await rowOf(upload.objectPath))?.state === 'arriving',
    );
    if (sent > 10) await waitUntil('bytes in the store', () => store.has(storeKeyOf(upload.objectPath)));
    socket.destroy();
    await waitUntil('the deletion of the row', async () => (await rowOf(upload.objectPath)) === null);
    await expectNothingLeft(upload.objectPath);
  });

  it('GAP-107 an upload address works once', async () => {
    const { upload } = await member();
    const bytes = makePictureFile('image/png');
    expect(await put(upload.uploadURL, bytes)).toMatchObject({ status: 200 });
    const expired = {
      status: 403,
      body: {
        statusCode: 403,
        code: 'upload_expired',
        message: 'This upload has expired or is already complete. Start it again.',
        reason: 'uploadExpired',
      },
    };
    expect(await put(upload.uploadURL, makePictureFile('image/gif'))).toEqual(expired);
    expect(await rowOf(upload.objectPath)).toMatchObject({ contentType: 'image/png', sha256: sha256(bytes) });
    const { upload: refused } = await member();
    expect(await put(refused.uploadURL, Buffer.from('text'))).toMatchObject({ status: 415 });
    expect(await put(refused.uploadURL, bytes)).toEqual(expired);
  });

  it('GAP-107 only one of several concurrent uploads to an address succeeds', async () => {
    const { upload } = await member();
    const pictures = Array.from({ length: 6 }, (_, n) => makePictureFile('image/png', 200_000 + n));
    const answers = await Promise.all(pictures.map((bytes) => put(upload.uploadURL, bytes)));
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(winner).not.toBe(-1);
    expect(await rowOf(upload.objectPath)).toMatchObject({ size: 200_000 + winner });
  });

  it('GAP-107 UPL-028 an expired or unknown upload address gets 403', async () => {
    const { upload } = await member();
    await stack.dataSource
      .getRepository(StoredObject)
      .update({ path: upload.objectPath }, { uploadExpiresAt: new Date(Date.now() - 1_000) });
    for (const address of [
      upload.uploadURL,
      `${backend.url}/uploads/${'a'.repeat(43)}`,
      `${backend.url}/uploads/x`,
    ]) {
      expect(await put(address, makePictureFile('image/png'))).toMatchObject({
        status: 403,
        body: { code: 'upload_expired' },
      });
    }
    expect(await rowOf(upload.objectPath)).toMatchObject({ state: 'awaited' });
  });

  it('GAP-107 another member cannot use an upload address or consume it', async () => {
    const { sessionId, upload } = await member();
    const { sessionId: other } = await makeMember(stack.dataSource);
    const send = (session: string) => {
      const [name, value] = bearer(session);
      return put(upload.uploadURL, makePictureFile('image/png'), { headers: { [name]: value } });
    };
    expect(await send(other)).toMatchObject({ status: 403, body: { code: 'upload_expired' } });
    expect(await send(sessionId)).toMatchObject({ status: 200 });
  });

  it('GAP-067 only the owner can read an original; to others it looks like a missing object', async () => {
    const { sessionId, upload } = await member();
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    const unknown = `/objects/${'A'.repeat(32)}`;
    const missing = { statusCode: 404, code: 'not_found', message: 'Not found.', reason: 'notFound' };
    const expectMissing = async (path: string, session?: string) => {
      const answer = await read(path, session).expect(404);
      expect(JSON.parse(answer.body.toString())).toEqual(missing);
      expect(answer.headers['cache-control']).toBe('no-store');
    };
    await expectMissing(upload.objectPath, sessionId);
    await put(upload.uploadURL, makePictureFile('image/png'));
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

  it('GAP-067 width must be a whole number, and has no effect for the owner before renditions exist', async () => {
    const { sessionId, upload } = await member();
    await put(upload.uploadURL, makePictureFile('image/png'));
    await read(`${upload.objectPath}?w=320`, sessionId).expect(200);
    await read(`${upload.objectPath}?w=999999&v=2`, sessionId).expect(200);
    for (const width of ['', '0', '-1', '1.5', 'wide', '320px', '1&w=2']) {
      const answer = await read(`${upload.objectPath}?w=${width}`, sessionId).expect(400);
      expect(JSON.parse(answer.body.toString()).fields).toEqual({
        w: 'The width must be a whole number of pixels, 1 or more.',
      });
    }
  });

  describe('range and conditional requests', () => {
    let sessionId: string;
    let path: string;
    const bytes = makePictureFile('image/webp', 1_000);
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
      ['bytes=-5000', 0, 999],
    ])('API-032 %s returns that part', async (range, start, end) => {
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
      [{ range: 'bytes=0-1,5-6' }],
      [{ 'if-match': `"another", ${etag}` }],
      [{ 'if-match': '*' }],
      [{ range: 'lines=0-1' }],
      [{ range: 'nonsense' }],
      [{ range: 'bytes=0-1', 'if-range': '"another"' }],
      [{ range: 'bytes=0-1', 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' }],
      [{ 'if-none-match': '"another", W/"third"' }],
    ])('API-032 %j returns the whole picture', async (headers) => {
      const answer = await get(headers).expect(200);
      expect(answer.headers['content-range']).toBeUndefined();
      expect(bytes.equals(answer.body)).toBe(true);
    });

    it.each(['bytes=1000-', 'bytes=5-1', 'bytes=-0', 'bytes=abc', 'bytes='])(
      'API-032 %s gets 416 with the size',
      async (range) => {
        const answer = await get({ range }).expect(416);
        expect(JSON.parse(answer.body)).toMatchObject({ statusCode: 416, code: 'range_not_satisfiable' });
        expect(answer.headers['content-range']).toBe('bytes */1000');
      },
    );

    it('If-Match with another ETag gets 412', async () => {
      const answer = await get({ 'if-match': '"another"' }).expect(412);
      expect(JSON.parse(answer.body)).toMatchObject({ statusCode: 412, code: 'precondition_failed' });
    });

    it.each(['*', etag, `W/${etag}`, `"another", ${etag}`])(
      'API-032 returns 304 if the client has the picture (%s)',
      async (tag) => {
        const answer = await get({ 'if-none-match': tag, range: 'bytes=0-1' }).expect(304);
        expect(answer.body).toHaveLength(0);
        expect(answer.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
      },
    );

    it('API-032 HEAD returns only the headers', async () => {
      const answer = await backend.api
        .head(path)
        .set(...bearer(sessionId))
        .set('range', 'bytes=0-1')
        .expect(200);
      expect(answer.headers).toMatchObject({ 'content-length': '1000', 'content-type': 'image/webp', etag });
      await backend.api.head(path).expect(404);
    });

    it('API-032 clients that disconnect while reading do not disturb other readers', async () => {
      const { sessionId: session, upload } = await member();
      await put(upload.uploadURL, makePictureFile('image/png', UPLOAD.maxBytes));
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
    'GAP-110 UPL-039 %s the unconfigured companion: %s %s does not exist',
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

  it('API-031 upload addresses use the canonical origin and are limited to 60 per member and hour', async () => {
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
