import { EventEmitter, once } from 'node:events';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import dns from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TEST_CERTIFICATE, TestStack } from '@oniverse/testing';
import { ObjectStore, STALL_TIMEOUT_MS } from './objects.js';
import { isOutage } from './problems.js';

describe('ObjectStore', () => {
  let stack: TestStack;
  let store: ObjectStore;
  const BYTES = Buffer.from('a picture of the night sky');
  const TYPE = 'image/png';

  beforeAll(async () => {
    stack = await TestStack.start();
    store = new ObjectStore(stack.config().objectStore);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const put = (key: string, bytes = BYTES) =>
    store.put(key, Readable.from([bytes]), { size: bytes.length, contentType: TYPE });
  const get = async (...[key, range]: Parameters<ObjectStore['get']>) => {
    const stream = await store.get(key, range);
    return stream && (await buffer(stream));
  };

  it('stores an object and returns all of it or a range', async () => {
    await put('objects/one');
    expect(await store.has('objects/one')).toBe(true);
    expect(await get('objects/one')).toEqual(BYTES);
    for (const [start, end] of [
      [0, 0],
      [0, 1],
      [2, 8],
      [20, BYTES.length - 1],
      [0, BYTES.length - 1],
    ] as const) {
      expect(await get('objects/one', { start, end })).toEqual(BYTES.subarray(start, end + 1));
    }
  });

  it('replaces an object', async () => {
    await put('objects/again');
    await put('objects/again', Buffer.from('b'));
    expect(await get('objects/again')).toEqual(Buffer.from('b'));
    expect(await get('objects/again', { start: 0, end: 0 })).toEqual(Buffer.from('b'));
  });

  it('reports a missing object', async () => {
    expect(await store.has('objects/none')).toBe(false);
    expect(await store.get('objects/none')).toBeUndefined();
  });

  it('removes several objects and ignores missing ones', async () => {
    await Promise.all([put('objects/a'), put('objects/b'), put('objects/c')]);
    await store.remove(['objects/a', 'objects/none', 'objects/b']);
    expect(await store.has('objects/a')).toBe(false);
    expect(await store.has('objects/b')).toBe(false);
    expect(await store.has('objects/c')).toBe(true);
    await store.remove([]);
  });

  const MIB = 1_048_576;
  const putPart = (key: string, uploadId: string, number: number, bytes: Buffer) =>
    store.putPart(key, uploadId, number, Readable.from([bytes]), { size: bytes.length });

  it('TLK-370 makes an object of parts that arrive in any order and are replaced', async () => {
    const key = 'objects/in-parts';
    const whole = Buffer.concat([Buffer.alloc(5 * MIB, 'a'), Buffer.alloc(5 * MIB, 'b'), BYTES]);
    const uploadId = await store.startParts(key, TYPE);
    const last = await putPart(key, uploadId, 3, BYTES);
    await putPart(key, uploadId, 1, Buffer.alloc(5 * MIB, 'x'));
    const [second, first] = await Promise.all([
      putPart(key, uploadId, 2, whole.subarray(5 * MIB, 10 * MIB)),
      putPart(key, uploadId, 1, whole.subarray(0, 5 * MIB)),
    ]);
    expect(await store.has(key)).toBe(false);
    const parts = [first, second, last].map((etag, index) => ({ number: index + 1, etag: String(etag) }));
    expect(await store.completeParts(key, uploadId, parts)).toBe(true);
    expect((await get(key))?.equals(whole)).toBe(true);
    expect(await get(key, { start: 5 * MIB - 1, end: 5 * MIB })).toEqual(Buffer.from('ab'));
    expect(await store.completeParts(key, uploadId, parts)).toBe(false);
  });

  it('TLK-376 deletes the parts of an upload, which is then unknown', async () => {
    const key = 'objects/given-up';
    const uploadId = await store.startParts(key, TYPE);
    const etag = String(await putPart(key, uploadId, 1, BYTES));
    await store.abortParts(key, uploadId);
    await store.abortParts(key, uploadId);
    expect(await putPart(key, uploadId, 1, BYTES)).toBeUndefined();
    expect(await store.completeParts(key, uploadId, [{ number: 1, etag }])).toBe(false);
    expect(await store.has(key)).toBe(false);
  });

  it('rejects with the error of the chunks, and reads no more than it can send', async () => {
    let reads = 0;
    async function* broken(): AsyncGenerator<Buffer> {
      reads += 1;
      yield await Promise.resolve(BYTES);
      throw new Error('The client went away');
    }
    await expect(store.put('objects/broken', broken(), { size: 1_000, contentType: TYPE })).rejects.toThrow(
      'The client went away',
    );
    expect(reads).toBe(1);
  });

  it('reports an outage if nothing listens, without reading the chunks', async () => {
    const nowhere = new ObjectStore({
      ...stack.config().objectStore,
      endpoint: new URL('http://127.0.0.1:1'),
    });
    let isRead = false;
    async function* chunks(): AsyncGenerator<Buffer> {
      isRead = true;
      yield await Promise.resolve(BYTES);
    }
    const failures = await Promise.allSettled([
      nowhere.put('objects/x', chunks(), { size: BYTES.length, contentType: TYPE }),
      nowhere.get('objects/x'),
      nowhere.has('objects/x'),
      nowhere.startParts('objects/x', TYPE),
      nowhere.putPart('objects/x', 'one', 1, chunks(), { size: BYTES.length }),
      nowhere.completeParts('objects/x', 'one', []),
      nowhere.abortParts('objects/x', 'one'),
    ]);
    for (const failure of failures) {
      expect(failure.status === 'rejected' && isOutage(failure.reason)).toBe(true);
    }
    expect(isRead).toBe(false);
  });

  it('reports an outage if the store rejects the credentials', async () => {
    const unauthorised = new ObjectStore({ ...stack.config().objectStore, secretKey: 'wrong' });
    const failures = await Promise.allSettled([
      unauthorised.get('objects/one'),
      unauthorised.has('objects/one'),
      unauthorised.put('objects/one', Readable.from([BYTES]), { size: BYTES.length, contentType: TYPE }),
      unauthorised.startParts('objects/one', TYPE),
      unauthorised.abortParts('objects/one', '0'.repeat(32)),
    ]);
    for (const failure of failures) {
      expect(failure.status === 'rejected' && isOutage(failure.reason)).toBe(true);
    }
  });
});

describe('ObjectStore with a full store', () => {
  let http: Server;
  let store: ObjectStore;
  let refusal: { status: number; body: string } | undefined;
  const writes: string[] = [];

  beforeAll(async () => {
    http = createServer((request, response) => {
      request.resume();
      if (request.method === 'PUT') writes.push(String(request.url));
      if (request.method !== 'PUT' || !refusal) response.end();
      else response.writeHead(refusal.status).end(refusal.body);
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port }: Pick<AddressInfo, 'port'> = Object(http.address());
    store = new ObjectStore({
      endpoint: new URL(`http://127.0.0.1:${port}`),
      accessKey: 'test',
      secretKey: 'only-for-tests',
      bucket: 'oniverse',
      region: 'us-east-1',
    });
  });

  afterAll(() => {
    http.close();
  });

  const put = () =>
    store.put('objects/one', Readable.from([Buffer.of(1)]), { size: 1, contentType: 'image/png' });

  it.each([
    [507, '', 'storage_full'],
    [
      500,
      '<Error><Code>InternalError</Code><Message>ENOSPC: no space left on device</Message></Error>',
      'storage_full',
    ],
    [500, '<Error><Code>InternalError</Code></Error>', 'unavailable'],
  ])('maps the response %i %s to %s', async (status, body, code) => {
    refusal = { status, body };
    await expect(put()).rejects.toMatchObject({
      code,
      cause: expect.objectContaining({ message: expect.stringContaining(String(status)) }),
    });
  });

  it('fails the write check until the store has space again', async () => {
    refusal = { status: 507, body: '' };
    await expect(put()).rejects.toMatchObject({ code: 'storage_full' });
    await store.ping();
    await expect(store.assertWritable()).rejects.toMatchObject({ code: 'storage_full' });
    refusal = undefined;
    await store.assertWritable();
    // A recent write makes another one unnecessary.
    const before = writes.length;
    await store.assertWritable();
    expect(writes).toHaveLength(before);
    refusal = { status: 507, body: '' };
    await expect(put()).rejects.toMatchObject({ code: 'storage_full' });
    await expect(store.assertWritable()).rejects.toMatchObject({ code: 'storage_full' });
  });
});

describe('ObjectStore with a store that hangs', () => {
  let hung: Server;
  let store: ObjectStore;

  beforeAll(async () => {
    hung = createServer((request, response) => {
      request.resume();
      if (request.method === 'GET') response.writeHead(200, { 'content-length': 2 }).write('a');
    });
    hung.listen(0, '127.0.0.1');
    await once(hung, 'listening');
    const { port }: Pick<AddressInfo, 'port'> = Object(hung.address());
    store = new ObjectStore(
      {
        endpoint: new URL(`http://127.0.0.1:${port}`),
        accessKey: 'test',
        secretKey: 'only-for-tests',
        bucket: 'oniverse',
        region: 'us-east-1',
      },
      undefined,
      100,
    );
  });

  afterAll(() => {
    hung.close();
    hung.closeAllConnections();
  });

  it('OPS-127 holds no call for more than four seconds, and waits longer for a slow source of bytes', async () => {
    expect(STALL_TIMEOUT_MS).toBeLessThanOrEqual(4_000);
    const gate = new EventEmitter();
    async function* slow(): AsyncGenerator<Buffer> {
      yield Buffer.of(1);
      await once(gate, 'open');
      yield Buffer.of(2);
    }
    const begun = once(hung, 'request');
    const upload = store.put('objects/slow', slow(), { size: 2, contentType: 'image/png' });
    const outcome = upload.then(() => undefined, isOutage);
    const [request]: IncomingMessage[] = await begun;
    const calls = [
      () => store.has('objects/one'),
      async () => buffer((await store.get('objects/one')) ?? Readable.from([])),
      () => store.put('objects/one', Readable.from([Buffer.of(1)]), { size: 1, contentType: 'image/png' }),
      () => store.startParts('objects/one', 'image/png'),
      () => store.ping(),
    ];
    // One after the other, so that the upload outlasts several limits.
    for (const call of calls) await expect(call()).rejects.toThrow();
    expect(request?.destroyed).toBe(false);
    gate.emit('open');
    expect(await outcome).toBe(true);
  });
});

/**
 * Returns whether the signature of an address is that of a key.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
function isSignedBy(secretKey: string, { method, url = '', headers }: IncomingMessage): boolean {
  const { pathname, searchParams } = new URL(url, 'http://store');
  const signature = searchParams.get('X-Amz-Signature');
  searchParams.delete('X-Amz-Signature');
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .toSorted()
    .join('&');
  const request = [method, pathname, query, `host:${headers.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const [, ...scope] = (searchParams.get('X-Amz-Credential') ?? '').split('/');
  const text = [
    'AWS4-HMAC-SHA256',
    searchParams.get('X-Amz-Date'),
    scope.join('/'),
    createHash('sha256').update(request).digest('hex'),
  ].join('\n');
  const key = scope.reduce<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secretKey}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

/** What a token service answers. Nothing reads it in the answers of the store. */
const GRANTED =
  '<AccessKeyId>id</AccessKeyId><SecretAccessKey>secret</SecretAccessKey><SessionToken>of-role</SessionToken>' +
  '<Expiration>2999-01-01T00:00:00Z</Expiration>';

describe('ObjectStore at other addresses', () => {
  let http: Server;
  let port: number;
  let seen: IncomingMessage[];
  const folder = mkdtempSync(join(tmpdir(), 'oniverse-objects-'));
  const settings = () => ({
    endpoint: new URL(`http://localhost:${port}`),
    accessKey: 'id',
    secretKey: 'secret',
    bucket: 'pictures',
    region: 'eu-north-1',
  });

  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    seen.push(request);
    const isWrong = request.url?.includes('X-Amz-Signature') === true && !isSignedBy('secret', request);
    response.writeHead(isWrong ? 403 : 200).end(GRANTED);
  };

  beforeAll(async () => {
    http = createServer(respond);
    http.listen(0, 'localhost');
    await once(http, 'listening');
    ({ port } = Object(http.address()));
  });

  beforeEach(() => {
    seen = [];
  });

  afterAll(() => {
    http.close();
    rmSync(folder, { recursive: true });
  });

  it('LIV-070 signs the path of a gateway, and names the region', async () => {
    const store = new ObjectStore({
      ...settings(),
      endpoint: new URL(`http://localhost:${port}/storage/v1/s3/`),
    });
    expect(await store.has('objects/one two')).toBe(true);
    const { pathname, searchParams } = new URL(String(seen[0]?.url), 'http://store');
    expect(pathname).toBe('/storage/v1/s3/pictures/objects/one%20two');
    expect(searchParams.get('X-Amz-Credential')).toContain('/eu-north-1/s3/');
    await store.ping();
    expect(seen[1]?.url).toBe('/storage/v1/s3/pictures');
  });

  it('LIV-070 names the bucket in the host, if the store wants it there', async () => {
    const publicEndpoint = new URL('https://s3.example');
    const store = new ObjectStore({ ...settings(), addressing: 'virtual', publicEndpoint });
    expect(await store.publicAddressOf('objects/one', {})).toContain(
      'https://pictures.s3.example/objects/one?',
    );
  });

  it('LIV-070 sends requests to the host of the bucket', async () => {
    const { lookup } = dns;
    const names: string[] = [];
    Reflect.set(dns, 'lookup', (name: string, ...rest: [dns.LookupAllOptions, () => void]) => {
      names.push(name);
      lookup('localhost', ...rest);
    });
    try {
      const endpoint = new URL(`http://s3.example:${port}/v1`);
      const store = new ObjectStore({ ...settings(), endpoint, addressing: 'virtual' });
      expect(await store.has('objects/one')).toBe(true);
      await store.ping();
    } finally {
      Reflect.set(dns, 'lookup', lookup);
    }
    expect(names).toEqual(['pictures.s3.example', 'pictures.s3.example']);
    expect(seen.map(({ headers, url }) => `${headers.host} ${url?.split('?')[0]}`)).toEqual([
      `pictures.s3.example:${port} /v1/objects/one`,
      `pictures.s3.example:${port} /v1/`,
    ]);
  });

  it('LIV-070 LIV-071 trusts the private authority of a store and its token service, and none without it', async () => {
    const overTls = https.createServer({ ...TEST_CERTIFICATE }, respond).listen(0, '127.0.0.1');
    await once(overTls, 'listening');
    try {
      const { port: tlsPort }: Pick<AddressInfo, 'port'> = Object(overTls.address());
      const endpoint = new URL(`https://127.0.0.1:${tlsPort}`);
      const tokenFile = join(folder, 'token');
      writeFileSync(tokenFile, 'a.b.c');
      const keys = { kind: 'identity', tokenFile, roleArn: undefined, tokenService: endpoint } as const;
      const ca = TEST_CERTIFICATE.cert;
      const store = new ObjectStore({ ...settings(), endpoint, keys, ca });
      expect(await store.has('objects/one')).toBe(true);
      await store.ping();
      expect(seen.map(({ method }) => method)).toEqual(['POST', 'HEAD', 'HEAD']);
      expect(seen[2]?.headers['x-amz-security-token']).toBe('of-role');
      const distrustful = new ObjectStore({ ...settings(), endpoint });
      await expect(distrustful.has('objects/one')).rejects.toThrow('self-signed');
      await expect(distrustful.ping()).rejects.toThrow('self-signed');
    } finally {
      overTls.close();
      overTls.closeAllConnections();
    }
  });

  it('LIV-071 signs with keys that expire, and passes their token', async () => {
    const path = join(folder, 'keys');
    writeFileSync(
      path,
      '[default]\naws_access_key_id=other\naws_secret_access_key=secret\naws_session_token=a+token\n',
    );
    const store = new ObjectStore({
      ...settings(),
      accessKey: '',
      secretKey: '',
      keys: { kind: 'file', path },
    });
    expect(await store.has('objects/one')).toBe(true);
    await store.ping();
    expect(new URL(String(seen[0]?.url), 'http://store').searchParams.get('X-Amz-Security-Token')).toBe(
      'a+token',
    );
    expect(seen[1]?.headers['x-amz-security-token']).toBe('a+token');
    expect(seen[1]?.headers.authorization).toContain('Credential=other/');
    rmSync(path);
    const other = new ObjectStore({ ...settings(), keys: { kind: 'file', path } });
    await expect(other.ping()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('LIV-072 signs addresses for browsers with the host of the CDN', async () => {
    expect(await new ObjectStore(settings()).publicAddressOf('objects/one', {})).toBeUndefined();
    const store = new ObjectStore({ ...settings(), publicEndpoint: new URL('https://cdn.example/files') });
    const address = await store.publicAddressOf('objects/one', { 'content-type': 'image/webp' });
    const { origin, pathname, searchParams } = new URL(String(address));
    expect([origin, pathname]).toEqual(['https://cdn.example', '/files/pictures/objects/one']);
    expect(searchParams.get('response-content-type')).toBe('image/webp');
    expect(searchParams.get('X-Amz-Expires')).toBe('60');
  });
});
