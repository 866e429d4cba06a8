import { describe, expect, it } from '@jest/globals';
import { enqueuedPreviews } from './previewed-messages.js';

describe('enqueuedPreviews', () => {
  it('TLK-323 leaves the statement of plain messages as it is', () => {
    const plain = ['Clear skies.', 'http', '`https://code.example/`'].map((content) => ({ content }));
    expect(enqueuedPreviews(plain, 'true', 9)).toEqual({ column: '', values: [] });
  });

  it('TLK-323 names the places of messages with links', () => {
    const batch = ['a', 'see https://page.example/', 'b', 'http://page.example/'].map((content) => ({
      content,
    }));
    const { column, values } = enqueuedPreviews(batch, 'stored.created', 9);
    expect(values).toEqual([[2, 4]]);
    expect(column).toContain('stored.created AND stored.place = ANY ($9::integer[])');
  });
});
