import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { member, signIn } from '../testing/members.js';
import { renderApp } from '../testing/render.js';
import { server } from '../testing/server.js';
import { keptDestination } from './destination.js';
import { pageLoad } from './page-load.js';

const INVITE = '/dimensions/invite/aB3-_9';
const NOTE = 'An invitation is waiting. It opens as soon as you are in.';

const SIGN_IN = 'Log in or sign up to accept';

const accept = (path: 'login' | 'register') =>
  server.use(
    http.post(`/api/auth/${path}`, () => {
      signIn();
      return HttpResponse.json({ sessionId: 'known-session', user: member() });
    }),
  );

async function logIn(user: UserEvent) {
  accept('login');
  await user.type(await screen.findByLabelText('ONI_ID'), 'vesper');
  await user.type(screen.getByLabelText('password'), 'anything{Enter}');
}

let loaded: jest.SpiedFunction<typeof pageLoad.to>;
beforeEach(() => {
  const at = '2026-01-01T00:00:00.000Z';
  const invited = { id: 's-roof', name: 'Roof', description: null, memberCount: 2 };
  server.use(
    http.get('/api/invites/:code', ({ params }) =>
      HttpResponse.json({ code: params['code'], server: invited, expiresAt: at }),
    ),
  );
  loaded = jest.spyOn(pageLoad, 'to').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('a destination that is carried through signing in', () => {
  it('an invitation survives a load of the page and the making of an account', async () => {
    const first = renderApp(INVITE);
    await screen.findByRole('link', { name: SIGN_IN });
    await waitFor(() => expect(keptDestination()).toBe(INVITE));
    first.unmount();
    const { user } = renderApp('/auth');
    accept('register');
    await user.click(await screen.findByRole('tab', { name: 'INITIALIZE' }));
    expect(screen.getByText(NOTE)).toBeInTheDocument();
    await user.type(screen.getByLabelText('ONI_ID'), 'vesper');
    await user.type(screen.getByLabelText('email'), 'vesper@example.org');
    await user.type(screen.getByLabelText('password'), 'Str0ng!key{Enter}');
    await waitFor(() => expect(loaded.mock.calls).toEqual([[INVITE]]));
  });

  it('an invitation is gone to from the form that its page leads to', async () => {
    const { user } = renderApp(INVITE);
    await user.click(await screen.findByRole('link', { name: SIGN_IN }));
    expect(await screen.findByText(NOTE)).toBeInTheDocument();
    await logIn(user);
    await waitFor(() => expect(loaded.mock.calls).toEqual([[INVITE]]));
  });

  it('is forgotten once a member is there', async () => {
    sessionStorage.setItem('oni-destination', INVITE);
    signIn();
    renderApp(INVITE);
    await waitFor(() => expect(keptDestination()).toBeNull());
    expect(sessionStorage).toHaveLength(0);
  });

  it('GAP-009 other places are not carried', async () => {
    const { user } = renderApp('/profile');
    await logIn(user);
    await waitFor(() => expect(loaded.mock.calls).toEqual([['/constellation']]));
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
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
    '/homepage',
  ])('never leads to what is no such place: %j', async (path) => {
    sessionStorage.setItem('oni-destination', path);
    const { user } = renderApp('/auth');
    await logIn(user);
    await waitFor(() => expect(loaded.mock.calls).toEqual([['/homepage']]));
    expect(screen.queryByText(NOTE)).not.toBeInTheDocument();
  });
});
