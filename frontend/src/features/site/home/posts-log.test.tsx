import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type Call,
  getHome,
  getTagIndex,
  listFeed,
  listOwnPosts,
  type NoFields,
  type PostView,
  type RequestFields,
  updatePost,
} from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { scrollAllIntoView, setMedia } from '../../../testing/browser.js';
import { problem } from '../../../testing/call-handler.js';
import { expectConsoleError } from '../../../testing/console-errors.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { post } from '../../../testing/posts.js';
import { renderApp } from '../../../testing/render.js';
import { LOG_TEXTS } from './home.texts.js';

/** Serves pages of two posts. @returns the received requests */
function servePages<Q extends RequestFields>(
  call: Call<'GET', string, PostView[], Q, NoFields>,
  posts: readonly PostView[],
) {
  return mock(call, ({ query }) => {
    const from = Number(Reflect.get(query, 'cursor') ?? 0);
    const isMore = posts.length > from + 2;
    return Response.json(posts.slice(from, from + 2), {
      headers: isMore ? { 'X-Next-Cursor': String(from + 2) } : {},
    });
  });
}

/** Answers the next request for the feed. */
function answerOnce(answer: () => Response): void {
  let count = 0;
  mock(listFeed, () => ((count += 1) === 1 ? answer() : undefined));
}

/** @returns the received ids and bodies */
function acceptChanges(posts: readonly PostView[]) {
  const requests: [string, unknown][] = [];
  mock(updatePost, ({ id, body }) => {
    requests.push([id, body]);
    const { attachments: _, ...texts } = body ?? {};
    return { ...post(), ...posts.find((one) => one.id === id), ...texts };
  });
  return requests;
}

