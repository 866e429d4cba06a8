import { describe, expect, it } from '@jest/globals';
import type { PostView, UpdatePostBody } from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type PathParams } from 'msw';
import { scrollToEnd } from '../../testing/browser.js';
import { signIn } from '../../testing/members.js';
import { post } from '../../testing/posts.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { LOG_TEXTS } from './home.texts.js';

/** Answers a list in parts of two, by cursors. */
function inParts(path: string, posts: readonly PostView[], asked: URLSearchParams[] = []) {
  server.use(
    http.get(path, ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams);
      const from = Number(searchParams.get('cursor') ?? 0);
      const isMore = posts.length > from + 2;
      return HttpResponse.json(posts.slice(from, from + 2), {
        headers: isMore ? { 'X-Next-Cursor': String(from + 2) } : {},
      });
    }),
  );
  return asked;
}

/** Answers changes as the server does, and keeps what was asked. */
function takeChanges(posts: readonly PostView[]) {
  const asked: [string, unknown][] = [];
  server.use(
    http.patch<PathParams, UpdatePostBody>('/api/posts/:id', async ({ request, params: { id } }) => {
      const change = await request.clone().json();
      asked.push([String(id), change]);
      const found = posts.find((one) => one.id === id);
      return HttpResponse.json({ ...found, ...change });
    }),
  );
  return asked;
}

