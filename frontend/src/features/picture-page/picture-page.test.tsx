import { describe, expect, it } from '@jest/globals';
import type { PicturePage } from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { image } from '../../testing/album.js';
import { signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';

const ID = '0193a000-0000-7000-8000-0000000000a1';
const NEXT = '0193a000-0000-7000-8000-0000000000a2';
const BOARD = '0193a000-0000-7000-8000-0000000000b1';

/** Serves the page of a picture. @returns the contexts that were asked for */
function serve(given: Partial<PicturePage> = {}) {
  const contexts: string[] = [];
  const page: PicturePage = {
    image: image({ id: ID, userId: 'u-otto', title: 'Sodium, then white', tags: ['streetlamps'] }),
    author: { username: 'otto_n', displayName: 'Otto', profileImageUrl: null },
    profileTheme: 'main-cyberpunk',
    profileThemeMode: 'dark',
    board: { id: BOARD, name: 'Paper cities' },
    previous: null,
    next: { id: NEXT, title: null, username: 'wren_x' },
    ...given,
  };
  server.use(
    http.get('/api/boards', () => HttpResponse.json([])),
    http.get(`/api/images/${ID}`, ({ request }) => {
      contexts.push(new URL(request.url).search);
      return HttpResponse.json(page);
    }),
  );
  return contexts;
}

const nav = (name: string) => within(screen.getByRole('navigation', { name }));

describe('the page of a picture', () => {
  it('NXT-313 leads to its owner, tags and board, and to the next picture of its context', async () => {
    signIn();
    const contexts = serve();
    renderApp(`/u/otto_n/p/${ID}?tag=streetlamps`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Sodium, then white' })).toBeInTheDocument();
    const article = within(screen.getByRole('article', { name: 'Sodium, then white' }));
    expect(article.getByRole('link', { name: 'Otto' })).toHaveAttribute('href', '/u/otto_n');
    expect(article.getByRole('link', { name: '#streetlamps' })).toHaveAttribute('href', '/t/streetlamps');
    expect(article.getByRole('link', { name: 'Paper cities' })).toHaveAttribute(
      'href',
      `/u/otto_n?board=${BOARD}`,
    );
    expect(await article.findByRole('button', { name: 'Keep Sodium, then white' })).toBeInTheDocument();
    expect(nav('Pictures with #streetlamps').getByRole('link')).toHaveAttribute(
      'href',
      `/u/wren_x/p/${NEXT}?tag=streetlamps`,
    );
    expect(contexts).toEqual(['?tag=streetlamps']);
  });

  it('NXT-313 names the board or the owner as the context, and leads the owner to the album', async () => {
    const { id } = signIn();
    const contexts = serve({ image: image({ id: ID, userId: id, title: 'Mine' }) });
    const { unmount } = renderApp(`/u/otto_n/p/${ID}?board=${BOARD}`);
    await screen.findByRole('heading', { level: 1, name: 'Mine' });
    expect(nav('Pictures on Paper cities').getByRole('link')).toHaveTextContent('Untitled picture');
    expect(screen.getByRole('link', { name: 'Open your album' })).toHaveAttribute('href', '/album');
    unmount();
    renderApp(`/u/otto_n/p/${ID}`);
    await screen.findByRole('heading', { level: 1, name: 'Mine' });
    expect(nav('Pictures by Otto')).toBeDefined();
    expect(contexts).toEqual([`?boardId=${BOARD}`, '']);
  });

  it('NXT-313 shows the missing page for a picture that the visitor cannot see', async () => {
    server.use(
      http.get(`/api/images/${ID}`, () =>
        HttpResponse.json({ statusCode: 404, code: 'not_found', message: 'Not found.' }, { status: 404 }),
      ),
    );
    renderApp(`/u/otto_n/p/${ID}`);
    expect(await screen.findByText('Page Not Found')).toBeInTheDocument();
  });
});
