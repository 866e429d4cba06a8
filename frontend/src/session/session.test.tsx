import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { createQueryClient } from '../api/query-client.js';
import { member, signIn } from '../testing/members.js';
import { renderWithQueries } from '../testing/render.js';
import { server } from '../testing/server.js';
import {
  askIfUnknown,
  currentUser,
  followOtherTabs,
  login,
  logout,
  register,
  sessionQuery,
  useSession,
} from './session.js';

function Who() {
  const { status, user } = useSession();
  return <p>{user?.username ?? status}</p>;
}

const answerEntrance = (path: string) =>
  server.use(http.post(path, () => HttpResponse.json({ sessionId: 'new-session', user: member() })));

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the session', () => {
  it('AUT-042 keeps the session id of a login and of a registration', async () => {
    answerEntrance('/api/auth/login');
    await login({ username: 'vesper', password: 'x' });
    expect(localStorage.getItem('sessionId')).toBe('new-session');
    localStorage.clear();
    answerEntrance('/api/auth/register');
    await register({ username: 'vesper', email: 'v@example.org', password: 'x' });
    expect(localStorage.getItem('sessionId')).toBe('new-session');
  });

  it('AUT-045 is decided by the session call alone, not by the stored id', async () => {
    localStorage.setItem('sessionId', 'refused');
    renderWithQueries(<Who />);
    expect(screen.getByText('loading')).toBeInTheDocument();
    expect(await screen.findByText('anonymous')).toBeInTheDocument();
  });

  it('AUT-045 knows a member by the answer', async () => {
    signIn();
    renderWithQueries(<Who />);
    expect(await screen.findByText('vesper')).toBeInTheDocument();
  });

  it('AUT-046 takes a 401 for signed out, and asks once', async () => {
    localStorage.setItem('sessionId', 'refused');
    let asked = 0;
    server.use(
      http.get('/api/auth/me', () => {
        asked += 1;
        return HttpResponse.json({ message: 'no' }, { status: 401 });
      }),
    );
    renderWithQueries(<Who />);
    await screen.findByText('anonymous');
    expect(asked).toBe(1);
  });

  it('AUT-044 asks nobody who a visitor without a stored id is', async () => {
    const asked: Request[] = [];
    server.use(
      http.get('/api/auth/me', ({ request }) => {
        asked.push(request);
        return HttpResponse.json(member());
      }),
    );
    renderWithQueries(<Who />);
    expect(await screen.findByText('anonymous')).toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  it('GAP-034 forgets a stored id that the server refuses', async () => {
    localStorage.setItem('sessionId', 'refused');
    await createQueryClient().fetchQuery(sessionQuery);
    expect(localStorage.getItem('sessionId')).toBeNull();
  });

  it('keeps the stored id when the server cannot be asked', async () => {
    localStorage.setItem('sessionId', 'good');
    server.use(http.get('/api/auth/me', () => HttpResponse.json({}, { status: 503 })));
    await expect(createQueryClient().fetchQuery(sessionQuery)).rejects.toThrow('503');
    expect(localStorage.getItem('sessionId')).toBe('good');
  });

  it('is asked for again once the server is back, only where it could not be told', async () => {
    localStorage.setItem('sessionId', 'known-session');
    let asked = 0;
    server.use(
      http.get('/api/auth/me', () => {
        asked += 1;
        return asked === 1 ? HttpResponse.json({}, { status: 503 }) : HttpResponse.json(member());
      }),
    );
    const { queryClient } = renderWithQueries(<Who />);
    await screen.findByText('anonymous');
    await act(() => askIfUnknown(queryClient));
    expect(await screen.findByText('vesper')).toBeInTheDocument();
    await act(() => askIfUnknown(queryClient));
    expect(asked).toBe(2);
  });

  it('AUT-047 AUT-048 logout ends the session on the server and forgets it here', async () => {
    signIn();
    const ended: (string | null)[] = [];
    server.use(
      http.post('/api/auth/logout', ({ request }) => {
        ended.push(request.headers.get('authorization'));
        return HttpResponse.json({ ok: true });
      }),
    );
    const client = createQueryClient();
    await client.fetchQuery(sessionQuery);
    await logout(client);
    expect(ended).toEqual(['Bearer known-session']);
    expect(localStorage.getItem('sessionId')).toBeNull();
    expect(currentUser(client)).toBeNull();
  });

  it('signs out here even when the server does not answer', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem('sessionId', 'abc');
    server.use(http.post('/api/auth/logout', () => HttpResponse.error()));
    await logout(createQueryClient());
    expect(localStorage.getItem('sessionId')).toBeNull();
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('GAP-042 follows a sign-out in another tab', async () => {
    signIn();
    const { queryClient } = renderWithQueries(<Who />);
    await screen.findByText('vesper');
    const stop = followOtherTabs(queryClient);
    localStorage.removeItem('sessionId');
    window.dispatchEvent(new StorageEvent('storage', { key: 'sessionId' }));
    expect(await screen.findByText('anonymous')).toBeInTheDocument();
    stop();
    await waitFor(() => expect(currentUser(queryClient)).toBeNull());
  });
});
