import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { LIMITS, ROOMS } from '@oniverse/contracts';
import { ExportAddress, Session } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import { GOOD_PASSWORD, LiveClient, makeMember, registration, TestStack, waitUntil } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { SESSION } from './sessions.repository.js';
import { SessionsRepository } from './sessions.repository.js';

const MINUTE = 60_000;

describe('member sessions', () => {
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

  const sessions = () => stack.dataSource.getRepository(Session);
  const me = (sessionId: string) => backend.api.get('/api/auth/me').set(...bearer(sessionId));
  const list = (sessionId: string, query = '') =>
    backend.api.get(`/api/auth/sessions${query}`).set(...bearer(sessionId));
  const end = (sessionId: string, id: string) =>
    backend.api.delete(`/api/auth/sessions/${id}`).set(...bearer(sessionId));
  const hashOf = (sessionId: string) => createHash('sha256').update(sessionId).digest('hex');
  const rowOf = (sessionId: string) => sessions().findOneByOrFail({ id: hashOf(sessionId) });
  const addSession = async (userId: string, fields: Partial<Session> = {}): Promise<string> => {
    const sessionId = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + 30 * 24 * 60 * MINUTE);
    await sessions().insert({ id: hashOf(sessionId), userId, expiresAt, ...fields });
    return sessionId;
  };
  const idsOf = (body: { id: string }[]): string[] => body.map(({ id }) => id);

  it('GAP-032 ENT-035 lists sessions newest first, marks the current one and exposes no credential', async () => {
    const account = registration();
    const first = await backend.api
      .post('/api/auth/register')
      .set('user-agent', 'A browser')
      .send(account)
      .expect(201);
    const second = await backend.api
      .post('/api/auth/login')
      .set('user-agent', 'Another browser')
      .send({ username: account.username, password: GOOD_PASSWORD })
      .expect(200);
    const { body } = await list(first.body.sessionId).expect(200);
    const rows = [await rowOf(second.body.sessionId), await rowOf(first.body.sessionId)];
    expect(body).toEqual(
      rows.map((row, index) => ({
        id: row.publicId,
        device: ['Another browser', 'A browser'][index],
        address: '127.0.0.0/24',
        current: index === 1,
        createdAt: row.createdAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      })),
    );
    const wire = JSON.stringify(body);
    for (const secret of [first.body.sessionId, hashOf(first.body.sessionId)])
      expect(wire).not.toContain(secret);
    expect((await list(second.body.sessionId).expect(200)).body[0].current).toBe(true);
  });

  it('PER-003 PER-005 hides sessions from other members, who cannot end them', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    const { publicId } = await rowOf(sessionId);
    expect(idsOf((await list(stranger).expect(200)).body)).not.toContain(publicId);
    const refused = await end(stranger, publicId).expect(404);
    expect(refused.body).toMatchObject({ code: 'not_found' });
    await end(sessionId, '019abb00-0000-7000-8000-0000000000ff').expect(404);
    // The primary key is not accepted as an id.
    await end(sessionId, hashOf(sessionId)).expect(400);
    await backend.api.get('/api/auth/sessions').expect(401);
    await backend.api.delete(`/api/auth/sessions/${publicId}`).expect(401);
    expect(await sessions().countBy({ userId: user.id })).toBe(1);
    await me(sessionId).expect(200);
  });

  it('AUT-049 neither lists nor ends expired sessions', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const expired = await addSession(user.id, { expiresAt: new Date(Date.now() - 1) });
    const { publicId } = await rowOf(expired);
    expect(idsOf((await list(sessionId).expect(200)).body)).toEqual([(await rowOf(sessionId)).publicId]);
    await end(sessionId, publicId).expect(404);
  });

  it('keeps pages stable while sessions are created', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    for (let n = 0; n < 4; n += 1) await addSession(user.id);
    const all = idsOf((await list(sessionId).expect(200)).body);
    expect(all).toEqual(all.toSorted().toReversed());
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(sessionId, `?limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`).expect(
        200,
      );
      seen.push(...idsOf(page.body));
      cursor = page.headers['x-next-cursor'];
      await addSession(user.id);
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    await list(sessionId, `?limit=${LIMITS.page.max + 1}`).expect(400);
    await list(sessionId, '?cursor=nonsense').expect(400);
  });

  it('GAP-140 ends a single session and closes only its sockets', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const ended = await addSession(user.id);
    const kept = await LiveClient.connect(backend.url, { sessionId });
    const closed = await LiveClient.connect(backend.url, { sessionId: ended });
    const { publicId } = await rowOf(ended);
    const publishLast = jest.spyOn(backend.app.get(LivePublisher), 'publishLast');
    await end(sessionId, publicId).expect(200, { ok: true });
    // Published immediately, without waiting for the periodic session check.
    expect(publishLast.mock.calls).toEqual([['session:ended', ROOMS.session(publicId), { reason: 'ended' }]]);
    await me(ended).expect(401);
    await waitUntil('the socket to be closed', () => closed.socket.disconnected);
    expect(closed.payloads('session:ended')).toEqual([{ reason: 'ended' }]);
    await end(sessionId, publicId).expect(404);
    await me(sessionId).expect(200);
    expect(kept.socket.connected).toBe(true);
    expect(kept.payloads('session:ended')).toEqual([]);
    kept.close();
    closed.close();
  });

  it('limits a member to 50 sessions: a login ends the longest idle one and closes its sockets', async () => {
    const account = registration();
    const login = () =>
      backend.api.post('/api/auth/login').send({ username: account.username, password: GOOD_PASSWORD });
    const { body } = await backend.api.post('/api/auth/register').send(account).expect(201);
    const userId: string = body.user.id;
    const ago = (minutes: number) => ({ lastSeenAt: new Date(Date.now() - minutes * MINUTE) });
    const idle = await addSession(userId, ago(120));
    const busy = await addSession(userId, ago(1));
    const { sessionId: stranger } = await makeMember(stack.dataSource);
    await Promise.all(Array.from({ length: SESSION.perMember - 3 }, () => addSession(userId, ago(60))));
    const client = await LiveClient.connect(backend.url, { sessionId: idle });
    // Connecting counts as a use, so the row must be aged again.
    await sessions().update({ id: hashOf(idle) }, ago(120));
    const { body: first } = await login().expect(200);
    await waitUntil('the socket to be closed', () => client.socket.disconnected);
    expect(client.payloads('session:ended')).toEqual([{ reason: 'ended' }]);
    await me(idle).expect(401);
    expect(await sessions().countBy({ userId })).toBe(SESSION.perMember);
    const logins = await Promise.all(Array.from({ length: 6 }, async () => login()));
    expect(await sessions().countBy({ userId })).toBe(SESSION.perMember);
    const kept = [first, ...logins.map((answer) => answer.body)].map(({ sessionId }) => String(sessionId));
    for (const sessionId of [body.sessionId, busy, stranger, ...kept]) await me(sessionId).expect(200);
    client.close();
  });

  it('API-012 treats ending the current session as a logout', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const client = await LiveClient.connect(backend.url, { sessionId });
    await end(sessionId, (await rowOf(sessionId)).publicId.toUpperCase()).expect(200, { ok: true });
    await me(sessionId).expect(401);
    await waitUntil('the socket to be closed', () => client.socket.disconnected);
    expect(client.payloads('session:ended')).toEqual([{ reason: 'logout' }]);
    client.close();
  });

  it.each(['ended by another session', 'ended by itself', 'logged out'] as const)(
    'ACC-190 ends the export address with a session that is %s',
    async (how) => {
      const { user, sessionId } = await makeMember(stack.dataSource);
      const ended = await addSession(user.id);
      const call = (path: string) => backend.api.post(path).set(...bearer(ended));
      await call('/api/users/me/export').expect(200);
      const { publicId } = await rowOf(ended);
      if (how === 'logged out') await call('/api/auth/logout').expect(200);
      else await end(how === 'ended by itself' ? ended : sessionId, publicId).expect(200);
      const addresses = stack.dataSource.getRepository(ExportAddress);
      expect(await addresses.existsBy({ userId: user.id })).toBe(false);
    },
  );

  it('GAP-032 updates the last use at most every 5 minutes without extending the session', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const id = hashOf(sessionId);
    const recently = new Date(Date.now() - 4 * MINUTE);
    await sessions().update({ id }, { lastSeenAt: recently });
    const { expiresAt } = await rowOf(sessionId);
    await me(sessionId).expect(200);
    expect((await rowOf(sessionId)).lastSeenAt).toEqual(recently);
    await sessions().update({ id }, { lastSeenAt: new Date(Date.now() - 6 * MINUTE) });
    const before = Date.now();
    await Promise.all(Array.from({ length: 5 }, () => me(sessionId).expect(200)));
    const updated = await rowOf(sessionId);
    expect(updated.lastSeenAt.getTime()).toBeGreaterThan(before - MINUTE);
    expect(updated.expiresAt).toEqual(expiresAt);
    const { body } = await list(sessionId).expect(200);
    expect(body[0].lastSeenAt).toBe(updated.lastSeenAt.toISOString());
  });

  it('GAP-032 treats an open socket as use: it updates the last use and extends the session', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const client = await LiveClient.connect(backend.url, { sessionId });
    const nearEnd = new Date(Date.now() + 2 * 24 * 60 * MINUTE);
    await sessions().update(
      { userId: user.id },
      { expiresAt: nearEnd, lastSeenAt: new Date(Date.now() - 60 * MINUTE) },
    );
    await waitUntil('the session to be extended', async () => (await rowOf(sessionId)).expiresAt > nearEnd);
    expect((await rowOf(sessionId)).lastSeenAt.getTime()).toBeGreaterThan(Date.now() - MINUTE);
    expect(client.socket.connected).toBe(true);
    client.close();
  });

  it('writes nothing when no update is due', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const touch = jest.spyOn(backend.app.get(SessionsRepository), 'touch');
    await me(sessionId).expect(200);
    expect(touch).not.toHaveBeenCalled();
    await sessions().update({ id: hashOf(sessionId) }, { lastSeenAt: new Date(Date.now() - 6 * MINUTE) });
    await me(sessionId).expect(200);
    await me(sessionId).expect(200);
    expect(touch).toHaveBeenCalledTimes(1);
  });
});
