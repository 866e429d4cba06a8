import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ATTACHMENT_MESSAGES, SESSION_STORAGE_KEY } from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { server } from '../testing/server.js';
import { sendFile, type SendOptions, type SendTicket } from './send-file.js';
import { uploadMessageOf } from './upload-problems.js';
import { UPLOAD_TEXTS } from './upload.texts.js';
import type { Wait } from './with-retries.js';

const uploadURL = 'http://localhost/uploads/token';
const PATH = '/objects/one';
const FILM = new Blob(['aaaabbbbccccd'], { type: 'video/mp4' });
const TICKET: SendTicket = { uploadURL, partBytes: 4, size: FILM.size };

const problem = (status: number, code: string, retryAfter?: number) =>
  HttpResponse.json(
    { statusCode: status, code, message: `${code}.` },
    { status, ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }) },
  );

/** A backend with the parts that have arrived. A refusal answers one request, such as `PUT 2` or `POST`, and is used up. */
class FakeUpload {
  readonly parts = new Map<number, string>();
  readonly requests: string[] = [];
  readonly refusals = new Map<string, (() => Response)[]>();
  readonly credentials = new Set<string | null>();
  inFlight = 0;
  mostInFlight = 0;

  constructor() {
    const answer = async (name: string, request: Request, accept: () => Response | Promise<Response>) => {
      this.requests.push(name);
      this.credentials.add(request.headers.get('Authorization'));
      return this.refusals.get(name)?.shift()?.() ?? accept();
    };
    server.use(
      http.get(uploadURL, ({ request }) =>
        answer('GET', request, () => HttpResponse.json({ partBytes: 4, parts: [...this.parts.keys()] })),
      ),
      http.put(`${uploadURL}/parts/:number`, async ({ request, params }) => {
        this.inFlight += 1;
        this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
        const bytes = await request.text();
        this.inFlight -= 1;
        return answer(`PUT ${String(params['number'])}`, request, () => {
          this.parts.set(Number(params['number']), bytes);
          return HttpResponse.json({ ok: true });
        });
      }),
      http.post(`${uploadURL}/complete`, ({ request }) =>
        answer('POST', request, () => HttpResponse.json({ ok: true, objectPath: PATH })),
      ),
    );
  }

  refuse(name: string, ...refusals: (() => Response)[]): void {
    this.refusals.set(name, refusals);
  }

  get content(): string {
    return [...this.parts]
      .toSorted(([a], [b]) => a - b)
      .map(([, bytes]) => bytes)
      .join('');
  }
}

async function advanceUntilSettled<T>(work: Promise<T>): Promise<T> {
  const state = { isSettled: false };
  const result = work.finally(() => (state.isSettled = true));
  result.catch(() => undefined);
  while (!state.isSettled) await jest.advanceTimersByTimeAsync(100);
  return result;
}

const send = (options: SendOptions = {}, file: Blob = FILM, ticket = TICKET) =>
  advanceUntilSettled(sendFile(file, ticket, options));
const failureOf = (sent: Promise<string>) => sent.catch((error: unknown) => error);

