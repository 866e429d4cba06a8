import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createUpload, SESSION_STORAGE_KEY, UPLOAD } from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { HttpError } from '../api/http.js';
import { mock } from '../testing/mock.js';
import { installObjectStore, refuseUploads } from '../testing/pictures.js';
import { server } from '../testing/server.js';
import { RETRY_DELAYS_MS, type Wait } from './with-retries.js';
import { uploadMessageOf } from './upload-problems.js';
import { upload } from './upload.js';
import { UPLOAD_TEXTS } from './upload.texts.js';

const PATH = '/objects/one';
const picture = (type = 'image/png') => new File(['dots'], 'saturn.png', { type });
const failureOf = (sent: Promise<string>) => sent.catch((error: unknown) => error);

async function advanceUntilSettled<T>(work: Promise<T>): Promise<T> {
  const state = { isSettled: false };
  const result = work.finally(() => (state.isSettled = true));
  result.catch(() => undefined);
  while (!state.isSettled) await jest.advanceTimersByTimeAsync(100);
  return result;
}

beforeEach(() => {
  // The requests themselves run on the real clock.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});

describe('upload', () => {
  it('UPL-006 requests an address and sends the file there, with its type and the session', async () => {
    localStorage.setItem(SESSION_STORAGE_KEY, 'known-session');
    const seen = installObjectStore(PATH);
    await expect(upload(picture())).resolves.toBe(PATH);
    expect(seen).toEqual([
      ['ticket', { contentType: 'image/png', size: 4, filename: 'saturn.png' }],
      ['file', 'image/png', 'Bearer known-session'],
    ]);
  });

  it('rejects an oversized or unsupported file before sending anything', async () => {
    const seen = installObjectStore();
    const large = new Blob([new Uint8Array(UPLOAD.maxBytes + 1)], { type: 'image/png' });
    await expect(upload(large)).rejects.toThrow(UPLOAD_TEXTS.tooLarge);
    await expect(upload(picture('image/svg+xml'))).rejects.toThrow(UPLOAD_TEXTS.unsupportedType);
    expect(seen).toEqual([]);
  });

  it('UPL-028 GAP-107 requests a new address when the first one expires', async () => {
    const seen = installObjectStore(PATH);
    refuseUploads(403, { code: 'upload_expired', message: 'Gone.' }, { times: 1 });
    await expect(advanceUntilSettled(upload(picture()))).resolves.toBe(PATH);
    expect(seen.map(([kind]) => kind)).toEqual(['ticket', 'ticket', 'file']);
  });

  it('UPL-028 reports an expired request when every address expires', async () => {
    installObjectStore();
    refuseUploads(403, { code: 'upload_expired', message: 'Gone.' });
    expect(uploadMessageOf(await advanceUntilSettled(failureOf(upload(picture()))))).toBe(
      'Request has expired',
    );
  });

  it.each([408, 409, 418, 423, 429, 500, 502, 503, 504])(
    'UPL-030 LIM-010 retries after a %d with a new address each time, then gives up',
    async (status) => {
      const seen = installObjectStore(PATH);
      refuseUploads(status, { code: 'unavailable', message: 'Not now.' });
      const startedAt = Date.now();
      const failure = await advanceUntilSettled(failureOf(upload(picture())));
      expect(uploadMessageOf(failure)).toBe('Not now.');
      expect(seen.map(([kind]) => kind)).toEqual(['ticket', 'ticket', 'ticket', 'ticket', 'ticket']);
      expect(RETRY_DELAYS_MS).toEqual([0, 1_000, 3_000, 5_000]);
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(9_000);
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
  ])('UPL-031 UPL-027 reports a %d and does not retry', async (...row) => {
    const [status, code, message, expected] = row;
    const seen = installObjectStore();
    refuseUploads(status, { code, message });
    const failure = await failureOf(upload(picture()));
    expect(failure).toBeInstanceOf(HttpError);
    expect(uploadMessageOf(failure)).toBe(expected);
    expect(seen).toHaveLength(1);
  });

  it('UPL-029 reports and waits for the delay of a 429, then continues', async () => {
    const seen = installObjectStore(PATH);
    refuseUploads(429, { code: 'rate_limited', message: 'Slowly.' }, { times: 1, retryAfter: 7 });
    const waits: (Wait | null)[] = [];
    const startedAt = Date.now();
    await expect(
      advanceUntilSettled(upload(picture(), { onWait: (wait) => waits.push(wait) })),
    ).resolves.toBe(PATH);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(7_000);
    expect(waits).toEqual([{ for: 'limit', until: expect.any(Number) }, null]);
    expect(seen.map(([kind]) => kind)).toEqual(['ticket', 'ticket', 'file']);
  });

  it('UPL-029 fails after a long Retry-After and says when to try again', async () => {
    const seen = installObjectStore();
    refuseUploads(429, { code: 'rate_limited', message: 'Slowly.' }, { retryAfter: 1_741 });
    const failure = await failureOf(upload(picture()));
    expect(uploadMessageOf(failure)).toBe('Too many requests. Try again in 30 minutes.');
    expect(seen).toHaveLength(1);
  });

  it('reports a lost connection', async () => {
    installObjectStore();
    server.use(http.put('http://localhost/uploads/token', () => HttpResponse.error()));
    expect(uploadMessageOf(await advanceUntilSettled(failureOf(upload(picture()))))).toBe(UPLOAD_TEXTS.lost);
    mock(createUpload, () => HttpResponse.error());
    expect(uploadMessageOf(await advanceUntilSettled(failureOf(upload(picture()))))).toBe(UPLOAD_TEXTS.lost);
  });

  it('UPL-025 waits for the network without a time limit, then continues', async () => {
    const seen = installObjectStore(PATH);
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.use(http.put('http://localhost/uploads/token', () => HttpResponse.error(), { once: true }));
    const waits: (Wait | null)[] = [];
    const sent = upload(picture(), { onWait: (wait) => waits.push(wait) });
    while (waits.length === 0) await jest.advanceTimersByTimeAsync(1);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(waits).toEqual([{ for: 'network' }]);
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await expect(sent).resolves.toBe(PATH);
    expect(waits).toEqual([{ for: 'network' }, null]);
    expect(seen.map(([kind]) => kind)).toEqual(['ticket', 'ticket', 'file']);
  });

  it('OPS-055 waits for the end of a maintenance, however often it is refused', async () => {
    const seen = installObjectStore(PATH);
    refuseUploads(503, { code: 'maintenance', message: 'Read only.' }, { times: 9, retryAfter: 30 });
    await expect(advanceUntilSettled(upload(picture()))).resolves.toBe(PATH);
    expect(seen.filter(([kind]) => kind === 'ticket')).toHaveLength(10);
  });

  it.each(['while sending', 'while waiting'])('stops %s when its signal aborts', async (when) => {
    installObjectStore();
    const leaving = new AbortController();
    const leave = () => leaving.abort(new Error('changed my mind'));
    if (when === 'while waiting')
      refuseUploads(503, { code: 'unavailable', message: 'No.' }, { retryAfter: 30 });
    else {
      server.use(
        http.put('http://localhost/uploads/token', async () => {
          leave();
          await new Promise<never>(() => {});
        }),
      );
    }
    const sent = upload(picture(), { signal: leaving.signal, onWait: leave });
    await expect(advanceUntilSettled(sent)).rejects.toThrow('changed my mind');
  });
});
