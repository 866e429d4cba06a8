import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CALLS,
  isRecord,
  LIVE_REQUESTS,
  type MaintenanceView,
  worksInMaintenance,
} from '@oniverse/contracts';
import {
  MaintenancePeriod,
  Message,
  ScheduledMessage,
  StaffAuditEntry,
  storeMaintenance,
} from '@oniverse/data';
import { makeMember, makeServer, makeStaff, registration, waitUntil } from '@oniverse/testing';
import { listPublishedCalls } from '../../testing/published-calls.js';
import { TwoBackends } from '../../testing/two-backends.js';
import { ScheduledSender } from '../../talk/scheduled-messages/scheduled-sender.js';

const HOUR_MS = 3_600_000;
const NO_ID = '019abb00-0000-7000-8000-0000000000ff';
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** What members may do besides reading: signing in and out, read marks, appeals, listening, and addresses for reading. */
const ALLOWED = [
  'DELETE /auth/reauthentication',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/:id',
  'POST /auth/links/check',
  'POST /auth/login',
  'POST /auth/login/second-factor',
  'POST /auth/logout',
  'POST /auth/passkey',
  'POST /auth/passkey/options',
  'POST /auth/reauthenticate',
  'POST /auth/reauthenticate/passkey-options',
  'POST /auth/sign-in/confirm',
  'POST /auth/suspension/appeal',
  'POST /home/read',
  'POST /objects/:key/address',
  'POST /servers/:id/exports/:exportId/address',
  'POST /servers/:id/read',
  'PUT /bookmarks/tag/:tag/opened',
  'PUT /channels/:id/radio/listening',
  'PUT /channels/:id/read',
  'PUT /notifications/read',
];

