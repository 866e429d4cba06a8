import { jest } from '@jest/globals';
import { createUpload } from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { mock } from './mock.js';
import { server } from './server.js';

const ORIGIN = 'http://localhost';

/**
 * @returns the requests in order: `ticket` and the body of a request for an address, or `file` and the content type and
 *   credential of an upload
 */
export function installObjectStore(objectPath = '/objects/one'): unknown[][] {
  const seen: unknown[][] = [];
  mock(createUpload, ({ body }) => {
    seen.push(['ticket', body]);
    return {
      uploadURL: `${ORIGIN}/uploads/token`,
      method: 'PUT',
      objectPath,
      expiresAt: '2026-01-01T00:00:00.000Z',
    };
  });
  server.use(
    http.put(`${ORIGIN}/uploads/token`, ({ request }) => {
      const { headers } = request;
      seen.push(['file', headers.get('Content-Type'), headers.get('Authorization')]);
      return HttpResponse.json({ ok: true, objectPath });
    }),
  );
  return seen;
}

/**
 * @param times how often; default always
 * @param retryAfter in seconds
 */
export function refuseUploads(
  status: number,
  problem: { code: string; message: string },
  { times = Infinity, retryAfter }: { times?: number; retryAfter?: number } = {},
): void {
  let left = times;
  server.use(
    http.put(`${ORIGIN}/uploads/token`, () => {
      // `undefined` falls through to the handler of `installObjectStore`.
      if (left === 0) return undefined;
      left -= 1;
      const headers: HeadersInit = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
      return HttpResponse.json({ statusCode: status, ...problem }, { status, headers });
    }),
  );
}

/** Serves pictures. @param place of their addresses @returns the address and the credential of each request */
export function servePictures(status = 200, place = '/objects/:key'): (string | null)[][] {
  const seen: (string | null)[][] = [];
  installObjectUrls();
  server.use(
    http.get(place, ({ request }) => {
      const { pathname, search } = new URL(request.url);
      seen.push([`${pathname}${search}`, request.headers.get('Authorization')]);
      return new HttpResponse('bytes', { status });
    }),
  );
  return seen;
}

/** jsdom has no object URLs. */
export function installObjectUrls(): void {
  let last = 0;
  URL.createObjectURL = () => `blob:${(last += 1)}`;
  URL.revokeObjectURL = () => undefined;
}

export interface CanvasRecord {
  bitmap: { width: number; height: number; close: jest.Mock };
  /** The arguments of `drawImage` after the picture. */
  drawn: number[][];
  /** For each encoding: the canvas's width and height, the type and the quality. */
  encoded: unknown[][];
}

/**
 * @param size of the decoded picture; `null` makes decoding fail
 * @param canEncode false makes the canvas encode to `null`
 */
export function installPictureCanvas(
  size: { width: number; height: number } | null,
  canEncode = true,
): CanvasRecord {
  const bitmap = { width: 0, height: 0, ...size, close: jest.fn() };
  const seen: CanvasRecord = { bitmap, drawn: [], encoded: [] };
  Object.defineProperty(globalThis, 'createImageBitmap', {
    configurable: true,
    value: () => (size ? Promise.resolve(bitmap) : Promise.reject(new Error('not decodable'))),
  });
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    configurable: true,
    value: () => ({ drawImage: (_picture: unknown, ...place: number[]) => seen.drawn.push(place) }),
  });
  Object.defineProperty(HTMLCanvasElement.prototype, 'toBlob', {
    configurable: true,
    value(this: HTMLCanvasElement, callback: (blob: Blob | null) => void, type: string, quality: number) {
      seen.encoded.push([this.width, this.height, type, quality]);
      callback(canEncode ? new Blob(['square'], { type }) : null);
    },
  });
  installObjectUrls();
  return seen;
}
