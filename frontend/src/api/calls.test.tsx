import { describe, expect, it } from '@jest/globals';
import {
  addBookmark,
  getBookmarkKeys,
  listBookmarks,
  listBookmarkedPictures,
  NEXT_CURSOR_HEADER,
  recordTagOpened,
} from '@oniverse/contracts';
import { problem } from '../testing/call-handler.js';
import { expectConsoleError } from '../testing/console-errors.js';
import { mock } from '../testing/mock.js';
import { addressOf, isQueryOf, listOf, queryOf, send } from './calls.js';
import { createQueryClient } from './query-client.js';

const KEYS = { member: [], post: [], picture: [], tag: ['dreams'], message: [], onBoards: [] };

describe('send', () => {
  it('makes a call with encoded parameters, and returns the answer', async () => {
    const requests = mock(recordTagOpened, { ok: true });
    expect(await send(recordTagOpened, { tag: 'a/b ?' })).toEqual({ ok: true });
    expect(requests).toEqual([{ tag: 'a/b ?', query: {}, body: null }]);
  });

  it('throws the problem of a failed call, and an error for a malformed answer', async () => {
    mock(addBookmark, () => problem('quota_reached'));
    const sent = { kind: 'tag', subject: 'dreams' };
    await expect(send(addBookmark, sent)).rejects.toMatchObject({ status: 409, code: 'quota_reached' });
    expectConsoleError(/unexpected form/u);
    mock(addBookmark, () => Response.json({ ok: 'yes' }));
    await expect(send(addBookmark, sent)).rejects.toThrow('unexpected form');
  });

  it('requires the parameters of the path', () => {
    // @ts-expect-error The call has two parameters.
    const incomplete = () => send(addBookmark, { kind: 'tag' });
    // @ts-expect-error The call has parameters.
    const empty = () => send(recordTagOpened);
    // @ts-expect-error Only a GET is a query.
    const written = () => queryOf(recordTagOpened, { tag: 'dreams' });
    // @ts-expect-error There is no such kind.
    const wrong = () => listOf(listBookmarks, { query: { kind: 'board' } });
    expect([incomplete, empty, written, wrong]).toHaveLength(4);
  });
});

describe('a query of a call', () => {
  it('fetches its answer', async () => {
    mock(getBookmarkKeys, KEYS);
    expect(await createQueryClient().fetchQuery(queryOf(getBookmarkKeys))).toEqual(KEYS);
  });

  it('fetches the pages of a list, without the undefined values of its query', async () => {
    const requests: unknown[] = [];
    const page = (cursor: string) => Response.json([], { headers: { [NEXT_CURSOR_HEADER]: cursor } });
    mock(listBookmarks, ({ query }) => {
      requests.push(query);
      return query.cursor === undefined ? page('next') : [];
    });
    const { pages } = await createQueryClient().fetchInfiniteQuery({
      ...listOf(listBookmarks, { query: { limit: 5, kind: undefined } }),
      pages: 2,
    });
    expect(pages).toEqual([
      { items: [], nextCursor: 'next' },
      { items: [], nextCursor: null },
    ]);
    expect(requests).toEqual([{ limit: '5' }, { limit: '5', cursor: 'next' }]);
  });

  it('has a key that begins with its address, and is found by its call', () => {
    const client = createQueryClient();
    const boardId = '0193a000-0000-7000-8000-000000000001';
    client.setQueryData(queryOf(getBookmarkKeys).queryKey, KEYS);
    client.setQueryData(listOf(listBookmarkedPictures, { boardId }).queryKey, { pages: [], pageParams: [] });
    client.setQueryData(['/api', 'bookmarks'], []);
    expect(addressOf(listBookmarkedPictures, { boardId })).toEqual(['/api', 'bookmarks', 'boards', boardId]);
    const count = (filters: Parameters<typeof client.getQueriesData>[0]) =>
      client.getQueriesData(filters).length;
    expect(count({ queryKey: addressOf(listBookmarkedPictures, { boardId }) })).toBe(1);
    expect(count({ queryKey: addressOf(listBookmarks) })).toBe(3);
    expect(count({ predicate: isQueryOf(getBookmarkKeys) })).toBe(1);
    expect(count({ predicate: isQueryOf(listBookmarkedPictures, getBookmarkKeys) })).toBe(2);
    expect(count({ predicate: isQueryOf(listBookmarks) })).toBe(0);
  });
});
