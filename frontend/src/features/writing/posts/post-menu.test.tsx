import { describe, expect, it } from '@jest/globals';
import {
  deletePost,
  getPost,
  listArchivedPosts,
  listFeed,
  listOwnPosts,
  type PostView,
  updatePost,
} from '@oniverse/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { problem } from '../../../testing/call-handler.js';
import { attachment, picture, UploadedFiles } from '../../../testing/attachments.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { pageOf, post } from '../../../testing/posts.js';
import { renderApp } from '../../../testing/render.js';

interface OpenOptions {
  path?: string;
  refused?: { status: number; message: string; fields?: Record<string, string> };
}

/** Opens a page with these posts. Returns the changes (`calls`) in order and the number of list requests. */
async function open(
  posts: readonly PostView[],
  { path = '/homepage?posts=mine', refused }: OpenOptions = {},
) {
  signIn();
  const calls: [string, unknown][] = [];
  let [stored, listRequests] = [posts, 0];
  const list = () => {
    listRequests += 1;
    return [...stored];
  };
  const refusal = refused && HttpResponse.json(refused, { status: refused.status });
  mock(listOwnPosts, list);
  mock(listArchivedPosts, list);
  mock(getPost, ({ id }) => {
    const found = stored.find((one) => one.id === id);
    return found ? pageOf(found) : problem('not_found');
  });
  mock(updatePost, ({ id, body }) => {
    calls.push([`PATCH ${id}`, body]);
    const { attachments: _, ...texts } = body ?? {};
    const next = posts.map((one) => (one.id === id ? { ...one, ...texts } : one));
    if (refusal) return refusal.clone();
    stored = next;
    return next.find((one) => one.id === id) ?? problem('not_found');
  });
  mock(deletePost, ({ id }) => {
    calls.push([`DELETE ${id}`, null]);
    if (refusal) return refusal.clone();
    stored = stored.filter((one) => one.id !== id);
    return { ok: true };
  });
  const view = renderApp(path);
  const card = async (title: string) => within(await screen.findByRole('article', { name: title }));
  const choose = async (title: string, item: string) => {
    await view.user.click((await card(title)).getByRole('button', { name: `Menu of ${title}` }));
    await view.user.click(await screen.findByRole('menuitem', { name: item }));
  };
  const edit = async (title: string) => {
    await choose(title, 'Edit');
    return within(await screen.findByRole('dialog', { name: 'Edit post' }));
  };
  return { ...view, calls, card, choose, edit, listRequests: () => listRequests };
}

const QUESTION = 'Are you sure you want to permanently delete this post?';

