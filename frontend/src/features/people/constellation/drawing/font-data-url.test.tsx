import { describe, expect, it } from '@jest/globals';
import { http, HttpResponse } from 'msw';
import { server } from '../../../../testing/server.js';
import { loadFontDataUrl } from './font-data-url.js';

describe('loadFontDataUrl', () => {
  it('encodes a font of any length', async () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 251);
    server.use(http.get('*/asset', () => HttpResponse.arrayBuffer(bytes.buffer)));
    expect(await loadFontDataUrl()).toBe(`data:font/woff2;base64,${Buffer.from(bytes).toString('base64')}`);
  });

  it('returns undefined when the font cannot be loaded', async () => {
    server.use(http.get('*/asset', () => new HttpResponse(null, { status: 404 })));
    expect(await loadFontDataUrl()).toBeUndefined();
    server.use(http.get('*/asset', () => HttpResponse.error()));
    expect(await loadFontDataUrl()).toBeUndefined();
  });
});
