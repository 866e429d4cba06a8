import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { signIn } from '../testing/members.js';
import { renderApp } from '../testing/render.js';
import { server } from '../testing/server.js';
import { useToast } from '../ui/toast-store.js';
import { followRefusals, hearSessionEnd } from './session-end.js';
import { logout } from './session.js';

const REFUSED = { statusCode: 401, message: 'Authorization required', code: 'unauthorized' };
const refuse = () => HttpResponse.json(REFUSED, { status: 401 });
const endElsewhere = () => server.use(http.get('/api/auth/me', refuse), http.get('/api/servers', refuse));
const toast = () => useToast.getState().toast;
const landing = () => screen.findByRole('button', { name: 'claim your spot' });

let unfollow = () => {};

async function comeAsMember() {
  signIn();
  server.use(http.get('/api/servers', () => HttpResponse.json([])));
  const app = renderApp('/dimensions');
  unfollow = followRefusals(app.queryClient);
  await screen.findByRole('link', { name: /PUBLIC 0 servers/ });
  return app;
}

beforeEach(() => useToast.setState({ toast: null }));
afterEach(() => unfollow());

describe('a session that is over', () => {
  it.each(['ended', 'expired'] as const)('says so to the member who was there: %s', async (reason) => {
    const { queryClient, address } = await comeAsMember();
    endElsewhere();
    await act(() => hearSessionEnd(queryClient, reason));
    await landing();
    expect(toast()).toMatchObject({ title: 'Session ended', description: 'Log in again to go on.' });
    expect([address(), localStorage.getItem('sessionId')]).toEqual(['/dimensions', null]);
  });

  it('is known by a refused call too, and told once', async () => {
    const { queryClient } = await comeAsMember();
    let asked = 0;
    endElsewhere();
    server.use(
      http.get('/api/auth/me', () => {
        asked += 1;
        return refuse();
      }),
    );
    const told: unknown[] = [];
    const end = useToast.subscribe(({ toast: shown }) => told.push(shown?.title));
    const refetch = () => queryClient.refetchQueries({ queryKey: ['/api', 'servers'] });
    await act(() => Promise.all([refetch(), hearSessionEnd(queryClient, 'ended')]));
    await landing();
    end();
    expect([told, asked]).toEqual([['Session ended'], 1]);
  });

  it('is no news to one who logged out, nor to one who was not there', async () => {
    const { queryClient } = await comeAsMember();
    endElsewhere();
    server.use(http.post('/api/auth/logout', () => HttpResponse.json({ ok: true })));
    await act(() => Promise.all([hearSessionEnd(queryClient, 'logout'), logout(queryClient)]));
    await landing();
    await act(() => hearSessionEnd(queryClient, 'expired'));
    expect(toast()).toBeNull();
  });

  it('is not taken for over where a call is refused and the session holds', async () => {
    const { queryClient } = await comeAsMember();
    server.use(http.get('/api/servers', refuse));
    let asked = 0;
    server.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/api/auth/me')) asked += 1;
    });
    await act(() => queryClient.refetchQueries({ queryKey: ['/api', 'servers'] }));
    await waitFor(() => expect(asked).toBe(1));
    expect(await screen.findByRole('heading', { name: 'Dimensions' })).toBeInTheDocument();
    expect([toast(), localStorage.getItem('sessionId')]).toEqual([null, 'known-session']);
    server.events.removeAllListeners();
  });
});
