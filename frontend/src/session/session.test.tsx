import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { advanceReadMark, getCurrentUser, logIn, logOut, registerAccount } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { send } from '../api/calls.js';
import { createQueryClient } from '../api/query-client.js';
import { ownerOf, pageSession, recordOwner, renewSession } from '../api/stored-session.js';
import {
  newDraft,
  storeDraft as storePictureDraft,
  storeUploadName,
} from '../features/album/album/upload/draft-storage.js';
import { EMPTY_DRAFT, readPostDraft, storePostDraft } from '../features/site/home/post-draft.js';
import { editPlace, storeEdit } from './edit-drafts.js';
import { storeDraft as storeMessageDraft } from './text-drafts.js';
import { storeProfileDraft } from '../features/people/profile/use-save-profile.js';
import { problem } from '../testing/call-handler.js';
import { expectConsoleError } from '../testing/console-errors.js';
import { member, signIn } from '../testing/members.js';
import { mock } from '../testing/mock.js';
import { renderWithQueries } from '../testing/render.js';
import { atTestEnd } from '../testing/reset.js';
import { hasPageEnded, pageLoad, usePageEnd } from './page-end.js';
import { refetchFailedSession, watchOtherTabs, logout, sessionQuery, useSession } from './session.js';
import { login, register } from './sign-in.js';

function SessionStatus() {
  const { status, user } = useSession();
  return <p>{user?.username ?? status}</p>;
}

const NEW_SESSION = { sessionId: 'new-session', deviceToken: 'token', user: member() };

