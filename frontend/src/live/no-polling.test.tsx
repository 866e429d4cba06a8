import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type ChannelView,
  getConstellation,
  getWaitlistStats,
  listChannels,
  listMembers,
  listPublicServers,
  listServers,
  type ServerView,
} from '@oniverse/contracts';
import { cleanup, screen } from '@testing-library/react';
import { REFETCH_MS } from '../features/people/constellation/index.js';
import { STATS_REFETCH_MS } from '../features/site/landing/use-node-count.js';
import { OPEN_CHANNEL } from '../testing/channels.js';
import { installCanvas } from '../testing/canvas.js';
import { installLayout } from '../testing/layout.js';
import { signIn } from '../testing/members.js';
import { mock } from '../testing/mock.js';
import { renderApp } from '../testing/render.js';
import { atTestEnd } from '../testing/reset.js';
import { server as api } from '../testing/server.js';

const WATCHED_MS = 10 * 60_000;
/** Whether React warns of updates outside of `act`. */
const setActEnvironment = (isOn: boolean): void => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', isOn);
};
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const observatory: ServerView = {
  id: 's-obs',
  ownerId: 'system',
  name: 'Observatory',
  description: null,
  isPublic: true,
  memberCount: 3,
  membership: { role: 'member' },
  unreadCount: 0,
  mentionCount: 0,
  isBanned: false,
  archivedAt: null,
  timeOut: null,
  questions: [],
  hasLinkPreviews: true,
  messageDays: 0,
  formerMessageDays: null,
  formerMessageDaysUntil: null,
  application: null,
  ...times,
};
const general: ChannelView = {
  id: 'general',
  serverId: 's-obs',
  name: 'general',
  description: null,
  isDefault: true,
  lastSeq: 0,
  readSeq: 0,
  unreadCount: 0,
  mentionCount: 0,
  ...OPEN_CHANNEL,
  ...times,
};

beforeEach(installLayout);
beforeEach(() => {
  // The router may be loading something at any moment, which no `act` awaits.
  setActEnvironment(false);
  atTestEnd(() => setActEnvironment(true));
});

/** Counts the requests of a page, without those that are made once, as the last one of an earlier page. */
async function countRequests(
  path: string,
  isLoaded: () => Promise<unknown>,
): Promise<Record<string, number>> {
  jest.useFakeTimers({ advanceTimers: true });
  renderApp(path);
  await isLoaded();
  const requests: Record<string, number> = {};
  api.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    const path = pathname.replace(/^\/api/u, '');
    requests[path] = (requests[path] ?? 0) + 1;
  });
  const step = 5_000;
  for (let passed = 0; passed < WATCHED_MS; passed += step) await jest.advanceTimersByTimeAsync(step);
  return Object.fromEntries(Object.entries(requests).filter(([, count]) => count > 1));
}

const timesIn = (everyMs: number) => ({
  atLeast: WATCHED_MS / everyMs - 1,
  atMost: WATCHED_MS / everyMs + 1,
});

describe('an idle page', () => {
  it('LIV-005 requests only the node count, once a minute, on the landing page', async () => {
    const requests = await countRequests('/', () => screen.findByTestId('count'));
    expect(Object.keys(requests)).toEqual([getWaitlistStats.path]);
    const { atLeast, atMost } = timesIn(STATS_REFETCH_MS);
    expect(requests[getWaitlistStats.path]).toBeGreaterThanOrEqual(atLeast);
    expect(requests[getWaitlistStats.path]).toBeLessThanOrEqual(atMost);
  });

  it('CON-020 GAP-141 requests only the constellation, every 30 seconds, on its page', async () => {
    signIn();
    installCanvas();
    const user = { id: 'a', username: 'vesper', displayName: null, isCurrentUser: true };
    mock(getConstellation, { users: [user], connections: [] });
    const requests = await countRequests('/constellation', () =>
      screen.findByRole('table', { name: 'Nodes' }),
    );
    expect(Object.keys(requests)).toEqual([getConstellation.path]);
    const { atLeast, atMost } = timesIn(REFETCH_MS);
    expect(requests[getConstellation.path]).toBeGreaterThanOrEqual(atLeast);
    expect(requests[getConstellation.path]).toBeLessThanOrEqual(atMost);
  });

  it('GAP-141 requests nothing in a dimension, in the catalogue and on the homepage', async () => {
    signIn();
    mock(listServers, [observatory]);
    mock(listPublicServers, [observatory]);
    mock(listChannels, [general]);
    mock(listMembers, []);
    const places: [string, () => Promise<unknown>][] = [
      ['/dimensions/public?server=s-obs', () => screen.findByLabelText('Message #general')],
      ['/dimensions/public', () => screen.findByRole('link', { name: /Observatory/ })],
      ['/homepage', () => screen.findByRole('heading', { level: 1 })],
    ];
    for (const [path, isLoaded] of places) {
      expect([path, await countRequests(path, isLoaded)]).toEqual([path, {}]);
      api.events.removeAllListeners();
      jest.useRealTimers();
      cleanup();
    }
  });
});
