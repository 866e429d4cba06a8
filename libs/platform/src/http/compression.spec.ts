import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { compressJson } from './compression.js';
import { addEtags } from './revalidation.js';

const LONG = { text: 'The tide is a slow clock. '.repeat(1_000) };
const JSON_BYTES = Buffer.byteLength(JSON.stringify(LONG));

describe('compression', () => {
  const app = fastify();

  beforeAll(async () => {
    addEtags(app);
    await compressJson(app);
    app.get('/long', { config: { compressed: true } }, () => LONG);
    app.get('/short', { config: { compressed: true } }, () => ({ text: 'a'.repeat(900) }));
    app.get('/other', () => LONG);
    app.get('/cached', { config: { compressed: true, revalidated: true } }, () => LONG);
    app.post('/body', { config: { compressed: true } }, () => LONG);
  });

  afterAll(async () => {
    await app.close();
  });

  const get = (url: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, br' }) =>
    app.inject({ method: 'GET', url, headers });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('NXT-301 sends long JSON in a tenth of its bytes as %s', async (encoding, decompress) => {
    const answer = await get('/long', { 'accept-encoding': encoding });
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(answer.rawPayload.length).toBeLessThan(JSON_BYTES / 10);
    expect(JSON.parse(decompress(answer.rawPayload).toString())).toEqual(LONG);
  });

  it.each(['/short', '/other'])('NXT-301 leaves %s as it is', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it.each<Record<string, string>>([{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'nonsense' }])(
    'NXT-301 sends JSON as it is to a client with %j',
    async (headers) => {
      const answer = await get('/long', headers);
      expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
      expect(answer.json()).toEqual(LONG);
    },
  );

  it('NXT-301 lets a client revalidate what it received in another encoding', async () => {
    const { headers } = await get('/cached');
    expect(headers.etag).toMatch(/^W\//);
    for (const encoding of ['br', 'gzip', 'identity']) {
      const again = await get('/cached', {
        'accept-encoding': encoding,
        'if-none-match': String(headers.etag),
      });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    }
  });

  it('NXT-301 does not decompress requests, which could expand without bound', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/body',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: '{}',
    });
    expect(answer.statusCode).toBe(200);
  });
});