describe('the session', () => {
  it('AUT-042 stores the session id of a login and of a registration', async () => {
    mock(logIn, NEW_SESSION);
    await login({ username: 'vesper', password: 'x' });
    expect(localStorage.getItem('sessionId')).toBe('new-session');
    localStorage.clear();
    mock(registerAccount, NEW_SESSION);
    await register({ username: 'vesper', email: 'v@example.org', password: 'x' });
    expect(localStorage.getItem('sessionId')).toBe('new-session');
  });

  it('sends the device token of the same Oni ID with a login, also after a logout', async () => {
    const requests = mock(logIn, NEW_SESSION);
    await login({ username: 'Vesper', password: 'x' });
    jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
    logout();
    await usePageEnd.getState().leave?.();
    await login({ username: 'Vesper', password: 'x' });
    await login({ username: 'orion', password: 'x' });
    expect(requests.map(({ body }) => body)).toEqual([
      { username: 'Vesper', password: 'x' },
      { username: 'Vesper', password: 'x', deviceToken: 'token' },
      { username: 'orion', password: 'x' },
    ]);
  });

  it('AUT-045 depends on the session call, not on the stored id', async () => {
    localStorage.setItem('sessionId', 'refused');
    renderWithQueries(<SessionStatus />);
    expect(screen.getByText('loading')).toBeInTheDocument();
    expect(await screen.findByText('anonymous')).toBeInTheDocument();
  });

  it('AUT-045 recognises a member by the answer', async () => {
    signIn();
    renderWithQueries(<SessionStatus />);
    expect(await screen.findByText('vesper')).toBeInTheDocument();
  });

  it('AUT-046 treats a 401 as signed out and does not retry', async () => {
    localStorage.setItem('sessionId', 'refused');
    const calls = mock(getCurrentUser, () => problem('unauthorized'));
    renderWithQueries(<SessionStatus />);
    await screen.findByText('anonymous');
    expect(calls).toHaveLength(1);
  });

  it('AUT-044 skips the session call without a stored id', async () => {
    const calls = mock(getCurrentUser, member());
    renderWithQueries(<SessionStatus />);
    expect(await screen.findByText('anonymous')).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('GAP-034 removes a stored id that the server refuses', async () => {
    localStorage.setItem('sessionId', 'refused');
    await createQueryClient().fetchQuery(sessionQuery);
    expect(localStorage.getItem('sessionId')).toBeNull();
  });

  it('keeps the stored id when the server is unavailable', async () => {
    localStorage.setItem('sessionId', 'good');
    mock(getCurrentUser, () => problem('unavailable'));
    await expect(createQueryClient().fetchQuery(sessionQuery)).rejects.toThrow('503');
    expect(localStorage.getItem('sessionId')).toBe('good');
  });

  it('is fetched again after a failure, and only then', async () => {
    localStorage.setItem('sessionId', 'known-session');
    let calls = 0;
    mock(getCurrentUser, () => ((calls += 1) === 1 ? problem('unavailable') : member()));
    const { queryClient } = renderWithQueries(<SessionStatus />);
    await screen.findByText('anonymous');
    await act(() => refetchFailedSession(queryClient));
    expect(await screen.findByText('vesper')).toBeInTheDocument();
    await act(() => refetchFailedSession(queryClient));
    expect(calls).toBe(2);
  });

  it('AUT-047 AUT-048 logout ends the session on the server and removes it here', async () => {
    signIn();
    const ended: (string | null)[] = [];
    mock(logOut, (_received, { headers }) => {
      ended.push(headers.get('authorization'));
      return { ok: true };
    });
    const client = createQueryClient();
    await client.fetchQuery(sessionQuery);
    const load = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
    logout();
    expect(localStorage.getItem('sessionId')).toBeNull();
    await usePageEnd.getState().leave?.();
    expect(ended).toEqual(['Bearer known-session']);
    expect(load.mock.calls).toEqual([['/']]);
  });

  it('signs out here even when the server does not answer', async () => {
    expectConsoleError(/Ending the session on the server failed/u);
    localStorage.setItem('sessionId', 'abc');
    mock(logOut, () => HttpResponse.error());
    const load = jest.spyOn(pageLoad, 'assign').mockImplementation(() => undefined);
    logout();
    await usePageEnd.getState().leave?.();
    expect(localStorage.getItem('sessionId')).toBeNull();
    expect(load.mock.calls).toEqual([['/']]);
  });

  it('records the owner of a session from the server’s answer', async () => {
    const { id } = signIn();
    await createQueryClient().fetchQuery(sessionQuery);
    expect(ownerOf('known-session')).toBe(id);
    expect(ownerOf('other-session')).toBeUndefined();
    expect(ownerOf(null)).toBeUndefined();
  });

  it('keeps no text that another member left unsent in this browser', async () => {
    const { id } = signIn();
    leaveTexts('somebody-else');
    leaveTexts(id);
    const own = storedKeys().filter((key) => key.includes(id));
    expect(own.length).toBeGreaterThan(5);
    localStorage.setItem('oni-theme', 'dark');
    await createQueryClient().fetchQuery(sessionQuery);
    // What they asked for waits for their next sign-in.
    const waiting = 'oni-unsent:somebody-else:a';
    await waitFor(() => expect(storedKeys()).toEqual([...own, waiting, 'oni-theme', 'sessionId'].toSorted()));
    expect(readPostDraft(id).title).toBe('Fog');
  });

  it('keeps unsent texts while nobody is signed in', async () => {
    leaveTexts('somebody-else');
    const before = storedKeys();
    await createQueryClient().fetchQuery(sessionQuery);
    expect(storedKeys()).toEqual(before);
  });
});

/** Leaves a text of every kind. */
function leaveTexts(userId: string): void {
  const at = new Date().toISOString();
  localStorage.setItem(`oni-unsent:${userId}:a`, JSON.stringify({ userId, content: 'Fog.', at }));
  storeMessageDraft(userId, 'tonight', 'Fog');
  storePostDraft(userId, { ...EMPTY_DRAFT, title: 'Fog' });
  storeEdit(editPlace(userId, 'a-message'), { text: 'Fog', base: '' });
  storeProfileDraft(userId, { text: 'Fog', base: '' });
  storePictureDraft(userId, newDraft(userId, '/objects/fog'));
  storeUploadName(userId, 'fog.jpg');
}

const storedKeys = (): string[] =>
  [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
    .filter((key) => key !== 'oni-tab')
    .toSorted();

function storeElsewhere(sessionId: string | null): void {
  if (sessionId === null) localStorage.removeItem('sessionId');
  else localStorage.setItem('sessionId', sessionId);
}

describe('a page whose session another tab replaces', () => {
  beforeEach(() => {
    signIn();
    atTestEnd(watchOtherTabs());
  });

  it.each([
    ['GAP-042 a sign-out', null],
    ['a sign-in as another member', 'session-of-otto'],
  ])('ends after %s', (_change, stored) => {
    expect(hasPageEnded()).toBe(false);
    storeElsewhere(stored);
    window.dispatchEvent(new StorageEvent('storage', { key: 'sessionId' }));
    expect(hasPageEnded()).toBe(true);
  });

  it.each([
    ['a tab that becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['a page that the Back button restores', () => window.dispatchEvent(new Event('pageshow'))],
  ])('ends without a storage event: %s', (_case, show) => {
    show();
    expect(hasPageEnded()).toBe(false);
    storeElsewhere('session-of-otto');
    show();
    expect(hasPageEnded()).toBe(true);
  });

  it('ACC-064 stays with the new credential when another tab reauthenticates', () => {
    const former = pageSession();
    // The order in which the other tab stores them.
    for (const [key, value] of [
      ['sessionSuccessor', `${former} renewed-session`],
      ['sessionId', 'renewed-session'],
    ] as const) {
      localStorage.setItem(key, value);
      window.dispatchEvent(new StorageEvent('storage', { key }));
      expect(hasPageEnded()).toBe(false);
    }
    expect(pageSession()).toBe('renewed-session');
  });

  it('ACC-064 keeps its owner and its storage when it reauthenticates', () => {
    recordOwner(pageSession() ?? '', 'owner');
    renewSession('renewed-session');
    expect(pageSession()).toBe('renewed-session');
    expect(localStorage.getItem('sessionId')).toBe('renewed-session');
    expect(ownerOf('renewed-session')).toBe('owner');
    window.dispatchEvent(new StorageEvent('storage', { key: 'sessionId' }));
    expect(hasPageEnded()).toBe(false);
  });

  it('stays when another tab stores something else', () => {
    localStorage.setItem('oni-theme', 'light');
    window.dispatchEvent(new StorageEvent('storage', { key: 'oni-theme' }));
    expect(hasPageEnded()).toBe(false);
  });

  it('sends its own session until it ends', async () => {
    const calls: (string | null)[] = [];
    mock(advanceReadMark, (_received, { headers }) => {
      calls.push(headers.get('authorization'));
      return { ok: true };
    });
    storeElsewhere('session-of-otto');
    await send(advanceReadMark, { id: 'one', body: { seq: 1 } });
    expect(calls).toEqual(['Bearer known-session']);
  });

  it('leaves the new session stored when its own is refused or logged out', async () => {
    storeElsewhere('session-of-otto');
    mock(getCurrentUser, () => problem('unauthorized'));
    expect(await createQueryClient().fetchQuery(sessionQuery)).toBeNull();
    logout();
    expect(localStorage.getItem('sessionId')).toBe('session-of-otto');
  });
});
