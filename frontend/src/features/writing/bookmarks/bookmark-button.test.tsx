import { beforeEach, describe, expect, it } from '@jest/globals';
import { addBookmark, type BookmarkKeys, getBookmarkKeys, removeBookmark } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { delay } from 'msw';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { LiveServer } from '../../../testing/live-server.js';
import { problem } from '../../../testing/call-handler.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithQueries } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';
import { Menu } from '../../../ui/menu.js';
import { BookmarkButton, KeepMenuItem } from './index.js';

const NOTHING: BookmarkKeys = { member: [], post: [], picture: [], tag: [], message: [], onBoards: [] };

let stored: BookmarkKeys;
let calls: string[];

function mockBookmarks() {
  stored = NOTHING;
  calls = [];
  mock(getBookmarkKeys, () => stored);
  mock(addBookmark, ({ kind, subject }) => {
    calls.push(`keep ${kind} ${subject}`);
    stored = { ...stored, tag: [subject] };
    return { ok: true };
  });
  mock(removeBookmark, ({ kind, subject }) => {
    calls.push(`remove ${kind} ${subject}`);
    stored = NOTHING;
    return { ok: true };
  });
}

const button = () => screen.findByRole('button', { name: 'Keep #dreams' });
const keepButton = <BookmarkButton kind="tag" subject="dreams" name="#dreams" />;

describe('KeepMenuItem', () => {
  it('NXT-316 keeps a thing from its menu, and says so when it is kept', async () => {
    mockBookmarks();
    signIn();
    const { user } = renderWithQueries(
      <Menu button={<button type="button">Actions</button>}>
        <KeepMenuItem kind="tag" subject="dreams" />
      </Menu>,
    );
    const open = async () => user.click(screen.getByRole('button', { name: 'Actions' }));
    await open();
    await user.click(await screen.findByRole('menuitem', { name: 'Keep' }));
    await waitFor(() => expect(calls).toEqual(['keep tag dreams']));
    await open();
    expect(await screen.findByRole('menuitem', { name: 'Remove from Kept' })).toBeInTheDocument();
  });
});

describe('KeepButton', () => {
  beforeEach(mockBookmarks);

  it('NXT-050 keeps a thing and lets it go', async () => {
    signIn();
    const { user } = renderWithQueries(keepButton);
    expect(await button()).toHaveTextContent('Keep');
    expect(await button()).toHaveAttribute('aria-pressed', 'false');
    await user.click(await button());
    await waitFor(async () => expect(await button()).toHaveTextContent('Kept'));
    expect(await button()).toHaveAttribute('aria-pressed', 'true');
    await user.click(await button());
    await waitFor(() => expect(calls).toEqual(['keep tag dreams', 'remove tag dreams']));
    expect(await button()).toHaveTextContent('Keep');
  });

  it('NXT-050 shows the change before the answer, and takes it back on a failure', async () => {
    signIn();
    mock(addBookmark, async () => {
      await delay('infinite');
      return { ok: true };
    });
    const { user, unmount } = renderWithQueries(keepButton);
    await user.click(await button());
    await waitFor(async () => expect(await button()).toHaveTextContent('Kept'));
    unmount();
    mock(addBookmark, () => problem('quota_reached', 'Let one go.'));
    const again = renderWithQueries(keepButton);
    await again.user.click(await button());
    await waitFor(() => expect(useToast.getState().toast?.description).toBe('Let one go.'));
    await waitFor(async () => expect(await button()).toHaveTextContent('Keep'));
  });

  it('NXT-051 is absent for visitors', async () => {
    const { container } = renderWithQueries(
      <>
        {keepButton}
        <p>Marker</p>
      </>,
    );
    await screen.findByText('Marker');
    expect(container).not.toContainElement(screen.queryByRole('button'));
  });

  describe('with a live connection', () => {
    let live: LiveServer;
    beforeEach(() => {
      live = new LiveServer();
      live.start();
    });

    it('NXT-052 follows the member’s other devices', async () => {
      signIn();
      const { unmount } = renderWithQueries(keepButton);
      expect(await button()).toHaveTextContent('Keep');
      act(() => {
        useConnection.setState({ status: 'idle' }, true);
        startLive();
      });
      await waitFor(() => expect(useConnection.getState().status).toBe('live'));
      stored = { ...NOTHING, tag: ['dreams'] };
      live.io.emit('bookmarks:changed', {});
      await waitFor(async () => expect(await button()).toHaveTextContent('Kept'));
      unmount();
    });
  });
});