const titles = (label: string) =>
  within(screen.getByRole('list', { name: label }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
const card = async (title: string) => within(await screen.findByRole('article', { name: title }));

function arrive(path = '/homepage') {
  signIn();
  return renderApp(path);
}

describe('one’s own log', () => {
  it('GAP-080 GAP-004 shows one’s own posts as cards along a spine, filled where they are public', async () => {
    inParts('/api/posts/my', [post({ title: 'One' }), post({ title: 'Two', isPublic: false })]);
    const { container } = arrive();
    await card('One');
    expect(titles('Your posts')).toEqual(['One', 'Two']);
    expect([...container.querySelectorAll('.post__n')].map(({ className }) => className)).toEqual([
      'post__n',
      'post__n is-priv',
    ]);
    expect(container.querySelectorAll('.post__seg')).toHaveLength(1);
    expect(screen.getByText(LOG_TEXTS.end)).toBeInTheDocument();
  });

  it('PST-012 PST-015 PST-016 hides and shows a post', async () => {
    const one = post({ title: 'One' });
    inParts('/api/posts/my', [one]);
    const asked = takeChanges([one]);
    const { user } = arrive();
    const shown = await card('One');
    await user.click(shown.getByRole('button', { name: 'Make Private' }));
    expect(await shown.findByText('Private')).toBeInTheDocument();
    expect(await screen.findByText('Visibility Updated')).toBeInTheDocument();
    expect(screen.getByText('Post visibility has been changed.')).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'Make Public' }));
    await waitFor(() => expect(shown.queryByText('Private')).not.toBeInTheDocument());
    expect(asked).toEqual([
      [one.id, { isPublic: false }],
      [one.id, { isPublic: true }],
    ]);
  });

  it('PST-013 PST-014 archives a post: it leaves the log, and the focus goes to the next one', async () => {
    const posts = [post({ title: 'One' }), post({ title: 'Two' })];
    inParts('/api/posts/my', posts);
    const asked = takeChanges(posts);
    const { user } = arrive();
    await user.click((await card('One')).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Post Archived')).toBeInTheDocument();
    expect(screen.getByText('Post moved to your archive.')).toBeInTheDocument();
    await waitFor(() => expect(titles('Your posts')).toEqual(['Two']));
    expect(asked).toEqual([[posts[0]?.id, { isArchived: true }]]);
    expect(document.activeElement).toContainElement(screen.getByRole('article', { name: 'Two' }));
    expect(document.body).not.toHaveFocus();
  });

  it('says why a change did not work, and leaves the post as it is', async () => {
    inParts('/api/posts/my', [post({ title: 'One' })]);
    server.use(
      http.patch('/api/posts/:id', () => HttpResponse.json({ message: 'Not just now.' }, { status: 503 })),
    );
    const { user } = arrive();
    const shown = await card('One');
    await user.click(shown.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Not just now.')).toBeInTheDocument();
    expect(shown.getByRole('button', { name: 'Archive' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('shows the posts with a tag, and all again', async () => {
    const asked = inParts('/api/posts/my', [post({ title: 'One', tags: ['moon'] })]);
    const { user } = arrive();
    await user.click((await card('One')).getByRole('button', { name: 'Posts with #moon' }));
    const chip = await screen.findByRole('button', { name: 'Show posts without #moon too' });
    await waitFor(() => expect(asked.map((query) => query.get('tag'))).toEqual([null, 'moon']));
    await user.click(chip);
    await waitFor(() => expect(chip).not.toBeInTheDocument());
  });

  it('is a page of its own where nothing is written', async () => {
    arrive();
    expect(await screen.findByText('Nothing written yet')).toBeInTheDocument();
  });
});

describe('the feed', () => {
  const others = {
    userId: 'u-otto',
    author: { username: 'otto_n', displayName: null, profileImageUrl: null },
  };

  it('shows near and everyone’s posts by the address, and lets one change one’s own alone', async () => {
    const asked = inParts('/api/feed', [
      post({ title: 'Theirs', ...others, tags: ['moon'] }),
      post({ title: 'Mine' }),
    ]);
    const { user, go } = arrive('/homepage?posts=near');
    const theirs = await card('Theirs');
    expect(titles('Posts near you')).toEqual(['Theirs', 'Mine']);
    expect(theirs.getByText('by otto_n')).toBeInTheDocument();
    expect(theirs.queryByRole('button')).not.toBeInTheDocument();
    expect((await card('Mine')).getByRole('button', { name: 'Archive' })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Everyone' }));
    expect(await screen.findByRole('list', { name: 'Posts of everyone' })).toBeInTheDocument();
    expect(asked.map((query) => query.get('scope'))).toEqual(['near', 'all']);
    go('/homepage?posts=unknown');
    expect(await screen.findByRole('tab', { name: 'Your log', selected: true })).toBeInTheDocument();
  });

  it('takes out of the feed what one has hidden', async () => {
    const mine = post({ title: 'Mine' });
    inParts('/api/feed', [post({ title: 'Theirs', ...others }), mine]);
    takeChanges([mine]);
    const { user } = arrive('/homepage?posts=all');
    await user.click((await card('Mine')).getByRole('button', { name: 'Make Private' }));
    await waitFor(() => expect(titles('Posts of everyone')).toEqual(['Theirs']));
  });

  it('goes on as one scrolls, or by the button, to the end and no further', async () => {
    const posts = ['1', '2', '3', '4', '5'].map((title) => post({ title, ...others }));
    const asked = inParts('/api/feed', posts);
    const { user } = arrive('/homepage?posts=all');
    await card('2');
    expect(titles('Posts of everyone')).toEqual(['1', '2']);
    act(() => scrollToEnd());
    await card('4');
    await user.click(screen.getByRole('button', { name: 'More posts' }));
    await card('5');
    expect(titles('Posts of everyone')).toEqual(['1', '2', '3', '4', '5']);
    expect(screen.queryByRole('button', { name: 'More posts' })).not.toBeInTheDocument();
    act(() => scrollToEnd());
    expect(asked.map((query) => query.get('cursor'))).toEqual([null, '2', '4']);
  });

  it('keeps what is there where the next part fails, and asks again only by the button', async () => {
    const asked = inParts(
      '/api/feed',
      ['1', '2', '3'].map((title) => post({ title, ...others })),
    );
    const { user } = arrive('/homepage?posts=all');
    await card('2');
    server.use(http.get('/api/feed', () => new HttpResponse('', { status: 503 }), { once: true }));
    act(() => scrollToEnd());
    expect(await screen.findByText(LOG_TEXTS.moreFailed)).toBeInTheDocument();
    act(() => scrollToEnd());
    expect(titles('Posts of everyone')).toEqual(['1', '2']);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await card('3');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['the call fails', () => HttpResponse.json({ message: 'The store sleeps.' }, { status: 503 })],
    ['the answer has another form', () => HttpResponse.json([{ id: 1 }])],
  ])('says that it could not be fetched where %s, and tries again', async (_case, answer) => {
    server.use(http.get('/api/feed', answer, { once: true }));
    const { user } = arrive('/homepage?posts=all');
    await screen.findByText(new RegExp(LOG_TEXTS.failed));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The network is quiet')).toBeInTheDocument();
  });
});
