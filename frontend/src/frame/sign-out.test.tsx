import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { logOut } from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { member, signIn } from '../testing/members.js';
import { mock } from '../testing/mock.js';
import { renderApp } from '../testing/render.js';
import { pageLoad } from '../session/page-end.js';

const { id } = member();
const UNSENT = `oni-unsent:${id}:n-1`;
const at = new Date().toISOString();

describe('a sign-out', () => {
  beforeEach(() => {
    signIn();
    jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
  });

  it('TLK-174 asks before it deletes what is not sent, and leaves it after a no', async () => {
    const ends = mock(logOut, { ok: true });
    const { user } = renderApp('/purpose');
    await screen.findByRole('button', { name: 'Vesper Lund' });
    localStorage.setItem(UNSENT, JSON.stringify({ userId: id, at }));
    localStorage.setItem(`oni-unsent:${id}:read:general`, JSON.stringify({ userId: id, at }));
    const ask = async () => {
      await user.click(screen.getByRole('button', { name: 'Vesper Lund' }));
      await user.click(await screen.findByRole('button', { name: 'Logout' }));
      return screen.findByRole('alertdialog', { name: 'Sign out' });
    };
    expect(await ask()).toHaveTextContent('1 change of yours is not on the server yet');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(localStorage.getItem(UNSENT)).not.toBeNull();
    expect(ends).toHaveLength(0);
    await ask();
    await user.click(screen.getByRole('button', { name: 'Delete and sign out' }));
    await waitFor(() => expect(ends).toHaveLength(1));
    expect(localStorage.getItem(UNSENT)).toBeNull();
  });
});
