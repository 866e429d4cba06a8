import { describe, expect, it } from '@jest/globals';
import type { ImageView, PostView, PublicProfile } from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { member, signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';

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
  createdAt: AT,
};
const post: PostView = {
  id: '0193a000-0000-7000-8000-0000000000d1',
  userId: ID,
  title: 'First light',
  content: 'Saw the rings.',
  markdownContent: 'Saw the rings.',
  tags: [],
  isPublic: true,
  isArchived: false,
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

const missing = () =>
  HttpResponse.json(
    { statusCode: 404, code: 'not_found', message: 'There is no such thing here.' },
    { status: 404 },
  );

/** What the server has of the member. @returns the addresses that were asked for */
function world(given: Partial<PublicProfile> = {}): string[] {
  const asked: string[] = [];
  const note = (request: Request) => asked.push(new URL(request.url).pathname);
  server.use(
    http.get('/api/users/juno_9', ({ request }) => {
      note(request);
      return HttpResponse.json({ ...profile, ...given });
    }),
    http.get('/api/users/juno_9/posts', ({ request }) => {
      note(request);
      return HttpResponse.json([post]);
    }),
    http.get('/api/users/juno_9/images', ({ request }) => {
      note(request);
      return HttpResponse.json([image]);
    }),
  );
  return asked;
}

describe('a member’s page', () => {
  it('GAP-055 shows a visitor text, badges and theme, and nothing that is for members', async () => {
    const asked = world();
    const { container } = renderApp('/u/juno_9');
    expect(await screen.findByRole('heading', { level: 1, name: 'juno_9' })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'The stairwell' })).toBeInTheDocument();
    expect(screen.getByText('Draws maps.')).toBeInTheDocument();
    expect(screen.getByText('early-node')).toBeInTheDocument();
    expect(screen.getByText('#maps', { selector: '.chip' })).toBeInTheDocument();
    expect(container.querySelector('[data-theme="90s-computer"][data-mode="light"] .pbar')).not.toBeNull();
    expect(document.title).toBe('Juno (@juno_9), Oniverse');
    expect(screen.queryByRole('link', { name: 'EDIT_PROFILE' })).not.toBeInTheDocument();
    expect(asked).toEqual(['/api/users/juno_9']);
    expect(screen.queryByRole('navigation', { name: 'Desk' })).not.toBeInTheDocument();
  });

  it('GAP-055 shows a member the public posts and the visible pictures', async () => {
    signIn();
    world();
    renderApp('/u/juno_9');
    const posts = within(await screen.findByRole('list', { name: 'Posts' }));
    expect(posts.getByRole('heading', { name: 'First light' })).toBeInTheDocument();
    const desk = within(screen.getByRole('navigation', { name: 'Desk' }));
    expect(desk.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/constellation']);
    expect(await screen.findByRole('img', { name: 'Saturn' })).toHaveAttribute(
      'src',
      '/objects/saturn?w=320',
    );
  });

  it('leads to the editor from one’s own page', async () => {
    const { id } = signIn(member());
    world({ id });
    renderApp('/u/juno_9');
    expect(await screen.findByRole('link', { name: 'EDIT_PROFILE' })).toHaveAttribute('href', '/profile');
  });

  it.each([['visitor'], ['member']])(
    'GAP-055 an unknown or private page is not found, for a %s',
    async (who) => {
      if (who === 'member') signIn();
      server.use(http.get('/api/users/nobody', missing));
      const { address } = renderApp('/u/nobody');
      expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument();
      expect(address()).toBe('/u/nobody');
    },
  );

  it('can be asked for again where the server was not there', async () => {
    server.use(http.get('/api/users/juno_9', () => HttpResponse.error()));
    const { user } = renderApp('/u/juno_9');
    const again = await screen.findByRole('button', { name: 'Try again' });
    world();
    await user.click(again);
    expect(await screen.findByRole('heading', { level: 1, name: 'juno_9' })).toBeInTheDocument();
  });
});
