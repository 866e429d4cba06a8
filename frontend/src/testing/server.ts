import {
  getAccountSecurity,
  getBookmarkKeys,
  getHiddenMembers,
  getHome,
  getTagIndex,
  listAccountActivity,
  listBookmarks,
  listFeed,
  listKeptPictures,
  listMemberBoards,
  listOwnPosts,
  listReports,
  listSessions,
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
  handlerOf(getAccountSecurity, () => security()),
  handlerOf(listSessions, []),
  handlerOf(listAccountActivity, []),
  http.get('/api/constellation', () => HttpResponse.json({ users: [], connections: [] })),
  http.get('/api/servers', () => HttpResponse.json([])),
  http.get('/api/notifications/state', () => HttpResponse.json({ isUnread: false })),
  http.get('/api/servers/public', () => HttpResponse.json([])),
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
  handlerOf(listMemberBoards, []),
  handlerOf(listKeptPictures, []),
  handlerOf(listOwnPosts, []),
  handlerOf(listFeed, []),
  http.get('/api/activity', () => HttpResponse.json([])),
  http.get('/api/constellation', () => HttpResponse.json({ users: [], connections: [] })),
  http.get('/api/waitlist/stats', () => HttpResponse.json({ ok: true, count: 0 })),
);
