import { describe, expect, it } from '@jest/globals';
import { post } from '../../../testing/posts.js';
import { countNew, postsOf, withNewest } from './newest-posts.js';

const [a, b, c, d, e] = [post(), post(), post(), post(), post()];
const cached = {
  pages: [
    { items: [b, c], nextCursor: c.id },
    { items: [d, e], nextCursor: null },
  ],
  pageParams: ['', c.id],
};
const idsOf = (...posts: { id: string }[]) => posts.map(({ id }) => id);

describe('withNewest', () => {
  it('puts new posts first and keeps the older ones with their cursors', () => {
    const newest = { items: [a, b], nextCursor: b.id };
    const list = withNewest(cached, newest);
    expect(countNew(cached, newest)).toBe(1);
    expect(idsOf(...postsOf(list))).toEqual(idsOf(a, b, c, d, e));
    expect(list.pages.map(({ nextCursor }) => nextCursor)).toEqual([c.id, null]);
  });

  it('applies changes and removes posts missing from the newer page', () => {
    const changed = { ...d, title: 'Changed' };
    const list = withNewest(cached, { items: [b, changed], nextCursor: d.id });
    expect(idsOf(...postsOf(list))).toEqual(idsOf(b, d, e));
    expect(postsOf(list)[1]?.title).toBe('Changed');
  });

  it('starts over when the newer page does not overlap the list', () => {
    const newest = { items: [a], nextCursor: a.id };
    expect(withNewest(cached, newest)).toEqual({ pages: [newest], pageParams: [''] });
    expect(countNew(cached, newest)).toBe(1);
  });
});
