import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { STORAGE_KEYS } from '@oniverse/contracts';
import { createMemoryHistory } from '@tanstack/react-router';
import { http, HttpResponse } from 'msw';
import { createQueryClient } from '../api/query-client.js';
import { createAppRouter } from '../router.js';
import { member } from '../testing/members.js';
import { server } from '../testing/server.js';
import { firstLoad } from './first-load.js';
import { currentUser } from './session.js';

let asked = 0;

/** The router at an address, and the cache that it knows the visitor by. */
function arrive(path: string) {
  const client = createQueryClient();
  const router = createAppRouter(client, createMemoryHistory({ initialEntries: [path] }));
  const isShown = () => router.state.matches.every(({ status }) => status === 'success');
  return { client, router, isShown };
}

const answerWith = (answer: () => Response | Promise<Response>) =>
  server.use(
    http.get('/api/auth/me', () => {
      asked += 1;
      return answer();
    }),
  );

beforeEach(() => {
  asked = 0;
  answerWith(() => HttpResponse.json(member()));
});

afterEach(() => {
  jest.useRealTimers();
});

describe('the first load', () => {
  it('knows a member before a member’s page is loaded, and asks once', async () => {
    localStorage.setItem(STORAGE_KEYS.session, 'known-session');
    const { client, router, isShown } = arrive('/album');
    await firstLoad(router, client);
    expect(currentUser(client)).toEqual(member());
    expect(isShown()).toBe(true);
    expect(asked).toBe(1);
  });

  it('asks nobody where there was no session, and loads what stands for visitors', async () => {
    const { client, router, isShown } = arrive('/album');
    await firstLoad(router, client);
    expect(isShown()).toBe(false);
    expect(asked).toBe(0);
  });

  it('ROU-012 waits no longer than a moment for an answer, and not at all on a page that is open to everyone', async () => {
    localStorage.setItem(STORAGE_KEYS.session, 'known-session');
    answerWith(() => new Promise<never>(() => {}));
    const open = arrive('/purpose');
    await firstLoad(open.router, open.client);
    expect(open.isShown()).toBe(true);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const { client, router, isShown } = arrive('/album');
    let isLoaded = false;
    const loaded = firstLoad(router, client).then(() => (isLoaded = true));
    await jest.advanceTimersByTimeAsync(1_400);
    expect(isLoaded).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    await loaded;
    expect(isShown()).toBe(false);
  });

  it('loads what stands for visitors where the session is refused', async () => {
    localStorage.setItem(STORAGE_KEYS.session, 'old-session');
    answerWith(() => HttpResponse.json({ code: 'unauthorized', message: 'Who?' }, { status: 401 }));
    const { client, router, isShown } = arrive('/album');
    await firstLoad(router, client);
    expect(isShown()).toBe(false);
    expect(localStorage.getItem(STORAGE_KEYS.session)).toBeNull();
  });
});