describe('the menu of an own post', () => {
  it('GAP-079 edits the post: sends and shows only the changed fields', async () => {
    const tides = post({ title: 'Tides', markdownContent: 'Slow. #sea', tags: ['sea'] });
    const { user, calls, card, edit } = await open([tides]);
    const dialog = await edit('Tides');
    expect(dialog.getByLabelText('Markdown')).toHaveValue('Slow. #sea');
    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), ' Low tides ');
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    expect(await screen.findByText('Post Updated')).toBeInTheDocument();
    expect(await (await card('Low tides')).findByText('#sea')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    // The tags come from the text, which was not changed.
    expect(calls).toEqual([[`PATCH ${tides.id}`, { title: 'Low tides' }]]);
  });

  it('NXT-511 keeps unsaved changes over a reload, until they are saved or discarded', async () => {
    const tides = post({ title: 'Tides', markdownContent: 'Slow. #sea', tags: ['sea'] });
    const first = await open([tides]);
    const begun = await first.edit('Tides');
    expect(begun.queryByText('Your unsaved text is open.')).toBeNull();
    await first.user.type(begun.getByLabelText('Markdown'), ' And back.');
    first.unmount();
    const second = await open([tides]);
    const dialog = await second.edit('Tides');
    expect(dialog.getByLabelText('Markdown')).toHaveValue('Slow. #sea And back.');
    expect(dialog.getByText('Your unsaved text is open.')).toBeInTheDocument();
    await second.user.click(dialog.getByRole('button', { name: 'Discard' }));
    const again = await second.edit('Tides');
    expect(again.getByLabelText('Markdown')).toHaveValue('Slow. #sea');
    await second.user.type(again.getByLabelText('Title'), '!');
    await second.user.click(again.getByRole('button', { name: 'Save post' }));
    expect(await screen.findByText('Post Updated')).toBeInTheDocument();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('oni-edit'))).toEqual([]);
  });

  it('NXT-511 shows a newer text of another device before it saves, and lets the member choose', async () => {
    const tides = post({ title: 'Tides', markdownContent: 'Slow.', tags: [] });
    const { calls, edit, user } = await open([tides]);
    const dialog = await edit('Tides');
    const field = () => dialog.getByLabelText('Markdown');
    await user.type(field(), ' Mine.');
    mock(getPost, pageOf({ ...tides, markdownContent: 'Slow. Theirs.' }));
    const save = () => user.click(dialog.getByRole('button', { name: 'Save post' }));
    await save();
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText('Slow. Theirs.')).toBeInTheDocument();
    expect(field()).toHaveValue('Slow. Mine.');
    await save();
    expect(calls).toEqual([]);
    await user.click(alert.getByRole('button', { name: 'Keep mine' }));
    await save();
    await waitFor(() => expect(calls).toEqual([[`PATCH ${tides.id}`, { markdownContent: 'Slow. Mine.' }]]));
  });

  it('NXT-300 edits the whole post, never the excerpt of a list', async () => {
    const excerpt = post({ title: 'Tides', markdownContent: 'Slow.', isExcerpt: true });
    const whole = { ...excerpt, markdownContent: 'Slow. And the end.', isExcerpt: false };
    const { calls, edit, user } = await open([excerpt]);
    mock(getPost, pageOf(whole));
    const dialog = await edit('Tides');
    expect(dialog.getByLabelText('Markdown')).toHaveValue('Slow. And the end.');
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    await waitFor(() => expect(calls).toEqual([[`PATCH ${excerpt.id}`, { title: 'Tides!' }]]));
  });

  it('NXT-300 opens no editor if the whole post cannot be fetched', async () => {
    const excerpt = post({ title: 'Tides', isExcerpt: true });
    const { choose } = await open([excerpt]);
    mock(getPost, () => problem('unavailable'));
    await choose('Tides', 'Edit');
    expect(await screen.findByText('Post not opened')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('GAP-079 refetches its list, whose search may no longer match', async () => {
    const { user, edit, listRequests } = await open([post({ title: 'Tides', tags: ['sea'] })], {
      path: '/homepage?tag=sea',
    });
    const dialog = await edit('Tides');
    const before = listRequests();
    await user.clear(dialog.getByLabelText('Tags'));
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    await screen.findByText('Post Updated');
    await waitFor(() => expect(listRequests()).toBe(before + 1));
  });

  it.each(['Title', 'Markdown'])('reports an empty %s and sends nothing', async (name) => {
    const { user, calls, edit } = await open([post({ title: 'Tides' })]);
    const dialog = await edit('Tides');
    await user.clear(dialog.getByLabelText(name));
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    await waitFor(() => expect(dialog.getByLabelText(name)).toBeInvalid());
    expect(calls).toEqual([]);
  });

  it('ERR-007 keeps the entered text and shows the reason when the server refuses it', async () => {
    const refused = { status: 400, message: 'No title.', fields: { title: 'No title.' } };
    const { user, edit } = await open([post({ title: 'Tides' })], { refused });
    const dialog = await edit('Tides');
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    expect(await screen.findByText('Update Failed')).toBeInTheDocument();
    expect(dialog.getByLabelText('Title')).toHaveValue('Tides!');
    expect(dialog.getByLabelText('Title')).toHaveAccessibleDescription('No title.');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes' })).toBeInTheDocument();
  });

  it.each(['/homepage?posts=mine', '/archive'])(
    'GAP-079 deletes the post after a confirmation, at %s',
    async (path) => {
      const tides = post({ title: 'Tides', isArchived: path === '/archive' });
      const { user, calls, choose } = await open([tides, post({ title: 'Fog' })], { path });
      await choose('Tides', 'Delete');
      expect(await screen.findByText(QUESTION)).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(calls).toEqual([]);
      await choose('Tides', 'Delete');
      await user.click(await screen.findByRole('button', { name: 'Delete post' }));
      expect(await screen.findByText('Post has been permanently deleted.')).toBeInTheDocument();
      expect(screen.queryByRole('article', { name: 'Tides' })).not.toBeInTheDocument();
      expect(screen.getByRole('article', { name: 'Fog' })).toBeInTheDocument();
      expect(calls).toEqual([[`DELETE ${tides.id}`, null]]);
      await waitFor(() => expect(document.activeElement).toContainElement(screen.getByText('Fog')));
    },
  );

  it('ERR-007 reports a failed deletion and keeps the post', async () => {
    const refused = { status: 503, message: 'Not now.' };
    const { user, choose, card } = await open([post({ title: 'Tides' })], { refused });
    await choose('Tides', 'Delete');
    await user.click(await screen.findByRole('button', { name: 'Delete post' }));
    expect(await screen.findByText('Delete failed')).toBeInTheDocument();
    expect(screen.getByText('Not now.')).toBeInTheDocument();
    await card('Tides');
  });

  it('is not shown on posts of others', async () => {
    const others = {
      userId: 'u-otto',
      author: { username: 'otto_n', displayName: null, profileImageUrl: null },
    };
    mock(listFeed, [post({ title: 'Theirs', ...others })]);
    const { card } = await open([], { path: '/homepage?posts=all' });
    expect((await card('Theirs')).queryByRole('button', { name: /^Menu of/ })).not.toBeInTheDocument();
  });
});

describe('the files of an edited post', () => {
  const roof = picture({ id: 'roof', name: 'roof.jpg', alt: 'The roof' });
  const notes = attachment({ id: 'notes' });
  const tides = () => post({ title: 'Tides', markdownContent: 'Slow.', attachments: [roof, notes] });
  const names = () =>
    within(screen.getByRole('list', { name: 'Your files' }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('bdi')?.textContent);

  it('TLK-391 are ordered, described, removed and added, and saved as a whole', async () => {
    const stored = new UploadedFiles().install();
    const shown = tides();
    const { calls, edit, user } = await open([shown]);
    const dialog = await edit('Tides');
    await dialog.findByRole('button', { name: 'Move notes.pdf' });
    expect(names()).toEqual(['roof.jpg', 'notes.pdf']);
    const moon = new File(['dots'], 'moon.png', { type: 'image/png' });
    fireEvent.paste(dialog.getByLabelText('Markdown'), {
      clipboardData: { types: ['Files'], files: [moon] },
    });
    await dialog.findByText('ready, 4 B');
    dialog.getByRole('button', { name: 'Move moon.png' }).focus();
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    await user.click(dialog.getByRole('button', { name: 'Remove notes.pdf' }));
    await user.type(dialog.getByRole('textbox', { name: 'Description of moon.png' }), 'Nearly full');
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    await waitFor(() =>
      expect(calls).toEqual([
        [
          `PATCH ${shown.id}`,
          {
            attachments: [
              { id: 'moon.png-1', alt: 'Nearly full' },
              { id: 'roof', alt: 'The roof' },
            ],
          },
        ],
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(stored.deleted).toEqual([]);
  });

  it('TLK-391 are after a reload as the edit left them', async () => {
    const shown = tides();
    const { id, name, size } = notes;
    localStorage.setItem(
      `oni-attachments:${shown.userId}:edit:${shown.id}`,
      JSON.stringify([{ id, name, size, alt: 'Numbers' }]),
    );
    const { calls, edit, user } = await open([shown]);
    const dialog = await edit('Tides');
    await dialog.findByRole('button', { name: 'Move notes.pdf' });
    expect(names()).toEqual(['notes.pdf']);
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    await waitFor(() =>
      expect(calls).toEqual([[`PATCH ${shown.id}`, { attachments: [{ id: 'notes', alt: 'Numbers' }] }]]),
    );
  });

  it('TLK-391 are not sent if only the text has changed', async () => {
    const shown = tides();
    const { calls, edit, user } = await open([shown]);
    const dialog = await edit('Tides');
    await dialog.findByRole('button', { name: 'Move notes.pdf' });
    await user.type(dialog.getByLabelText('Markdown'), ' Quiet.');
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    await waitFor(() => expect(calls).toEqual([[`PATCH ${shown.id}`, { markdownContent: 'Slow. Quiet.' }]]));
  });

  it('TLK-391 stay as they were when the edit is discarded, which deletes the added ones', async () => {
    const stored = new UploadedFiles().install();
    const { calls, edit, user } = await open([tides()]);
    const dialog = await edit('Tides');
    await user.click(await dialog.findByRole('button', { name: 'Remove roof.jpg' }));
    await user.upload(
      within(screen.getByRole('dialog')).getByTestId('files-to-add'),
      new File(['dots'], 'moon.png'),
    );
    await dialog.findByText('ready, 4 B');
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(stored.deleted).toEqual(['moon.png-1']));
    const again = await edit('Tides');
    await again.findByRole('button', { name: 'Move roof.jpg' });
    expect(names()).toEqual(['roof.jpg', 'notes.pdf']);
    expect(calls).toEqual([]);
  });

  it('TLK-391 keep the post from being saved while they are on the way', async () => {
    const stored = new UploadedFiles().install();
    stored.isReadyAtOnce = false;
    const { edit, user } = await open([post({ title: 'Tides' })]);
    const dialog = await edit('Tides');
    await user.upload(dialog.getByTestId('files-to-add'), new File(['dots'], 'moon.png'));
    expect(await dialog.findByText('1 file is on the way.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Save post' })).toBeDisabled();
  });

  it('TLK-394 are shown again, instead of deleting those that another device has added', async () => {
    const shown = tides();
    const { calls, edit, user } = await open([shown]);
    const dialog = await edit('Tides');
    await user.click(await dialog.findByRole('button', { name: 'Remove roof.jpg' }));
    mock(
      getPost,
      pageOf({ ...shown, attachments: [roof, notes, attachment({ id: 'map', name: 'map.pdf' })] }),
    );
    await user.click(dialog.getByRole('button', { name: 'Save post' }));
    expect(
      await screen.findByText('The files of this post were changed elsewhere. Check them, and save again.'),
    ).toBeInTheDocument();
    expect(names()).toEqual(['roof.jpg', 'notes.pdf', 'map.pdf']);
    expect(calls).toEqual([]);
  });
});
