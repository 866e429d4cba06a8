import { beforeEach, describe, expect, it } from '@jest/globals';
import { type BookmarkView, listBookmarks, NEW_POSTS_COUNTED } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';
import { BOOKMARK_LISTS_TEXTS } from './bookmark-lists.texts.js';

const bookmarkedTag = (newPosts: number): BookmarkView => ({
  id: 'kept',
  kind: 'tag',
  subject: 'dreams',
  title: 'dreams',
  author: null,
  imageUrl: null,
  place: null,
  conversation: null,
  newPosts,
  note: null,
  createdAt: '2026-11-20T20:00:00.000Z',
});

describe('what is new with a kept tag', () => {
  let live: LiveServer;
  let newPosts: number;
  beforeEach(() => {
    live = new LiveServer();
    live.start();
    newPosts = 0;
    mock(listBookmarks, () => [bookmarkedTag(newPosts)]);
  });

  it.each([
    [1, '1 new post'],
    [NEW_POSTS_COUNTED - 1, '9 new posts'],
    [NEW_POSTS_COUNTED, '9+ new posts'],
  ])('NXT-211 names %i posts as %s', (count, text) => {
    expect(BOOKMARK_LISTS_TEXTS.newPosts(count)).toBe(text);
  });

  it('NXT-211 appears on the shelf with a new post, and leaves it when another device opens the tag', async () => {
    signIn();
    const { unmount } = renderApp('/homepage');
    expect(await screen.findByRole('link', { name: '#dreams' })).toBeInTheDocument();
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    newPosts = 2;
    await waitFor(() => expect(live.countRequests('feed:watch')).toBeGreaterThan(0));
    live.io.to('feed').emit('feed:changed', { withinMs: 0 });
    expect(await screen.findByText('2 new posts')).toBeInTheDocument();
    newPosts = 0;
    live.io.emit('bookmarks:changed', {});
    await waitFor(() => expect(screen.queryByText('2 new posts')).not.toBeInTheDocument());
    unmount();
  });
});

describe('a kept message', () => {
  it('NXT-443 is named by its text without the marks of Markdown', async () => {
    signIn();
    const place = {
      serverId: 's-1',
      serverName: 'Observatory',
      isPublic: true,
      channelId: 'c-1',
      channelName: 'tonight',
      seq: 4,
    };
    mock(listBookmarks, [{ ...bookmarkedTag(0), kind: 'message', title: 'The **third** `lamp`', place }]);
    renderApp('/kept');
    expect(await screen.findByRole('link', { name: 'The third lamp' })).toBeInTheDocument();
  });

  it('TLK-454 of a conversation leads there', async () => {
    signIn();
    const conversation = { channelId: 'c-otto', seq: 4 };
    mock(listBookmarks, [{ ...bookmarkedTag(0), kind: 'message', title: 'Ten past five.', conversation }]);
    renderApp('/kept');
    expect(await screen.findByRole('link', { name: 'Ten past five.' })).toHaveAttribute(
      'href',
      '/direct/c-otto?message=4',
    );
  });
});
