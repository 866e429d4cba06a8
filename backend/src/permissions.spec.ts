import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GOOD_PASSWORD, registration, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';
import { publishedCalls } from './testing/published-calls.js';
import { IDENTITIES, makeWorld, type World } from './testing/world.js';

/** The statuses for a visitor, a stranger, a member, a moderator and the owner. */
type Statuses = readonly [
  visitor: number,
  stranger: number,
  member: number,
  moderator: number,
  owner: number,
];

/** What a call answers to each identity. */
interface Row {
  /** The call's address in that world, where it is not the path as it is published. */
  path?: (world: World) => string;
  body?: (world: World) => object;
  /** Where the owner shows what can be shown. */
  shown: Statuses;
  /** Where the owner hides all that can be hidden; as `shown` where it makes no difference. */
  hidden?: Statuses;
}

const EVERYONE: Statuses = [200, 200, 200, 200, 200];
const MEMBERS: Statuses = [401, 200, 200, 200, 200];
/** Others see the thing and may not change it. */
const SEEN_BY_ALL: Statuses = [401, 403, 403, 403, 200];
/** Others do not see the thing at all. */
const OWNER_ALONE: Statuses = [401, 404, 404, 404, 200];
/** A private dimension exists for those who are in it. */
const ITS_MEMBERS: Statuses = [401, 404, 200, 200, 200];
/** A dimension's owner and moderators keep order in it; its members may not, and for others it may not exist. */
const STAFF: Statuses = [401, 403, 403, 200, 200];
const ITS_STAFF: Statuses = [401, 404, 403, 200, 200];
const created = (statuses: Statuses): Statuses => {
  const [visitor, ...rest] = statuses;
  const [stranger, member, moderator, owner] = rest.map((status) => (status === 200 ? 201 : status));
  return [visitor, stranger ?? 0, member ?? 0, moderator ?? 0, owner ?? 0];
};
/** What the owner of a dimension alone may do. */
const DIMENSION_OWNER: Pick<Row, 'shown' | 'hidden'> = {
  shown: [401, 403, 403, 403, 200],
  hidden: [401, 404, 403, 403, 200],
};
const empty = (): object => ({});

