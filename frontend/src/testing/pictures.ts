import { jest } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { server } from './server.js';

const ORIGIN = 'http://localhost';

/**
 * A store that takes what is sent. @returns what was asked of it, in order: method, path, and the body where it is JSON
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
      seen.push(['PUT', '/uploads/token', request.headers.get('Content-Type')]);
      return HttpResponse.json({ ok: true, objectPath });
    }),
  );
  return seen;
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
