import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RATE_LIMITS } from '@oniverse/contracts';
import {
  GOOD_PASSWORD,
  LiveClient,
  makeMember,
  makeServer,
  registration,
  TestStack,
  uniqueName,
} from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../testing/backend-under-test.js';

describe('rate limits', () => {
  let stack: TestStack;
  let backends: [BackendUnderTest, BackendUnderTest];
  let addresses = 0;

  beforeAll(async () => {
    stack = await TestStack.start();
    // As behind a gateway: the tests say which address they come from.
    const config = stack.config({ rateLimits: true, trustedProxies: ['127.0.0.0/8', '::1/128'] });
    backends = [await BackendUnderTest.start(config), await BackendUnderTest.start(config)];
  });

  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  });

  const freshAddress = (): string => {
    addresses += 1;
    return `198.51.100.${addresses}`;
  };
  const post = (path: string, body: object, address: string, backend = 0) =>
    backends[backend % 2]!.api.post(`/api${path}`).set('x-forwarded-for', address).send(body);

  const expectLimited = (
    answer: { status: number; body: object; headers: Record<string, string> },
    seconds: number,
  ) => {
    expect(answer.body).toMatchObject({ statusCode: 429, code: 'rate_limited' });
    const retryAfter = Number(answer.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(seconds);
  };

  it('GAP-037 after 10 wrong passwords for a name from an address it is 429, on every backend', async () => {
    const address = freshAddress();
    const { username } = registration();
    await post('/auth/register', registration({ username }), address).expect(201);
    for (let n = 0; n < RATE_LIMITS.passwordByNameAndAddress.points; n += 1) {
      await post('/auth/login', { username, password: 'Wrong@123' }, address, n).expect(401);
    }
    expectLimited(await post('/auth/login', { username, password: GOOD_PASSWORD }, address), 900);
    expectLimited(await post('/auth/login', { username, password: GOOD_PASSWORD }, address, 1), 900);
    // The same name from elsewhere, and another name from here, are not shut out.
    await post('/auth/login', { username, password: GOOD_PASSWORD }, freshAddress()).expect(200);
    await post('/auth/login', { username: uniqueName(), password: 'Wrong@123' }, address).expect(401);
  });

  it('GAP-037 right passwords do not count', async () => {
    const address = freshAddress();
    const { username } = registration();
    await post('/auth/register', registration({ username }), address).expect(201);
    for (let n = 0; n < 15; n += 1) {
      await post('/auth/login', { username, password: GOOD_PASSWORD }, address, n).expect(200);
    }
  });

  it('GAP-037 wrong passwords that come at the same time count too', async () => {
    const address = freshAddress();
    const username = uniqueName();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post('/auth/login', { username, password: 'Wrong@123' }, address, n),
      ),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  });

  it('GAP-037 10 registrations an hour from an address; a body that breaks a rule does not count', async () => {
    const address = freshAddress();
    for (let n = 0; n < 12; n += 1) await post('/auth/register', { username: 'x' }, address, n).expect(400);
    for (let n = 0; n < 10; n += 1) await post('/auth/register', registration(), address, n).expect(201);
    expectLimited(await post('/auth/register', registration(), address), 3_600);
    await post('/auth/register', registration(), freshAddress()).expect(201);
  });

  it('GAP-052 10 claims an hour from an address, answered in the waitlist’s form', async () => {
    const address = freshAddress();
    const claim = (n: number) =>
      post('/waitlist', { email: `${uniqueName()}@example.org`, source: 'landing' }, address, n);
    for (let n = 0; n < 10; n += 1) await claim(n).expect(200);
    const answer = await claim(0);
    expectLimited(answer, 3_600);
    expect(answer.body).toMatchObject({ ok: false, error: answer.body.message });
  });

  it('GAP-130 10 messages in 10 s a member, over the socket and over REST together', async () => {
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
    const answer = await client.ask('message:send', {
      channelId: channel.id,
      content: 'more',
      nonce: 'more',
    });
    expect(answer).toMatchObject({ ok: false, code: 'rate_limited', retryAfter: expect.any(Number) });
    client.close();
  });

  it('300 other calls a minute for a session, whatever its address', async () => {
    const { sessionId } = await makeMember(stack.dataSource);
    const { sessionId: other } = await makeMember(stack.dataSource);
    const me = (session: string, n: number) =>
      backends[n % 2]!.api.get('/api/auth/me')
        .set(...bearer(session))
        .set('x-forwarded-for', `203.0.113.${n % 200}`);
    const answers = await Promise.all(Array.from({ length: 310 }, (_, n) => me(sessionId, n)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    expectLimited(await me(sessionId, 0), 60);
    await me(other, 0).expect(200);
  });

  it('the limits hold in the process while Redis is down', async () => {
    await stack.killRedis();
    const address = freshAddress();
    const username = uniqueName();
    for (let n = 0; n < 10; n += 1) {
      await post('/auth/login', { username, password: 'Wrong@123' }, address).expect(401);
    }
    expectLimited(await post('/auth/login', { username, password: 'Wrong@123' }, address), 900);
    await stack.startRedis();
  });
});
