import { describe, expect, it, jest } from '@jest/globals';
import { logIn, registerAccount } from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { dropSession, pageSession } from '../../../api/stored-session.js';
import { pageLoad } from '../../../session/page-end.js';
import { currentUser, logout } from '../../../session/session.js';
import { problem } from '../../../testing/call-handler.js';
import { signIn, signInAnswer } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

const heading = (name: string) => screen.findByRole('heading', { name });

describe('/auth', () => {
  it('AUT-001 AUT-002 is tabbed: ACCESS and INITIALIZE switch the mode', async () => {
    const { user } = renderApp('/auth');
    expect(await heading('Welcome back.')).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['ACCESS', 'INITIALIZE']);
    await user.click(screen.getByRole('tab', { name: 'INITIALIZE' }));
    expect(await heading('Take your place.')).toBeInTheDocument();
    expect(screen.getByLabelText('email')).toBeInTheDocument();
    await user.keyboard('{ArrowLeft}');
    expect(await heading('Welcome back.')).toBeInTheDocument();
  });

  it('AUT-003 GAP-010 redirects a member to /homepage', async () => {
    signIn();
    const { address } = renderApp('/auth');
    await waitFor(() => expect(address()).toBe('/homepage'));
  });

  it('AUT-019 refetches the current user, then loads the destination', async () => {
    const loaded = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
    mock(logIn, () => signInAnswer());
    const { user, queryClient } = renderApp('/auth');
    await user.type(await screen.findByLabelText('ONI_ID'), 'vesper');
    await user.type(screen.getByLabelText('password'), 'anything{Enter}');
    await waitFor(() => expect(loaded).toHaveBeenCalledWith('/homepage'));
    expect(currentUser(queryClient)).toMatchObject({ username: 'vesper' });
  });
});

describe('a browser that stores nothing', () => {
  /** Prepares the server for a sign-in, and denies every access to storage. */
  function denyStorage(): void {
    const answer = signInAnswer();
    localStorage.clear();
    mock(logIn, answer);
    mock(registerAccount, answer);
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
    }
  }
  const SENTENCE = /^Your browser stores nothing for this site/;

  it('signs a member in for the page, says so, and lets them log out', async () => {
    denyStorage();
    const loaded = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
    const { user, address } = renderApp('/auth');
    await user.type(await screen.findByLabelText('ONI_ID'), 'vesper');
    await user.type(screen.getByLabelText('password'), 'anything{Enter}');
    expect(await screen.findByText(SENTENCE)).toBeInTheDocument();
    await screen.findByRole('textbox', { name: 'Title' });
    expect(address()).toBe('/homepage');
    expect(loaded).not.toHaveBeenCalled();
    act(logout);
    expect(pageSession()).toBeNull();
  });

  it('registers a member for the page on the landing page, and says so', async () => {
    denyStorage();
    const { user, address } = renderApp('/');
    await user.click(await screen.findByRole('tab', { name: 'create' }));
    const access = within(screen.getByRole('tabpanel', { name: 'create' }));
    await user.type(access.getByLabelText('ONI_ID'), 'vesper');
    await user.type(access.getByLabelText('email'), 'vesper@example.org');
    await user.type(access.getByLabelText('password'), 'Str0ng!key{Enter}');
    expect(await screen.findByText(SENTENCE)).toBeInTheDocument();
    await waitFor(() => expect(address()).toBe('/profile'));
    dropSession(pageSession());
  });
});

describe('/clean-auth', () => {
  it('AUT-004 AUT-005 AUT-006 has username and password only, and a link back to /', async () => {
    renderApp('/clean-auth');
    await heading('dev_access');
    expect(screen.getByLabelText('username')).toBeInTheDocument();
    expect(screen.getByLabelText('password')).toBeInTheDocument();
    expect(document.querySelectorAll('input')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'back to /' })).toHaveAttribute('href', '/');
  });

  it('GAP-014 logs in like /auth, with the same rules and toasts', async () => {
    mock(logIn, () => problem('invalid_credentials', 'Invalid ONI_ID or password.'));
    const { user } = renderApp('/clean-auth');
    await heading('dev_access');
    await user.click(screen.getByRole('button', { name: 'CONNECT' }));
    await waitFor(() =>
      expect(screen.getByLabelText('username')).toHaveAccessibleDescription(
        'Error: ONI_ID required to access network',
      ),
    );
    await user.type(screen.getByLabelText('username'), 'vesper');
    await user.type(screen.getByLabelText('password'), 'wrong{Enter}');
    expect(await screen.findByText('Login failed')).toBeInTheDocument();
    expect(screen.getByText('Invalid ONI_ID or password.')).toBeInTheDocument();
  });

  it('GAP-014 redirects a member to /homepage', async () => {
    signIn();
    const { address } = renderApp('/clean-auth');
    await waitFor(() => expect(address()).toBe('/homepage'));
  });
});