const listTitles = (label: string) =>
  within(screen.getByRole('list', { name: label }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
const findCard = async (title: string) => within(await screen.findByRole('article', { name: title }));

function openHome(path = '/homepage') {
  signIn();
  return renderApp(path);
}

describe('own log', () => {
  it('GAP-080 GAP-004 shows own posts as cards along a line, with filled dots for public ones', async () => {
    servePages(listOwnPosts, [post({ title: 'One' }), post({ title: 'Two', isPublic: false })]);
    const { container } = openHome('/homepage?posts=mine');
    await findCard('One');
    expect(listTitles('Your posts')).toEqual(['One', 'Two']);
    expect([...container.querySelectorAll('.post__dot')].map(({ className }) => className)).toEqual([
      'post__dot',
      'post__dot is-private',
    ]);
    expect(container.querySelectorAll('.post__segment')).toHaveLength(1);
    expect(screen.getByText(LOG_TEXTS.end)).toBeInTheDocument();
  });

  it('PST-012 PST-015 PST-016 makes a post private and public', async () => {
    const one = post({ title: 'One' });
    servePages(listOwnPosts, [one]);
    const requests = acceptChanges([one]);
    const { user } = openHome('/homepage?posts=mine');
    const found = await findCard('One');
    await user.click(found.getByRole('button', { name: 'Make private' }));
    expect(await found.findByText('Private')).toBeInTheDocument();
    expect(await screen.findByText('Visibility Updated')).toBeInTheDocument();
    expect(screen.getByText('Post visibility has been changed.')).toBeInTheDocument();
    await user.click(found.getByRole('button', { name: 'Make public' }));
    await waitFor(() => expect(found.queryByText('Private')).not.toBeInTheDocument());
    expect(requests).toEqual([
      [one.id, { isPublic: false }],
      [one.id, { isPublic: true }],
    ]);
  });

  it('PST-013 PST-014 removes an archived post from the log and focuses the next one', async () => {
    const posts = [post({ title: 'One' }), post({ title: 'Two' })];
    servePages(listOwnPosts, posts);
    const requests = acceptChanges(posts);
    const { user } = openHome('/homepage?posts=mine');
    await user.click((await findCard('One')).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Post Archived')).toBeInTheDocument();
    expect(screen.getByText('Post moved to your archive.')).toBeInTheDocument();
    await waitFor(() => expect(listTitles('Your posts')).toEqual(['Two']));
    expect(requests).toEqual([[posts[0]?.id, { isArchived: true }]]);
    expect(document.activeElement).toContainElement(screen.getByRole('article', { name: 'Two' }));
    expect(document.body).not.toHaveFocus();
  });

  it('shows why a change failed and keeps the post', async () => {
    servePages(listOwnPosts, [post({ title: 'One' })]);
    mock(updatePost, () => problem('unavailable', 'Temporarily unavailable.'));
    const { user } = openHome('/homepage?posts=mine');
    const found = await findCard('One');
    await user.click(found.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Temporarily unavailable.')).toBeInTheDocument();
    expect(found.getByRole('button', { name: 'Archive' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('filters posts by tag and clears the filter', async () => {
    const requests = servePages(listOwnPosts, [post({ title: 'One', tags: ['moon'] })]);
    const { user } = openHome('/homepage?tag=moon');
    const chip = await screen.findByRole('button', { name: 'Stop filtering by #moon' });
    await waitFor(() => expect(requests.map(({ query }) => query.tag)).toEqual(['moon']));
    await user.click(chip);
    await waitFor(() => expect(chip).not.toBeInTheDocument());
  });

  it('shows an empty state without posts', async () => {
    openHome('/homepage?posts=mine');
    expect(await screen.findByText('Nothing written yet')).toBeInTheDocument();
  });
});

describe('feed', () => {
  const others = {
    userId: 'u-otto',
    author: { username: 'otto_n', displayName: null, profileImageUrl: null },
  };

  it('shows nearby or all posts depending on the URL, with actions only on own posts', async () => {
    const requests = servePages(listFeed, [
      post({ title: 'Theirs', ...others, tags: ['moon'] }),
      post({ title: 'Mine' }),
    ]);
    const { user, navigate } = openHome('/homepage?posts=near');
    const theirs = await findCard('Theirs');
    expect(listTitles('Posts near you')).toEqual(['Theirs', 'Mine']);
    expect(theirs.getByText('otto_n')).toBeInTheDocument();
    await theirs.findByRole('button', { name: 'Keep Theirs' });
    const names = theirs
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label'));
    expect(names).toEqual(['Actions for otto_n', 'Ripple', 'Keep']);
    expect((await findCard('Mine')).getByRole('button', { name: 'Archive' })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Everyone' }));
    expect(await screen.findByRole('list', { name: 'All posts' })).toBeInTheDocument();
    expect(requests.map(({ query }) => query.scope)).toEqual(['near', 'all']);
    navigate('/homepage?posts=unknown');
    expect(await screen.findByRole('tab', { name: 'Everyone', selected: true })).toBeInTheDocument();
  });

  it('removes own posts that become private', async () => {
    const mine = post({ title: 'Mine' });
    servePages(listFeed, [post({ title: 'Theirs', ...others }), mine]);
    acceptChanges([mine]);
    const { user } = openHome('/homepage?posts=all');
    await user.click((await findCard('Mine')).getByRole('button', { name: 'Make private' }));
    await waitFor(() => expect(listTitles('All posts')).toEqual(['Theirs']));
  });

  it('loads more pages by scrolling or by button until the end', async () => {
    const posts = ['1', '2', '3', '4', '5'].map((title) => post({ title, ...others }));
    const requests = servePages(listFeed, posts);
    const { user } = openHome('/homepage?posts=all');
    await findCard('2');
    expect(listTitles('All posts')).toEqual(['1', '2']);
    act(() => scrollAllIntoView());
    await findCard('4');
    await user.click(screen.getByRole('button', { name: 'More posts' }));
    await findCard('5');
    expect(listTitles('All posts')).toEqual(['1', '2', '3', '4', '5']);
    expect(screen.queryByRole('button', { name: 'More posts' })).not.toBeInTheDocument();
    act(() => scrollAllIntoView());
    expect(requests.map(({ query }) => query.cursor)).toEqual([undefined, '2', '4']);
  });

  it('NXT-326 loads more pages only by button where the activity stands below the log', async () => {
    setMedia('(max-width: 900px)');
    const requests = servePages(
      listFeed,
      ['1', '2', '3'].map((title) => post({ title, ...others })),
    );
    const { user } = openHome('/homepage?posts=all');
    await findCard('2');
    const log = screen.getByRole('list', { name: 'All posts' });
    const side = screen.getByRole('region', { name: 'Your dimensions' });
    expect(log.compareDocumentPosition(side)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    act(() => scrollAllIntoView());
    await user.click(screen.getByRole('button', { name: 'More posts' }));
    await findCard('3');
    expect(requests.map(({ query }) => query.cursor)).toEqual([undefined, '2']);
  });

  it('keeps loaded posts when the next page fails, and retries only by button', async () => {
    const requests = servePages(
      listFeed,
      ['1', '2', '3'].map((title) => post({ title, ...others })),
    );
    const { user } = openHome('/homepage?posts=all');
    await findCard('2');
    answerOnce(() => new Response('', { status: 503 }));
    act(() => scrollAllIntoView());
    expect(await screen.findByText(LOG_TEXTS.moreFailed)).toBeInTheDocument();
    act(() => scrollAllIntoView());
    expect(listTitles('All posts')).toEqual(['1', '2']);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await findCard('3');
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['the request fails', () => problem('unavailable', 'Temporarily unavailable.')],
    ['the response is invalid', () => Response.json([{ id: 1 }])],
  ])('shows an error when %s, and retries on request', async (failure, response) => {
    if (failure === 'the response is invalid') expectConsoleError(/unexpected form/u);
    answerOnce(response);
    const { user } = openHome('/homepage?posts=all');
    await screen.findByText(new RegExp(LOG_TEXTS.failed));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The network is quiet')).toBeInTheDocument();
  });
});

describe('NXT-003 the first view', () => {
  const home = {
    leftAt: null,
    mentions: [],
    replies: [],
    links: [],
    posts: [],
    channels: [],
    hasNearPosts: true,
    steps: { isDismissed: false, sawConstellation: false },
  };

  it('NXT-003 opens on posts near the member, and gives the reason that the server gives', async () => {
    servePages(listFeed, [
      post({
        title: 'Theirs',
        userId: 'u-otto',
        author: { username: 'otto_n', displayName: null, profileImageUrl: null },
        tags: ['moon', 'sea'],
        nearThrough: 'sea',
      }),
      post({ title: 'Mine', tags: ['sea'] }),
    ]);
    mock(getHome, home);
    openHome();
    const found = await findCard('Theirs');
    expect(screen.getByRole('tab', { name: 'Near you' })).toHaveAttribute('aria-selected', 'true');
    expect(found.getByText(/^near you through/)).toHaveTextContent('near you through #sea');
    expect((await findCard('Mine')).queryByText(/^near you through/)).not.toBeInTheDocument();
  });
});

describe('the first view of a newcomer', () => {
  it('NXT-318 opens on the posts of everyone, below the tags of the moment', async () => {
    servePages(listFeed, [post({ title: 'Theirs' })]);
    mock(getTagIndex, { moment: ['moths', 'lamps'], links: [], near: [], fresh: [] });
    openHome();
    await findCard('Theirs');
    expect(screen.getByRole('tab', { name: 'Everyone' })).toHaveAttribute('aria-selected', 'true');
    const tags = within(await screen.findByRole('region', { name: 'Tags of the moment' }));
    expect(tags.getByRole('link', { name: '#moths' })).toHaveAttribute('href', '/t/moths');
    expect(tags.getByRole('link', { name: 'All tags' })).toHaveAttribute('href', '/t');
  });
});

describe('live feed', () => {
  const others = {
    userId: 'u-otto',
    author: { username: 'otto_n', displayName: null, profileImageUrl: null },
  };
  let live: LiveServer;
  let posts: PostView[];

  beforeEach(() => {
    live = new LiveServer();
    live.start();
    posts = [post({ title: 'Two', ...others }), post({ title: 'One', ...others })];
    mock(listFeed, () => posts);
  });

  async function watch(path: string) {
    const app = openHome(path);
    await findCard('One');
    act(() => {
      useConnection.setState({ status: 'idle' }, true);
      startLive();
    });
    await waitFor(() => expect(live.countRequests('feed:watch')).toBe(1));
    return app;
  }
  const hint = () => live.io.to('feed').emit('feed:changed', { withinMs: 0 });

  it('shows new posts at once if the top of the log is visible, and removes deleted ones', async () => {
    const { unmount } = await watch('/homepage?posts=all');
    posts = [post({ title: 'Three', ...others }), ...posts.slice(0, 1)];
    hint();
    await findCard('Three');
    expect(listTitles('All posts')).toEqual(['Three', 'Two']);
    expect(screen.queryByRole('button', { name: /new$/ })).not.toBeInTheDocument();
    unmount();
  });

  it('counts new posts while the reader is further down, and shows them on request', async () => {
    const { user, unmount } = await watch('/homepage?posts=near');
    const list = screen.getByRole('list', { name: 'Posts near you' }).parentElement;
    if (!list) throw new Error('The log has no frame.');
    const spy = jest.spyOn(list, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -400, 600, 900));
    posts = [post({ title: 'Four', ...others }), post({ title: 'Three', ...others }), ...posts];
    hint();
    const button = await screen.findByRole('button', { name: '2 new' });
    expect(listTitles('Posts near you')).toEqual(['Two', 'One']);
    await user.click(button);
    await waitFor(() => expect(listTitles('Posts near you')).toEqual(['Four', 'Three', 'Two', 'One']));
    expect(button).not.toBeInTheDocument();
    expect(list).toHaveFocus();
    spy.mockRestore();
    unmount();
  });

  it('refetches after a reconnect, and unsubscribes when it is not shown', async () => {
    const { user, unmount } = await watch('/homepage?posts=all');
    posts = [post({ title: 'Three', ...others }), ...posts];
    live.disconnectAll();
    await findCard('Three');
    await user.click(screen.getByRole('tab', { name: 'Yours' }));
    await waitFor(() => expect(live.countRequests('feed:unwatch')).toBe(1));
    unmount();
  });
});
