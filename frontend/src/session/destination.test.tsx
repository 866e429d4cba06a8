import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { logIn, previewInvite, registerAccount } from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { installCanvas } from '../testing/canvas.js';
import { signIn, signInAnswer } from '../testing/members.js';
import { mock } from '../testing/mock.js';
import { renderApp } from '../testing/render.js';
import { storedDestination } from './destination.js';
import { pageLoad } from './page-end.js';

const INVITE = '/dimensions/invite/aB3-_9';
const NOTE = 'An invitation is waiting. It opens as soon as you are in.';

const SIGN_IN = 'Sign in or create an account to accept';

async function submitLogin(user: UserEvent) {
  mock(logIn, () => signInAnswer());
  await user.type(await screen.findByLabelText('ONI_ID'), 'vesper');
  await user.type(screen.getByLabelText('password'), 'anything{Enter}');
}

let loaded: jest.SpiedFunction<typeof pageLoad.assign>;
beforeEach(() => {
  installCanvas();
  const at = '2026-01-01T00:00:00.000Z';
  const invited = { id: 's-roof', name: 'Roof', description: null, memberCount: 2 };
  mock(previewInvite, ({ code }) => ({ code, server: invited, expiresAt: at }));
  loaded = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
});

describe('the destination after sign-in', () => {
  it('keeps an invitation through a page load and a registration', async () => {
    const first = renderApp(INVITE);
    await screen.findByRole('link', { name: SIGN_IN });
    await waitFor(() => expect(storedDestination()?.path).toBe(INVITE));
    first.unmount();
    const { user } = renderApp('/auth');
    mock(registerAccount, () => signInAnswer());
    await user.click(await screen.findByRole('tab', { name: 'INITIALIZE' }));
    expect(screen.getByText(NOTE)).toBeInTheDocument();
    await user.type(screen.getByLabelText('ONI_ID'), 'vesper');
    await user.type(screen.getByLabelText('email'), 'vesper@example.org');
    await user.type(screen.getByLabelText('password'), 'Str0ng!key{Enter}');
    await waitFor(() => expect(loaded.mock.calls).toEqual([[INVITE]]));
  });

  it('opens the invitation after signing in through the link on its page', async () => {
    const { user } = renderApp(INVITE);
    await user.click(await screen.findByRole('link', { name: SIGN_IN }));
    expect(await screen.findByText(NOTE)).toBeInTheDocument();
    await submitLogin(user);
    await waitFor(() => expect(loaded.mock.calls).toEqual([[INVITE]]));
  });

  it('is removed once a member is signed in', async () => {
    sessionStorage.setItem('oni-destination', INVITE);
    signIn();
    renderApp(INVITE);
    await waitFor(() => expect(storedDestination()).toBeNull());
    expect(sessionStorage).toHaveLength(0);
  });

  it('GAP-009 AUT-015 shows the landing page with a reason in place of a members’ page, and opens that page after signing in', async () => {
    const { user, address } = renderApp('/constellation?tag=maps');
    expect(await screen.findAllByText('Sign in to see the constellation.')).not.toHaveLength(0);
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth');
    expect(address()).toBe('/constellation');
    await submitLogin(user);
    await waitFor(() => expect(loaded.mock.calls).toEqual([['/constellation?tag=maps']]));
  });

  it.each([
    ['/homepage', 'Sign in to see your homepage.'],
    ['/profile', 'Sign in to see your profile.'],
    ['/settings?tab=security', 'Sign in to change your settings.'],
    ['/album', 'Sign in to see your album.'],
    ['/search?q=moths', 'Sign in to search.'],
    ['/archive', 'Sign in to see your archive.'],
    ['/dimensions', 'Sign in to enter the dimensions.'],
    ['/dimensions/private?server=s-roof', 'Sign in to enter the dimensions.'],
    ['/dimensions/public?server=s-obs&channel=c-1&message=7', 'Sign in to enter the dimensions.'],
  ])('NXT-322 keeps %s when the visitor goes to /auth', async (path, reason) => {
    const { navigate } = renderApp(path);
    await screen.findAllByText(reason);
    navigate('/auth');
    await screen.findByRole('heading', { name: 'Welcome back.' });
    expect(screen.getByText(reason)).toBeInTheDocument();
    expect(storedDestination()?.path).toBe(path);
  });

  it('AUT-015 stores neither the landing page nor an unknown path', async () => {
    const nowhere = renderApp('/nowhere');
    await screen.findByLabelText('ONI_ID');
    expect(screen.queryByText(/^Sign in to/)).not.toBeInTheDocument();
    expect(storedDestination()).toBeNull();
    nowhere.unmount();
    const { user } = renderApp('/');
    await submitLogin(user);
    await waitFor(() => expect(loaded.mock.calls).toEqual([['/constellation']]));
  });

  it.each([
    'https://elsewhere.example/dimensions/invite/abc',
    '//elsewhere.example/dimensions/invite/abc',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    '/dimensions/invite/../../auth',
    '/dimensions/invite/abc?next=//elsewhere.example',
    '/dimensions/invite/abc\n',
    '/dimensions/invite/',
    `/dimensions/invite/${'a'.repeat(129)}`,
    '/u/vesper',
    '/constructor',
    '/settings#security',
    '/dimensions/invite',
    ' /settings',
  ])('ignores a stored path that is not a known destination: %j', async (path) => {
    sessionStorage.setItem('oni-destination', path);
    const { user } = renderApp('/auth');
    await submitLogin(user);
    await waitFor(() => expect(loaded.mock.calls).toEqual([['/homepage']]));
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
    expect(screen.queryByText(/^Sign in to/)).not.toBeInTheDocument();
  });
});
