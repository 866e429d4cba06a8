import { describe, expect, it } from '@jest/globals';
import { STORAGE_KEYS, UPLOAD } from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { HttpError } from '../api/http.js';
import { server } from '../testing/server.js';
import { upload, UPLOAD_TEXTS, uploadMessageOf } from './upload.js';

const PATH = '/objects/one';
const picture = (type = 'image/png') => new File(['dots'], 'saturn.png', { type });

/** A store that takes what is sent, and says what it was sent. */
function store() {
  const seen: unknown[] = [];
  server.use(
    http.post('/api/objects/upload', async ({ request }) => {
      seen.push(await request.json());
      return HttpResponse.json({
        uploadURL: 'http://localhost/uploads/token',
        method: 'PUT',
        objectPath: PATH,
        expiresAt: '2026-01-01T00:00:00.000Z',
      });
    }),
    http.put('http://localhost/uploads/token', ({ request }) => {
      seen.push([request.headers.get('Content-Type'), request.headers.get('Authorization')]);
      return HttpResponse.json({ ok: true, objectPath: PATH });
    }),
  );
  return seen;
}

const refusing = (status: number, code: string, message: string) =>
  server.use(
    http.put('http://localhost/uploads/token', () =>
      HttpResponse.json({ statusCode: status, code, message }, { status }),
    ),
  );

describe('an upload', () => {
  it('asks for an address and sends the file there, with its type and the session', async () => {
    localStorage.setItem(STORAGE_KEYS.session, 'known-session');
    const seen = store();
    await expect(upload(picture())).resolves.toBe(PATH);
    expect(seen).toEqual([
      { contentType: 'image/png', size: 4, filename: 'saturn.png' },
      ['image/png', 'Bearer known-session'],
    ]);
  });

  it('refuses what the store would not take before anything is sent', async () => {
    const seen = store();
    const large = new Blob([new Uint8Array(UPLOAD.maxBytes + 1)], { type: 'image/png' });
    await expect(upload(large)).rejects.toThrow(UPLOAD_TEXTS.tooLarge);
    await expect(upload(picture('image/svg+xml'))).rejects.toThrow(UPLOAD_TEXTS.notTaken);
    expect(seen).toEqual([]);
  });

  it('asks once more for an address that ran out on the way', async () => {
    const seen = store();
    let asked = 0;
    server.use(
      http.put('http://localhost/uploads/token', () => {
        asked += 1;
        return asked === 1
          ? HttpResponse.json({ statusCode: 403, code: 'upload_expired', message: 'Gone.' }, { status: 403 })
          : HttpResponse.json({ ok: true, objectPath: PATH });
      }),
    );
    await expect(upload(picture())).resolves.toBe(PATH);
    expect(seen).toHaveLength(2);
  });

  it('gives up where the address runs out twice', async () => {
    store();
    refusing(403, 'upload_expired', 'This address has run out.');
    const failure = await upload(picture()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(HttpError);
    expect(uploadMessageOf(failure)).toBe('This address has run out.');
  });

  it.each([
    [413, 'payload_too_large', 'Too large.'],
    [415, 'unsupported_media_type', 'No picture.'],
  ])('says what the server said of a %s', async (status, code, message) => {
    store();
    refusing(status, code, message);
    const failure = await upload(picture()).catch((error: unknown) => error);
    expect(uploadMessageOf(failure)).toBe(message);
  });

  it('says that the connection was lost', async () => {
    store();
    server.use(http.put('http://localhost/uploads/token', () => HttpResponse.error()));
    const failure = await upload(picture()).catch((error: unknown) => error);
    expect(uploadMessageOf(failure)).toBe(UPLOAD_TEXTS.lost);
  });

  it('stops when it is told to', async () => {
    store();
    const leaving = new AbortController();
    server.use(
      http.put('http://localhost/uploads/token', async () => {
        leaving.abort(new Error('changed my mind'));
        await new Promise<never>(() => {});
      }),
    );
    await expect(upload(picture(), { signal: leaving.signal })).rejects.toThrow('changed my mind');
  });
});
