import { type CurrentUser, USER_DEFAULTS, SESSION_STORAGE_KEY } from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { server } from './server.js';

export const member = (given: Partial<CurrentUser> = {}): CurrentUser => ({
  id: '0193a000-0000-7000-8000-000000000001',
  username: 'vesper',
  displayName: 'Vesper Lund',
  email: 'vesper@example.org',
  emailVerifiedAt: null,
  bio: null,
  userBadges: [],
  profileImageUrl: null,
  isPublic: true,
  isVisibleToVisitors: false,
  hasFeed: true,
  profileLinks: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...USER_DEFAULTS,
  ...given,
});

export function signIn(given: Partial<CurrentUser> = {}): CurrentUser {
  const user = member(given);
  localStorage.setItem(SESSION_STORAGE_KEY, 'known-session');
  server.use(
    http.get('/api/auth/me', ({ request }) =>
      request.headers.get('Authorization') === 'Bearer known-session'
        ? HttpResponse.json(user)
        : HttpResponse.json({ message: 'You need to be logged in.' }, { status: 401 }),
    ),
  );
  return user;
}
