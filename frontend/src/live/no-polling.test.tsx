import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CLIENT_PACE } from '@oniverse/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { installCanvas } from '../testing/canvas.js';
import { installLayout } from '../testing/layout.js';
import { signIn } from '../testing/members.js';
import { renderApp } from '../testing/render.js';
import { server as api } from '../testing/server.js';

const WATCHED_MS = 10 * 60_000;
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const observatory = {
  id: 's-obs',
  ownerId: 'system',
  name: 'Observatory',
  description: null,
  isPublic: true,
  memberCount: 3,
  membership: { role: 'member' },
  unreadCount: 0,
  mentionCount: 0,
  ...times,
};
const general = {
  id: 'general',
  serverId: 's-obs',
  name: 'general',
  description: null,
  isDefault: true,
  lastSeq: 0,
  readSeq: 0,
  unreadCount: 0,
  mentionCount: 0,
  ...times,
};

beforeAll(installLayout);
afterEach(() => {
  jest.useRealTimers();
  api.events.removeAllListeners();
  cleanup();
});

/** What a page that is left alone for ten minutes asks the server for, once it stands. */
async function askedBy(path: string, stands: () => Promise<unknown>): Promise<Record<string, number>> {
  jest.useFakeTimers({ advanceTimers: true });
  renderApp(path);
  await stands();
  const asked: Record<string, number> = {};
  api.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url);
    asked[pathname] = (asked[pathname] ?? 0) + 1;
  });
  const step = 5_000;
  for (let passed = 0; passed < WATCHED_MS; passed += step) {
    await act(() => jest.advanceTimersByTimeAsync(step));
  }
  return asked;
}

const timesIn = (everyMs: number) => ({
  atLeast: WATCHED_MS / everyMs - 1,
  atMost: WATCHED_MS / everyMs + 1,
});

describe('a page that is left alone', () => {
  it('LIV-005 asks for the count of nodes once a minute, on the landing page, and for nothing else', async () => {
    const asked = await askedBy('/', () => screen.findByTestId('count'));
    expect(Object.keys(asked)).toEqual(['/api/waitlist/stats']);
    const { atLeast, atMost } = timesIn(CLIENT_PACE.statsRefetchMs);
    expect(asked['/api/waitlist/stats']).toBeGreaterThanOrEqual(atLeast);
    expect(asked['/api/waitlist/stats']).toBeLessThanOrEqual(atMost);
  });

  it('CON-020 GAP-141 asks for the constellation every half minute, and for nothing else', async () => {
    signIn();
    installCanvas();
    const user = { id: 'a', username: 'vesper', displayName: null, isCurrentUser: true };
    api.use(http.get('/api/constellation', () => HttpResponse.json({ users: [user], connections: [] })));
    const asked = await askedBy('/constellation', () => screen.findByRole('table', { name: 'Nodes' }));
    expect(Object.keys(asked)).toEqual(['/api/constellation']);
    const { atLeast, atMost } = timesIn(CLIENT_PACE.constellationRefetchMs);
    expect(asked['/api/constellation']).toBeGreaterThanOrEqual(atLeast);
    expect(asked['/api/constellation']).toBeLessThanOrEqual(atMost);
  });

  it('GAP-141 asks for nothing in a dimension, in the catalogue and at home', async () => {
    signIn();
    api.use(
      http.get('/api/servers', () => HttpResponse.json([observatory])),
      http.get('/api/servers/s-obs/channels', () => HttpResponse.json([general])),
      http.get('/api/servers/s-obs/members', () => HttpResponse.json([])),
    );
    const places: [string, () => Promise<unknown>][] = [
      ['/dimensions/public?server=s-obs', () => screen.findByLabelText('Message #general')],
      ['/dimensions/public', () => screen.findByRole('link', { name: /Observatory/ })],
      ['/homepage', () => screen.findByRole('heading', { level: 1 })],
    ];
    for (const [path, stands] of places) {
      expect([path, await askedBy(path, stands)]).toEqual([path, {}]);
      api.events.removeAllListeners();
      jest.useRealTimers();
      cleanup();
    }
  });
});
