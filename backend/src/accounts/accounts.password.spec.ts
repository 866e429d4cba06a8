import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RATE_LIMITS } from '@oniverse/contracts';
import { Session, User } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import { GOOD_PASSWORD, LiveClient, makeMember, registration, TestStack, until } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';
import { someoneWaits } from '../testing/locks.js';

const NEW_PASSWORD = 'moth!6';

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

  const join = async (at = backend): Promise<{ id: string; username: string; sessionId: string }> => {
    const { body } = await at.api.post('/api/auth/register').send(registration()).expect(201);
    return { id: body.user.id, username: body.user.username, sessionId: body.sessionId };
  };
  const login = (username: string, password: string, at = backend) =>
    at.api.post('/api/auth/login').send({ username, password });
  const change = (sessionId: string, body: object, at = backend) =>
    at.api
      .patch('/api/auth/password')
      .set(...bearer(sessionId))
      .send(body);
  const me = (sessionId: string) => backend.api.get('/api/auth/me').set(...bearer(sessionId));
  const hashedPassword = async (id: string) =>
    (await stack.dataSource.getRepository(User).findOneByOrFail({ id })).password;
  const both = { currentPassword: GOOD_PASSWORD, newPassword: NEW_PASSWORD };

  it('API-013 ENT-004 the new one logs in, the old one does not, and only a hash is kept', async () => {
    const { id, username, sessionId } = await join();
    await change(sessionId, both).expect(200, { ok: true });
    await login(username, GOOD_PASSWORD).expect(401);
    await login(username, NEW_PASSWORD).expect(200);
    expect(await hashedPassword(id)).toMatch(/^\$argon2id\$/);
  });

  it('GAP-040 API-013 ends every other session at once, sockets too; this one stays', async () => {
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
    const told = jest.spyOn(backend.app.get(LivePublisher), 'endSession');
    await change(sessionId, both).expect(200);
    // At once, not when the sessions of open sockets are read again.
    expect(told).toHaveBeenCalledTimes(others.length);
    for (const other of others) await me(other).expect(401);
    await me(sessionId).expect(200);
    await me(stranger.sessionId).expect(200);
    for (const client of ended) {
      await until('the socket to be closed', () => client.socket.disconnected);
      expect(client.payloads('session:ended')).toEqual([{ reason: 'ended' }]);
      client.close();
    }
    expect(own.socket.connected).toBe(true);
    own.close();
  });

  it('API-014 GAP-038 a wrong current password is 400, and nothing changes', async () => {
    const { id, username, sessionId } = await join();
    const other = (await login(username, GOOD_PASSWORD).expect(200)).body.sessionId;
    const before = await hashedPassword(id);
    const answer = await change(sessionId, { ...both, currentPassword: 'Wrong@123' }).expect(400);
    expect(answer.body).toEqual({
      statusCode: 400,
      code: 'wrong_password',
      message: 'Current password is incorrect.',
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
    ['newPassword', { ...both, newPassword: '12345' }, 'Password must be at least 6 characters long.'],
    [
      'newPassword',
      { ...both, newPassword: 'x'.repeat(129) },
      'Error: password must be at most 128 characters long',
    ],
    ['newPassword', { ...both, newPassword: 7 }, 'Text is expected here.'],
    ['username', { ...both, username: 'other' }, 'This field is not known here.'],
  ])('API-015 %s of %j is refused', async (field, body, message) => {
    const { id, sessionId } = await join();
    const before = await hashedPassword(id);
    const answer = await change(sessionId, body).expect(400);
    expect(answer.body).toMatchObject({ code: 'validation_failed', message });
    expect(answer.body.fields).toMatchObject({ [field]: message });
    expect(await hashedPassword(id)).toBe(before);
  });

  it.each(['simple', 'x'.repeat(128), ' 🌒🌓 🌔 '])(
    'GAP-039 %j is taken as it is, without classes and untrimmed',
    async (newPassword) => {
      const { username, sessionId } = await join();
      await change(sessionId, { ...both, newPassword }).expect(200);
      await login(username, newPassword).expect(200);
      if (newPassword.trim() !== newPassword) await login(username, newPassword.trim()).expect(401);
    },
  );

  it('API-016 without a session it is 401', async () => {
    const answer = await backend.api.patch('/api/auth/password').send(both).expect(401);
    expect(answer.body.code).toBe('unauthorized');
  });

  it('GAP-127 an account without a password gets none', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const answer = await change(sessionId, { ...both, currentPassword: '!' }).expect(400);
    expect(answer.body.code).toBe('wrong_password');
  });

  it('GAP-040 of two changes at once one wins, and only its session stays', async () => {
    const { username, sessionId } = await join();
    const other: string = (await login(username, GOOD_PASSWORD).expect(200)).body.sessionId;
    const contenders = [
      { session: sessionId, newPassword: 'first one' },
      { session: other, newPassword: 'second one' },
    ];
    const answers = await Promise.all(
      contenders.map(({ session, newPassword }) => change(session, { ...both, newPassword })),
    );
    const [winner, ...more] = contenders.filter((_, n) => answers[n]?.status === 200);
    expect(more).toEqual([]);
    for (const contender of contenders) {
      const won = contender === winner;
      await login(username, contender.newPassword).expect(won ? 200 : 401);
      await me(contender.session).expect(won ? 200 : 401);
    }
  });

  it('GAP-040 a login that was checked before the change was committed begins no session', async () => {
    const { id, username } = await join();
    const runner = stack.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query('UPDATE users SET password = $2 WHERE id = $1', [id, '!']);
      const late = login(username, GOOD_PASSWORD).then((answer) => answer);
      await until('the login to wait for the change', () => someoneWaits(stack.dataSource));
      await runner.commitTransaction();
      const answer = await late;
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        statusCode: 401,
        code: 'invalid_credentials',
        message: 'Invalid ONI_ID or password.',
      });
    } finally {
      await runner.release();
    }
    expect(await stack.dataSource.getRepository(Session).countBy({ userId: id })).toBe(1);
  });

  it('GAP-040 no session that began with the old password outlives the change', async () => {
    const { id, username, sessionId } = await join();
    const [changed] = await Promise.all([
      change(sessionId, both),
      ...Array.from({ length: 6 }, () => login(username, GOOD_PASSWORD)),
    ]);
    expect(changed.status).toBe(200);
    const left = await stack.dataSource.getRepository(Session).findBy({ userId: id });
    expect(left.map((session) => session.id)).toEqual([createHash('sha256').update(sessionId).digest('hex')]);
  });

  it('GAP-037 its checks and those of logins count together', async () => {
    const limited = await BackendUnderTest.start(stack.config({ rateLimits: true }));
    try {
      const { username, sessionId } = await join(limited);
      const wrong = { ...both, currentPassword: 'Wrong@123' };
      for (let n = 0; n < RATE_LIMITS.passwordByNameAndAddress.points; n += 1) {
        await (n % 2 === 0
          ? change(sessionId, wrong, limited).expect(400)
          : login(username, 'Wrong@123', limited).expect(401));
      }
      const answer = await change(sessionId, both, limited).expect(429);
      expect(answer.body.code).toBe('rate_limited');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      await login(username, GOOD_PASSWORD, limited).expect(429);
    } finally {
      await limited.stop();
    }
  });
});
