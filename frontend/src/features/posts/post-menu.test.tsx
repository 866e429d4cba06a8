import { describe, expect, it } from '@jest/globals';
import type { PostView } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { signIn } from '../../testing/members.js';
import { post } from '../../testing/posts.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';

interface Held {
  path?: string;
  /** Where changes are refused: with which status, and with what. */
  refused?: { status: number; message: string; fields?: Record<string, string> };
}

/** Opens a page of a member who has these posts; `calls` are the changes as they came, `asked` how often a list was fetched. */
async function open(posts: readonly PostView[], { path = '/homepage', refused }: Held = {}) {
  signIn();
  const calls: [string, unknown][] = [];
  let [held, asked] = [posts, 0];
  const list = () => {
    asked += 1;
    return HttpResponse.json([...held]);
  };
  const answer = (found: object) =>
    refused ? HttpResponse.json(refused, { status: refused.status }) : HttpResponse.json(found);
  server.use(
    http.get('/api/posts/my', list),
    http.get('/api/posts/archived', list),
    http.patch('/api/posts/:id', async ({ request, params: { id } }) => {
      const change: unknown = await request.json();
      calls.push([`PATCH ${String(id)}`, change]);
      const next = posts.map((one) => (one.id === id ? Object.assign({}, one, change) : one));
      if (!refused) held = next;
      return answer(next.find((one) => one.id === id) ?? {});
    }),
    http.delete('/api/posts/:id', ({ params: { id } }) => {
      calls.push([`DELETE ${String(id)}`, null]);
      if (!refused) held = held.filter((one) => one.id !== id);
      return answer({ ok: true });
    }),
  );
  const view = renderApp(path);
  const card = async (title: string) => within(await screen.findByRole('article', { name: title }));
  const choose = async (title: string, item: string) => {
    await view.user.click((await card(title)).getByRole('button', { name: `Menu of ${title}` }));
    await view.user.click(await screen.findByRole('menuitem', { name: item }));
  };
  /** Opens the dialog in which a post is rewritten. */
  const edit = async (title: string) => {
    await choose(title, 'Edit');
    return within(await screen.findByRole('dialog', { name: 'Edit post' }));
  };
  return { ...view, calls, card, choose, edit, asked: () => asked };
}

const ASKED = 'Are you sure you want to permanently delete this post?';

describe('the menu of one’s own post', () => {
  it('GAP-079 rewrites it: what was touched is sent, and shown', async () => {
    const held = post({ title: 'Tides', markdownContent: 'Slow. #sea', tags: ['sea'] });
    const { user, calls, card, edit } = await open([held]);
    const dialog = await edit('Tides');
    expect(dialog.getByLabelText('Markdown')).toHaveValue('Slow. #sea');
    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), ' Low tides ');
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    expect(await screen.findByText('Post Updated')).toBeInTheDocument();
    expect((await card('Low tides')).getByText('#sea')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    // The tags came from the text, which nobody touched.
    expect(calls).toEqual([[`PATCH ${held.id}`, { title: 'Low tides' }]]);
  });

  it('GAP-079 asks again for the list that it stands in, whose search may have it no more', async () => {
    const { user, edit, asked } = await open([post({ title: 'Tides', tags: ['sea'] })], {
      path: '/homepage?tag=sea',
    });
    const dialog = await edit('Tides');
    const before = asked();
    await user.clear(dialog.getByLabelText('Tags'));
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    await screen.findByText('Post Updated');
    await waitFor(() => expect(asked()).toBe(before + 1));
  });

  it.each(['Title', 'Markdown'])('sends nothing while its %s is empty, and says so', async (name) => {
    const { user, calls, edit } = await open([post({ title: 'Tides' })]);
    const dialog = await edit('Tides');
    await user.clear(dialog.getByLabelText(name));
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    await waitFor(() => expect(dialog.getByLabelText(name)).toBeInvalid());
    expect(calls).toEqual([]);
  });

  it('ERR-007 keeps what was typed where the server refuses it, and says why', async () => {
    const refused = { status: 400, message: 'No title.', fields: { title: 'No title.' } };
    const { user, edit } = await open([post({ title: 'Tides' })], { refused });
    const dialog = await edit('Tides');
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    expect(await screen.findByText('Update Failed')).toBeInTheDocument();
    expect(dialog.getByLabelText('Title')).toHaveValue('Tides!');
    expect(dialog.getByLabelText('Title')).toHaveAccessibleDescription('No title.');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('alertdialog', { name: 'Discard what you typed' })).toBeInTheDocument();
  });

  it.each(['/homepage', '/archive'])('GAP-079 deletes it once that is confirmed, at %s', async (path) => {
    const held = post({ title: 'Tides', isArchived: path === '/archive' });
    const { user, calls, choose } = await open([held, post({ title: 'Fog' })], { path });
    await choose('Tides', 'Delete');
    expect(await screen.findByText(ASKED)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(calls).toEqual([]);
    await choose('Tides', 'Delete');
    await user.click(await screen.findByRole('button', { name: 'Delete post' }));
    expect(await screen.findByText('Post has been permanently deleted.')).toBeInTheDocument();
    expect(screen.queryByRole('article', { name: 'Tides' })).not.toBeInTheDocument();
    expect(screen.getByRole('article', { name: 'Fog' })).toBeInTheDocument();
    expect(calls).toEqual([[`DELETE ${held.id}`, null]]);
    await waitFor(() => expect(document.activeElement).toContainElement(screen.getByText('Fog')));
  });

  it('ERR-007 says that it could not be deleted, and leaves it', async () => {
    const refused = { status: 503, message: 'Not just now.' };
    const { user, choose, card } = await open([post({ title: 'Tides' })], { refused });
    await choose('Tides', 'Delete');
    await user.click(await screen.findByRole('button', { name: 'Delete post' }));
    expect(await screen.findByText('Delete failed')).toBeInTheDocument();
    expect(screen.getByText('Not just now.')).toBeInTheDocument();
    await card('Tides');
  });

  it('is not there for who did not write it', async () => {
    const others = {
      userId: 'u-otto',
      author: { username: 'otto_n', displayName: null, profileImageUrl: null },
    };
    server.use(http.get('/api/feed', () => HttpResponse.json([post({ title: 'Theirs', ...others })])));
    const { card } = await open([], { path: '/homepage?posts=all' });
    expect((await card('Theirs')).queryByRole('button')).not.toBeInTheDocument();
  });
});
