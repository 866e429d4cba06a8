import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Session, User } from '@oniverse/data';
import {
  GOOD_PASSWORD,
  LiveClient,
  makeMember,
  registration,
  TestStack,
  uniqueName,
  waitUntil,
} from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

describe('accounts and sessions', () => {
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

  const register = (body: object) => backend.api.post('/api/auth/register').send(body);
  const login = (body: object) => backend.api.post('/api/auth/login').send(body);
  const me = (sessionId: string) => backend.api.get('/api/auth/me').set(...bearer(sessionId));

  it('API-008 AUT-042 GAP-025 GAP-026 returns the new member and a valid session on registration', async () => {
    const body = registration({ displayName: '  Vesper Lund ' });
    const answer = await register(body).expect(201);
    expect(Object.keys(answer.body)).toEqual(['sessionId', 'deviceToken', 'user']);
    expect(answer.body.sessionId).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer.body.user).toMatchObject({ username: body.username, displayName: 'Vesper Lund' });
    const current = await me(answer.body.sessionId).expect(200);
    expect(current.body).toEqual(answer.body.user);
  });

  it('API-002 API-004 ENT-004 ENT-093 returns the current user without a password', async () => {
    const { body } = await register(registration()).expect(201);
    expect(body.user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: expect.any(String),
      displayName: null,
      email: expect.stringContaining('@example.org'),
      emailVerifiedAt: null,
      bio: null,
      profileMarkdown: expect.stringContaining('Edit this markdown to customize your space.'),
      userBadges: [],
      profileTheme: 'main-cyberpunk',
      profileThemeMode: 'dark',
      profileImageUrl: null,
      isPublic: true,
      isVisibleToVisitors: false,
      hasFeed: true,
      showsLinkPreviews: true,
      showsSeenMarks: false,
      firstMessagesFrom: 'all',
      staffRole: null,
      profileLinks: [],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  it('ENT-004 ENT-035 GAP-033 GAP-036 stores only hashes of the password and the session id', async () => {
    const { body } = await register(registration()).expect(201);
    const user = await stack.dataSource.getRepository(User).findOneByOrFail({ id: body.user.id });
    expect(user.password).toMatch(/^\$argon2id\$/);
    const session = await stack.dataSource.getRepository(Session).findOneByOrFail({ userId: user.id });
    expect(Buffer.from(body.sessionId, 'base64url')).toHaveLength(32);
    expect(session.id).toBe(createHash('sha256').update(body.sessionId).digest('hex'));
    expect(session.expiresAt.getTime() - Date.now()).toBeGreaterThan(29 * 86_400_000);
    // The salt differs per user.
    const other = await register(registration()).expect(201);
    const second = await stack.dataSource.getRepository(User).findOneByOrFail({ id: other.body.user.id });
    expect(second.password).not.toBe(user.password);
  });

  it('GAP-056 keeps badges and a bio, and returns both to the member', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource, {
      bio: 'Night shifts and nebulae.',
      enshinBadge: 'lantern',
      userBadges: ['early-node', 'star-fuel'],
    });
    const { body } = await me(sessionId).expect(200);
    expect(body).toMatchObject({
      bio: 'Night shifts and nebulae.',
      userBadges: ['early-node', 'star-fuel'],
    });
    const stored = await stack.dataSource.getRepository(User).findOneByOrFail({ id: user.id });
    expect(stored.enshinBadge).toBe('lantern');
  });

  it.each([
    ['AUT-032', { username: 'ab' }, 'username', 'Error: ONI_ID must be at least 3 characters'],
    ['AUT-033', { username: 'a'.repeat(21) }, 'username', 'Error: ONI_ID must be less than 20 characters'],
    [
      'AUT-034',
      { username: 'No-way' },
      'username',
      'Error: ONI_ID can only include lowercase letters, numbers, and underscores',
    ],
    ['AUT-036', { email: 'nowhere' }, 'email', 'Error: please enter a valid email address'],
    ['AUT-038', { password: 'Aa1@567' }, 'password', 'Error: password must be at least 8 characters long'],
    [
      'AUT-039',
      { password: 'aa1@5678' },
      'password',
      'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)',
    ],
    ['AUT-031', { username: undefined }, 'username', 'Error: ONI_ID required to create account'],
    ['AUT-035', { email: null }, 'email', 'Error: email required to create account'],
    [
      'GAP-029',
      { displayName: 'x'.repeat(51) },
      'displayName',
      'Error: Oni name must be at most 50 characters',
    ],
    ['API-011', { username: 7 }, 'username', 'This must be text.'],
    ['ENT-090', { id: 'mine' }, 'id', 'Unknown field.'],
  ])('AUT-041 GAP-144 %s rejects registration with %j', async (_, wrong, field, message) => {
    const answer = await register(registration(wrong)).expect(400);
    expect(answer.body).toMatchObject({
      statusCode: 400,
      code: 'validation_failed',
      message,
      fields: { [field]: message },
    });
  });

  it('API-009 API-010 returns 409 for a taken name and for a taken email in any case', async () => {
    const first = registration();
    await register(first).expect(201);
    const name = await register(registration({ username: first.username })).expect(409);
    expect(name.body).toMatchObject({ statusCode: 409, code: 'username_taken' });
    const address = await register(registration({ email: String(first['email']).toUpperCase() })).expect(409);
    expect(address.body).toMatchObject({ statusCode: 409, code: 'email_taken' });
  });

  it('API-009 lets exactly one of many concurrent registrations of a name succeed', async () => {
    const username = uniqueName();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        register(registration({ username, email: `${username}${n}@example.org` })),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ]);
  });

  it('GAP-041 rejects a reserved handle', async () => {
    const answer = await register(registration({ username: 'oniverse' })).expect(409);
    expect(answer.body).toMatchObject({ code: 'username_reserved', message: 'This ONI_ID is reserved.' });
  });

  it('API-005 GAP-025 GAP-030 trims and lower-cases the name on login', async () => {
    const { username } = registration();
    await register(registration({ username })).expect(201);
    const answer = await login({ username: ` ${username.toUpperCase()} `, password: GOOD_PASSWORD }).expect(
      200,
    );
    const { body: user } = await me(answer.body.sessionId).expect(200);
    expect(answer.body).toEqual({ sessionId: expect.any(String), deviceToken: expect.any(String), user });
  });

  it('GAP-031 does not accept the email address as a login name', async () => {
    const body = registration();
    await register(body).expect(201);
    const answer = await login({ username: body['email'], password: GOOD_PASSWORD }).expect(401);
    expect(answer.body.code).toBe('invalid_credentials');
  });

  it('API-006 gives the same response for an unknown name and a wrong password', async () => {
    const { username } = registration();
    await register(registration({ username })).expect(201);
    const wrong = await login({ username, password: 'Wrong@123' }).expect(401);
    const unknown = await login({ username: uniqueName(), password: 'Wrong@123' }).expect(401);
    expect(wrong.body).toEqual({
      statusCode: 401,
      code: 'invalid_credentials',
      message: 'Invalid ONI_ID or password.',
      reason: 'invalidCredentials',
    });
    expect(unknown.body).toEqual(wrong.body);
  });

  it('API-007 returns 400 with the first message when fields are missing', async () => {
    const answer = await login({}).expect(400);
    expect(answer.body.message).toBe('Error: ONI_ID required to access network');
    expect(Object.keys(answer.body.fields)).toEqual(['username', 'password']);
  });

  it('GAP-127 rejects every login to an account without a password', async () => {
    const { user } = await makeMember(stack.dataSource);
    await login({ username: user.username, password: '!' }).expect(401);
  });

  it.each([
    ['no header', undefined],
    ['an unknown session', `Bearer ${'x'.repeat(43)}`],
    ['another scheme', 'Basic abc'],
    ['nonsense', 'Bearer \u00ff'],
    ['a very long token', `Bearer ${'x'.repeat(4000)}`],
  ])('API-003 PER-003 returns 401 for %s', async (_, header) => {
    const request = backend.api.get('/api/auth/me');
    const answer = await (header === undefined ? request : request.set('authorization', header)).expect(401);
    expect(answer.body).toMatchObject({ statusCode: 401, code: 'unauthorized' });
  });

  it('AUT-049 returns 401 for an expired session', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    await me(sessionId).expect(200);
    await stack.dataSource
      .getRepository(Session)
      .update({ userId: user.id }, { expiresAt: new Date(Date.now() - 1) });
    await me(sessionId).expect(401);
  });

  it('GAP-032 extends a used session at most once a day', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const sessions = stack.dataSource.getRepository(Session);
    const end = async () => (await sessions.findOneByOrFail({ userId: user.id })).expiresAt.getTime();
    const fresh = await end();
    await me(sessionId).expect(200);
    expect(await end()).toBe(fresh);
    await sessions.update({ userId: user.id }, { expiresAt: new Date(Date.now() + 86_400_000 * 20) });
    await me(sessionId).expect(200);
    expect(await end()).toBeGreaterThan(Date.now() + 86_400_000 * 29);
  });

  it('API-012 AUT-047 AUT-048 GAP-140 ends only the current session and its sockets on logout', async () => {
    const { username } = registration();
    const first = await register(registration({ username })).expect(201);
    const second = await login({ username, password: GOOD_PASSWORD }).expect(200);
    const socket = await LiveClient.connect(backend.url, { sessionId: first.body.sessionId });
    const other = await LiveClient.connect(backend.url, { sessionId: second.body.sessionId });
    const answer = await backend.api
      .post('/api/auth/logout')
      .set(...bearer(first.body.sessionId))
      .expect(200);
    expect(answer.body).toEqual({ ok: true });
    await waitUntil('the socket to be closed', () => socket.socket.disconnected);
    expect(socket.payloads('session:ended')).toEqual([{ reason: 'logout' }]);
    await me(first.body.sessionId).expect(401);
    await me(second.body.sessionId).expect(200);
    expect(other.socket.connected).toBe(true);
    socket.close();
    other.close();
  });

  it('API-012 accepts a logout with a JSON content type and an empty body', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    await backend.api
      .post('/api/auth/logout')
      .set(...bearer(sessionId))
      .set('content-type', 'application/json')
      .expect(200, { ok: true });
  });

  it('GAP-140 closes the sockets of a session deleted in the database within 5 s', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const client = await LiveClient.connect(backend.url, { sessionId });
    await stack.dataSource.getRepository(Session).delete({ userId: user.id });
    await waitUntil('the socket to be closed', () => client.socket.disconnected, 6_000);
    client.close();
  });

  it('LIV-008 refuses a socket with a wrong session and admits one without as a watcher', async () => {
    await expect(LiveClient.connect(backend.url, { sessionId: 'wrong' })).rejects.toThrow('unauthorized');
    const watcher = await LiveClient.connect(backend.url);
    expect(
      await watcher.request('channel:open', { channelId: '019abb00-0001-7000-8000-000000000001' }),
    ).toMatchObject({
      ok: false,
      code: 'unauthorized',
    });
    watcher.close();
  });

  it('LIV-008 refuses a socket from a foreign origin', async () => {
    await expect(
      LiveClient.connect(backend.url, { headers: { origin: 'https://elsewhere.example' } }),
    ).rejects.toThrow();
    const own = await LiveClient.connect(backend.url, { headers: { origin: backend.url } });
    own.close();
  });
});
