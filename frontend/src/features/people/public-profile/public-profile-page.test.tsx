import { describe, expect, it } from '@jest/globals';
import {
  getProfile,
  type ImageView,
  listMemberImages,
  listMemberPosts,
  type PostView,
  type PublicProfile,
} from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const AT = '2026-01-01T00:00:00.000Z';
const ID = '0193a000-0000-7000-8000-0000000000c1';

const profile: PublicProfile = {
  id: ID,
  username: 'juno_9',
  displayName: 'Juno',
  bio: 'Draws maps.',
  profileMarkdown: '# The stairwell\n\nI keep #maps.',
  userBadges: ['early-node'],
  profileTheme: '90s-computer',
  profileThemeMode: 'light',
  profileImageUrl: null,
  profileLinks: [],
  hasFeed: false,
  createdAt: AT,
};
const post: PostView = {
  id: '0193a000-0000-7000-8000-0000000000d1',
  userId: ID,
  title: 'First light',
  content: 'Saw the rings.',
  markdownContent: 'Saw the rings.',
  isExcerpt: false,
  tags: [],
  isPublic: true,
  isArchived: false,
  areRepliesClosed: false,
  hasRipples: false,
  isRippled: false,
  createdAt: AT,
  updatedAt: AT,
  author: { username: 'juno_9', displayName: 'Juno', profileImageUrl: null },
};
const image: ImageView = {
  id: '0193a000-0000-7000-8000-0000000000e1',
  userId: ID,
  boardId: null,
  title: 'Saturn',
  description: null,
  imageUrl: '/objects/saturn',
  tags: [],
  isPublic: true,
  width: 1600,
  height: 1200,
  blurhash: null,
  ready: true,
  createdAt: AT,
  updatedAt: AT,
};

/** @returns what is requested */
function serveProfile(given: Partial<PublicProfile> = {}): string[] {
  const requests: string[] = [];
  mock(getProfile, () => {
    requests.push('profile');
    return { ...profile, ...given };
  });
  mock(listMemberPosts, () => {
    requests.push('posts');
    return [post];
  });
  mock(listMemberImages, () => {
    requests.push('images');
    return [image];
  });
  return requests;
}

const image2: ImageView = {
  ...image,
  id: '0193a000-0000-7000-8000-0000000000e2',
  title: null,
  description: 'By night #sea',
};

describe('PublicProfilePage', () => {
  it('GAP-055 shows text, badges and theme to a visitor, and nothing for members only', async () => {
    const requests = serveProfile();
    const { container } = renderApp('/u/juno_9');
    expect(await screen.findByRole('heading', { level: 1, name: /@juno_9$/ })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'The stairwell' })).toBeInTheDocument();
    expect(screen.getByText('Draws maps.')).toBeInTheDocument();
    expect(screen.getByText('early-node')).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: '#maps' })).toHaveLength(2);
    expect(screen.queryByText('The line between you')).not.toBeInTheDocument();
    expect(
      container.querySelector('[data-theme="90s-computer"][data-mode="light"] .status-bar'),
    ).not.toBeNull();
    expect(document.title).toBe('Juno (@juno_9), Oniverse');
    expect(screen.queryByRole('link', { name: 'EDIT_PROFILE' })).not.toBeInTheDocument();
    expect(requests).toEqual(['profile']);
    expect(screen.queryByRole('navigation', { name: 'Desktop' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Members can read posts and see pictures by/)).toHaveTextContent(/ by Juno/);
    expect(screen.getByRole('link', { name: 'Take your place' })).toHaveAttribute('href', '/auth');
  });

  it('GAP-055 shows public posts and visible pictures to a member', async () => {
    signIn();
    serveProfile();
    renderApp('/u/juno_9');
    const posts = within(await screen.findByRole('list', { name: 'Posts' }));
    expect(posts.getByRole('heading', { name: 'First light' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Take your place' })).not.toBeInTheDocument();
    const desk = within(screen.getByRole('navigation', { name: 'Desktop' }));
    expect(desk.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/constellation']);
    expect(await screen.findByRole('img', { name: 'Saturn' })).toBeInTheDocument();
  });

  it('NXT-423 leads from a former Oni ID to the present one', async () => {
    mock(getProfile, profile);
    const { address } = renderApp('/u/juno_1');
    expect(await screen.findByRole('heading', { name: 'Juno' })).toBeInTheDocument();
    expect(address()).toBe('/u/juno_9');
  });

  it('NXT-010 links hashtags to their pages', async () => {
    signIn();
    serveProfile({ bio: 'Draws #charts.' });
    renderApp('/u/juno_9');
    const links = await screen.findAllByRole('link', { name: '#maps' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/t/maps', '/t/maps']);
    expect(screen.getByRole('link', { name: '#charts' })).toHaveAttribute('href', '/t/charts');
  });

  it('sets the direction of each text automatically and isolates links', async () => {
    signIn();
    serveProfile({ bio: 'מצייר', profileMarkdown: '# כותרת\n\nשלום [x](https://example.org)\n\n- פריט' });
    renderApp('/u/juno_9');
    for (const text of ['מצייר', 'כותרת', 'פריט', 'First light', 'Saw the rings.']) {
      expect((await screen.findByText(text)).closest('[dir]')).toHaveAttribute('dir', 'auto');
    }
    expect(screen.getByRole('link', { name: 'x' }).parentElement?.tagName).toBe('BDI');
  });

  it('opens a picture with title and author', async () => {
    signIn();
    serveProfile();
    mock(listMemberImages, [image, image2]);
    const { user } = renderApp('/u/juno_9');
    await user.click(await screen.findByRole('button', { name: 'Open Saturn' }));
    const box = within(await screen.findByRole('dialog', { name: 'Saturn' }));
    expect(box.getByText('Saturn', { selector: 'figcaption *' })).toBeInTheDocument();
    expect(box.getByText('@juno_9')).toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    const next = within(await screen.findByRole('dialog', { name: 'By night #sea' }));
    expect(next.getByRole('link', { name: '#sea' })).toHaveAttribute('href', '/t/sea');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('links to the editor on the member’s own page', async () => {
    const { id } = signIn(member());
    serveProfile({ id });
    renderApp('/u/juno_9');
    expect(await screen.findByRole('link', { name: 'EDIT_PROFILE' })).toHaveAttribute('href', '/profile');
  });

  it.each([['visitor'], ['member']])(
    'GAP-055 shows Page Not Found for an unknown or private member to a %s',
    async (viewer) => {
      if (viewer === 'member') signIn();
      mock(getProfile, () => problem('not_found'));
      const { address } = renderApp('/u/nobody');
      expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument();
      expect(address()).toBe('/u/nobody');
    },
  );

  it('retries on request after a network failure', async () => {
    mock(getProfile, () => Response.error());
    const { user } = renderApp('/u/juno_9');
    const again = await screen.findByRole('button', { name: 'Try again' });
    serveProfile();
    await user.click(again);
    expect(await screen.findByRole('heading', { level: 1, name: /@juno_9$/ })).toBeInTheDocument();
  });
});
