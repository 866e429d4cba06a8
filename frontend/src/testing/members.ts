import {
  type CurrentUser,
  getCurrentUser,
  mapProfileTexts,
  SESSION_STORAGE_KEY,
  type SessionAnswer,
  USER_DEFAULTS,
} from '@oniverse/contracts';
import { problem } from './call-handler.js';
import { mock } from './mock.js';

export const member = (given: Partial<CurrentUser> = {}): CurrentUser => ({
  ...mapProfileTexts(() => null),
  id: '0193a000-0000-7000-8000-000000000001',
  username: 'vesper',
  displayName: 'Vesper Lund',
  email: 'vesper@example.org',
  emailVerifiedAt: null,
  userBadges: [],
  profileImageUrl: null,
  isPublic: true,
  isVisibleToVisitors: false,
  hasFeed: true,
  showsLinkPreviews: true,
  showsSeenMarks: false,
  firstMessagesFrom: 'all',
  staffRole: null,
  profileLinks: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...USER_DEFAULTS,
  ...given,
});

export function signIn(given: Partial<CurrentUser> = {}): CurrentUser {
  const user = member(given);
  localStorage.setItem(SESSION_STORAGE_KEY, 'known-session');
  mock(getCurrentUser, (_received, { headers }) =>
    headers.get('Authorization') === 'Bearer known-session'
      ? user
      : problem('unauthorized', 'You need to be logged in.'),
  );
  return user;
}

/** Signs in, and returns the answer to a sign-in. */
export const signInAnswer = (given: Partial<CurrentUser> = {}): SessionAnswer => ({
  sessionId: 'known-session',
  deviceToken: 'known-device',
  user: signIn(given),
});
