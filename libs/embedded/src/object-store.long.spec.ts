import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startObjectStore, type RunningObjectStore } from './object-store.js';
import { identifyProcess } from './process-identity.js';

let home: string;
const running: { stop(): Promise<void> }[] = [];

const options = () => ({
  dataDir: join(home, 'objects'),
  accessKey: 'oniverse-key',
  secretKey: 'a/secret+of=its own',
  bucket: 'pictures',
});

async function start(more: Partial<Parameters<typeof startObjectStore>[0]> = {}) {
  const server = await startObjectStore({ ...options(), ...more });
  running.push(server);
  return server;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Sends a request with AWS Signature Version 4, so that these tests need no client library. */
function sendSigned(store: RunningObjectStore, method: string, path: string, body = '') {
  const url = new URL(path, store.endpoint);
  const time = new Date().toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers = { host: url.host, 'x-amz-content-sha256': hash(body), 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, url.pathname, '', lines.join(''), names, hash(body)].join('\n');
  const scope = `${day}/${store.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  const key = [day, store.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${store.secretKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${store.accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return fetch(url, {
    method,
    headers: { ...headers, authorization },
    ...(method === 'PUT' ? { body } : {}),
  });
}

async function read(store: RunningObjectStore): Promise<string> {
  return (await sendSigned(store, 'GET', '/pictures/a/b.txt')).text();
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oniverse-objects-'));
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await rm(home, { recursive: true, force: true });
});

describe('startObjectStore', () => {
  it('stores objects for the holder of the keys and can be stopped twice', async () => {
    const store = await start();
    expect((await sendSigned(store, 'PUT', '/pictures/a/b.txt', 'dream')).status).toBe(200);
    expect(await read(store)).toBe('dream');
    await store.stop();
    await store.stop();
    expect(identifyProcess(store.pid)).toBeUndefined();
  });

  it('lists its objects after a kill in the middle of an upload', async () => {
    const store = await start();
    for (const name of ['whole', 'cut'])
      expect((await sendSigned(store, 'PUT', `/pictures/a/${name}`, 'dream')).status).toBe(200);
    await store.stop();
    await truncate(join(options().dataDir, 'buckets', 'pictures', 'a', 'cut._S3rver_metadata.json'));
    const restarted = await start();
    const listing = await sendSigned(restarted, 'GET', '/pictures');
    expect(listing.status).toBe(200);
    expect(await listing.text()).toContain('<Key>a/whole</Key>');
  });

  it('rejects requests without the keys', async () => {
    const store = await start();
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await fetch(`${store.endpoint}/pictures/a/b.txt`, { method })).status).toBe(403);
    }
    expect((await fetch(`${store.endpoint}/pictures`)).status).toBe(403);
    const wrongSecret = { ...store, secretKey: 'S3RVER' };
    expect((await sendSigned(wrongSecret, 'GET', '/pictures/a/b.txt')).status).toBe(403);
    const wellKnown = { ...store, accessKey: 'S3RVER', secretKey: 'S3RVER' };
    expect((await sendSigned(wellKnown, 'GET', '/pictures/a/b.txt')).status).toBe(403);
  });

  it('keeps its data across restarts with another port and key pair', async () => {
    const first = await start();
    await sendSigned(first, 'PUT', '/pictures/a/b.txt', 'dream');
    await first.stop();
    const second = await start({ accessKey: 'new', secretKey: 'pair' });
    expect(second.port).not.toBe(first.port);
    expect(await read(second)).toBe('dream');
  });

  it('restarts on the same port after a kill', async () => {
    const first = await start();
    await sendSigned(first, 'PUT', '/pictures/a/b.txt', 'dream');
    process.kill(first.pid, 'SIGKILL');
    expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const second = await start({ port: first.port });
    expect(await read(second)).toBe('dream');
  });

  it('stops a left-over server on the folder, and reports why a start fails', async () => {
    const leftOver = await start();
    const store = await start({ port: leftOver.port });
    expect(await leftOver.ended).toEqual({ code: 0, signal: null });
    await expect(start({ dataDir: join(home, 'second'), port: store.port })).rejects.toThrow(
      /ended while it was starting[\s\S]*EADDRINUSE/,
    );
  });
});
