import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createMemoryHistory } from '@tanstack/react-router';
import { type CurrentUser, getCurrentUser, SESSION_STORAGE_KEY } from '@oniverse/contracts';
import { createQueryClient } from './api/query-client.js';
import { createAppRouter } from './router.js';
import { problem } from './testing/call-handler.js';
import { member } from './testing/members.js';
import { mock } from './testing/mock.js';
import { loadFirstPage } from './first-load.js';
import { currentUser } from './session/session.js';

let sessionCalls = 0;

function createApp(path: string) {
  const client = createQueryClient();
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [path] }));
  const isShown = () => router.state.matches.every(({ status }) => status === 'success');
  return { client, router, isShown };
}

const answerWith = (answer: () => CurrentUser | Response | Promise<Response>) =>
  mock(getCurrentUser, () => {
    sessionCalls += 1;
    return answer();
  });

beforeEach(() => {
  sessionCalls = 0;
  answerWith(() => member());
});

describe('the first load', () => {
  it('fetches the session once, before it loads a members’ page', async () => {
    localStorage.setItem(SESSION_STORAGE_KEY, 'known-session');
    const { client, router, isShown } = createApp('/album');
    await loadFirstPage(router, client);
    expect(currentUser(client)).toEqual(member());
    expect(isShown()).toBe(true);
    expect(sessionCalls).toBe(1);
  });

  it('skips the session call without a stored session, and shows the visitors’ page', async () => {
    const { client, router, isShown } = createApp('/album');
    await loadFirstPage(router, client);
    expect(isShown()).toBe(false);
    expect(sessionCalls).toBe(0);
  });

  it('ROU-012 waits 1.5 seconds at most for the session, and not at all on a public page', async () => {
    localStorage.setItem(SESSION_STORAGE_KEY, 'known-session');
    answerWith(() => new Promise<never>(() => {}));
    const open = createApp('/purpose');
    await loadFirstPage(open.router, open.client);
    expect(open.isShown()).toBe(true);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const { client, router, isShown } = createApp('/album');
    let isLoaded = false;
    const loaded = loadFirstPage(router, client).then(() => (isLoaded = true));
    await jest.advanceTimersByTimeAsync(1_400);
    expect(isLoaded).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    await loaded;
    expect(isShown()).toBe(false);
  });

  it('shows the visitors’ page when the session is refused', async () => {
    localStorage.setItem(SESSION_STORAGE_KEY, 'old-session');
    answerWith(() => problem('unauthorized'));
    const { client, router, isShown } = createApp('/album');
    await loadFirstPage(router, client);
    expect(isShown()).toBe(false);
    expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  });
});
