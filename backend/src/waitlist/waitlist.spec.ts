import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WaitlistEntry } from '@oniverse/data';
import {
  GOOD_PASSWORD,
  LiveClient,
  makeMember,
  registration,
  TestStack,
  uniqueName,
  until,
} from '@oniverse/testing';
import { BackendUnderTest } from '../testing/backend-under-test.js';

const address = () => `${uniqueName()}@example.org`;

describe('the waitlist, two backends', () => {
  let stack: TestStack;
  let backends: [BackendUnderTest, BackendUnderTest];

  beforeAll(async () => {
    stack = await TestStack.start();
    backends = [await BackendUnderTest.start(stack.config()), await BackendUnderTest.start(stack.config())];
  });

  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  });

  beforeEach(async () => {
    await stack.dataSource.getRepository(WaitlistEntry).clear();
  });

  const join = (body: object) => backends[0].api.post('/api/waitlist').send({ source: 'landing', ...body });
  const count = async () => (await backends[1].api.get('/api/waitlist/stats').expect(200)).body.count;

  it('API-017 API-019 API-022 WTL-021 GAP-049 GAP-050 an address alone is enough, and is counted; members are not', async () => {
    await makeMember(stack.dataSource);
    expect(await count()).toBe(0);
    const answer = await join({ email: address() }).expect(200);
    expect(answer.body).toEqual({ ok: true, message: 'confirmed. constellation forming...' });
    expect(await count()).toBe(1);
  });

  it('API-021 WTL-019 the stats are not cached', async () => {
    const answer = await backends[0].api.get('/api/waitlist/stats').expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({ ok: true, count: 0 });
  });

  it('GAP-044 the same address again, in any case, answers the same and is counted once', async () => {
    const email = address();
    const first = await join({ email, oni_id: uniqueName() }).expect(200);
    const again = await join({ email: email.toUpperCase(), access_key: GOOD_PASSWORD }).expect(200);
    expect(again.body).toEqual(first.body);
    expect(await count()).toBe(1);
    const entry = await stack.dataSource.getRepository(WaitlistEntry).findOneByOrFail({ email });
    expect(entry.accessKey).toBeNull();
  });

  it('GAP-048 ENT-092 the access key is stored as a hash', async () => {
    const email = address();
    await join({ email, access_key: GOOD_PASSWORD }).expect(200);
    const entry = await stack.dataSource.getRepository(WaitlistEntry).findOneByOrFail({ email });
    expect(entry).toMatchObject({ source: 'landing', oniId: null });
    expect(entry.accessKey).toMatch(/^\$argon2id\$/);
  });

  it.each([
    ['API-020', { email: '' }, 'email required'],
    ['API-020', { email: 'nowhere' }, 'Error: please enter a valid email address'],
    ['GAP-047', { oni_id: 'AB' }, 'Error: ONI_ID must be at least 3 characters'],
    ['GAP-047', { access_key: 'short' }, 'Error: password must be at least 8 characters long'],
    ['WTL-008', { source: 'elsewhere' }, 'The source must be landing.'],
    ['API-018', { more: 1 }, 'This field is not known here.'],
  ])('%s %j is refused with `error`', async (_, wrong, message) => {
    const answer = await join({ email: address(), ...wrong }).expect(400);
    expect(answer.body).toMatchObject({
      ok: false,
      error: message,
      message,
      statusCode: 400,
      code: 'validation_failed',
    });
  });

  it('API-018 GAP-144 a body that is no JSON is refused with `error`', async () => {
    const answer = await backends[0].api
      .post('/api/waitlist')
      .set('content-type', 'application/json')
      .send('{')
      .expect(400);
    expect(answer.body).toMatchObject({ ok: false, code: 'malformed_body', error: answer.body.message });
  });

  it('GAP-045 a name that is claimed or taken is 409, also for an address that is on the list', async () => {
    const oni_id = uniqueName();
    const email = address();
    await join({ email, oni_id }).expect(200);
    await join({ email }).expect(200);
    const answer = await join({ email: address(), oni_id }).expect(409);
    expect(answer.body).toMatchObject({
      ok: false,
      code: 'username_taken',
      error: 'this oni_id is already claimed',
    });
    const member = registration();
    await backends[1].api.post('/api/auth/register').send(member).expect(201);
    await join({ email, oni_id: member.username }).expect(409);
    const reserved = await join({ email, oni_id: 'admin' }).expect(409);
    expect(reserved.body).toMatchObject({ code: 'username_reserved', error: 'This ONI_ID is reserved.' });
  });

  it('GAP-046 a claimed name is registered by its address with its access key alone', async () => {
    const username = uniqueName();
    const email = address();
    await join({ email, oni_id: username, access_key: GOOD_PASSWORD }).expect(200);
    const register = (body: object) =>
      backends[1].api.post('/api/auth/register').send({ ...registration(), username, ...body });
    const other = await register({}).expect(409);
    expect(other.body.code).toBe('username_reserved');
    await register({ email, password: 'Other@1234' }).expect(409);
    await register({ email: email.toUpperCase(), password: GOOD_PASSWORD }).expect(201);
  });

  it('GAP-046 a claim without an access key takes any password', async () => {
    const username = uniqueName();
    const email = address();
    await join({ email, oni_id: username }).expect(200);
    await backends[1].api
      .post('/api/auth/register')
      .send({ ...registration(), username, email })
      .expect(201);
  });

  it('GAP-046 a claim and a registration of one name at once: one of them has it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const username = uniqueName();
      const [claim, member] = await Promise.all([
        join({ email: address(), oni_id: username }),
        backends[1].api.post('/api/auth/register').send(registration({ username })),
      ]);
      expect([claim.status, member.status].toSorted((a, b) => a - b)).not.toEqual([200, 201]);
    }
  });

  it('LIV-004 whoever watches, without a session, is told by either backend', async () => {
    const watchers = await Promise.all(backends.map(({ url }) => LiveClient.connect(url)));
    for (const watcher of watchers)
      expect(await watcher.ask('waitlist:watch', {})).toEqual({ ok: true, count: 0 });
    await join({ email: address() }).expect(200);
    for (const watcher of watchers) {
      await until('the new count', () => watcher.payloads('waitlist:count').at(-1)?.count === 1);
      watcher.close();
    }
  });

  it('LIV-004 many entries at once are few packets, and the last value is always told', async () => {
    const watcher = await LiveClient.connect(backends[1].url);
    await watcher.ask('waitlist:watch', {});
    const began = Date.now();
    await Promise.all(Array.from({ length: 40 }, () => join({ email: address() }).expect(200)));
    await until('the last count', () => watcher.payloads('waitlist:count').at(-1)?.count === 40);
    const seconds = (Date.now() - began) / 1000;
    expect(watcher.payloads('waitlist:count').length).toBeLessThanOrEqual(Math.ceil(seconds * 5) + 1);
    watcher.close();
  });

  it('LIV-004 a hint that got lost is made up for by the clock', async () => {
    const watcher = await LiveClient.connect(backends[0].url);
    await watcher.ask('waitlist:watch', {});
    // Behind the backend's back: as if another instance had taken it and its hint was lost.
    await stack.dataSource.getRepository(WaitlistEntry).insert({ email: address(), source: 'landing' });
    await until('the new count', () => watcher.payloads('waitlist:count').at(-1)?.count === 1);
    watcher.close();
  });

  it('LIV-004 who does not watch is not told', async () => {
    const watcher = await LiveClient.connect(backends[0].url);
    const silent = await LiveClient.connect(backends[0].url);
    await watcher.ask('waitlist:watch', {});
    await join({ email: address() }).expect(200);
    await until('the new count', () => watcher.payloads('waitlist:count').length > 0);
    // The answer comes after anything that was sent before it.
    expect(await silent.ask('channel:close', {})).toMatchObject({ ok: false });
    expect(silent.told).toEqual([]);
    watcher.close();
    silent.close();
  });
});