beforeEach(() => {
  // The requests themselves run on the real clock.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});

describe('sendFile', () => {
  it('TLK-377 sends a small file at once, once', async () => {
    const seen: (string | null)[] = [];
    server.use(
      http.put(uploadURL, async ({ request }) => {
        seen.push(await request.text());
        return seen.length === 1 ? HttpResponse.json({ ok: true, objectPath: PATH }) : HttpResponse.error();
      }),
    );
    const ticket = { uploadURL, size: FILM.size };
    await expect(send({}, FILM, ticket)).resolves.toBe(PATH);
    expect(uploadMessageOf(await failureOf(send({}, FILM, ticket)))).toBe(UPLOAD_TEXTS.lost);
    expect(seen).toEqual(['aaaabbbbccccd', 'aaaabbbbccccd']);
  });

  it('TLK-377 sends the parts two at a time with the session, and reports the progress of the whole file', async () => {
    localStorage.setItem(SESSION_STORAGE_KEY, 'known-session');
    const upload = new FakeUpload();
    const progress: number[] = [];
    await expect(send({ onProgress: (fraction) => progress.push(fraction) })).resolves.toBe(PATH);
    expect(upload.content).toBe('aaaabbbbccccd');
    expect(upload.parts.size).toBe(4);
    expect(upload.mostInFlight).toBeLessThanOrEqual(2);
    expect(upload.requests.at(0)).toBe('GET');
    expect(upload.requests.at(-1)).toBe('POST');
    expect([...upload.credentials]).toEqual(['Bearer known-session']);
    expect(progress.at(0)).toBe(0);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it('TLK-377 sends only what is missing, from where it was', async () => {
    const upload = new FakeUpload();
    upload.parts.set(1, 'aaaa').set(3, 'cccc');
    const progress: number[] = [];
    await expect(send({ onProgress: (fraction) => progress.push(fraction) })).resolves.toBe(PATH);
    expect(upload.requests.toSorted()).toEqual(['GET', 'POST', 'PUT 2', 'PUT 4']);
    expect(upload.content).toBe('aaaabbbbccccd');
    expect(progress.at(0)).toBe(8 / 13);
  });

  it('TLK-377 repeats what fails, and nothing else', async () => {
    const upload = new FakeUpload();
    upload.refuse('GET', () => HttpResponse.error());
    upload.refuse(
      'PUT 2',
      () => HttpResponse.error(),
      () => problem(503, 'unavailable'),
    );
    upload.refuse('POST', () => problem(503, 'unavailable'));
    await expect(send()).resolves.toBe(PATH);
    expect(upload.requests.toSorted().join()).toBe('GET,GET,POST,POST,PUT 1,PUT 2,PUT 2,PUT 2,PUT 3,PUT 4');
  });

  it('TLK-377 waits for a lost network and for limits, as one file', async () => {
    const upload = new FakeUpload();
    const lose = () => {
      const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      setTimeout(() => {
        onLine.mockReturnValue(true);
        window.dispatchEvent(new Event('online'));
      }, 60_000);
      return HttpResponse.error();
    };
    upload.refuse('PUT 1', lose);
    upload.refuse('POST', () => problem(429, 'rate_limited', 5));
    const waits: (Wait['for'] | undefined)[] = [];
    await expect(send({ onWait: (wait) => waits.push(wait?.for) })).resolves.toBe(PATH);
    expect(waits).toEqual(['network', undefined, 'limit', undefined]);
  });

  it('TLK-377 sends parts again that the server has lost', async () => {
    const upload = new FakeUpload();
    upload.refuse('POST', () => {
      upload.parts.delete(2);
      return problem(409, 'upload_incomplete');
    });
    await expect(send()).resolves.toBe(PATH);
    expect(upload.requests.filter((name) => name === 'PUT 2')).toHaveLength(2);
    expect(upload.requests.filter((name) => name === 'PUT 1')).toHaveLength(1);
    const lose = () => problem(409, 'upload_incomplete');
    upload.refuse('POST', lose, lose, lose);
    expect(uploadMessageOf(await failureOf(send()))).toBe('upload_incomplete.');
  });

  it.each([
    ['GET', 403, 'upload_expired', UPLOAD_TEXTS.expired],
    ['PUT 2', 403, 'upload_expired', UPLOAD_TEXTS.expired],
    ['PUT 1', 400, 'malformed_request', 'malformed_request.'],
    ['POST', 403, 'upload_expired', UPLOAD_TEXTS.expired],
  ])('TLK-377 ends when %s is refused with %d %s', async (name, status, code, message) => {
    const upload = new FakeUpload();
    upload.refuse(name, () => problem(status, code));
    expect(uploadMessageOf(await failureOf(send()))).toBe(message);
    expect(upload.requests.filter((sent) => sent === name)).toHaveLength(1);
    expect(upload.requests.includes('POST')).toBe(name === 'POST');
  });

  it('TLK-377 stops with the reason of the signal, and continues with the same ticket', async () => {
    const upload = new FakeUpload();
    const stopping = new AbortController();
    upload.refuse('PUT 3', () => {
      stopping.abort(new Error('Removed'));
      return HttpResponse.error();
    });
    await expect(send({ signal: stopping.signal })).rejects.toThrow('Removed');
    expect(upload.requests).not.toContain('POST');
    await expect(send({ signal: stopping.signal })).rejects.toThrow('Removed');
    await expect(send()).resolves.toBe(PATH);
    expect(upload.content).toBe('aaaabbbbccccd');
    expect(upload.requests.filter((name) => name === 'PUT 1')).toHaveLength(1);
  });

  it('TLK-379 sends nothing of a file that has another size than announced', async () => {
    const upload = new FakeUpload();
    const failure = await failureOf(send({}, new Blob(['aaaabbbb'])));
    expect(uploadMessageOf(failure)).toBe(ATTACHMENT_MESSAGES.wrongSize.message);
    expect(upload.requests).toEqual([]);
  });

  it('TLK-379 ends when the browser cannot read a file that was changed meanwhile', async () => {
    const upload = new FakeUpload();
    upload.refuse('PUT 1', () => HttpResponse.error());
    const unreadable = Object.assign(new Blob(), {
      arrayBuffer: () => Promise.reject(new DOMException('Changed', 'NotReadableError')),
    });
    const film = FILM.slice();
    jest.spyOn(film, 'slice').mockReturnValue(Object.assign(new Blob(['aaaa']), { slice: () => unreadable }));
    const failure = await failureOf(send({}, film));
    expect(uploadMessageOf(failure)).toBe(ATTACHMENT_MESSAGES.wrongSize.message);
    expect(upload.requests).not.toContain('POST');
  });
});
