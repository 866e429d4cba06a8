import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AuthoredImageView,
  type BookmarkKeys,
  getBookmarkKeys,
  listBookmarkedPictures,
  putPictureOnBoard,
  takePictureOffBoard,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { AlbumApi, board, image } from '../../../testing/album.js';
import { setMedia } from '../../../testing/browser.js';
import { installLayout } from '../../../testing/layout.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp, renderWithLinks } from '../../../testing/render.js';
import { AuthoredPictures } from './index.js';

const roof = board({ name: 'Roof' });
const saturn: AuthoredImageView = {
  image: image({ title: 'Saturn' }),
  author: { username: 'wren', displayName: null, profileImageUrl: null },
};
const BOARD_BUTTON = { name: 'Board for Saturn' };

let keys: BookmarkKeys;
let calls: string[];

beforeEach(installLayout);
beforeEach(() => {
  keys = { member: [], post: [], picture: [], tag: [], message: [], onBoards: [] };
  calls = [];
  const picture = saturn.image.id;
  mock(getBookmarkKeys, () => keys);
  mock(listBookmarkedPictures, ({ boardId }) =>
    keys.onBoards.some((kept) => kept.board === boardId) ? [saturn] : [],
  );
  mock(putPictureOnBoard, ({ boardId, imageId }) => {
    calls.push(`put ${imageId} on ${boardId}`);
    keys = { ...keys, picture: [picture], onBoards: [{ picture, board: boardId }] };
    return { ok: true };
  });
  mock(takePictureOffBoard, ({ boardId, imageId }) => {
    calls.push(`take ${imageId} off ${boardId}`);
    keys = { ...keys, onBoards: [] };
    return { ok: true };
  });
});

describe('the actions of another member’s picture', () => {
  it('NXT-180 keep it on a board and take it off, by keyboard alone', async () => {
    signIn();
    new AlbumApi().install().boards = [roof];
    const { user } = renderWithLinks(<AuthoredPictures pictures={[saturn]} />);
    (await screen.findByRole('button', { name: 'Open Saturn' })).focus();
    await user.keyboard('{Enter}');
    const box = within(await screen.findByRole('dialog', { name: 'Saturn' }));
    (await box.findByRole('button', BOARD_BUTTON)).focus();
    await user.keyboard('{Enter}{ArrowRight}');
    // The arrow belongs to the menu.
    await user.click(await screen.findByRole('menuitem', { name: 'Roof' }));
    const put = `put ${saturn.image.id} on ${roof.id}`;
    await waitFor(() => expect(calls).toEqual([put]));
    expect(box.getByRole('button', BOARD_BUTTON)).toHaveTextContent('Roof');
    expect(box.getByRole('button', { name: 'Keep Saturn' })).toHaveAttribute('aria-pressed', 'true');
    box.getByRole('button', BOARD_BUTTON).focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitem', { name: 'Take off the board' }));
    await waitFor(() => expect(calls).toEqual([put, `take ${saturn.image.id} off ${roof.id}`]));
    expect(box.getByRole('button', BOARD_BUTTON)).toHaveTextContent('Keep on a board');
    expect(box.getByRole('button', { name: 'Keep Saturn' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('NXT-181 are absent for its owner and for visitors', async () => {
    for (const prepare of [() => undefined, () => signIn({ username: 'wren' })]) {
      prepare();
      const { user, unmount } = renderWithLinks(<AuthoredPictures pictures={[saturn]} />);
      await user.click(await screen.findByRole('button', { name: 'Open Saturn' }));
      const box = within(await screen.findByRole('dialog', { name: 'Saturn' }));
      expect(box.getByText('1 of 1')).toBeInTheDocument();
      expect(box.queryByRole('button', BOARD_BUTTON)).toBeNull();
      unmount();
    }
  });
});

describe('the album', () => {
  it('NXT-180 shows what is kept on the chosen board, with the owner’s name', async () => {
    signIn();
    setMedia('(min-width: 1280px)', '(min-width: 901px)', '(min-width: 600px)');
    new AlbumApi().install().boards = [roof];
    keys = { ...keys, onBoards: [{ picture: saturn.image.id, board: roof.id }] };
    const { user } = renderApp('/album');
    await user.click(await screen.findByRole('button', { name: 'Roof' }));
    const kept = within(await screen.findByRole('region', { name: 'Kept from others' }));
    expect(kept.getByRole('button', { name: 'Open Saturn' })).toBeInTheDocument();
    expect(kept.getByRole('link', { name: /wren/ })).toHaveAttribute('href', '/u/wren');
    await user.click(screen.getByRole('button', { name: 'Roof' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Kept from others' })).toBeNull());
  });
});
