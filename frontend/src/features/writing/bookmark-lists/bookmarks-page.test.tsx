import { describe, expect, it } from '@jest/globals';
import { BOOKMARK_NOTE, type BookmarkView, listBookmarks, noteBookmark } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const message = (given: Partial<BookmarkView> = {}): BookmarkView => ({
  id: 'kept',
  kind: 'message',
  subject: 'm-1',
  title: 'Ten past five.',
  author: null,
  imageUrl: null,
  place: null,
  conversation: { channelId: 'c-otto', seq: 4 },
  newPosts: 0,
  note: null,
  createdAt: '2026-11-20T20:00:00.000Z',
  ...given,
});

describe('the page of kept things', () => {
  it('TLK-490 keeps a note about each, which is changed and removed', async () => {
    signIn();
    let note: string | null = null;
    mock(listBookmarks, () => [message({ note })]);
    const notes = mock(noteBookmark, ({ body }) => {
      note = body?.note || null;
      return { ok: true };
    });
    const { user } = renderApp('/kept');
    const write = async (text: string) => {
      await user.click(await screen.findByRole('button', { name: 'Note about Ten past five.' }));
      const field = within(screen.getByRole('dialog')).getByRole('textbox');
      await user.clear(field);
      if (text !== '') await user.type(field, text);
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    };
    await write('Ask Otto which table');
    expect(await screen.findByText('Ask Otto which table')).toBeInTheDocument();
    await write('');
    await waitFor(() => expect(screen.queryByText('Ask Otto which table')).not.toBeInTheDocument());
    expect(notes).toMatchObject([
      { kind: 'message', subject: 'm-1', body: { note: 'Ask Otto which table' } },
      { body: { note: '' } },
    ]);
  });

  it('TLK-490 says why a note could not be saved, and accepts none that is too long', async () => {
    signIn();
    mock(listBookmarks, [message({ note: 'a'.repeat(BOOKMARK_NOTE.max) })]);
    mock(noteBookmark, () => problem('not_found'));
    const { user } = renderApp('/kept');
    await user.click(await screen.findByRole('button', { name: 'Note about Ten past five.' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'b');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.keyboard('{Backspace}{Backspace}');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toBeInTheDocument();
  });

  it('TLK-491 is filtered by kind and by words, which the address keeps', async () => {
    signIn();
    const requests = mock(listBookmarks, ({ query }) => (query.q === undefined ? [message()] : []));
    const { user, query } = renderApp('/kept?kind=message');
    await user.type(await screen.findByRole('searchbox', { name: 'Find in what you keep' }), 'tide');
    await screen.findByText('Nothing found');
    expect(query()).toEqual({ kind: 'message', q: 'tide' });
    expect(requests.at(-1)).toMatchObject({ query: { kind: 'message', q: 'tide' } });
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(query()).toEqual({ q: 'tide' });
    await user.clear(screen.getByRole('searchbox'));
    expect(await screen.findByRole('link', { name: 'Ten past five.' })).toBeInTheDocument();
  });
});
