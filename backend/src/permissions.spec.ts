import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CALLS } from '@oniverse/contracts';
import { GOOD_PASSWORD, registration, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';
import { listPublishedCalls } from './testing/published-calls.js';
import { IDENTITIES, makeFixture, type Fixture, ReusedFixtures } from './testing/fixture.js';

/** The statuses for a visitor, a stranger, a member, a moderator and the owner. */
type Statuses = readonly [
  visitor: number,
  stranger: number,
  member: number,
  moderator: number,
  owner: number,
];

/** The statuses for a timed out member: when the owner's content is public, and when it is private. */
type TimedOut = readonly [shown: number, hidden: number];

interface Row {
  /** The call's path in the fixture, if the published path has parameters. */
  path?: (fixture: Fixture) => string;
  body?: (fixture: Fixture) => object;
  /** When the owner's content is public. */
  shown: Statuses;
  /** When the owner's content is private. Defaults to `shown`. */
  hidden?: Statuses;
  /** Defaults to those of a member. */
  timedOut?: TimedOut;
}

const EVERYONE: Statuses = [200, 200, 200, 200, 200];
const MEMBERS: Statuses = [401, 200, 200, 200, 200];
/** Others can see the resource but not change it. */
const OWNER_WRITES: Statuses = [401, 403, 403, 403, 200];
/** Others cannot see the resource. */
const OWNER_ONLY: Statuses = [401, 404, 404, 404, 200];
/** A private server, visible only to its members. */
const PRIVATE_MEMBERS: Statuses = [401, 404, 200, 200, 200];
/** For the owner and moderators of a server; a private one is invisible to others. */
const STAFF: Statuses = [401, 403, 403, 200, 200];
const PRIVATE_STAFF: Statuses = [401, 404, 403, 200, 200];
/** The resource does not exist. */
const NOWHERE: Statuses = [401, 404, 404, 404, 404];
const created = (statuses: Statuses): Statuses => {
  const [visitor, ...rest] = statuses;
  const [stranger, member, moderator, owner] = rest.map((status) => (status === 200 ? 201 : status));
  return [visitor, stranger ?? 0, member ?? 0, moderator ?? 0, owner ?? 0];
};
const SERVER_OWNER: Pick<Row, 'shown' | 'hidden'> = {
  shown: [401, 403, 403, 403, 200],
  hidden: [401, 404, 403, 403, 200],
};
const emptyBody = (): object => ({});
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const unknownRow = (): object => ({ row: '019abb00-0000-7000-8000-0000000000ff' });
/** A link that does not exist. */
const NO_TOKEN = 'x'.repeat(43);
const NO_ID = '019abb00-0000-7000-8000-0000000000ff';
const NO_PASSKEY = { id: 'none', rawId: 'none', type: 'public-key', response: {} };
const STAFF_ONLY: Statuses = [401, 403, 403, 403, 403];
/** Every call of the platform's staff refuses all other members, before it reads what they send. */
const STAFF_ROWS: Readonly<Record<string, Row>> = Object.fromEntries(
  CALLS.filter(({ access }) => access === 'moderators' || access === 'admins').map(
    ({ method, path, body }) => [
      `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      {
        path: () => `/api${path.replaceAll(/:\w+/g, NO_ID)}`,
        ...(body && { body: emptyBody }),
        shown: STAFF_ONLY,
      },
    ],
  ),
);
const LINK_EXPIRED: Statuses = [404, 404, 404, 404, 404];
const MAIL_UNAVAILABLE: Statuses = [503, 503, 503, 503, 503];

/** Every call of the API document, checked for completeness below. */
const ROWS: Readonly<Record<string, Row>> = {
  ...STAFF_ROWS,
  'GET /api/staff/cases/{id}/picture': {
    path: () => `/api/staff/cases/${NO_ID}/picture`,
    shown: STAFF_ONLY,
  },
  'GET /api/staff/cases/{id}/files/{key}': {
    path: () => `/api/staff/cases/${NO_ID}/files/none`,
    shown: STAFF_ONLY,
  },
  'POST /api/auth/register': { body: () => registration(), shown: [201, 201, 201, 201, 201] },
  // An account without a password does not allow logins.
  'POST /api/auth/login': {
    body: ({ owner }) => ({ username: owner.username, password: GOOD_PASSWORD }),
    shown: [401, 401, 401, 401, 401],
  },
  'GET /api/auth/me': { shown: MEMBERS },
  'GET /api/auth/options': { shown: EVERYONE },
  'GET /api/auth/proof-challenge': { shown: EVERYONE },
  // The tests of suspensions cover those who are suspended.
  'GET /api/auth/suspension': { shown: NOWHERE },
  'POST /api/auth/suspension/appeal': { body: () => ({ text: 'Why?' }), shown: NOWHERE },
  'GET /api/users/me/measures': { shown: MEMBERS },
  'GET /api/announcement': { shown: EVERYONE },
  'GET /api/status': { shown: EVERYONE },
  'GET /api/auth/security': { shown: MEMBERS },
  'GET /api/auth/activity': { shown: MEMBERS },
  'POST /api/auth/activity/{id}/disown': {
    path: () => `/api/auth/activity/${NO_ID}/disown`,
    shown: [401, 404, 404, 404, 404],
  },
  // The challenge of a sign-in is the credential; the tests of factors cover valid ones.
  'POST /api/auth/login/second-factor': {
    body: () => ({ challenge: NO_TOKEN, code: '123456' }),
    shown: LINK_EXPIRED,
  },
  'POST /api/auth/passkey/options': { body: emptyBody, shown: EVERYONE },
  'POST /api/auth/passkey': {
    body: () => ({ challenge: NO_TOKEN, passkey: NO_PASSKEY }),
    shown: LINK_EXPIRED,
  },
  // An account without a password cannot confirm by it.
  'POST /api/auth/reauthenticate': {
    body: () => ({ password: GOOD_PASSWORD }),
    shown: [401, 400, 400, 400, 400],
  },
  'POST /api/auth/reauthenticate/passkey-options': { body: emptyBody, shown: MEMBERS },
  'DELETE /api/auth/reauthentication': { shown: MEMBERS },
  // This site has no key for authenticator apps.
  'POST /api/auth/totp': { body: emptyBody, shown: [401, 503, 503, 503, 503] },
  'PUT /api/auth/totp': { body: () => ({ code: '123456' }), shown: [401, 400, 400, 400, 400] },
  'DELETE /api/auth/totp': { shown: [401, 404, 404, 404, 404] },
  'POST /api/auth/recovery-codes': { body: emptyBody, shown: [401, 404, 404, 404, 404] },
  'POST /api/auth/passkeys/options': { body: emptyBody, shown: MEMBERS },
  'POST /api/auth/passkeys': {
    body: () => ({ challenge: NO_TOKEN, name: 'Laptop', passkey: NO_PASSKEY }),
    shown: [401, 404, 404, 404, 404],
  },
  'PATCH /api/auth/passkeys/{id}': {
    path: () => `/api/auth/passkeys/${NO_ID}`,
    body: () => ({ name: 'Laptop' }),
    shown: [401, 404, 404, 404, 404],
  },
  'DELETE /api/auth/passkeys/{id}': {
    path: () => `/api/auth/passkeys/${NO_ID}`,
    shown: [401, 404, 404, 404, 404],
  },
  'DELETE /api/auth/sessions': { shown: MEMBERS },
  // The token is the credential; the mail tests cover valid ones.
  'POST /api/mail/unsubscribe/{token}': { path: () => '/api/mail/unsubscribe/none', shown: LINK_EXPIRED },
  // The token of a link is the credential; the tests of emails and password resets cover valid ones.
  'POST /api/auth/links/check': {
    body: () => ({ purpose: 'reset-password', token: NO_TOKEN }),
    shown: LINK_EXPIRED,
  },
  'POST /api/auth/password/reset': {
    body: () => ({ token: NO_TOKEN, newPassword: GOOD_PASSWORD }),
    shown: LINK_EXPIRED,
  },
  'POST /api/auth/sign-in/confirm': { body: () => ({ token: NO_TOKEN }), shown: LINK_EXPIRED },
  'POST /api/auth/sign-in/disown': { body: () => ({ token: NO_TOKEN }), shown: LINK_EXPIRED },
  'POST /api/auth/email/undo': { body: () => ({ token: NO_TOKEN }), shown: LINK_EXPIRED },
  'POST /api/auth/email/verify': { body: () => ({ token: NO_TOKEN }), shown: [401, 404, 404, 404, 404] },
  // This site cannot mail.
  'POST /api/auth/password/reset-requests': {
    body: () => ({ email: 'vesper@example.org' }),
    shown: MAIL_UNAVAILABLE,
  },
  'POST /api/auth/email-claims': {
    body: () => ({ email: 'vesper@example.org' }),
    shown: MAIL_UNAVAILABLE,
  },
  'POST /api/auth/email/verification': { body: emptyBody, shown: [401, 503, 503, 503, 503] },
  'PUT /api/auth/email': { body: () => ({ email: registration()['email'] }), shown: MEMBERS },
  'POST /api/auth/logout': { shown: MEMBERS },
  'PATCH /api/auth/password': {
    body: () => ({ currentPassword: 'not it', newPassword: GOOD_PASSWORD }),
    shown: [401, 400, 400, 400, 400],
  },
  'GET /api/auth/sessions': { shown: MEMBERS },
  'DELETE /api/auth/sessions/{id}': {
    path: (fixture) => `/api/auth/sessions/${fixture.otherSessionId}`,
    shown: OWNER_ONLY,
  },
  'POST /api/waitlist': {
    body: () => ({ email: registration()['email'], source: 'landing' }),
    shown: EVERYONE,
  },
  'GET /api/waitlist/stats': { shown: EVERYONE },
  'PATCH /api/users/profile': { body: () => ({ bio: 'Nebulae.' }), shown: MEMBERS },
  'PUT /api/user/profile-image': {
    body: (fixture) => ({ profileImageURL: fixture.unusedPath }),
    shown: [401, 404, 404, 404, 202],
  },
  'POST /api/users/me/export': { shown: MEMBERS },
  'GET /feeds/u/{username}/atom': {
    path: ({ owner }) => `/feeds/u/${owner.username}/atom`,
    shown: [404, 404, 404, 404, 404],
  },
  'GET /feeds/u/{username}/json': {
    path: ({ owner }) => `/feeds/u/${owner.username}/json`,
    shown: [404, 404, 404, 404, 404],
  },
  'GET /feeds/t/{tag}/atom': { path: () => '/feeds/t/saturn/atom', shown: EVERYONE },
  'GET /feeds/t/{tag}/json': { path: () => '/feeds/t/saturn/json', shown: EVERYONE },
  // The token is the credential; the export tests cover valid ones.
  'GET /exports/{token}': { path: () => '/exports/none', shown: [404, 404, 404, 404, 404] },
  // An account without a password cannot confirm its erasure.
  'DELETE /api/users/me': { body: () => ({ password: GOOD_PASSWORD }), shown: [401, 400, 400, 400, 400] },
  'GET /api/users/{username}': {
    path: ({ owner }) => `/api/users/${owner.username}`,
    shown: EVERYONE,
    hidden: [404, 404, 404, 404, 200],
  },
  'GET /api/users/{username}/then': {
    path: ({ owner }) => `/api/users/${owner.username}/then`,
    shown: EVERYONE,
    hidden: [404, 404, 404, 404, 200],
  },
  'GET /api/users/{username}/posts': {
    path: ({ owner }) => `/api/users/${owner.username}/posts`,
    shown: MEMBERS,
    hidden: OWNER_ONLY,
  },
  'GET /api/users/{username}/images': {
    path: ({ owner }) => `/api/users/${owner.username}/images`,
    shown: MEMBERS,
    hidden: OWNER_ONLY,
  },
  'GET /api/users/{username}/boards': {
    path: ({ owner }) => `/api/users/${owner.username}/boards`,
    shown: MEMBERS,
    hidden: OWNER_ONLY,
  },
  'GET /api/users/{username}/line': {
    path: ({ owner }) => `/api/users/${owner.username}/line`,
    shown: [401, 200, 200, 200, 404],
    hidden: [401, 404, 404, 404, 404],
  },
  'GET /api/users/{username}/card': {
    path: ({ owner }) => `/api/users/${owner.username}/card`,
    shown: MEMBERS,
    hidden: OWNER_ONLY,
  },
  'POST /api/objects/upload': { body: emptyBody, shown: MEMBERS },
  'POST /api/attachments': { body: () => ({ name: 'notes.txt', size: 8 }), shown: created(MEMBERS) },
  'GET /api/attachments': { shown: MEMBERS },
  'DELETE /api/attachments/{id}': {
    path: (fixture) => `/api/attachments/${fixture.attachmentId}`,
    shown: [401, 404, 404, 404, 200],
    timedOut: [404, 404],
  },
  'PUT /uploads/{token}': { path: () => '/uploads/none', shown: [403, 403, 403, 403, 403] },
  'GET /uploads/{token}': { path: () => '/uploads/none', shown: [403, 403, 403, 403, 403] },
  'PUT /uploads/{token}/parts/{number}': {
    path: () => '/uploads/none/parts/1',
    shown: [403, 403, 403, 403, 403],
  },
  'POST /uploads/{token}/complete': {
    path: () => '/uploads/none/complete',
    shown: [403, 403, 403, 403, 403],
  },
  // The store has no bytes for the fixture; the object tests cover reads.
  'GET /objects/{key}': { path: () => '/objects/none', shown: [404, 404, 404, 404, 404] },
  'POST /api/objects/{key}/address': {
    path: () => '/api/objects/none/address',
    shown: [401, 404, 404, 404, 404],
  },
  'GET /api/posts/my': { shown: MEMBERS },
  'GET /api/posts/archived': { shown: MEMBERS },
  'POST /api/posts': { body: () => ({ title: 'One', content: 'Text.' }), shown: created(MEMBERS) },
  'PATCH /api/posts/{id}': {
    path: (fixture) => `/api/posts/${fixture.postId}`,
    body: () => ({ title: 'Other' }),
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'DELETE /api/posts/{id}': {
    path: (fixture) => `/api/posts/${fixture.postId}`,
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  // The owner has not chosen to be visible to visitors.
  'GET /api/posts/{id}': {
    path: (fixture) => `/api/posts/${fixture.postId}`,
    shown: [404, 200, 200, 200, 200],
    hidden: [404, 404, 404, 404, 200],
  },
  'GET /api/posts/{id}/also': {
    path: (fixture) => `/api/posts/${fixture.postId}/also`,
    shown: [404, 200, 200, 200, 200],
    hidden: [404, 404, 404, 404, 200],
  },
  'GET /api/posts/{id}/replies': {
    path: (fixture) => `/api/posts/${fixture.postId}/replies`,
    shown: MEMBERS,
    hidden: OWNER_ONLY,
  },
  // A member with a private profile cannot reply.
  'POST /api/posts/{id}/replies': {
    path: (fixture) => `/api/posts/${fixture.postId}/replies`,
    body: () => ({ content: 'Two seconds.' }),
    shown: created(MEMBERS),
    hidden: [401, 404, 404, 404, 403],
  },
  // By the member, to the owner's post.
  'DELETE /api/replies/{id}': {
    path: (fixture) => `/api/replies/${fixture.replyId}`,
    shown: [401, 403, 200, 403, 200],
    hidden: [401, 404, 200, 404, 200],
    timedOut: [403, 404],
  },
  'GET /api/posts/{id}/ripples': {
    path: (fixture) => `/api/posts/${fixture.postId}/ripples`,
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'PUT /api/posts/{id}/ripple': {
    path: (fixture) => `/api/posts/${fixture.postId}/ripple`,
    shown: [401, 200, 200, 200, 403],
    hidden: [401, 404, 404, 404, 403],
  },
  'DELETE /api/posts/{id}/ripple': {
    path: (fixture) => `/api/posts/${fixture.postId}/ripple`,
    shown: MEMBERS,
    hidden: OWNER_ONLY,
  },
  'GET /api/feed': { shown: MEMBERS },
  'GET /api/activity': { shown: MEMBERS },
  // Each is about the caller's own night log; the notification tests cover other members'.
  'GET /api/notifications': { shown: MEMBERS },
  'GET /api/notifications/state': { shown: MEMBERS },
  'PUT /api/notifications/read': { body: emptyBody, shown: MEMBERS },
  'PUT /api/notifications/done': { body: unknownRow, shown: MEMBERS },
  'PUT /api/notifications/open': { body: unknownRow, shown: MEMBERS },
  'PUT /api/notifications/reminders': {
    body: () => ({ ...unknownRow(), at: inAnHour() }),
    shown: MEMBERS,
  },
  'GET /api/notifications/settings': { shown: MEMBERS },
  'PATCH /api/notifications/settings': { body: () => ({ pushRipples: true }), shown: MEMBERS },
  // This site has no keys to push with.
  'PUT /api/notifications/push': {
    body: () => ({
      endpoint: 'https://fcm.googleapis.com/x',
      p256dh: 'B'.repeat(87),
      auth: 'a'.repeat(22),
    }),
    shown: [401, 404, 404, 404, 404],
  },
  'DELETE /api/notifications/push': { shown: MEMBERS },
  'GET /api/tags': { shown: MEMBERS },
  'GET /api/home': { shown: MEMBERS },
  'PATCH /api/home/steps': { body: () => ({ isDismissed: true }), shown: MEMBERS },
  'GET /api/tag-index': { shown: MEMBERS },
  'GET /api/tag-index/names': { shown: MEMBERS },
  'POST /api/home/read': { shown: MEMBERS },
  'GET /api/suggestions': { shown: MEMBERS },
  // The fixture has no suggestions; the tests of suggestions cover dismissing.
  'DELETE /api/suggestions/{id}': {
    path: ({ postId }) => `/api/suggestions/${postId}`,
    shown: [401, 404, 404, 404, 404],
  },
  'GET /api/users/profile/former-usernames': { shown: MEMBERS },
  'DELETE /api/users/profile/former-usernames/{username}': {
    path: () => '/api/users/profile/former-usernames/never_mine',
    shown: [401, 404, 404, 404, 404],
  },
  'GET /api/bookmarks': { shown: MEMBERS },
  'GET /api/bookmarks/keys': { shown: MEMBERS },
  'PUT /api/bookmarks/{kind}/{subject}': {
    path: (fixture) => `/api/bookmarks/post/${fixture.postId}`,
    shown: MEMBERS,
    hidden: OWNER_ONLY,
  },
  'PUT /api/bookmarks/{kind}/{subject}/note': {
    // Nobody keeps it.
    path: (fixture) => `/api/bookmarks/post/${fixture.postId}/note`,
    body: () => ({ note: 'For the talk in May.' }),
    shown: [401, 404, 404, 404, 404],
  },
  'PUT /api/bookmarks/tag/{tag}/opened': {
    path: () => '/api/bookmarks/tag/saturn/opened',
    shown: MEMBERS,
  },
  'GET /api/bookmarks/boards/{boardId}': {
    path: (fixture) => `/api/bookmarks/boards/${fixture.boardId}`,
    shown: MEMBERS,
  },
  'PUT /api/bookmarks/boards/{boardId}/{imageId}': {
    path: (fixture) => `/api/bookmarks/boards/${fixture.boardId}/${fixture.imageId}`,
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'DELETE /api/bookmarks/boards/{boardId}/{imageId}': {
    path: (fixture) => `/api/bookmarks/boards/${fixture.boardId}/${fixture.imageId}`,
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'DELETE /api/bookmarks/{kind}/{subject}': {
    path: (fixture) => `/api/bookmarks/post/${fixture.postId}`,
    shown: MEMBERS,
  },
  'GET /api/blocks': { shown: MEMBERS },
  // Members cannot block themselves. Anyone who knows the id can block a private member.
  'PUT /api/blocks/{userId}': {
    path: ({ owner }) => `/api/blocks/${owner.id}`,
    shown: [401, 200, 200, 200, 403],
  },
  'DELETE /api/blocks/{userId}': { path: ({ owner }) => `/api/blocks/${owner.id}`, shown: MEMBERS },
  'GET /api/mutes': { shown: MEMBERS },
  'PUT /api/mutes/{userId}': {
    path: ({ owner }) => `/api/mutes/${owner.id}`,
    shown: [401, 200, 200, 200, 403],
  },
  'DELETE /api/mutes/{userId}': { path: ({ owner }) => `/api/mutes/${owner.id}`, shown: MEMBERS },
  'GET /api/hidden-members': { shown: MEMBERS },
  'GET /api/search/places': { path: () => '/api/search/places?q=gen', shown: MEMBERS },
  'GET /api/search': { path: () => '/api/search?q=saturn', shown: MEMBERS },
  'GET /api/tags/{tag}': { path: () => '/api/tags/saturn', shown: EVERYONE },
  'GET /api/tags/{tag}/members': { path: () => '/api/tags/saturn/members', shown: MEMBERS },
  'GET /api/tags/{tag}/posts': { path: () => '/api/tags/saturn/posts', shown: EVERYONE },
  'GET /api/tags/{tag}/pictures': { path: () => '/api/tags/saturn/pictures', shown: MEMBERS },
  'GET /api/capsules': { shown: MEMBERS },
  'POST /api/capsules': { body: () => ({ name: 'Winter' }), shown: created(MEMBERS) },
  'PUT /api/capsules/{id}': {
    path: (fixture) => `/api/capsules/${fixture.capsuleId}`,
    body: () => ({ name: 'Summer' }),
    shown: OWNER_ONLY,
  },
  'DELETE /api/capsules/{id}': { path: (fixture) => `/api/capsules/${fixture.capsuleId}`, shown: OWNER_ONLY },
  'GET /api/profile-archives': { shown: MEMBERS },
  'POST /api/profile-archives': {
    body: (fixture) => ({ title: 'Autumn', capsuleId: fixture.capsuleId }),
    shown: created(OWNER_ONLY),
  },
  'PATCH /api/profile-archives/{id}': {
    path: (fixture) => `/api/profile-archives/${fixture.profileArchiveId}`,
    body: () => ({ isHidden: true }),
    shown: OWNER_ONLY,
  },
  'DELETE /api/profile-archives/{id}': {
    path: (fixture) => `/api/profile-archives/${fixture.profileArchiveId}`,
    shown: OWNER_ONLY,
  },
  'GET /api/images': { shown: MEMBERS },
  'POST /api/images': {
    body: (fixture) => ({ imageUrl: fixture.unusedPath }),
    shown: created(OWNER_ONLY),
  },
  'PUT /api/images/normalize': {
    body: (fixture) => ({ imageUrl: fixture.unusedPath }),
    shown: OWNER_ONLY,
  },
  // The owner has not chosen to be visible to visitors.
  'GET /api/images/{id}': {
    path: (fixture) => `/api/images/${fixture.imageId}`,
    shown: [404, 200, 200, 200, 200],
    hidden: [404, 404, 404, 404, 200],
  },
  'PATCH /api/images/{id}': {
    path: (fixture) => `/api/images/${fixture.imageId}`,
    body: () => ({ title: 'Jupiter' }),
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'PUT /api/images/{id}/visibility': {
    path: (fixture) => `/api/images/${fixture.imageId}/visibility`,
    body: () => ({ isPublic: false }),
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'DELETE /api/images/{id}': {
    path: (fixture) => `/api/images/${fixture.imageId}`,
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'GET /api/boards': { shown: MEMBERS },
  'POST /api/boards': { body: () => ({ name: 'Roof' }), shown: created(MEMBERS) },
  'PUT /api/boards/{id}': {
    path: (fixture) => `/api/boards/${fixture.boardId}`,
    body: () => ({ name: 'Roof' }),
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'PUT /api/boards/{id}/visibility': {
    path: (fixture) => `/api/boards/${fixture.boardId}/visibility`,
    body: () => ({ isPublic: false }),
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'DELETE /api/boards/{id}': {
    path: (fixture) => `/api/boards/${fixture.boardId}`,
    shown: OWNER_WRITES,
    hidden: OWNER_ONLY,
  },
  'PUT /api/album/tags/{name}': {
    path: () => '/api/album/tags/saturn',
    body: () => ({ name: 'jupiter' }),
    shown: MEMBERS,
  },
  'DELETE /api/album/tags/{name}': { path: () => '/api/album/tags/saturn', shown: MEMBERS },
  'GET /api/constellation': { shown: MEMBERS },
  'GET /api/constellation/history': { shown: MEMBERS },
  // A private or unknown end has the same empty answer as two members without a path.
  'GET /api/constellation/path': {
    path: ({ owner }) => `/api/constellation/path?from=${owner.username}&to=unknown`,
    shown: MEMBERS,
  },
  'GET /api/servers': { shown: MEMBERS },
  'GET /api/servers/public': { shown: MEMBERS },
  'GET /api/servers/{id}': {
    path: (fixture) => `/api/servers/${fixture.serverId}`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/servers': { body: () => ({ name: 'Ours' }), shown: created(MEMBERS) },
  'PATCH /api/servers/{id}': {
    path: (fixture) => `/api/servers/${fixture.serverId}`,
    body: () => ({ name: 'Ours' }),
    ...SERVER_OWNER,
  },
  'DELETE /api/servers/{id}': { path: (fixture) => `/api/servers/${fixture.serverId}`, ...SERVER_OWNER },
  'POST /api/servers/{id}/owner': {
    path: (fixture) => `/api/servers/${fixture.serverId}/owner`,
    body: (fixture) => ({ userId: fixture.memberId }),
    ...SERVER_OWNER,
  },
  'GET /api/servers/{id}/members': {
    path: (fixture) => `/api/servers/${fixture.serverId}/members`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'PATCH /api/servers/{id}/members/{userId}': {
    path: (fixture) => `/api/servers/${fixture.serverId}/members/${fixture.memberId}`,
    body: () => ({ role: 'moderator' }),
    ...SERVER_OWNER,
  },
  // The target is a plain member; the member tests cover other roles.
  'DELETE /api/servers/{id}/members/{userId}': {
    path: (fixture) => `/api/servers/${fixture.serverId}/members/${fixture.memberId}`,
    shown: [401, 403, 403, 200, 200],
    hidden: [401, 404, 403, 200, 200],
  },
  'GET /api/servers/{id}/bans': {
    path: (fixture) => `/api/servers/${fixture.serverId}/bans`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/servers/{id}/bans/{userId}': {
    path: (fixture) => `/api/servers/${fixture.serverId}/bans/${fixture.bannedId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/servers/{id}/groups': {
    path: (fixture) => `/api/servers/${fixture.serverId}/groups`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/servers/{id}/groups': {
    path: (fixture) => `/api/servers/${fixture.serverId}/groups`,
    body: () => ({ name: `g${randomUUID().slice(0, 8)}`, color: 'warm' }),
    shown: created(STAFF),
    hidden: created(PRIVATE_STAFF),
  },
  'PATCH /api/groups/{id}': {
    path: (fixture) => `/api/groups/${fixture.groupId}`,
    body: () => ({ color: 'danger' }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/groups/{id}': {
    path: (fixture) => `/api/groups/${fixture.groupId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/groups/{id}/members': {
    path: (fixture) => `/api/groups/${fixture.groupId}/members`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PUT /api/groups/{id}/members/{userId}': {
    path: (fixture) => `/api/groups/${fixture.groupId}/members/${fixture.timedOutId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/groups/{id}/members/{userId}': {
    path: (fixture) => `/api/groups/${fixture.groupId}/members/${fixture.memberId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/servers/{id}/time-outs': {
    path: (fixture) => `/api/servers/${fixture.serverId}/time-outs`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PUT /api/servers/{id}/members/{userId}/time-out': {
    path: (fixture) => `/api/servers/${fixture.serverId}/members/${fixture.memberId}/time-out`,
    body: () => ({ minutes: 60, reason: 'Spoilers.' }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/servers/{id}/members/{userId}/time-out': {
    path: (fixture) => `/api/servers/${fixture.serverId}/members/${fixture.timedOutId}/time-out`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/servers/{id}/filters': {
    path: (fixture) => `/api/servers/${fixture.serverId}/filters`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PUT /api/servers/{id}/filters': {
    path: (fixture) => `/api/servers/${fixture.serverId}/filters`,
    body: () => ({ revision: 0, filters: [{ kind: 'word', text: 'nitro', action: 'hold' }] }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'POST /api/servers/{id}/held-messages/{heldId}/release': {
    path: (fixture) => `/api/servers/${fixture.serverId}/held-messages/${fixture.heldMessageId}/release`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'POST /api/servers/{id}/held-messages/{heldId}/decline': {
    path: (fixture) => `/api/servers/${fixture.serverId}/held-messages/${fixture.heldMessageId}/decline`,
    body: () => ({ word: 'No advertising.' }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/held-messages': { shown: MEMBERS },
  'DELETE /api/held-messages/{id}': {
    path: (fixture) => `/api/held-messages/${fixture.heldMessageId}`,
    shown: [401, 404, 200, 404, 404],
    timedOut: [404, 404],
  },
  'GET /api/scheduled-messages': { shown: MEMBERS },
  'PATCH /api/scheduled-messages/{id}': {
    path: (fixture) => `/api/scheduled-messages/${fixture.scheduledMessageId}`,
    body: () => ({ sendAt: inAnHour() }),
    shown: [401, 404, 200, 404, 404],
    timedOut: [404, 404],
  },
  'POST /api/scheduled-messages/{id}/send': {
    path: (fixture) => `/api/scheduled-messages/${fixture.scheduledMessageId}/send`,
    body: () => ({}),
    shown: [401, 404, 200, 404, 404],
    timedOut: [404, 404],
  },
  'DELETE /api/scheduled-messages/{id}': {
    path: (fixture) => `/api/scheduled-messages/${fixture.scheduledMessageId}`,
    shown: [401, 404, 200, 404, 404],
    timedOut: [404, 404],
  },
  'PUT /api/servers/{id}/questions': {
    path: (fixture) => `/api/servers/${fixture.serverId}/questions`,
    body: () => ({ questions: ['Why?'] }),
    shown: STAFF,
    // A private server asks none.
    hidden: [401, 404, 403, 403, 403],
  },
  // This server asks no questions.
  'POST /api/servers/{id}/application': {
    path: (fixture) => `/api/servers/${fixture.serverId}/application`,
    body: () => ({ answers: [] }),
    shown: [401, 403, 403, 403, 403],
    hidden: [401, 404, 403, 403, 403],
  },
  'DELETE /api/servers/{id}/application': {
    path: (fixture) => `/api/servers/${fixture.serverId}/application`,
    shown: [401, 200, 404, 404, 404],
  },
  'POST /api/servers/{id}/applications/{applicationId}/accept': {
    path: (fixture) => `/api/servers/${fixture.serverId}/applications/${fixture.applicationId}/accept`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'POST /api/servers/{id}/applications/{applicationId}/decline': {
    path: (fixture) => `/api/servers/${fixture.serverId}/applications/${fixture.applicationId}/decline`,
    body: () => ({ word: 'Tell us more.' }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/reports': { shown: MEMBERS },
  'POST /api/reports': {
    body: (fixture) => ({ kind: 'post', subjectId: fixture.postId, reason: 'spam' }),
    shown: [401, 201, 201, 201, 403],
    hidden: [401, 404, 404, 404, 403],
  },
  'GET /api/servers/{id}/queue': {
    path: (fixture) => `/api/servers/${fixture.serverId}/queue`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/servers/{id}/cases': {
    path: (fixture) => `/api/servers/${fixture.serverId}/cases`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/servers/{id}/cases/{caseId}': {
    path: (fixture) => `/api/servers/${fixture.serverId}/cases/${fixture.caseId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'POST /api/servers/{id}/cases/{caseId}/close': {
    path: (fixture) => `/api/servers/${fixture.serverId}/cases/${fixture.caseId}/close`,
    body: () => ({ outcome: 'removed' }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'POST /api/servers/{id}/cases/{caseId}/hand-on': {
    path: (fixture) => `/api/servers/${fixture.serverId}/cases/${fixture.caseId}/hand-on`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/servers/{id}/audit': {
    path: (fixture) => `/api/servers/${fixture.serverId}/audit`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/servers/{id}/exports': {
    path: (fixture) => `/api/servers/${fixture.serverId}/exports`,
    ...SERVER_OWNER,
  },
  'GET /api/servers/{id}/exports/latest': {
    path: (fixture) => `/api/servers/${fixture.serverId}/exports/latest`,
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/servers/{id}/exports': {
    path: (fixture) => `/api/servers/${fixture.serverId}/exports`,
    body: emptyBody,
    shown: [401, 403, 403, 403, 201],
    hidden: [401, 404, 403, 403, 201],
  },
  // The fixture has no export; the tests of exports cover those that there are.
  'DELETE /api/servers/{id}/exports/{exportId}': {
    path: (fixture) => `/api/servers/${fixture.serverId}/exports/${NO_ID}`,
    shown: [401, 403, 403, 403, 404],
    hidden: [401, 404, 403, 403, 404],
  },
  'POST /api/servers/{id}/exports/{exportId}/address': {
    path: (fixture) => `/api/servers/${fixture.serverId}/exports/${NO_ID}/address`,
    shown: [401, 403, 403, 403, 404],
    hidden: [401, 404, 403, 403, 404],
  },
  'GET /exports/dimensions/{id}': {
    path: () => `/exports/dimensions/${NO_ID}`,
    shown: [404, 404, 404, 404, 404],
  },
  'POST /api/servers/{id}/invites': {
    path: (fixture) => `/api/servers/${fixture.serverId}/invites`,
    body: emptyBody,
    shown: [401, 403, 403, 201, 201],
    hidden: [401, 404, 403, 201, 201],
  },
  'GET /api/servers/{id}/invites': {
    path: (fixture) => `/api/servers/${fixture.serverId}/invites`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/servers/{id}/invites/{inviteId}': {
    path: (fixture) => `/api/servers/${fixture.serverId}/invites/${fixture.inviteId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  // The code is the credential.
  'GET /api/invites/{code}': {
    path: (fixture) => `/api/invites/${fixture.inviteCode}`,
    shown: EVERYONE,
  },
  'POST /api/invites/{code}/accept': {
    path: (fixture) => `/api/invites/${fixture.inviteCode}/accept`,
    shown: MEMBERS,
  },
  'DELETE /api/invites/{code}': {
    path: (fixture) => `/api/invites/${fixture.inviteCode}`,
    shown: [401, 404, 403, 200, 200],
  },
  'POST /api/servers/{id}/join': {
    path: (fixture) => `/api/servers/${fixture.serverId}/join`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/servers/{id}/leave': {
    path: (fixture) => `/api/servers/${fixture.serverId}/leave`,
    shown: [401, 200, 200, 200, 409],
    hidden: [401, 404, 200, 200, 409],
  },
  'GET /api/servers/{id}/channels': {
    path: (fixture) => `/api/servers/${fixture.serverId}/channels`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/servers/{id}/channels': {
    path: (fixture) => `/api/servers/${fixture.serverId}/channels`,
    body: () => ({ name: 'attic' }),
    shown: created(STAFF),
    hidden: created(PRIVATE_STAFF),
  },
  'GET /api/servers/{id}/categories': {
    path: (fixture) => `/api/servers/${fixture.serverId}/categories`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'POST /api/servers/{id}/categories': {
    path: (fixture) => `/api/servers/${fixture.serverId}/categories`,
    body: () => ({ name: 'Events' }),
    shown: created(STAFF),
    hidden: created(PRIVATE_STAFF),
  },
  'PATCH /api/categories/{id}': {
    path: (fixture) => `/api/categories/${fixture.categoryId}`,
    body: () => ({ name: 'Fairs' }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/categories/{id}': {
    path: (fixture) => `/api/categories/${fixture.categoryId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PUT /api/servers/{id}/channel-order': {
    path: (fixture) => `/api/servers/${fixture.serverId}/channel-order`,
    body: ({ channelOrder }) => ({ before: channelOrder, after: channelOrder.toReversed() }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PATCH /api/channels/{id}': {
    path: (fixture) => `/api/channels/${fixture.channelId}`,
    body: () => ({ name: 'attic' }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/channels/{id}': {
    path: (fixture) => `/api/channels/${fixture.otherChannelId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PATCH /api/messages/{id}': {
    path: (fixture) => `/api/messages/${fixture.messageId}`,
    body: () => ({ content: 'Clouds.' }),
    shown: OWNER_WRITES,
    hidden: [401, 404, 403, 403, 200],
  },
  'DELETE /api/messages/{id}': {
    path: (fixture) => `/api/messages/${fixture.messageId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/messages/{id}/reactions/{emoji}': {
    path: (fixture) => `/api/messages/${fixture.messageId}/reactions/%E2%9C%A8`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'PUT /api/messages/{id}/reactions/{emoji}': {
    path: (fixture) => `/api/messages/${fixture.messageId}/reactions/%E2%9C%A8`,
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
    timedOut: [403, 403],
  },
  'DELETE /api/messages/{id}/reactions/{emoji}': {
    path: (fixture) => `/api/messages/${fixture.messageId}/reactions/%E2%9C%A8`,
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
    timedOut: [403, 403],
  },
  'GET /api/channels/{id}/members': {
    path: (fixture) => `/api/channels/${fixture.otherChannelId}/members`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PUT /api/channels/{id}/members/{userId}': {
    path: (fixture) => `/api/channels/${fixture.otherChannelId}/members/${fixture.memberId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/channels/{id}/members/{userId}': {
    path: (fixture) => `/api/channels/${fixture.otherChannelId}/members/${fixture.timedOutId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PUT /api/channels/{id}/groups/{groupId}': {
    path: (fixture) => `/api/channels/${fixture.otherChannelId}/groups/${fixture.groupId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/channels/{id}/groups/{groupId}': {
    path: (fixture) => `/api/channels/${fixture.otherChannelId}/groups/${fixture.staffGroupId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/channels/{id}/pins': {
    path: (fixture) => `/api/channels/${fixture.channelId}/pins`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'GET /api/channels/{id}/files': {
    path: (fixture) => `/api/channels/${fixture.channelId}/files`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'GET /api/channels/{id}/radio': {
    path: (fixture) => `/api/channels/${fixture.channelId}/radio`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'PUT /api/channels/{id}/radio': {
    path: (fixture) => `/api/channels/${fixture.channelId}/radio`,
    body: () => ({ quietFrom: 60, quietTo: 120 }),
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/channels/{id}/radio': {
    path: (fixture) => `/api/channels/${fixture.channelId}/radio`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  // The upload is the owner's, and a picture.
  'POST /api/channels/{id}/radio/tracks': {
    path: (fixture) => `/api/channels/${fixture.channelId}/radio/tracks`,
    body: ({ attachmentId }) => ({ attachmentId }),
    shown: [401, 403, 409, 409, 415],
    hidden: [401, 404, 409, 409, 415],
    timedOut: [403, 403],
  },
  'DELETE /api/channels/{id}/radio/tracks/{trackId}': {
    path: (fixture) => `/api/channels/${fixture.channelId}/radio/tracks/${fixture.trackId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PUT /api/channels/{id}/radio/listening': {
    path: (fixture) => `/api/channels/${fixture.channelId}/radio/listening`,
    body: () => ({ isListening: true }),
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/channels/{id}/radio/votes': {
    path: (fixture) => `/api/channels/${fixture.channelId}/radio/votes`,
    body: () => ({ trackId: NO_ID }),
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
    timedOut: [403, 403],
  },
  'PUT /api/messages/{id}/pin': {
    path: (fixture) => `/api/messages/${fixture.messageId}/pin`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'DELETE /api/messages/{id}/pin': {
    path: (fixture) => `/api/messages/${fixture.messageId}/pin`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'GET /api/messages/{id}/versions': {
    path: (fixture) => `/api/messages/${fixture.messageId}/versions`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PUT /api/messages/{id}/reminder': {
    path: (fixture) => `/api/messages/${fixture.messageId}/reminder`,
    body: () => ({ at: inAnHour() }),
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/messages/{id}/links': {
    path: (fixture) => `/api/messages/${fixture.messageId}/links`,
    shown: [401, 404, 404, 404, 404],
    hidden: [401, 404, 404, 404, 404],
  },
  'DELETE /api/messages/{id}/links/{place}': {
    path: (fixture) => `/api/messages/${fixture.messageId}/links/1`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'POST /api/messages/{id}/thread': {
    path: (fixture) => `/api/messages/${fixture.messageId}/thread`,
    body: () => ({ content: 'Here too.' }),
    shown: [401, 403, 201, 201, 201],
    hidden: [401, 404, 201, 201, 201],
    timedOut: [403, 403],
  },
  'GET /api/threads': { shown: MEMBERS },
  'GET /api/threads/{id}': {
    path: (fixture) => `/api/threads/${fixture.threadId}`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'DELETE /api/threads/{id}': {
    path: (fixture) => `/api/threads/${fixture.threadId}`,
    shown: STAFF,
    hidden: PRIVATE_STAFF,
  },
  'PUT /api/threads/{id}/follow': {
    path: (fixture) => `/api/threads/${fixture.threadId}/follow`,
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
  },
  'DELETE /api/threads/{id}/follow': {
    path: (fixture) => `/api/threads/${fixture.threadId}/follow`,
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
  },
  'GET /api/channels/{id}/threads': {
    path: (fixture) => `/api/channels/${fixture.channelId}/threads`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/channels/{id}/games': {
    path: (fixture) => `/api/channels/${fixture.channelId}/games`,
    body: () => ({ kind: 'chess', bankSeconds: 600, moveSeconds: 5, nonce: randomUUID() }),
    shown: [401, 403, 201, 201, 201],
    hidden: [401, 404, 201, 201, 201],
    timedOut: [403, 403],
  },
  // What players and others may do is in games.spec.ts.
  'GET /api/games': { shown: MEMBERS },
  'GET /api/awake': { shown: MEMBERS },
  'PUT /api/awake': { body: () => ({ isOpen: true }), shown: MEMBERS },
  'GET /api/open-games': { shown: EVERYONE },
  'GET /api/games/{id}': { path: () => `/api/games/${NO_ID}`, shown: [404, 404, 404, 404, 404] },
  'PUT /api/games/{id}/seat': { path: () => `/api/games/${NO_ID}/seat`, shown: NOWHERE },
  'DELETE /api/games/{id}/seat': { path: () => `/api/games/${NO_ID}/seat`, shown: NOWHERE },
  'POST /api/games/{id}/start': { path: () => `/api/games/${NO_ID}/start`, shown: NOWHERE },
  'POST /api/games/{id}/moves': {
    path: () => `/api/games/${NO_ID}/moves`,
    body: () => ({ type: 'move', move: 'e4', nonce: randomUUID() }),
    shown: NOWHERE,
  },
  'POST /api/games/{id}/rematch': {
    path: () => `/api/games/${NO_ID}/rematch`,
    body: () => ({ nonce: randomUUID() }),
    shown: NOWHERE,
  },
  'PUT /api/games/{id}/visitors': {
    path: () => `/api/games/${NO_ID}/visitors`,
    body: () => ({ isOpen: true }),
    shown: NOWHERE,
  },
  'GET /api/channels/{id}/messages': {
    path: (fixture) => `/api/channels/${fixture.channelId}/messages`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/channels/{id}/messages': {
    path: (fixture) => `/api/channels/${fixture.channelId}/messages`,
    body: () => ({ content: 'Hello.' }),
    shown: [401, 403, 201, 201, 201],
    hidden: [401, 404, 201, 201, 201],
    timedOut: [403, 403],
  },
  'POST /api/channels/{id}/scheduled-messages': {
    path: (fixture) => `/api/channels/${fixture.channelId}/scheduled-messages`,
    body: () => ({ content: 'Hello.', sendAt: inAnHour() }),
    shown: [401, 403, 201, 201, 201],
    hidden: [401, 404, 201, 201, 201],
    timedOut: [403, 403],
  },
  'PUT /api/channels/{id}/read': {
    path: (fixture) => `/api/channels/${fixture.channelId}/read`,
    body: () => ({ seq: 0 }),
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
  },
  'GET /api/channels/{id}/mentions': {
    path: (fixture) => `/api/channels/${fixture.channelId}/mentions`,
    shown: MEMBERS,
    hidden: PRIVATE_MEMBERS,
  },
  'POST /api/servers/{id}/read': {
    path: (fixture) => `/api/servers/${fixture.serverId}/read`,
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
  },
  // Each is about the caller's own levels and drafts; their tests cover other members'.
  'GET /api/attention': { shown: MEMBERS },
  'GET /api/drafts': { shown: MEMBERS },
  // What members and others may do there is in conversations.spec.ts.
  'GET /api/conversations': { shown: MEMBERS },
  'POST /api/conversations': { body: () => ({ userIds: [NO_ID] }), shown: NOWHERE },
  'GET /api/conversations/{id}': { path: () => `/api/conversations/${NO_ID}`, shown: NOWHERE },
  'PATCH /api/conversations/{id}': {
    path: () => `/api/conversations/${NO_ID}`,
    body: () => ({ name: 'Rooftop watch' }),
    shown: NOWHERE,
  },
  'POST /api/conversations/{id}/members': {
    path: () => `/api/conversations/${NO_ID}/members`,
    body: () => ({ userId: NO_ID }),
    shown: NOWHERE,
  },
  'DELETE /api/conversations/{id}/membership': {
    path: () => `/api/conversations/${NO_ID}/membership`,
    shown: NOWHERE,
  },
  'POST /api/conversations/{id}/accept': { path: () => `/api/conversations/${NO_ID}/accept`, shown: NOWHERE },
  'POST /api/conversations/{id}/decline': {
    path: () => `/api/conversations/${NO_ID}/decline`,
    shown: NOWHERE,
  },
  'PUT /api/servers/{id}/attention': {
    path: (fixture) => `/api/servers/${fixture.serverId}/attention`,
    body: () => ({ level: 'all' }),
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
  },
  'PUT /api/channels/{id}/attention': {
    path: (fixture) => `/api/channels/${fixture.channelId}/attention`,
    body: () => ({ level: 'nothing' }),
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
  },
  'PUT /api/channels/{id}/draft': {
    path: (fixture) => `/api/channels/${fixture.channelId}/draft`,
    body: () => ({ content: 'Is anyone still' }),
    shown: [401, 403, 200, 200, 200],
    hidden: PRIVATE_MEMBERS,
  },
  'GET /api/health': { shown: EVERYONE },
  'GET /api/health/live': { shown: EVERYONE },
  'GET /api/health/ready': { shown: EVERYONE },
  'GET /api/openapi.json': { shown: EVERYONE },
  'GET /api/asyncapi.json': { shown: EVERYONE },
};

/** The calls about public content of the owner which a stranger gets no answer from while it is private. */
const OWN_CONTENT = Object.entries(ROWS).filter(
  ([name, { hidden }]) =>
    hidden?.[1] === 404 && !/servers|channels|categories|groups|threads|messages|invites/.test(name),
);

const readsFixture = (make: ((fixture: Fixture) => unknown) | undefined): boolean => (make?.length ?? 0) > 0;

/** The calls that name content of the fixture. All others do the same whether it is public or private. */
const CONTENT_ROWS = Object.entries(ROWS).filter(
  ([, { path, body, hidden }]) => readsFixture(path) || readsFixture(body) || hidden !== undefined,
);

describe('permissions', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const fixtures = new ReusedFixtures(() => stack.dataSource);

  const send = async (name: string, row: Row, fixture: Fixture, session: string | null): Promise<number> => {
    const [method = '', published = ''] = name.split(' ');
    const headers = {
      ...(session !== null && Object.fromEntries([bearer(session)])),
      // As clients send it.
      ...(method !== 'GET' && !row.body && { 'content-length': '0' }),
    };
    // Without a connection of its own, which takes as long as a refusal.
    const { statusCode } = await backend.app.inject({
      method,
      url: row.path?.(fixture) ?? published,
      headers,
      ...(row.body && { payload: row.body(fixture) }),
    });
    return statusCode;
  };

  const expectStatuses = async (name: string, row: Row, shown: boolean): Promise<void> => {
    const statuses = (shown ? undefined : row.hidden) ?? row.shown;
    const [, , member] = statuses;
    const expected = [...statuses, row.timedOut?.[shown ? 0 : 1] ?? member];
    const received: number[] = [];
    fixtures.startChange();
    for (const [place, identity] of IDENTITIES.entries()) {
      const sendTo = async (fixture: Fixture) => send(name, row, fixture, fixture.sessions[identity]);
      const succeeds = (expected[place] ?? 0) < 400;
      received.push(
        await (name.startsWith('GET ')
          ? sendTo(await fixtures.get(shown))
          : fixtures.change({ shown, succeeds }, sendTo)),
      );
    }
    expect(received).toEqual(expected);
  };

  it('PER-001..008 cover every call of the API document', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(
      listPublishedCalls(backend.app)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  describe.each(Object.entries(ROWS))('%s', (name, row) => {
    it('PER-003 PER-005 PER-006 PER-007 returns the expected status to each identity for public content', async () => {
      await expectStatuses(name, row, true);
    });
  });

  describe.each(CONTENT_ROWS)('%s', (name, row) => {
    it('PER-008 PER-010 returns the expected status to each identity for private content', async () => {
      await expectStatuses(name, row, false);
    });
  });

  describe.each(['stranger', 'owner'] as const)('after a block by the %s', (blocker) => {
    let fixture: Fixture;

    // One for all calls, because none of them may do anything.
    beforeAll(async () => {
      fixture = await makeFixture(stack.dataSource, { shown: true });
      const { strangerId, owner, sessions } = fixture;
      await backend.api
        .put(`/api/blocks/${blocker === 'stranger' ? owner.id : strangerId}`)
        .set(...bearer(String(sessions[blocker])))
        .expect(200);
    });

    it.each(OWN_CONTENT)('SAF-001 %s answers as for private content', async (name, row) => {
      expect(await send(name, row, fixture, fixture.sessions.stranger)).toBe(404);
    });
  });

  describe('of a member outside a private channel', () => {
    const calls = Object.entries(ROWS).filter(([name]) =>
      /\/(?:channels|messages|threads)\/\{id\}/.test(name),
    );
    let fixture: Fixture;

    // One for all calls, because none of them may do anything.
    beforeAll(async () => {
      const made = await makeFixture(stack.dataSource, { shown: true });
      fixture = { ...made, ...made.hidden, otherChannelId: made.hidden.channelId, locked: made.hidden };
    });

    it.each(calls)('TLK-244 %s answers as for a channel that does not exist', async (name, row) => {
      expect(await send(name, row, fixture, fixture.sessions.member)).toBe(404);
    });
  });

  it('PER-013 accept a session from the bearer header only', async () => {
    const { sessions } = await makeFixture(stack.dataSource, { shown: true });
    const sessionId = String(sessions.owner);
    for (const request of [
      backend.api.get(`/api/auth/me?sessionId=${sessionId}&access_token=${sessionId}`),
      backend.api.get('/api/auth/me').set('cookie', `sessionId=${sessionId}`),
      backend.api.get('/api/auth/me').set('x-session-id', sessionId),
      backend.api.get('/api/auth/me').set('authorization', sessionId),
    ]) {
      await request.expect(401);
    }
    await backend.api
      .get('/api/auth/me')
      .set(...bearer(sessionId))
      .expect(200);
  });
});
