import { describe, expect, it } from '@jest/globals';
import { getPicture, type PicturePage } from '@oniverse/contracts';
import { screen, within } from '@testing-library/react';
import { image } from '../../../testing/album.js';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const ID = '0193a000-0000-7000-8000-0000000000a1';
const NEXT = '0193a000-0000-7000-8000-0000000000a2';
const BOARD = '0193a000-0000-7000-8000-0000000000b1';

/** Serves the page of a picture. @returns the received requests */
function serve(given: Partial<PicturePage> = {}) {
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
  return mock(getPicture, page);
}

const nav = (name: string) => within(screen.getByRole('navigation', { name }));

describe('the page of a picture', () => {
  it('NXT-313 leads to its owner, tags and board, and to the next picture of its context', async () => {
    signIn();
    const requests = serve();
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
    expect(requests).toEqual([{ id: ID, query: { tag: 'streetlamps' }, body: null }]);
  });

  it('NXT-313 names the board or the owner as the context, and leads the owner to the album', async () => {
    const { id } = signIn();
    const requests = serve({ image: image({ id: ID, userId: id, title: 'Mine' }) });
    const { unmount } = renderApp(`/u/otto_n/p/${ID}?board=${BOARD}`);
    await screen.findByRole('heading', { level: 1, name: 'Mine' });
    expect(nav('Pictures on Paper cities').getByRole('link')).toHaveTextContent('Untitled picture');
    expect(screen.getByRole('link', { name: 'Open your album' })).toHaveAttribute('href', '/album');
    unmount();
    renderApp(`/u/otto_n/p/${ID}`);
    await screen.findByRole('heading', { level: 1, name: 'Mine' });
    expect(nav('Pictures by Otto')).toBeDefined();
    expect(requests.map(({ query }) => query)).toEqual([{ boardId: BOARD }, {}]);
  });

  it('NXT-443 renders the caption, in which a name leads to its member and a tag to its page', async () => {
    signIn();
    serve({ image: image({ id: ID, title: 'Pier', description: 'By **night**, with @sable_4 #fog' }) });
    renderApp(`/u/otto_n/p/${ID}`);
    expect(await screen.findByText('night')).toHaveProperty('tagName', 'STRONG');
    expect(screen.getByRole('link', { name: '@sable_4' })).toHaveAttribute('href', '/u/sable_4');
    expect(screen.getByRole('link', { name: '#fog' })).toHaveAttribute('href', '/t/fog');
  });

  it('NXT-313 shows the missing page for a picture that the visitor cannot see', async () => {
    mock(getPicture, () => problem('not_found'));
    renderApp(`/u/otto_n/p/${ID}`);
    expect(await screen.findByText('Page Not Found')).toBeInTheDocument();
  });
});
