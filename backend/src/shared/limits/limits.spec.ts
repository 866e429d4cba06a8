import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIVE_PATH, SOCKET_HANDSHAKES, WRITING_PACE } from '@oniverse/contracts';
import { type RateLimit, RateLimits } from '@oniverse/platform';
import {
  GOOD_PASSWORD,
  LiveClient,
  makeMember,
  makeServer,
  makeSession,
  registration,
  TestStack,
  uniqueName,
  waitUntil,
} from '@oniverse/testing';
import { Redis } from 'ioredis';
import { SIGN_IN_LIMIT } from '../../account/sign-ins/sign-ins.service.js';
import { issueDeviceToken } from '../../account/passwords/device-tokens.js';
import { PAGE_LIMIT } from '../../site/site-heads.js';
import { countsOfUnknownDevice, PASSWORD_LIMITS } from '../../account/passwords/failure-counts.js';
import { PasswordsService } from '../../account/passwords/passwords.service.js';
import { SOCKETS } from '../../account/sessions/sessions.gateway.js';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { expectLimited } from '../../testing/expect-limited.js';
import { sendRawRequest } from '../../testing/raw-request.js';

const HOME = '203.0.113.250';

describe('rate limits', () => {
  let stack: TestStack;
  let backends: [BackendUnderTest, BackendUnderTest];
  let addresses = 0;
  let hashed: string;
  let clientDir: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    // Trusts X-Forwarded-For, so that tests can choose their address.
    clientDir = await mkdtemp(join(tmpdir(), 'oniverse-limits-'));
    await writeFile(join(clientDir, 'index.html'), '<!doctype html><head><title>Oniverse</title></head>');
    const trustedProxies = ['127.0.0.0/8', '::1/128'];
    const config = stack.config({ rateLimits: true, trustedProxies, clientDir });
    backends = [await BackendUnderTest.start(config), await BackendUnderTest.start(config)];
    hashed = await backends[0].app.get(PasswordsService).hash(GOOD_PASSWORD);
  });

  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.stop()));
    await rm(clientDir, { recursive: true });
    await stack.stop();
  });

  const freshAddress = (): string => {
    addresses += 1;
    return `198.51.100.${addresses}`;
  };
  const post = (path: string, body: object, address: string, backend = 0) =>
    backends[backend % 2]!.api.post(`/api${path}`).set('x-forwarded-for', address).send(body);

  const makeAccount = async () => {
    const { user } = await makeMember(stack.dataSource, { password: hashed });
    return { username: user.username, password: GOOD_PASSWORD };
  };
  const exhaustLimit = async (limit: RateLimit, key: string): Promise<void> => {
    const limits = backends[0].app.get(RateLimits);
    for (let n = 0; n < limit.points; n += 1) await limits.consume(limit, key);
  };

  it('GAP-037 returns 429 on every backend after 10 wrong passwords for a name from one address', async () => {
    const address = freshAddress();
    const { username } = registration();
    await post('/auth/register', registration({ username }), address).expect(201);
    for (let n = 0; n < PASSWORD_LIMITS.nameAndAddress.points; n += 1) {
      await post('/auth/login', { username, password: 'Wrong@123' }, address, n).expect(401);
    }
    expectLimited(await post('/auth/login', { username, password: GOOD_PASSWORD }, address), 900);
    expectLimited(await post('/auth/login', { username, password: GOOD_PASSWORD }, address, 1), 900);
    await post('/auth/login', { username, password: GOOD_PASSWORD }, freshAddress()).expect(200);
    await post('/auth/login', { username: uniqueName(), password: 'Wrong@123' }, address).expect(401);
  });

  describe('while Redis does not count', () => {
    const limit = { name: 'outage', points: 5, seconds: 600 };
    const connect = async (): Promise<[RateLimits, Redis]> => {
      const redis = new Redis(stack.env()['REDIS_URL'] ?? '', {
        enableOfflineQueue: false,
        lazyConnect: true,
      });
      await redis.connect();
      return [new RateLimits(redis), redis];
    };
    const disconnect = async (redis: Redis) => {
      redis.disconnect();
      await once(redis, 'end');
    };
    const useTimes = async (limits: RateLimits, key: string, times: number) => {
      for (let n = 0; n < times; n += 1) await limits.consume(limit, key);
    };
    const expectNoneLeft = async (limits: RateLimits, key: string) => {
      await expect(limits.assertRemaining(limit, key)).rejects.toMatchObject({ code: 'rate_limited' });
      await expect(limits.consume(limit, key)).rejects.toMatchObject({ code: 'rate_limited' });
    };

    it('GAP-130 loses no use of this process after a short outage', async () => {
      const [limits, redis] = await connect();
      await useTimes(limits, 'short', 2);
      await disconnect(redis);
      await useTimes(limits, 'short', 2);
      await redis.connect();
      await useTimes(limits, 'short', 1);
      await expectNoneLeft(limits, 'short');
      redis.disconnect();
    });

    it('GAP-130 remembers the uses of other processes', async () => {
      const [[limits, redis], [others, otherRedis]] = [await connect(), await connect()];
      await useTimes(others, 'shared', 3);
      await useTimes(limits, 'shared', 1);
      await disconnect(redis);
      await useTimes(limits, 'shared', 1);
      await expectNoneLeft(limits, 'shared');
      await useTimes(others, 'shared', 1);
      await expectNoneLeft(others, 'shared');
      otherRedis.disconnect();
    });
  });

  it('rejects login names longer than any Oni ID or email address and hashes client input in Redis keys', async () => {
    const redis = new Redis(stack.env()['REDIS_URL'] ?? '');
    const limitKeys = () => redis.keys('limit:password*');
    const before = await limitKeys();
    const address = freshAddress();
    const tooLong = await post('/auth/login', { username: 'x'.repeat(255), password: 'Wrong@123' }, address);
    expect(tooLong.body).toMatchObject({ statusCode: 400, code: 'validation_failed' });
    expect(await limitKeys()).toHaveLength(before.length);

    const username = uniqueName();
    await post('/auth/login', { username, password: 'Wrong@123' }, address).expect(401);
    const added = (await limitKeys()).filter((key) => !before.includes(key));
    expect(added.length).toBeGreaterThanOrEqual(3);
    for (const key of added) expect(key).toMatch(/^limit:\w+:[\w-]{43}$/);
    redis.disconnect();
  });

  it('GAP-037 does not count correct passwords, sequential or concurrent', async () => {
    const { username, password } = await makeAccount();
    for (let n = 0; n < 3; n += 1) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, async (_, m) => post('/auth/login', { username, password }, HOME, m)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(12).fill(200));
    }
  });

  it('GAP-037 lets many members log in from one address', async () => {
    const address = freshAddress();
    const members = await Promise.all(Array.from({ length: 13 }, makeAccount));
    const answers = await Promise.all(
      Array.from({ length: 117 }, async (_, n) => post('/auth/login', members[n % 13]!, address, n)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('GAP-037 answers concurrent wrong passwords no more often than sequential ones', async () => {
    const address = freshAddress();
    const username = uniqueName();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        post('/auth/login', { username, password: 'Wrong@123' }, address, n),
      ),
    );
    const { points } = PASSWORD_LIMITS.nameAndAddress;
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(points);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - points);
  });

  it('GAP-037 does not reveal a correct password among concurrent wrong ones', async () => {
    const passwords = backends[0].app.get(PasswordsService);
    const guess = async (password: string) =>
      passwords.check(hashed, password, countsOfUnknownDevice('a name', '192.0.2.1'));
    const guesses = await Promise.allSettled([
      ...Array.from({ length: 30 }, (_, n) => guess(`Wrong@${n}`)),
      guess(GOOD_PASSWORD),
    ]);
    const { points } = PASSWORD_LIMITS.nameAndAddress;
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(points);
    expect(guesses.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'rate_limited' } });
  });

  it('gives the same response to correct and wrong passwords while blocked', async () => {
    const address = freshAddress();
    const { username, password } = await makeAccount();
    await exhaustLimit(PASSWORD_LIMITS.nameAndAddress, `${username}|${address}`);
    const [right, wrong] = await Promise.all([
      post('/auth/login', { username, password }, address),
      post('/auth/login', { username, password: 'Wrong@123' }, address),
    ]);
    expectLimited(right, 900);
    expect(wrong.body).toEqual(right.body);
    expect(
      Math.abs(Number(wrong.headers['retry-after']) - Number(right.headers['retry-after'])),
    ).toBeLessThan(2);
  });

  describe('of known devices', () => {
    const logInDevice = async (member: { username: string; password: string }) => {
      const { body } = await post('/auth/login', member, freshAddress()).expect(200);
      return { ...member, deviceToken: String(body.deviceToken) };
    };

    it('do not lock out a known browser after failures elsewhere', async () => {
      const member = await makeAccount();
      const known = await logInDevice(member);
      const address = freshAddress();
      await exhaustLimit(PASSWORD_LIMITS.name, member.username);
      await exhaustLimit(PASSWORD_LIMITS.address, address);
      await exhaustLimit(PASSWORD_LIMITS.nameAndAddress, `${member.username}|${address}`);
      expectLimited(await post('/auth/login', member, address), 3_600);
      expectLimited(await post('/auth/login', member, freshAddress(), 1), 3_600);
      const again = await post('/auth/login', known, address, 1).expect(200);
      await post('/auth/login', { ...member, deviceToken: again.body.deviceToken }, address).expect(200);
    });

    it('apply to the browser that registered', async () => {
      const body = registration();
      const { deviceToken } = (await post('/auth/register', body, freshAddress()).expect(201)).body;
      const { username, password } = body;
      await exhaustLimit(PASSWORD_LIMITS.name, username);
      expectLimited(await post('/auth/login', { username, password }, HOME), 3_600);
      await post('/auth/login', { username, password, deviceToken }, HOME).expect(200);
    });

    it('count each device separately', async () => {
      const member = await makeAccount();
      const [one, other] = [await logInDevice(member), await logInDevice(member)];
      const address = freshAddress();
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, n) =>
          post('/auth/login', { ...one, password: 'Wrong@123' }, n % 2 ? address : freshAddress(), n),
        ),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      expectLimited(await post('/auth/login', one, freshAddress()), 900);
      await post('/auth/login', other, address).expect(200);
      await post('/auth/login', member, address).expect(200);
    });

    it.each([
      ['of another account', async () => (await logInDevice(await makeAccount())).deviceToken],
      ['that was made up', async () => issueDeviceToken({ id: randomUUID(), password: hashed })],
      ['that is malformed', async () => '../../etc/passwd\n'],
      ['that is empty', async () => ''],
    ])('ignore a token %s without blocking the login', async (_, token) => {
      const address = freshAddress();
      const member = { ...(await makeAccount()), deviceToken: await token() };
      await post('/auth/login', member, address).expect(200);
      await exhaustLimit(PASSWORD_LIMITS.nameAndAddress, `${member.username}|${address}`);
      expectLimited(await post('/auth/login', member, address), 900);
    });

    it.each([
      ['not a string', 7, 'This must be text.'],
      ['far too long', 'x'.repeat(1_000), 'A device token can have up to 128 characters.'],
    ])('reject a token that is %s with 400', async (_, deviceToken, message) => {
      const { body } = await post('/auth/login', { ...(await makeAccount()), deviceToken }, HOME).expect(400);
      expect(body.fields).toEqual({ deviceToken: message });
    });

    it('invalidate all tokens on a password change and issue a new one', async () => {
      const member = await makeAccount();
      const stolen = await logInDevice(member);
      const { sessionId } = (await post('/auth/login', member, freshAddress()).expect(200)).body;
      const changed = await backends[0].api
        .patch('/api/auth/password')
        .set(...bearer(sessionId))
        .send({ currentPassword: member.password, newPassword: 'Moth&Lantern7' })
        .expect(200);
      await exhaustLimit(PASSWORD_LIMITS.name, member.username);
      const changedMember = { username: member.username, password: 'Moth&Lantern7' };
      expectLimited(
        await post('/auth/login', { ...changedMember, deviceToken: stolen.deviceToken }, HOME),
        3_600,
      );
      await post('/auth/login', { ...changedMember, deviceToken: changed.body.deviceToken }, HOME).expect(
        200,
      );
    });

    it('count password failures of a signed-in member by session, independent of failures elsewhere', async () => {
      const member = await makeAccount();
      const [{ body: one }, { body: other }] = [
        await post('/auth/login', member, HOME).expect(200),
        await post('/auth/login', member, HOME).expect(200),
      ];
      await exhaustLimit(PASSWORD_LIMITS.name, member.username);
      const change = (sessionId: string, currentPassword: string) =>
        backends[0].api
          .patch('/api/auth/password')
          .set(...bearer(sessionId))
          .send({ currentPassword, newPassword: member.password });
      for (let n = 0; n < 10; n += 1) await change(one.sessionId, 'Wrong@123').expect(400);
      expectLimited(await change(one.sessionId, member.password), 900);
      await backends[1].api
        .delete('/api/users/me')
        .set(...bearer(one.sessionId))
        .send({ password: member.password })
        .expect(429);
      await change(other.sessionId, member.password).expect(200);
    });
  });

  it('lets no member write texts faster than the pace, whatever their kind and on which backend', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const call = (method: 'post' | 'patch' | 'put', path: string, body: object, backend = 0) =>
      backends[backend]!.api[method](`/api${path}`)
        .set(...bearer(sessionId))
        .send(body);
    const created = await call('post', '/posts', { title: 'a', content: 'b' }).expect(201);
    const capsule = await call('post', '/capsules', { name: 'a' }).expect(201);
    const archive = await call('post', '/profile-archives', { title: 'a', markdownContent: 'b' }).expect(201);
    const writes = [
      () => call('post', '/posts', { title: 'a', content: 'b' }, 1),
      () => call('patch', `/posts/${created.body.id}`, { markdownContent: 'c' }),
      () => call('post', `/posts/${created.body.id}/replies`, { content: 'b' }),
      () => call('patch', '/users/profile', { profileMarkdown: 'b' }, 1),
      () => call('post', '/profile-archives', { title: 'a', markdownContent: 'b' }),
      () => call('patch', `/profile-archives/${archive.body.id}`, { markdownContent: 'c' }),
      () => call('post', '/capsules', { name: 'b' }),
      () => call('put', `/capsules/${capsule.body.id}`, { name: 'c' }, 1),
    ];
    const [burst] = WRITING_PACE;
    for (let n = 3; n < burst.points; n += 1)
      expect((await writes[n % writes.length]!()).status).toBeLessThan(300);
    for (const write of writes) expectLimited(await write(), burst.seconds);
    // What costs no parse goes on.
    await call('patch', `/posts/${created.body.id}`, { isArchived: true }).expect(200);
    await call('patch', '/users/profile', { displayName: user.username }).expect(200);
  });

  it('allows 100 logins an hour per account across all backends', async () => {
    const [member, other] = [await makeAccount(), await makeAccount()];
    const { body } = await post('/auth/login', member, HOME).expect(200);
    const limits = backends[0].app.get(RateLimits);
    for (let n = 1; n < SIGN_IN_LIMIT.points - 2; n += 1) await limits.consume(SIGN_IN_LIMIT, body.user.id);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        post('/auth/login', { ...member, deviceToken: body.deviceToken }, freshAddress(), n),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expectLimited(
      answers.find(({ status }) => status !== 200)!,
      3_600,
    );
    await post('/auth/login', { ...member, password: 'Wrong@123' }, HOME).expect(401);
    await post('/auth/login', other, HOME).expect(200);
  });

  /** Returns the connected clients and the errors of the others. */
  const openSockets = async (
    count: number,
    address: string,
    sessionId?: string,
    backend: BackendUnderTest = backends[0],
  ) => {
    const headers = { 'x-forwarded-for': address };
    const results = await Promise.allSettled(
      Array.from({ length: count }, () =>
        LiveClient.connect(backend.url, { headers, ...(sessionId && { sessionId }) }),
      ),
    );
    return {
      clients: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
      refusals: results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
    };
  };
  const expectRoomFor = async (address: string, sessionId?: string) =>
    waitUntil('a closed socket to make room', async () => {
      const { clients } = await openSockets(1, address, sessionId);
      for (const client of clients) client.close();
      return clients.length === 1;
    });

  it('allows 20 sockets per session from any address, and another once one closes', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: other } = await makeMember(stack.dataSource);
    const { clients, refusals } = await openSockets(SOCKETS.perSession + 5, freshAddress(), sessionId);
    expect(clients).toHaveLength(SOCKETS.perSession);
    expect(refusals).toEqual(Array<unknown>(5).fill(expect.stringContaining('quota_reached')));
    expect((await openSockets(1, freshAddress(), sessionId)).clients).toEqual([]);
    const { clients: others } = await openSockets(1, freshAddress(), other);
    expect(others).toHaveLength(1);
    clients[0]?.close();
    await expectRoomFor(freshAddress(), sessionId);
    for (const client of [...clients, ...others]) client.close();
  });

  it('allows 200 sockets per address, with or without a session', async () => {
    const address = freshAddress();
    const { sessionId } = await makeMember(stack.dataSource);
    const { clients } = await openSockets(SOCKETS.perAddress, address);
    expect(clients).toHaveLength(SOCKETS.perAddress);
    const { refusals } = await openSockets(1, address, sessionId);
    expect(refusals).toEqual([expect.stringContaining('quota_reached')]);
    const { clients: elsewhere } = await openSockets(1, freshAddress(), sessionId);
    expect(elsewhere).toHaveLength(1);
    clients[0]?.close();
    await expectRoomFor(address, sessionId);
    for (const client of [...clients, ...elsewhere]) client.close();
  });

  it('ACC-212 refuses handshakes of an address that opens sockets again and again', async () => {
    // Without a key, so that none becomes a socket.
    const answerFor = async (address: string, origin: string) =>
      sendRawRequest(
        backends[0].url,
        `GET ${LIVE_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\n` +
          `x-forwarded-for: ${address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
          'sec-websocket-version: 13\r\n\r\n',
      );
    const address = freshAddress();
    const count = SOCKET_HANDSHAKES.points + 5;
    // Foreign pages use up nothing of the visitor's own.
    for (const origin of ['https://foreign.example', 'http://localhost']) {
      const answers = await Promise.all(
        Array.from({ length: count }, async () => answerFor(address, origin)),
      );
      expect(answers.filter((answer) => answer.includes('rate_limited'))).toHaveLength(5);
    }
    expect(await answerFor(freshAddress(), 'https://foreign.example')).toMatch(/ 400 [^]*Forbidden/);
  });

  it('allows no more sockets while RATE_LIMITS switches the paces off', async () => {
    const unpaced = await BackendUnderTest.start(stack.config({ rateLimits: false }));
    try {
      const { sessionId } = await makeMember(stack.dataSource);
      const { clients, refusals } = await openSockets(SOCKETS.perSession + 1, HOME, sessionId, unpaced);
      expect(clients).toHaveLength(SOCKETS.perSession);
      expect(refusals).toEqual([expect.stringContaining('quota_reached')]);
      for (const client of clients) client.close();
    } finally {
      await unpaced.stop();
    }
  });

  it('GAP-037 allows 10 registrations an hour per address and does not count invalid bodies', async () => {
    const address = freshAddress();
    for (let n = 0; n < 12; n += 1) await post('/auth/register', { username: 'x' }, address, n).expect(400);
    for (let n = 0; n < 10; n += 1) await post('/auth/register', registration(), address, n).expect(201);
    expectLimited(await post('/auth/register', registration(), address), 3_600);
    await post('/auth/register', registration(), freshAddress()).expect(201);
  });

  it('GAP-052 allows 10 waitlist claims an hour per address and answers in the waitlist’s format', async () => {
    const address = freshAddress();
    const claim = (n: number) =>
      post('/waitlist', { email: `${uniqueName()}@example.org`, source: 'landing' }, address, n);
    for (let n = 0; n < 10; n += 1) await claim(n).expect(200);
    const answer = await claim(0);
    expectLimited(answer, 3_600);
    expect(answer.body).toMatchObject({ ok: false, error: answer.body.message });
  });

  it('GAP-130 allows a member 10 messages in 10 s over socket and REST together', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    const client = await LiveClient.connect(backends[0].url, { sessionId });
    for (let n = 0; n < 9; n += 1) await client.send(channel.id, `message ${n}`);
    const send = () =>
      backends[1].api
        .post(`/api/channels/${channel.id}/messages`)
        .set(...bearer(sessionId))
        .send({ content: 'by REST' });
    await send().expect(201);
    expectLimited(await send(), 10);
    const answer = await client.request('message:send', {
      channelId: channel.id,
      content: 'more',
      nonce: 'more',
    });
    expect(answer).toMatchObject({ ok: false, code: 'rate_limited', retryAfter: expect.any(Number) });
    client.close();
  });

  it('TLK-024 allows a member 5 reactions a second', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    const client = await LiveClient.connect(backends[0].url, { sessionId });
    const { id } = await client.send(channel.id, 'Clear skies.');
    client.close();
    const react = async (n: number) =>
      backends[n % 2 === 0 ? 0 : 1].api
        .put(`/api/messages/${id}/reactions/%E2%9C%A8`)
        .set(...bearer(sessionId));
    const answers = await Promise.all(Array.from({ length: 10 }, async (_, n) => react(n)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(5);
    for (const answer of refused) expectLimited(answer, 1);
  });

  it('TLK-106 allows a member 30 marks of everything a minute', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const mark = async (n: number) =>
      backends[n % 2 === 0 ? 0 : 1].api.post('/api/home/read').set(...bearer(sessionId));
    const answers = await Promise.all(Array.from({ length: 32 }, async (_, n) => mark(n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expectLimited(await mark(0), 60);
  });

  it('allows a member 300 other calls a minute across sessions and addresses', async () => {
    const { user, sessionId } = await makeMember(stack.dataSource);
    const sessions = [sessionId, await makeSession(stack.dataSource, user.id)];
    const { sessionId: other } = await makeMember(stack.dataSource);
    const me = (session: string, n: number) =>
      backends[n % 2]!.api.get('/api/auth/me')
        .set(...bearer(session))
        .set('x-forwarded-for', `203.0.113.${n % 200}`);
    const answers = await Promise.all(Array.from({ length: 310 }, (_, n) => me(sessions[n % 2] ?? '', n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    expectLimited(await me(sessionId, 0), 60);
    await me(other, 0).expect(200);
  });

  it('GAP-055 allows an address 120 pages of members and tags a minute, and any number of others', async () => {
    const address = freshAddress();
    const open = (path: string, n: number) => backends[n % 2]!.api.get(path).set('x-forwarded-for', address);
    const paths = ['/u/nobody', '/t/saturn', `/u/nobody/${randomUUID()}`, '/dimensions/invite/x'];
    await Promise.all(Array.from({ length: PAGE_LIMIT.points }, (_, n) => open(paths[n % 4] ?? '', n)));
    for (const path of paths) expectLimited(await open(path, 0), 60);
    await open('/dimensions/public', 0).expect(200);
    await backends[0].api.get('/t/saturn').set('x-forwarded-for', freshAddress()).expect(200);
  });

  it('NXT-110 allows an address 60 feeds a minute', async () => {
    const [address, path] = [freshAddress(), `/feeds/t/${uniqueName('tag')}/atom`];
    const read = (n: number, from = address) => backends[n % 2]!.api.get(path).set('x-forwarded-for', from);
    for (let n = 0; n < 60; n += 1) await read(n).expect(200);
    expectLimited(await read(0), 60);
    await read(0, freshAddress()).expect(200);
  });

  it('counts malformed bodies of public calls and reads no body above the limit', async () => {
    const address = freshAddress();
    const paths = ['/auth/login', '/auth/register', '/waitlist'];
    const malformed = (n: number) =>
      backends[0].api
        .post(`/api${paths[n % paths.length]}`)
        .set('x-forwarded-for', address)
        .set('content-type', 'application/json')
        .serialize(String)
        .send('{"half":');
    const answers = await Promise.all(Array.from({ length: 310 }, (_, n) => malformed(n)));
    expect(answers.filter(({ body }) => body.code === 'malformed_body')).toHaveLength(300);
    expectLimited(await malformed(0), 60);

    // The response must come after the first of 10,000 announced bytes.
    const answer = await sendRawRequest(
      backends[0].url,
      `POST /api/auth/login HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\nconnection: close\r\n` +
        'content-type: application/json\r\ncontent-length: 10000\r\n\r\n{',
    );
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
  });
});
