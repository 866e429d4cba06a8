import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { STORAGE_KEYS, UPLOAD } from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { HttpError } from '../api/http.js';
import { installStore, refusedPuts } from '../testing/pictures.js';
import { server } from '../testing/server.js';
import { RETRY_DELAYS_MS, type Wait } from './retrying.js';
import { UPLOAD_TEXTS, uploadMessageOf } from './upload-problems.js';
import { upload } from './upload.js';

const PATH = '/objects/one';
const picture = (type = 'image/png') => new File(['dots'], 'saturn.png', { type });
const failureOf = (sent: Promise<string>) => sent.catch((error: unknown) => error);

/** A file on its way while the clock is set forward by what the tries wait for. */
async function patiently<T>(work: Promise<T>): Promise<T> {
  const at = { end: false };
  const over = work.finally(() => (at.end = true));
  over.catch(() => undefined);
  while (!at.end) await jest.advanceTimersByTimeAsync(100);
  return over;
}

beforeEach(() => {
  // What the requests themselves wait for goes by the real clock.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('an upload', () => {
  it('UPL-006 asks for an address and sends the file there, with its type and the session', async () => {
    localStorage.setItem(STORAGE_KEYS.session, 'known-session');
    const seen = installStore(PATH);
    await expect(upload(picture())).resolves.toBe(PATH);
    expect(seen).toEqual([
      ['POST', '/api/objects/upload', { contentType: 'image/png', size: 4, filename: 'saturn.png' }],
      ['PUT', '/uploads/token', 'image/png', 'Bearer known-session'],
    ]);
  });

  it('refuses what the store would not take before anything is sent', async () => {
    const seen = installStore();
    const large = new Blob([new Uint8Array(UPLOAD.maxBytes + 1)], { type: 'image/png' });
    await expect(upload(large)).rejects.toThrow(UPLOAD_TEXTS.tooLarge);
    await expect(upload(picture('image/svg+xml'))).rejects.toThrow(UPLOAD_TEXTS.notTaken);
    expect(seen).toEqual([]);
  });

  it('UPL-028 GAP-107 asks for a new address where one ran out on the way', async () => {
    const seen = installStore(PATH);
    refusedPuts(403, { code: 'upload_expired', message: 'Gone.' }, { times: 1 });
    await expect(patiently(upload(picture()))).resolves.toBe(PATH);
    expect(seen.map(([method]) => method)).toEqual(['POST', 'POST', 'PUT']);
  });

  it('UPL-028 says that the request has expired where that happens again and again', async () => {
    installStore();
    refusedPuts(403, { code: 'upload_expired', message: 'Gone.' });
    expect(uploadMessageOf(await patiently(failureOf(upload(picture()))))).toBe('Request has expired');
  });

  it.each([408, 409, 418, 423, 429, 500, 502, 503, 504])(
    'UPL-030 LIM-010 tries again after a %d, at a new address each time, and then gives up',
    async (status) => {
      const seen = installStore(PATH);
      refusedPuts(status, { code: 'unavailable', message: 'Not now.' });
      const began = Date.now();
      const failure = await patiently(failureOf(upload(picture())));
      expect(uploadMessageOf(failure)).toBe('Not now.');
      // One address a try: the first, and one after each of the four delays.
      expect(seen.map(([method]) => method)).toEqual(['POST', 'POST', 'POST', 'POST', 'POST']);
      expect(RETRY_DELAYS_MS).toEqual([0, 1_000, 3_000, 5_000]);
      expect(Date.now() - began).toBeGreaterThanOrEqual(9_000);
    },
  );

  it.each([
    [400, 'malformed', 'Malformed.', 'Malformed.'],
    [403, 'forbidden', 'Not yours.', 'Not yours.'],
    [413, 'payload_too_large', 'Too large.', 'Too large.'],
    [415, 'unsupported_media_type', 'No picture.', 'No picture.'],
    [501, 'unavailable', 'Never.', 'Never.'],
    [505, 'unavailable', 'Never.', 'Never.'],
    [401, 'unauthorized', 'Who?', 'Authorization required'],
  ])('UPL-031 UPL-027 says what is to be said of a %d, and tries no more', async (...given) => {
    const [status, code, message, said] = given;
    const seen = installStore();
    refusedPuts(status, { code, message });
    const failure = await failureOf(upload(picture()));
    expect(failure).toBeInstanceOf(HttpError);
    expect(uploadMessageOf(failure)).toBe(said);
    expect(seen).toHaveLength(1);
  });

  it('UPL-029 waits as long as a 429 says, tells so, and goes on', async () => {
    const seen = installStore(PATH);
    refusedPuts(429, { code: 'rate_limited', message: 'Slowly.' }, { times: 1, retryAfter: 7 });
    const waits: (Wait | null)[] = [];
    const began = Date.now();
    await expect(patiently(upload(picture(), { onWait: (wait) => waits.push(wait) }))).resolves.toBe(PATH);
    expect(Date.now() - began).toBeGreaterThanOrEqual(7_000);
    expect(waits).toEqual([{ for: 'limit', until: expect.any(Number) }, null]);
    expect(seen.map(([method]) => method)).toEqual(['POST', 'POST', 'PUT']);
  });

  it('UPL-029 keeps nobody waiting for long, but says when to come back', async () => {
    const seen = installStore();
    refusedPuts(429, { code: 'rate_limited', message: 'Slowly.' }, { retryAfter: 1_741 });
    const failure = await failureOf(upload(picture()));
    expect(uploadMessageOf(failure)).toBe('Too many requests. Try again in 30 minutes.');
    expect(seen).toHaveLength(1);
  });

  it('says that the connection was lost', async () => {
    installStore();
    server.use(http.put('http://localhost/uploads/token', () => HttpResponse.error()));
    expect(uploadMessageOf(await patiently(failureOf(upload(picture()))))).toBe(UPLOAD_TEXTS.lost);
    server.use(http.post('/api/objects/upload', () => HttpResponse.error()));
    expect(uploadMessageOf(await patiently(failureOf(upload(picture()))))).toBe(UPLOAD_TEXTS.lost);
  });

  it('UPL-025 without a network waits for one, as long as it takes, and goes on by itself', async () => {
    const seen = installStore(PATH);
    const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.use(http.put('http://localhost/uploads/token', () => HttpResponse.error(), { once: true }));
    const waits: (Wait | null)[] = [];
    const sent = upload(picture(), { onWait: (wait) => waits.push(wait) });
    while (waits.length === 0) await jest.advanceTimersByTimeAsync(1);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(waits).toEqual([{ for: 'network' }]);
    line.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await expect(sent).resolves.toBe(PATH);
    expect(waits).toEqual([{ for: 'network' }, null]);
    expect(seen.map(([method]) => method)).toEqual(['POST', 'POST', 'PUT']);
  });

  it.each(['on the way', 'while it waits'])('stops %s when it is told to', async (when) => {
    installStore();
    const leaving = new AbortController();
    const leave = () => leaving.abort(new Error('changed my mind'));
    if (when === 'while it waits')
      refusedPuts(503, { code: 'unavailable', message: 'No.' }, { retryAfter: 30 });
    else {
      server.use(
        http.put('http://localhost/uploads/token', async () => {
          leave();
          await new Promise<never>(() => {});
        }),
      );
    }
    const sent = upload(picture(), { signal: leaving.signal, onWait: leave });
    await expect(patiently(sent)).rejects.toThrow('changed my mind');
  });
});
