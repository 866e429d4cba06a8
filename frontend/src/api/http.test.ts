import { describe, expect, it } from '@jest/globals';
import { MESSAGES, STORAGE_KEYS } from '@oniverse/contracts';
import { http as answer, HttpResponse } from 'msw';
import { server } from '../testing/server.js';
import { http, HttpError, serverMessageOf } from './http.js';
import { secondsToWait } from './retry-after.js';

async function failure(path: string): Promise<HttpError> {
  const error: unknown = await http(path).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HttpError)) throw new Error('expected an HttpError');
  return error;
}

describe('the one fetch', () => {
  it('ERR-001 raises an error of status and body text', async () => {
    server.use(answer.get('/api/thing', () => new HttpResponse('it broke', { status: 500 })));
    expect((await failure('/api/thing')).message).toBe('500: it broke');
  });

  it('ERR-002 puts the status text in place of an empty body', async () => {
    server.use(
      answer.get('/api/thing', () => new HttpResponse('', { status: 404, statusText: 'Not Found' })),
    );
    expect((await failure('/api/thing')).message).toBe('404: Not Found');
  });

  it('GAP-145 keeps the message as specified and the parsed server message beside it', async () => {
    const body = {
      statusCode: 400,
      code: 'validation_failed',
      message: 'bad',
      fields: { email: 'bad email' },
    };
    server.use(answer.get('/api/thing', () => HttpResponse.json(body, { status: 400 })));
    const error = await failure('/api/thing');
    expect(error.message).toBe(`400: ${JSON.stringify(body)}`);
    expect(error.serverMessage).toBe('bad');
    expect(error.code).toBe('validation_failed');
    expect(error.fields).toEqual({ email: 'bad email' });
    expect(serverMessageOf(error)).toBe('bad');
    expect(serverMessageOf(new Error('offline'))).toBeUndefined();
  });

  it.each([
    ['900', 'Too many requests. Try again in 15 minutes.'],
    ['1', 'Too many requests. Try again in 1 second.'],
    ['61', 'Too many requests. Try again in 2 minutes.'],
    ['3601', 'Too many requests. Try again in 2 hours.'],
    ['soon', 'Too many requests. Try again later.'],
  ])('says of a passed limit when it ends: Retry-After %s', async (header, said) => {
    const body = { statusCode: 429, code: 'rate_limited', message: MESSAGES.rateLimited };
    server.use(
      answer.get('/api/thing', () =>
        HttpResponse.json(body, { status: 429, headers: { 'Retry-After': header } }),
      ),
    );
    const error = await failure('/api/thing');
    expect(serverMessageOf(error)).toBe(said);
    expect(error.serverMessage).toBe(MESSAGES.rateLimited);
  });

  it('keeps the words of a part that is down, and when to come back', async () => {
    const body = { statusCode: 503, code: 'unavailable', message: MESSAGES.unavailable };
    server.use(
      answer.get('/api/thing', () =>
        HttpResponse.json(body, { status: 503, headers: { 'Retry-After': '5' } }),
      ),
    );
    const error = await failure('/api/thing');
    expect(serverMessageOf(error)).toBe(MESSAGES.unavailable);
    expect(error.retryAfter).toBe(5);
  });

  it('reads a Retry-After that is a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(secondsToWait('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30);
    expect(secondsToWait('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(secondsToWait(null, now)).toBeUndefined();
  });

  it('ignores what is malformed in an error body', async () => {
    server.use(
      answer.get('/api/thing', () => HttpResponse.json({ message: 7, fields: { a: 1 } }, { status: 400 })),
    );
    const error = await failure('/api/thing');
    expect(error.serverMessage).toBeUndefined();
    expect(error.fields).toEqual({});
  });

  it('AUT-043 API-065 carries the stored session as a bearer credential', async () => {
    localStorage.setItem(STORAGE_KEYS.session, 'abc');
    server.use(
      answer.get('/api/thing', ({ request }) => HttpResponse.json(request.headers.get('authorization'))),
    );
    expect(await http('/api/thing')).toBe('Bearer abc');
  });

  it('AUT-044 sends no Authorization header without a stored session', async () => {
    server.use(
      answer.get('/api/thing', ({ request }) => HttpResponse.json(request.headers.has('authorization'))),
    );
    expect(await http('/api/thing')).toBe(false);
  });

  it('sends a body as JSON, and no content type without one', async () => {
    server.use(
      answer.post('/api/thing', async ({ request }) =>
        HttpResponse.json([request.headers.get('content-type'), await request.text()]),
      ),
    );
    expect(await http('/api/thing', { method: 'POST', body: { a: 1 } })).toEqual([
      'application/json',
      '{"a":1}',
    ]);
    expect(await http('/api/thing', { method: 'POST' })).toEqual([null, '']);
  });
});
