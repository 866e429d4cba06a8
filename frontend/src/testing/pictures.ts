import { jest } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { server } from './server.js';

const ORIGIN = 'http://localhost';

/**
 * A store that takes what is sent.
 * @returns what was asked of it, in order: method, path, then the body where it is JSON, else its type and the credential
 */
export function installStore(objectPath = '/objects/one'): unknown[][] {
  const seen: unknown[][] = [];
  server.use(
    http.post('/api/objects/upload', async ({ request }) => {
      seen.push(['POST', '/api/objects/upload', await request.json()]);
      return HttpResponse.json({
        uploadURL: `${ORIGIN}/uploads/token`,
        method: 'PUT',
        objectPath,
        expiresAt: '2026-01-01T00:00:00.000Z',
      });
    }),
    http.put(`${ORIGIN}/uploads/token`, ({ request }) => {
      const { headers } = request;
      seen.push(['PUT', '/uploads/token', headers.get('Content-Type'), headers.get('Authorization')]);
      return HttpResponse.json({ ok: true, objectPath });
    }),
  );
  return seen;
}

/**
 * Has the store refuse what is sent.
 * @param times how often; always where it is left out
 * @param retryAfter seconds after which it may be tried again
 */
export function refusedPuts(
  status: number,
  problem: { code: string; message: string },
  { times = Infinity, retryAfter }: { times?: number; retryAfter?: number } = {},
): void {
  let left = times;
  server.use(
    http.put(`${ORIGIN}/uploads/token`, () => {
      // Without an answer the store's own is taken.
      if (left === 0) return undefined;
      left -= 1;
      const headers: HeadersInit = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
      return HttpResponse.json({ statusCode: status, ...problem }, { status, headers });
    }),
  );
}

/** What a canvas was told to draw and to encode. */
export interface Drawn {
  bitmap: { width: number; height: number; close: jest.Mock };
  /** The arguments of `drawImage` behind the picture. */
  drawn: number[][];
  /** The canvas's width and height, the type and the quality, each time it was encoded. */
  encoded: unknown[][];
}

/**
 * Stands in for the decoder and the encoder that jsdom lacks.
 * @param size of the picture in pixels; null where it cannot be decoded
 * @param canEncode whether the canvas gives anything
 */
export function installCanvas(size: { width: number; height: number } | null, canEncode = true): Drawn {
  const bitmap = { width: 0, height: 0, ...size, close: jest.fn() };
  const seen: Drawn = { bitmap, drawn: [], encoded: [] };
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
    value(this: HTMLCanvasElement, give: (blob: Blob | null) => void, type: string, quality: number) {
      seen.encoded.push([this.width, this.height, type, quality]);
      give(canEncode ? new Blob(['square'], { type }) : null);
    },
  });
  let last = 0;
  URL.createObjectURL = () => `blob:${(last += 1)}`;
  URL.revokeObjectURL = () => undefined;
  return seen;
}
