import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Session, User } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import { GOOD_PASSWORD, LiveClient, makeMember, registration, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { hasLockWaiter } from '../../testing/locks.js';

const NEW_PASSWORD = 'Moth&Lantern7';

describe('changing the password', () => {
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

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const join = async (): Promise<{ id: string; username: string; sessionId: string }> => {
    const { body } = await backend.api.post('/api/auth/register').send(registration()).expect(201);
    return { id: body.user.id, username: body.user.username, sessionId: body.sessionId };
  };
  const login = (username: string, password: string) =>
    backend.api.post('/api/auth/login').send({ username, password });
  const change = (sessionId: string, body: object) =>
    backend.api
      .patch('/api/auth/password')
      .set(...bearer(sessionId))
      .send(body);
  const me = (sessionId: string) => backend.api.get('/api/auth/me').set(...bearer(sessionId));
  const hashedPassword = async (id: string) =>
    (await stack.dataSource.getRepository(User).findOneByOrFail({ id })).password;
  const both = { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD };

  it('API-013 ENT-004 accepts the new password, rejects the old one, and stores only a hash', async () => {
    const { id, username, sessionId } = await join();
    const { body } = await change(sessionId, both).expect(200);
    expect(body).toEqual({ ok: true, deviceToken: expect.stringMatching(/^[A-Za-z0-9_-]{64}$/) });
    await login(username, GOOD_PASSWORD).expect(401);
    await login(username, NEW_PASSWORD).expect(200);
    expect(await hashedPassword(id)).toMatch(/^\$argon2id\$/);
  });

  it('GAP-040 API-013 ends every other session and its sockets immediately, but not the current one', async () => {
    const { username, sessionId } = await join();
    const stranger = await makeMember(stack.dataSource);
    const others = [
      (await login(username, GOOD_PASSWORD).expect(200)).body.sessionId,
      (await login(username, GOOD_PASSWORD).expect(200)).body.sessionId,
    ];
    const own = await LiveClient.connect(backend.url, { sessionId });
    const ended = await Promise.all(
      others.map((other) => LiveClient.connect(backend.url, { sessionId: other })),
    );
    const publishLast = jest.spyOn(backend.app.get(LivePublisher), 'publishLast');
    await change(sessionId, both).expect(200);
    // Published immediately, without waiting for the periodic session check.
    expect(publishLast).toHaveBeenCalledTimes(others.length);
    for (const other of others) await me(other).expect(401);
    await me(sessionId).expect(200);
    await me(stranger.sessionId).expect(200);
    for (const client of ended) {
      await waitUntil('the socket to be closed', () => client.socket.disconnected);
      expect(client.payloads('session:ended')).toEqual([{ reason: 'ended' }]);
      client.close();
    }
    expect(own.socket.connected).toBe(true);
    own.close();
  });

  it('API-014 GAP-038 rejects a wrong current password with 400 and changes nothing', async () => {
    const { id, username, sessionId } = await join();
    const other = (await login(username, GOOD_PASSWORD).expect(200)).body.sessionId;
    const before = await hashedPassword(id);
    const answer = await change(sessionId, { ...both, currentPassword: 'Wrong@123' }).expect(400);
    expect(answer.body).toEqual({
      statusCode: 400,
      code: 'wrong_password',
      message: 'Current password is incorrect.',
      reason: 'wrongPassword',
    });
    expect(await hashedPassword(id)).toBe(before);
    await me(other).expect(200);
  });

  it.each([
    ['currentPassword', {}, 'Please fill in all password fields.'],
    ['newPassword', { currentPassword: GOOD_PASSWORD }, 'Please fill in all password fields.'],
    [
      'newPassword',
      { currentPassword: GOOD_PASSWORD, newPassword: '' },
      'Please fill in all password fields.',
    ],
    [
      'newPassword',
      { ...both, newPassword: 'Moth&L7' },
      'Error: password must be at least 8 characters long',
    ],
    [
      'newPassword',
      { ...both, newPassword: 'moth&lantern7' },
      'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)',
    ],
    ['newPassword', { ...both, newPassword: 'Password1!' }, 'This password is too common.'],
    [
      'newPassword',
      { ...both, newPassword: 'x'.repeat(129) },
      'Error: password must be at most 128 characters long',
    ],
    ['newPassword', { ...both, newPassword: 7 }, 'This must be text.'],
    ['username', { ...both, username: 'other' }, 'Unknown field.'],
  ])('API-015 rejects %s in %j', async (field, body, message) => {
    const { id, sessionId } = await join();
    const before = await hashedPassword(id);
    const answer = await change(sessionId, body).expect(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed', message });
    expect(answer.body.fields).toMatchObject({ [field]: message });
    expect(await hashedPassword(id)).toBe(before);
  });

  it.each(['Moth&Ln7', `Moth&7${'x'.repeat(122)}`, ' Moth&7 🌒🌓 🌔 '])(
    'GAP-039 accepts %j without trimming',
    async (newPassword) => {
      const { username, sessionId } = await join();
      await change(sessionId, { ...both, newPassword }).expect(200);
      await login(username, newPassword).expect(200);
      if (newPassword.trim() !== newPassword) await login(username, newPassword.trim()).expect(401);
    },
  );

  it('API-016 returns 401 without a session', async () => {
    const answer = await backend.api.patch('/api/auth/password').send(both).expect(401);
    expect(answer.body.code).toBe('unauthorized');
  });

  it('GAP-127 cannot set a password on an account without one', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const answer = await change(sessionId, { ...both, currentPassword: '!' }).expect(400);
    expect(answer.body.code).toBe('wrong_password');
  });

  it('GAP-040 lets one of two concurrent changes win and keeps only its session', async () => {
    const { username, sessionId } = await join();
    const other: string = (await login(username, GOOD_PASSWORD).expect(200)).body.sessionId;
    const contenders = [
      { session: sessionId, newPassword: 'Moth&Lantern1' },
      { session: other, newPassword: 'Moth&Lantern2' },
    ];
    const answers = await Promise.all(
      contenders.map(({ session, newPassword }) => change(session, { ...both, newPassword })),
    );
    const [winner, ...otherWinners] = contenders.filter((_, n) => answers[n]?.status === 200);
    expect(otherWinners).toEqual([]);
    for (const contender of contenders) {
      const won = contender === winner;
      await login(username, contender.newPassword).expect(won ? 200 : 401);
      await me(contender.session).expect(won ? 200 : 401);
    }
  });

  it('GAP-040 creates no session for a login verified before the change committed', async () => {
    const { id, username } = await join();
    const runner = stack.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('UPDATE users SET password = $2 WHERE id = $1', [id, '!']);
      const concurrentLogin = login(username, GOOD_PASSWORD).then((answer) => answer);
      await waitUntil('the login to wait for the change', () => hasLockWaiter(stack.dataSource));
      await runner.commitTransaction();
      const answer = await concurrentLogin;
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        statusCode: 401,
        code: 'invalid_credentials',
        message: 'Invalid ONI_ID or password.',
        reason: 'invalidCredentials',
      });
    } finally {
      await runner.release();
    }
    expect(await stack.dataSource.getRepository(Session).countBy({ userId: id })).toBe(1);
  });

  it('GAP-040 leaves no session that was created with the old password', async () => {
    const { id, username, sessionId } = await join();
    const [changed] = await Promise.all([
      change(sessionId, both),
      ...Array.from({ length: 6 }, () => login(username, GOOD_PASSWORD)),
    ]);
    expect(changed.status).toBe(200);
    const remaining = await stack.dataSource.getRepository(Session).findBy({ userId: id });
    expect(remaining.map((session) => session.id)).toEqual([
      createHash('sha256').update(sessionId).digest('hex'),
    ]);
  });
});