/** Every call of the API. A call that is published without a row here fails, and so does a row without a call. */
const ROWS: Readonly<Record<string, Row>> = {
  'POST /api/auth/register': { body: () => registration(), shown: [201, 201, 201, 201, 201] },
  // Nobody is logged in by an account without a password.
  'POST /api/auth/login': {
    body: ({ owner }) => ({ username: owner.username, password: GOOD_PASSWORD }),
    shown: [401, 401, 401, 401, 401],
  },
  'GET /api/auth/me': { shown: MEMBERS },
  'POST /api/auth/logout': { shown: MEMBERS },
  'PATCH /api/auth/password': {
    body: () => ({ currentPassword: 'not it', newPassword: 'something' }),
    shown: [401, 400, 400, 400, 400],
  },
  'GET /api/auth/sessions': { shown: MEMBERS },
  'DELETE /api/auth/sessions/{id}': {
    path: (world) => `/api/auth/sessions/${world.otherSessionId}`,
    shown: OWNER_ALONE,
  },
  'POST /api/waitlist': {
    body: () => ({ email: registration()['email'], source: 'landing' }),
    shown: EVERYONE,
  },
  'GET /api/waitlist/stats': { shown: EVERYONE },
  'PATCH /api/users/profile': { body: () => ({ bio: 'Nebulae.' }), shown: MEMBERS },
  'PUT /api/user/profile-image': {
    body: (world) => ({ profileImageURL: world.unusedPath }),
    shown: [401, 404, 404, 404, 202],
  },
  'POST /api/users/me/export': { shown: MEMBERS },
  // The token is the credential: whoever has one fetches, which the tests of exports do.
  'GET /exports/{token}': { path: () => '/exports/none', shown: [404, 404, 404, 404, 404] },
  // Nobody is erased by an account without a password.
  'DELETE /api/users/me': { body: () => ({ password: GOOD_PASSWORD }), shown: [401, 400, 400, 400, 400] },
  'GET /api/users/{username}': {
    path: ({ owner }) => `/api/users/${owner.username}`,
    shown: EVERYONE,
    hidden: [404, 404, 404, 404, 200],
  },
  'GET /api/users/{username}/posts': {
    path: ({ owner }) => `/api/users/${owner.username}/posts`,
    shown: MEMBERS,
    hidden: OWNER_ALONE,
  },
  'GET /api/users/{username}/images': {
    path: ({ owner }) => `/api/users/${owner.username}/images`,
    shown: MEMBERS,
    hidden: OWNER_ALONE,
  },
  'POST /api/objects/upload': { body: empty, shown: MEMBERS },
  'PUT /uploads/{token}': { path: () => '/uploads/none', shown: [403, 403, 403, 403, 403] },
  // Its bytes are in no store here: the owner passes the permission and finds nothing, which the tests of objects do.
  'GET /objects/{key}': { path: () => '/objects/none', shown: [404, 404, 404, 404, 404] },
  'GET /api/posts/my': { shown: MEMBERS },
  'GET /api/posts/archived': { shown: MEMBERS },
  'POST /api/posts': { body: () => ({ title: 'One', content: 'Text.' }), shown: created(MEMBERS) },
  'PATCH /api/posts/{id}': {
    path: (world) => `/api/posts/${world.postId}`,
    body: () => ({ title: 'Other' }),
    shown: SEEN_BY_ALL,
    hidden: OWNER_ALONE,
  },
  'DELETE /api/posts/{id}': {
    path: (world) => `/api/posts/${world.postId}`,
    shown: SEEN_BY_ALL,
    hidden: OWNER_ALONE,
  },
  'GET /api/feed': { shown: MEMBERS },
  'GET /api/activity': { shown: MEMBERS },
  'GET /api/tags': { shown: MEMBERS },
  'GET /api/capsules': { shown: MEMBERS },
  'POST /api/capsules': { body: () => ({ name: 'Winter' }), shown: created(MEMBERS) },
  'PUT /api/capsules/{id}': {
    path: (world) => `/api/capsules/${world.capsuleId}`,
    body: () => ({ name: 'Summer' }),
    shown: OWNER_ALONE,
  },
  'DELETE /api/capsules/{id}': { path: (world) => `/api/capsules/${world.capsuleId}`, shown: OWNER_ALONE },
  'GET /api/profile-archives': { shown: MEMBERS },
  'POST /api/profile-archives': {
    body: (world) => ({ title: 'Autumn', capsuleId: world.capsuleId }),
    shown: created(OWNER_ALONE),
  },
  'PATCH /api/profile-archives/{id}': {
    path: (world) => `/api/profile-archives/${world.profileArchiveId}`,
    body: () => ({ isHidden: true }),
    shown: OWNER_ALONE,
  },
  'DELETE /api/profile-archives/{id}': {
    path: (world) => `/api/profile-archives/${world.profileArchiveId}`,
    shown: OWNER_ALONE,
  },
  'GET /api/images': { shown: MEMBERS },
  'POST /api/images': {
    body: (world) => ({ imageUrl: world.unusedPath }),
    shown: created(OWNER_ALONE),
  },
  'PUT /api/images/normalize': {
    body: (world) => ({ imageUrl: world.unusedPath }),
    shown: OWNER_ALONE,
  },
  'PATCH /api/images/{id}': {
    path: (world) => `/api/images/${world.imageId}`,
    body: () => ({ title: 'Jupiter' }),
    shown: SEEN_BY_ALL,
    hidden: OWNER_ALONE,
  },
  'PUT /api/images/{id}/visibility': {
    path: (world) => `/api/images/${world.imageId}/visibility`,
    body: () => ({ isPublic: false }),
    shown: SEEN_BY_ALL,
    hidden: OWNER_ALONE,
  },
  'DELETE /api/images/{id}': {
    path: (world) => `/api/images/${world.imageId}`,
    shown: SEEN_BY_ALL,
    hidden: OWNER_ALONE,
  },
  'GET /api/boards': { shown: MEMBERS },
  'POST /api/boards': { body: () => ({ name: 'Roof' }), shown: created(MEMBERS) },
  'PUT /api/boards/{id}': {
    path: (world) => `/api/boards/${world.boardId}`,
    body: () => ({ name: 'Roof' }),
    shown: SEEN_BY_ALL,
    hidden: OWNER_ALONE,
  },
  'PUT /api/boards/{id}/visibility': {
    path: (world) => `/api/boards/${world.boardId}/visibility`,
    body: () => ({ isPublic: false }),
    shown: SEEN_BY_ALL,
    hidden: OWNER_ALONE,
  },
  'DELETE /api/boards/{id}': {
    path: (world) => `/api/boards/${world.boardId}`,
    shown: SEEN_BY_ALL,
    hidden: OWNER_ALONE,
  },
  'PUT /api/album/tags/{name}': {
    path: () => '/api/album/tags/saturn',
    body: () => ({ name: 'jupiter' }),
    shown: MEMBERS,
  },
  'DELETE /api/album/tags/{name}': { path: () => '/api/album/tags/saturn', shown: MEMBERS },
  'GET /api/constellation': { shown: MEMBERS },
  'GET /api/servers': { shown: MEMBERS },
  'POST /api/servers': { body: () => ({ name: 'Ours' }), shown: created(MEMBERS) },
  'PATCH /api/servers/{id}': {
    path: (world) => `/api/servers/${world.serverId}`,
    body: () => ({ name: 'Ours' }),
    ...DIMENSION_OWNER,
  },
  'DELETE /api/servers/{id}': { path: (world) => `/api/servers/${world.serverId}`, ...DIMENSION_OWNER },
  'POST /api/servers/{id}/owner': {
    path: (world) => `/api/servers/${world.serverId}/owner`,
    body: (world) => ({ userId: world.memberId }),
    ...DIMENSION_OWNER,
  },
  'GET /api/servers/{id}/members': {
    path: (world) => `/api/servers/${world.serverId}/members`,
    shown: MEMBERS,
    hidden: ITS_MEMBERS,
  },
  'PATCH /api/servers/{id}/members/{userId}': {
    path: (world) => `/api/servers/${world.serverId}/members/${world.memberId}`,
    body: () => ({ role: 'moderator' }),
    ...DIMENSION_OWNER,
  },
  // A plain member, whom moderators may remove; the tests of members try the others.
  'DELETE /api/servers/{id}/members/{userId}': {
    path: (world) => `/api/servers/${world.serverId}/members/${world.memberId}`,
    shown: [401, 403, 403, 200, 200],
    hidden: [401, 404, 403, 200, 200],
  },
  'POST /api/servers/{id}/invites': {
    path: (world) => `/api/servers/${world.serverId}/invites`,
    body: empty,
    shown: [401, 403, 403, 201, 201],
    hidden: [401, 404, 403, 201, 201],
  },
  // Who has the code may know where it leads, and go there.
  'GET /api/invites/{code}': {
    path: (world) => `/api/invites/${world.inviteCode}`,
    shown: EVERYONE,
  },
  'POST /api/invites/{code}/accept': {
    path: (world) => `/api/invites/${world.inviteCode}/accept`,
    shown: MEMBERS,
  },
  'DELETE /api/invites/{code}': {
    path: (world) => `/api/invites/${world.inviteCode}`,
    shown: [401, 404, 403, 200, 200],
  },
  'POST /api/servers/{id}/join': {
    path: (world) => `/api/servers/${world.serverId}/join`,
    shown: MEMBERS,
    hidden: ITS_MEMBERS,
  },
  'POST /api/servers/{id}/leave': {
    path: (world) => `/api/servers/${world.serverId}/leave`,
    shown: [401, 200, 200, 200, 409],
    hidden: [401, 404, 200, 200, 409],
  },
  'GET /api/servers/{id}/channels': {
    path: (world) => `/api/servers/${world.serverId}/channels`,
    shown: MEMBERS,
    hidden: ITS_MEMBERS,
  },
  'POST /api/servers/{id}/channels': {
    path: (world) => `/api/servers/${world.serverId}/channels`,
    body: () => ({ name: 'attic' }),
    shown: created(STAFF),
    hidden: created(ITS_STAFF),
  },
  'PATCH /api/channels/{id}': {
    path: (world) => `/api/channels/${world.channelId}`,
    body: () => ({ name: 'attic' }),
    shown: STAFF,
    hidden: ITS_STAFF,
  },
  'DELETE /api/channels/{id}': {
    path: (world) => `/api/channels/${world.otherChannelId}`,
    shown: STAFF,
    hidden: ITS_STAFF,
  },
  'PATCH /api/messages/{id}': {
    path: (world) => `/api/messages/${world.messageId}`,
    body: () => ({ content: 'Clouds.' }),
    shown: SEEN_BY_ALL,
    hidden: [401, 404, 403, 403, 200],
  },
  'DELETE /api/messages/{id}': {
    path: (world) => `/api/messages/${world.messageId}`,
    shown: STAFF,
    hidden: ITS_STAFF,
  },
  'GET /api/channels/{id}/messages': {
    path: (world) => `/api/channels/${world.channelId}/messages`,
    shown: MEMBERS,
    hidden: ITS_MEMBERS,
  },
  'POST /api/channels/{id}/messages': {
    path: (world) => `/api/channels/${world.channelId}/messages`,
    body: () => ({ content: 'Hello.' }),
    shown: [401, 403, 201, 201, 201],
    hidden: [401, 404, 201, 201, 201],
  },
  'PUT /api/channels/{id}/read': {
    path: (world) => `/api/channels/${world.channelId}/read`,
    body: () => ({ seq: 0 }),
    shown: [401, 403, 200, 200, 200],
    hidden: ITS_MEMBERS,
  },
  'GET /api/health/live': { shown: EVERYONE },
  'GET /api/health/ready': { shown: EVERYONE },
  'GET /api/openapi.json': { shown: EVERYONE },
  'GET /api/asyncapi.json': { shown: EVERYONE },
};

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

  const statuses = async (name: string, row: Row, shown: boolean): Promise<number[]> => {
    const [method = '', published = ''] = name.split(' ');
    const answers: number[] = [];
    for (const identity of IDENTITIES) {
      const world = await makeWorld(stack.dataSource, { shown });
      const session = world.sessions[identity];
      const request = backend.api
        .get(row.path?.(world) ?? published)
        .ok(() => true)
        .set(session === null ? {} : Object.fromEntries([bearer(session)]));
      request.method = method;
      const { status } = await (row.body ? request.send(row.body(world)) : request);
      answers.push(status);
    }
    return answers;
  };

  it('PER-001..008 every call of the API has its row, and every row its call', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(
      publishedCalls(backend.app)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  describe.each(Object.entries(ROWS))('%s', (name, row) => {
    it('PER-003 PER-005 PER-006 PER-007 answers each identity as it should where all is shown', async () => {
      expect(await statuses(name, row, true)).toEqual(row.shown);
    });

    it('PER-008 PER-010 answers each identity as it should where all is hidden', async () => {
      expect(await statuses(name, row, false)).toEqual(row.hidden ?? row.shown);
    });
  });

  it('PER-013 a session is taken from the bearer header alone', async () => {
    const { sessions } = await makeWorld(stack.dataSource, { shown: true });
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
