import { describe, expect, it } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { server } from '../../../testing/server.js';
import { faceInFull } from './face.js';

describe('the face that goes with a saved constellation', () => {
  it('is held in full, however long it is', async () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, place) => place % 251);
    server.use(http.get('*/asset', () => HttpResponse.arrayBuffer(bytes.buffer)));
    expect(await faceInFull()).toBe(`data:font/woff2;base64,${Buffer.from(bytes).toString('base64')}`);
  });

  it('is left out where it does not come', async () => {
    server.use(http.get('*/asset', () => new HttpResponse(null, { status: 404 })));
    expect(await faceInFull()).toBeUndefined();
    server.use(http.get('*/asset', () => HttpResponse.error()));
    expect(await faceInFull()).toBeUndefined();
  });
});
