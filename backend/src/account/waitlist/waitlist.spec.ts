import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OUTBOX_TOPICS, OutboxRow, WaitlistEntry } from '@oniverse/data';
import {
  GOOD_PASSWORD,
  LiveClient,
  makeMember,
  registration,
  TestStack,
  uniqueName,
  waitUntil,
} from '@oniverse/testing';
import { PasswordsService } from '../passwords/passwords.service.js';
import { BackendUnderTest } from '../../testing/backend-under-test.js';

const address = () => `${uniqueName()}@example.org`;

describe('waitlist on two backends', () => {
  let stack: TestStack;
  let backends: [BackendUnderTest, BackendUnderTest];

  beforeAll(async () => {
    stack = await TestStack.start();
    const config = stack.config({
      mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'Oniverse <oni@oniverse.example>' },
    });
    backends = [await BackendUnderTest.start(config), await BackendUnderTest.start(config)];
  });

  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  });

  beforeEach(async () => {
    await stack.dataSource.query('DELETE FROM waitlist_entries');
  });

  const join = (body: object) => backends[0].api.post('/api/waitlist').send({ source: 'landing', ...body });
  const count = async () => (await backends[1].api.get('/api/waitlist/stats').expect(200)).body.count;

  it('API-017 API-019 API-022 WTL-021 GAP-049 GAP-050 accepts an email address alone and counts entries, not members', async () => {
    await makeMember(stack.dataSource);
    expect(await count()).toBe(0);
    const answer = await join({ email: address() }).expect(200);
    expect(answer.body).toEqual({ ok: true, message: 'confirmed. constellation forming...' });
    expect(await count()).toBe(1);
  });

  it('API-021 WTL-019 disables caching of the stats', async () => {
    const answer = await backends[0].api.get('/api/waitlist/stats').expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({ ok: true, count: 0 });
  });

  it('GAP-044 gives the same response to a repeated address in any case and counts it once', async () => {
    const email = address();
    const first = await join({ email, oni_id: uniqueName() }).expect(200);
    const again = await join({ email: email.toUpperCase(), access_key: GOOD_PASSWORD }).expect(200);
    expect(again.body).toEqual(first.body);
    expect(await count()).toBe(1);
    const entry = await stack.dataSource.getRepository(WaitlistEntry).findOneByOrFail({ email });
    expect(entry.accessKey).toBeNull();
  });

  it('NXT-460 enqueues one mail for every address, which only a new entry receives', async () => {
    const outbox = stack.dataSource.getRepository(OutboxRow);
    await outbox.delete({ topic: OUTBOX_TOPICS.sendMail });
    const email = address();
    for (const _ of [1, 2]) await join({ email }).expect(200);
    const entry = await stack.dataSource.getRepository(WaitlistEntry).findOneByOrFail({ email });
    const subjects = (await outbox.findBy({ topic: OUTBOX_TOPICS.sendMail })).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects).toContain(`waitlist:${entry.id}`);
  });

  it('GAP-048 ENT-092 stores the access key as a hash', async () => {
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
    ['ACC-090', { access_key: 'Password1!' }, 'This password is too common.'],
    ['WTL-008', { source: 'elsewhere' }, 'The source must be landing.'],
    ['API-018', { more: 1 }, 'Unknown field.'],
  ])('%s rejects %j with `error`', async (_, wrong, message) => {
    const answer = await join({ email: address(), ...wrong }).expect(400);
    expect(answer.body).toMatchObject({
      ok: false,
      error: message,
      message,
      statusCode: 400,
      code: 'validation_failed',
    });
  });

  it('API-018 GAP-144 rejects a body that is not JSON with `error`', async () => {
    const answer = await backends[0].api
      .post('/api/waitlist')
      .set('content-type', 'application/json')
      .send('{')
      .expect(400);
    expect(answer.body).toMatchObject({ ok: false, code: 'malformed_body', error: answer.body.message });
  });

  it('GAP-045 returns 409 for a claimed or taken name, even to an address on the list', async () => {
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

  it('GAP-046 lets only the claiming address with its access key register a claimed name', async () => {
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

  it('spends one password check and no hash on every rejected registration, so timing reveals nothing', async () => {
    const [keyed, keyless] = [registration(), registration()];
    await join({ email: keyed['email'], oni_id: keyed.username, access_key: GOOD_PASSWORD }).expect(200);
    await join({ email: keyless['email'], oni_id: keyless.username }).expect(200);
    const passwords = backends[1].app.get(PasswordsService);
    const [check, hash] = [jest.spyOn(passwords, 'check'), jest.spyOn(passwords, 'hash')];
    for (const body of [
      { ...keyed, password: 'Other@1234' },
      { ...keyed, email: address() },
      { ...keyless, email: address() },
    ]) {
      await backends[1].api.post('/api/auth/register').send(body).expect(409);
    }
    expect(check).toHaveBeenCalledTimes(3);
    // The decoy hash for missing keys is computed once per process.
    expect(hash.mock.calls.length).toBeLessThanOrEqual(1);
    jest.restoreAllMocks();
  });

  it('GAP-046 accepts any password for a claim without an access key', async () => {
    const username = uniqueName();
    const email = address();
    await join({ email, oni_id: username }).expect(200);
    await backends[1].api
      .post('/api/auth/register')
      .send({ ...registration(), username, email })
      .expect(201);
  });

  it('GAP-046 gives the name to either a concurrent claim or a registration, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const username = uniqueName();
      const [claim, member] = await Promise.all([
        join({ email: address(), oni_id: username }),
        backends[1].api.post('/api/auth/register').send(registration({ username })),
      ]);
      expect([claim.status, member.status].toSorted((a, b) => a - b)).not.toEqual([200, 201]);
    }
  });

  it('LIV-004 sends the count to watchers without a session on either backend', async () => {
    const watchers = await Promise.all(backends.map(({ url }) => LiveClient.connect(url)));
    for (const watcher of watchers)
      expect(await watcher.request('waitlist:watch', {})).toEqual({ ok: true, count: 0 });
    await join({ email: address() }).expect(200);
    for (const watcher of watchers) {
      await waitUntil('the new count', () => watcher.payloads('waitlist:count').at(-1)?.count === 1);
      watcher.close();
    }
  });

  it('LIV-004 combines many entries into few packets and always sends the last count', async () => {
    const watcher = await LiveClient.connect(backends[1].url);
    await watcher.request('waitlist:watch', {});
    const startedAt = Date.now();
    await Promise.all(Array.from({ length: 40 }, () => join({ email: address() }).expect(200)));
    await waitUntil('the last count', () => watcher.payloads('waitlist:count').at(-1)?.count === 40);
    const seconds = (Date.now() - startedAt) / 1000;
    expect(watcher.payloads('waitlist:count').length).toBeLessThanOrEqual(Math.ceil(seconds * 5) + 1);
    watcher.close();
  });

  it('LIV-004 polls the count when a hint is lost', async () => {
    const watcher = await LiveClient.connect(backends[0].url);
    await watcher.request('waitlist:watch', {});
    // As if another backend had added it and the hint was lost.
    await stack.dataSource.getRepository(WaitlistEntry).insert({ email: address(), source: 'landing' });
    await waitUntil('the new count', () => watcher.payloads('waitlist:count').at(-1)?.count === 1);
    watcher.close();
  });

  it('LIV-004 sends no count to a client that does not watch', async () => {
    const watcher = await LiveClient.connect(backends[0].url);
    const idle = await LiveClient.connect(backends[0].url);
    await watcher.request('waitlist:watch', {});
    await join({ email: address() }).expect(200);
    await waitUntil('the new count', () => watcher.payloads('waitlist:count').length > 0);
    // The acknowledgement arrives after any earlier packet.
    expect(await idle.request('channel:close', {})).toMatchObject({ ok: false });
    expect(idle.received).toEqual([]);
    watcher.close();
    idle.close();
  });
});