describe('maintenance', () => {
  let two: TwoBackends;
  let admin: Awaited<ReturnType<typeof makeStaff>>;

  beforeAll(async () => {
    two = await TwoBackends.start();
    admin = await makeStaff(two.stack.dataSource, 'admin');
  });

  afterAll(async () => {
    await two.stop();
  });

  const db = () => two.stack.dataSource;
  const path = '/staff/maintenance';
  const set = (body: object = {}) => two.callAs(admin, 'put', path, body);
  const shown = async (): Promise<MaintenanceView | null> =>
    (await two.api(1).get('/api/announcement').expect(200)).body.maintenance;
  const isReadOnly = async () =>
    (await two.api(1).post('/api/waitlist').send({})).body.code === 'maintenance';
  const start = async (body: object = {}) => {
    await set(body).expect(200);
    await waitUntil('the other backend', isReadOnly);
  };

  beforeEach(async () => {
    await two.callAs(admin, 'delete', path).expect(200, { ok: true });
    await waitUntil('the other backend', async () => !(await isReadOnly()));
    await db().getRepository(MaintenancePeriod).clear();
  });

  it('OPS-051 refuses each declared write of members apart from signing in and out, read marks and appeals', async () => {
    const declared = CALLS.filter(
      ({ method, access, ...call }) =>
        method !== 'GET' &&
        access !== 'moderators' &&
        access !== 'admins' &&
        worksInMaintenance({ method, access, ...call }),
    ).map(({ method, path: of }) => `${method} ${of}`);
    expect(declared.toSorted()).toEqual(ALLOWED);
    await start();
    const member = await makeMember(db());
    const refused: string[] = [];
    const calls = listPublishedCalls(two.app(1)).filter(({ method }) => method !== 'GET');
    for (const { name, method, path: of, takesBytes } of calls) {
      // Some end the session that they are made with.
      const { sessionId } = of.startsWith('/api/auth/') ? await makeMember(db()) : member;
      const response = await fetch(`${two.url(1)}${of.replaceAll(/\{\w+\}/gu, NO_ID)}`, {
        method,
        headers: {
          authorization: `Bearer ${sessionId}`,
          ...(!takesBytes && { 'content-type': 'application/json' }),
        },
        ...(!takesBytes && { body: '{}' }),
      });
      const body: unknown = await response.json();
      if (isRecord(body) && body['code'] === 'maintenance') refused.push(name);
    }
    const staffCalls = calls.filter(({ path: of }) => of.startsWith('/api/staff/'));
    const allowed = [
      ...ALLOWED.map((call) => call.replace(' ', ' /api').replaceAll(/:(\w+)/gu, '{$1}')),
      ...staffCalls.map(({ name }) => name),
    ];
    expect(
      calls
        .map(({ name }) => name)
        .filter((name) => !refused.includes(name))
        .toSorted(),
    ).toEqual(allowed.toSorted());
    expect(refused).toEqual(
      expect.arrayContaining(['PUT /uploads/{token}/parts/{number}', 'POST /api/auth/register']),
    );
  });

  it('OPS-051 says when it ends, and when to try again', async () => {
    const endsAt = inMs(HOUR_MS);
    await start({ endsAt });
    const answer = await two.api(1).post('/api/auth/register').send(registration()).expect(503);
    expect(answer.body).toMatchObject({
      code: 'maintenance',
      reason: 'readOnlyUntil',
      params: { until: endsAt },
      endsAt,
    });
    expect(answer.headers['retry-after']).toBe('30');
    await set({ endsAt: inMs(1_500) }).expect(200);
    const soon = await two.api(0).post('/api/auth/register').send(registration());
    expect([soon.status, Number(soon.headers['retry-after'])]).toEqual([503, expect.any(Number)]);
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(2);
    await waitUntil('its end', async () => !(await isReadOnly()));
    expect(await shown()).toBeNull();
  });

  it('OPS-051 refuses what sockets send, and lets them read', async () => {
    const member = await makeMember(db());
    const { server, channel } = await makeServer(db(), { members: [member.user] });
    const client = await two.connect(1, member.sessionId);
    const send = async () =>
      client.request('message:send', { channelId: channel.id, content: 'Hello.', nonce: 'n-1' });
    await start();
    expect(await send()).toMatchObject({
      ok: false,
      code: 'maintenance',
      reason: 'readOnly',
      retryAfter: 30,
    });
    const writes = Object.entries(LIVE_REQUESTS).flatMap(([name, request]) =>
      'isWrite' in request ? [name] : [],
    );
    expect(writes).toEqual(['message:send', 'typing:start', 'queue:look']);
    expect(await client.request('typing:start', { channelId: channel.id })).toMatchObject({
      code: 'maintenance',
    });
    expect(await client.request('channel:open', { channelId: channel.id })).toMatchObject({
      ok: true,
      lastSeq: 0,
    });
    await two.callAs(member, 'put', `/channels/${channel.id}/read`, { seq: 0 }).expect(200);
    await two.callAs(member, 'get', `/servers/${server.id}`).expect(200);
    await two.callAs(admin, 'delete', path).expect(200);
    await waitUntil('its end', async () => (await send())['ok'] === true);
  });

  it('OPS-051 does not bind staff', async () => {
    await start();
    await two.callAs(admin, 'put', '/awake', { isOpen: true }).expect(200);
    const member = await makeMember(db());
    await two.callAs(member, 'put', '/awake', { isOpen: true }).expect(503);
  });

  it('OPS-052 lets scheduled messages wait', async () => {
    const member = await makeMember(db());
    const { channel } = await makeServer(db(), { members: [member.user] });
    await two
      .callAs(member, 'post', `/channels/${channel.id}/scheduled-messages`, {
        content: 'Later.',
        sendAt: inMs(HOUR_MS),
      })
      .expect(201);
    await start();
    await db().getRepository(ScheduledMessage).update({ channelId: channel.id }, { dueAt: new Date() });
    await two.getProvider(0, ScheduledSender).sweep();
    const stored = async () => db().getRepository(Message).countBy({ channelId: channel.id });
    expect(await stored()).toBe(0);
    await two.callAs(admin, 'delete', path).expect(200);
    await waitUntil('the message', async () => (await stored()) === 1);
  });

  it('OPS-050 is set by administrators, planned, changed and ended, which the audit log has', async () => {
    const moderator = await makeStaff(db(), 'moderator');
    await two.callAs(moderator, 'put', path, {}).expect(403);
    await db().getRepository(StaffAuditEntry).clear();
    const [startsAt, endsAt] = [inMs(HOUR_MS), inMs(2 * HOUR_MS)];
    const planned = { startsAt, endsAt, text: 'A database upgrade.' };
    await set(planned).expect(200, { maintenance: planned });
    await waitUntil('the banner', async () => (await shown())?.startsAt === startsAt);
    expect(await isReadOnly()).toBe(false);
    expect((await two.api(0).get('/api/status').expect(200)).body.maintenance).toEqual(planned);
    for (const [field, wrong] of [
      ['startsAt', { startsAt: inMs(-1_000) }],
      ['endsAt', { startsAt, endsAt: startsAt }],
      ['endsAt', { endsAt: inMs(-1_000) }],
      ['text', { text: 'x'.repeat(161) }],
    ] as const) {
      const { body } = await set(wrong).expect(400);
      expect(Object.keys(body.fields)).toEqual([field]);
    }
    await start({ text: 'Now.' });
    expect(await db().getRepository(MaintenancePeriod).count()).toBe(1);
    await set({ startsAt }).expect(400);
    const { body: changed } = await set({ endsAt }).expect(200);
    expect(changed.maintenance).toMatchObject({ endsAt, text: null });
    await two.callAs(admin, 'delete', path).expect(200, { ok: true });
    await two.callAs(admin, 'delete', path).expect(200, { ok: true });
    const entries = await db()
      .getRepository(StaffAuditEntry)
      .find({ order: { id: 'ASC' } });
    expect(entries.map(({ kind, actorId }) => [kind, actorId])).toEqual([
      ...Array.from({ length: 3 }, () => ['maintenance_set', admin.user.id]),
      ['maintenance_ended', admin.user.id],
    ]);
  });

  it('OPS-050 reaches all backends and open pages when only the database knows, as after a command of operators', async () => {
    const visitor = await two.connectVisitor(1);
    await db().transaction(async (manager) => storeMaintenance(manager, {}));
    await waitUntil('a backend', isReadOnly);
    await waitUntil('the event', () =>
      visitor.payloads('announcement:changed').some(({ maintenance }) => maintenance !== null),
    );
  });
});
