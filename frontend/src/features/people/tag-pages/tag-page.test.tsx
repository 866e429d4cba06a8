import { describe, expect, it } from '@jest/globals';
import {
  type BookmarkKeys,
  getBookmarkKeys,
  getTagPage,
  listTagPosts,
  recordTagOpened,
  type TagPageView,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { image } from '../../../testing/album.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { post } from '../../../testing/posts.js';
import { renderApp } from '../../../testing/render.js';
import { clusterOf } from './cluster.js';
import { concernsTag } from './tag-page.queries.js';
import { TAG_PAGE_TEXTS } from './tag-page.texts.js';

const page: TagPageView = {
  name: 'dreams',
  memberCount: 26,
  hasMoreMembers: false,
  isCarried: true,
  isHub: false,
  sharedWith: ['otto_n', 'sable'],
  members: [
    { id: 'm1', username: 'otto_n', displayName: null, profileImageUrl: null, strength: 2, tags: ['dreams'] },
    { id: 'm2', username: 'wren_x', displayName: null, profileImageUrl: null, strength: 0, tags: ['moths'] },
  ],
  cluster: {
    nodes: [
      { id: 'me', username: 'vesper', isCurrentUser: true },
      { id: 'm1', username: 'otto_n', isCurrentUser: false },
      { id: 'm2', username: 'wren_x', isCurrentUser: false },
    ],
    links: [[0, 1]],
  },
  pictures: [],
  dimensions: [],
  together: ['coast'],
};

const NOTHING_KEPT: BookmarkKeys = { member: [], post: [], picture: [], tag: [], message: [], onBoards: [] };

function serve(given: Partial<TagPageView> = {}): void {
  mock(getTagPage, { ...page, ...given });
  mock(listTagPosts, []);
}

describe('the page of a tag', () => {
  it('NXT-010 names the members who show the tag, with lines in five parts', async () => {
    signIn();
    serve();
    const { address } = renderApp('/t/Dreams');
    expect(await screen.findByRole('heading', { level: 1, name: /dreams/ })).toBeInTheDocument();
    expect(address()).toBe('/t/dreams');
    expect(
      screen.getByText('26 members show this tag. You share it with otto_n and sable.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Strength 2 of 5')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '#moths' })).toHaveAttribute('href', '/t/moths');
    expect(screen.getByRole('link', { name: 'Tags' })).toHaveAttribute('href', '/t');
    expect(screen.getByRole('link', { name: '#coast' })).toHaveAttribute('href', '/t/coast');
    expect(screen.getByRole('link', { name: 'Show in constellation' })).toHaveAttribute(
      'href',
      '/constellation?tag=dreams',
    );
    expect(screen.getByRole('link', { name: 'Atom' })).toHaveAttribute('href', '/feeds/t/dreams/atom');
  });

  it('NXT-314 walks the pictures of the page in the lightbox, each with its owner, tags and page', async () => {
    signIn();
    const author = { username: 'otto_n', displayName: null, profileImageUrl: null };
    serve({
      pictures: [
        { image: image({ id: 'i-1', title: 'Sodium', tags: ['dreams'] }), author },
        {
          image: image({ id: 'i-2', title: 'White', tags: ['coast'] }),
          author: { ...author, username: 'wren_x' },
        },
      ],
    });
    const { user } = renderApp('/t/dreams');
    await user.click(await screen.findByRole('button', { name: 'Open Sodium' }));
    const lightbox = within(await screen.findByRole('dialog', { name: 'Sodium' }));
    expect(lightbox.getByText('1 of 2')).toBeInTheDocument();
    await user.click(lightbox.getByRole('button', { name: 'Next picture' }));
    const second = within(await screen.findByRole('dialog', { name: 'White' }));
    expect(second.getByRole('link', { name: /@wren_x/ })).toHaveAttribute('href', '/u/wren_x');
    expect(second.getByRole('link', { name: '#coast' })).toHaveAttribute('href', '/t/coast');
    expect(second.getByRole('link', { name: 'Open its page' })).toHaveAttribute(
      'href',
      '/u/wren_x/p/i-2?tag=dreams',
    );
  });

  it('NXT-322 says to a visitor that nothing here is visible to visitors', async () => {
    serve({ memberCount: null, isCarried: false, sharedWith: [], members: [], together: [] });
    renderApp('/t/dreams');
    expect(await screen.findByText('Nothing here is visible to visitors')).toBeInTheDocument();
  });

  it('NXT-016 opens the composer with the tag', async () => {
    const { id } = signIn();
    serve();
    const { user, address } = renderApp('/t/dreams');
    await user.click(await screen.findByRole('link', { name: 'Write with #dreams' }));
    expect(address()).toBe('/homepage');
    expect(localStorage.getItem(`oni-post-draft:${id}`)).toContain('"tags":["dreams"]');
  });

  it('NXT-211 records the opening of a kept tag with its newest post, and of no other tag', async () => {
    signIn();
    serve();
    const keep = (tag: string) => mock(getBookmarkKeys, { ...NOTHING_KEPT, tag: [tag] });
    mock(listTagPosts, [post({ title: 'Slow light' })]);
    const opened = mock(recordTagOpened, { ok: true });
    keep('coast');
    const other = renderApp('/t/dreams');
    expect(await screen.findByRole('button', { name: 'Keep #dreams' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    expect(await screen.findByRole('heading', { name: 'Slow light' })).toBeInTheDocument();
    other.unmount();
    keep('dreams');
    renderApp('/t/dreams');
    await waitFor(() => expect(opened.map(({ tag }) => tag)).toEqual(['dreams']));
  });

  it('NXT-014 says that nobody shows an unknown tag', async () => {
    signIn();
    serve({ memberCount: 0, isCarried: false, sharedWith: [], members: [], together: [] });
    renderApp('/t/dreams');
    expect(await screen.findByRole('heading', { name: 'Nobody shows #dreams yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Write with #dreams' })).toBeInTheDocument();
  });

  it('NXT-013 shows a visitor neither lines nor counts', async () => {
    serve({ memberCount: null, isCarried: false, sharedWith: [] });
    renderApp('/t/dreams');
    expect(await screen.findByRole('link', { name: 'Take your place' })).toHaveAttribute('href', '/auth');
    expect(screen.queryByText(/^Strength/)).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Show in constellation' })).not.toBeInTheDocument();
  });

  it('says so when too many members show the tag', () => {
    const hub = { ...page, memberCount: 1_000, hasMoreMembers: true, isHub: true };
    expect(TAG_PAGE_TEXTS.membersText(hub)).toBe(
      'More than 1,000 members show this tag. That is too many for it to draw lines.',
    );
  });
});

describe('the cluster of a tag', () => {
  it('keeps clear of the word, and has a line per link', () => {
    const box = { x: 0, y: 0, width: 500, height: 300 };
    const { nodes, lines, ownLines } = clusterOf(page, { width: 800, height: 560 }, [box]);
    expect(nodes).toHaveLength(3);
    expect(nodes.filter(({ x, y }) => x < box.width && y < box.height)).toEqual([]);
    expect([lines.length, ownLines.length]).toEqual([0, 1]);
  });
});

describe('a change of the constellation', () => {
  const change = { users: [], connections: [], removed: { userIds: [], pairs: [] } };
  const link = { fromUserId: 'x', toUserId: 'y', strength: 1 };

  it('NXT-010 concerns the tag of a link and the members shown', () => {
    expect(concernsTag(page, { ...change, connections: [{ ...link, sharedTags: ['dreams'] }] })).toBe(true);
    expect(concernsTag(page, { ...change, removed: { userIds: ['m1'], pairs: [] } })).toBe(true);
    expect(concernsTag(page, { ...change, connections: [{ ...link, sharedTags: ['other'] }] })).toBe(false);
  });
});
