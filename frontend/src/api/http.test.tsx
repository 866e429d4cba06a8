import { describe, expect, it } from '@jest/globals';
import { MESSAGES, SESSION_STORAGE_KEY } from '@oniverse/contracts';
import { http as answer, HttpResponse } from 'msw';
import { server } from '../testing/server.js';
import { fieldMessagesOf } from './field-messages.js';
import { http, HttpError, serverMessageOf } from './http.js';
import { parseRetryAfter } from './retry-after.js';

async function failureOf(path: string): Promise<HttpError> {
  const error: unknown = await http(path).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HttpError)) throw new Error('expected an HttpError');
  return error;
}

describe('http', () => {
  it('ERR-001 throws an error with status and body text', async () => {
    server.use(answer.get('/api/thing', () => new HttpResponse('it broke', { status: 500 })));
    expect((await failureOf('/api/thing')).message).toBe('500: it broke');
  });

  it('ERR-002 uses the status text when the body is empty', async () => {
    server.use(
      answer.get('/api/thing', () => new HttpResponse('', { status: 404, statusText: 'Not Found' })),
    );
    expect((await failureOf('/api/thing')).message).toBe('404: Not Found');
  });

  it('GAP-145 has the specified message and also the parsed server message', async () => {
    const body = {
      statusCode: 400,
      code: 'validation_failed',
      message: 'bad',
      fields: { email: 'bad email' },
    };
    server.use(answer.get('/api/thing', () => HttpResponse.json(body, { status: 400 })));
    const error = await failureOf('/api/thing');
    expect(error.message).toBe(`400: ${JSON.stringify(body)}`);
    expect(error.serverMessage).toBe('bad');
    expect(error.code).toBe('validation_failed');
    expect(fieldMessagesOf(error)).toEqual({ email: 'bad email' });
    expect(serverMessageOf(error)).toBe('bad');
    expect(serverMessageOf(new Error('offline'))).toBeUndefined();
  });

  it.each([
    ['900', 'Too many requests. Try again in 15 minutes.'],
    ['1', 'Too many requests. Try again in 1 second.'],
    ['61', 'Too many requests. Try again in 2 minutes.'],
    ['3601', 'Too many requests. Try again in 2 hours.'],
    ['soon', 'Too many requests. Try again later.'],
  ])('tells how long a rate limit lasts: Retry-After %s', async (header, message) => {
    const body = { statusCode: 429, code: 'rate_limited', ...MESSAGES.rateLimited };
    server.use(
      answer.get('/api/thing', () =>
        HttpResponse.json(body, { status: 429, headers: { 'Retry-After': header } }),
      ),
    );
    const error = await failureOf('/api/thing');
    expect(serverMessageOf(error)).toBe(message);
    expect(error.serverMessage).toBe(MESSAGES.rateLimited.message);
  });

  it('keeps the server message and delay of an outage', async () => {
    const body = { statusCode: 503, code: 'unavailable', ...MESSAGES.unavailable };
    server.use(
      answer.get('/api/thing', () =>
        HttpResponse.json(body, { status: 503, headers: { 'Retry-After': '5' } }),
      ),
    );
    const error = await failureOf('/api/thing');
    expect(serverMessageOf(error)).toBe(MESSAGES.unavailable.message);
    expect(error.retryAfter).toBe(5);
  });

  it('parses a Retry-After date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30);
    expect(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(parseRetryAfter(null, now)).toBeUndefined();
  });

  it('ignores malformed fields of an error body', async () => {
    server.use(
      answer.get('/api/thing', () => HttpResponse.json({ message: 7, fields: { a: 1 } }, { status: 400 })),
    );
    const error = await failureOf('/api/thing');
    expect(error.serverMessage).toBeUndefined();
    expect(fieldMessagesOf(error)).toEqual({});
  });

  it('AUT-043 API-065 sends the stored session as a bearer token', async () => {
    localStorage.setItem(SESSION_STORAGE_KEY, 'abc');
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
