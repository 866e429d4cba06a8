import { type CurrentUser, STORAGE_KEYS, USER_DEFAULTS } from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { server } from './server.js';

/** A member; tests give what matters to them. */
export const member = (given: Partial<CurrentUser> = {}): CurrentUser => ({
  id: '0193a000-0000-7000-8000-000000000001',
  username: 'vesper',
  displayName: 'Vesper Lund',
  email: 'vesper@example.org',
  bio: null,
  userBadges: [],
  profileImageUrl: null,
  isPublic: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...USER_DEFAULTS,
  ...given,
});

/** Makes the visitor a member: a kept session id that the server knows. */
export function signIn(given: Partial<CurrentUser> = {}): CurrentUser {
  const user = member(given);
  localStorage.setItem(STORAGE_KEYS.session, 'known-session');
  server.use(
    http.get('/api/auth/me', ({ request }) =>
      request.headers.get('Authorization') === 'Bearer known-session'
        ? HttpResponse.json(user)
        : HttpResponse.json({ message: 'You need to be logged in.' }, { status: 401 }),
    ),
  );
  return user;
}
