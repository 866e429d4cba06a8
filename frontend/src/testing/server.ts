import {
  getBookmarkKeys,
  getConstellation,
  getHiddenMembers,
  getHome,
  getNotificationState,
  getTagIndex,
  listActivity,
  listBookmarks,
  listFeed,
  listKeptPictures,
  listOwnPosts,
  listPublicServers,
  listReports,
  listServers,
  listSuggestions,
  recordHomeSteps,
} from '@oniverse/contracts';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { handlerOf } from './call-handler.js';
import { security } from './security.js';

/** The mocked API: signed out and empty. Tests prepend their own handlers. */
export const server = setupServer(
  http.get('/api/auth/me', () =>
    HttpResponse.json(
      { statusCode: 401, code: 'unauthorized', message: 'You need to be logged in.' },
      { status: 401 },
    ),
  ),
  http.get('/api/auth/options', () =>
    HttpResponse.json({ canMail: false, passkeyDomain: window.location.hostname }),
  ),
  http.get('/api/auth/security', () => HttpResponse.json(security())),
  http.get('/api/auth/sessions', () => HttpResponse.json([])),
  http.get('/api/auth/activity', () => HttpResponse.json([])),
  handlerOf(getConstellation, { users: [], connections: [] }),
  handlerOf(listServers, []),
  handlerOf(getNotificationState, { isUnread: false }),
  handlerOf(listPublicServers, []),
  handlerOf(getHome, {
    leftAt: null,
    mentions: [],
    replies: [],
    links: [],
    posts: [],
    channels: [],
    hasNearPosts: false,
    steps: { isDismissed: false, sawConstellation: false },
  }),
  handlerOf(getTagIndex, { moment: [], links: [], near: [], fresh: [] }),
  handlerOf(recordHomeSteps, { ok: true }),
  handlerOf(listSuggestions, { suggestions: [] }),
  handlerOf(listBookmarks, []),
  handlerOf(getBookmarkKeys, { member: [], post: [], picture: [], tag: [], message: [], onBoards: [] }),
  handlerOf(listReports, []),
  handlerOf(getHiddenMembers, { blocked: [], muted: [] }),
  http.get('/api/users/:username/boards', () => HttpResponse.json([])),
  handlerOf(listKeptPictures, []),
  handlerOf(listOwnPosts, []),
  handlerOf(listFeed, []),
  handlerOf(listActivity, []),
  http.get('/api/waitlist/stats', () => HttpResponse.json({ ok: true, count: 0 })),
);
