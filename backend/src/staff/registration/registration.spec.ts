import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RegistrationInvite, SiteSettingRow, StaffAuditEntry, User, WaitlistEntry } from '@oniverse/data';
import { GOOD_PASSWORD, makeMember, makeStaff, registration, uniqueName, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';

describe('registration', () => {
  let two: TwoBackends;
  let admin: Awaited<ReturnType<typeof makeStaff>>;

  beforeAll(async () => {
    two = await TwoBackends.start();
    admin = await makeStaff(two.stack.dataSource, 'admin');
  });

  afterAll(async () => {
    await two.stop();
  });

  const optionsOf = async (backend: 0 | 1) =>
    (await two.api(backend).get('/api/auth/options').expect(200)).body.registration;
  const setMode = async (mode: string) => {
    await two.callAs(admin, 'put', '/staff/registration', { mode }).expect(200, { mode });
    await waitUntil('the other backend', async () => (await optionsOf(1)) === mode);
  };
  const register = (given: object = {}, backend: 0 | 1 = 1) =>
    two
      .api(backend)
      .post('/api/auth/register')
      .send({ ...registration(), ...given });
  const invite = async () =>
    (await two.callAs(admin, 'post', '/staff/registration/invites').expect(201)).body;
  const invites = () => two.stack.dataSource.getRepository(RegistrationInvite);

  beforeEach(async () => {
    await setMode('open');
  });

  it('STF-054 is open until an administrator says otherwise, and a stored mode of another form counts as open', async () => {
    await two.stack.dataSource.getRepository(SiteSettingRow).clear();
    await setMode('closed');
    await two.stack.dataSource
      .getRepository(SiteSettingRow)
      .update({ name: 'registration' }, { value: 'on_mondays' });
    await waitUntil('the setting to be read again', async () => (await optionsOf(0)) === 'open');
    await register({}, 0).expect(201);
  });

  it('STF-054 refuses everybody while it is closed, on all backends at once, also with a code', async () => {
    const { code } = await invite();
    await setMode('closed');
    for (const given of [{}, { inviteCode: code }]) {
      const { body } = await register(given).expect(403);
      expect(body).toMatchObject({ code: 'forbidden', reason: 'registrationClosed' });
    }
    const member = await makeMember(two.stack.dataSource);
    await two.callAs(member, 'get', '/auth/me').expect(200);
  });

  it('STF-054 takes the code of an invitation once, before it expires, and unless it was revoked', async () => {
    const { code, url, isMailed, expiresAt } = await invite();
    expect([isMailed, url]).toEqual([false, expect.stringContaining(`/auth#${code}`)]);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(13 * 24 * 3_600_000);
    const stored = await invites().find();
    expect(JSON.stringify(stored)).not.toContain(code);
    await setMode('invite');
    const missing = await register().expect(400);
    expect(missing.body.fieldReasons.inviteCode).toMatchObject({ reason: 'registrationByInvite' });
    const answers = await Promise.all(
      [register({ inviteCode: code }, 0), register({ inviteCode: code }, 1)].map(
        async (call) => (await call).status,
      ),
    );
    expect(answers.toSorted((one, other) => one - other)).toEqual([201, 400]);
    const expired = await invite();
    await two.stack.dataSource.query('UPDATE registration_invites SET expires_at = now()');
    const revoked = await invite();
    const { body: listed } = await two.callAs(admin, 'get', '/staff/registration/invites').expect(200);
    expect(listed).toEqual([
      expect.objectContaining({
        email: null,
        createdBy: expect.objectContaining({ username: admin.user.username }),
      }),
    ]);
    const path = `/staff/registration/invites/${listed[0].id}`;
    await two.callAs(admin, 'delete', path).expect(200);
    await two.callAs(admin, 'delete', path).expect(404);
    for (const inviteCode of [expired.code, revoked.code, code, 'x'.repeat(43)]) {
      const { body } = await register({ inviteCode }).expect(400);
      expect(body.fieldReasons.inviteCode).toMatchObject({ reason: 'registrationInviteExpired' });
    }
  });

  it('STF-054 keeps the code of a registration that fails, and ignores one while it is open', async () => {
    const { code } = await invite();
    const taken = await makeMember(two.stack.dataSource);
    await setMode('invite');
    await register({ inviteCode: code, email: taken.user.email }).expect(409);
    await register({ inviteCode: code }).expect(201);
    await setMode('open');
    await register({ inviteCode: code }).expect(201);
    await register({ inviteCode: 'x'.repeat(43) }).expect(201);
  });

  it('STF-053 gives a claim of a reserved name to who was invited from the waitlist', async () => {
    const moderator = await makeStaff(two.stack.dataSource, 'moderator');
    const email = `${uniqueName()}@example.org`;
    const oniId = uniqueName();
    await two
      .api(0)
      .post('/api/waitlist')
      .send({ source: 'landing', email, oni_id: oniId, access_key: GOOD_PASSWORD })
      .expect(200);
    const entry = await two.stack.dataSource.getRepository(WaitlistEntry).findOneByOrFail({ email });
    const path = `/staff/waitlist/${entry.id}/invite`;
    const first = (await two.callAs(moderator, 'post', path).expect(201)).body;
    const second = (await two.callAs(moderator, 'post', path).expect(201)).body;
    await setMode('invite');
    const claim = { username: oniId, email, password: GOOD_PASSWORD };
    await register({ ...claim, inviteCode: first.code }).expect(400);
    await register({ ...claim, inviteCode: second.code, password: 'Other@1nightingale' }).expect(409);
    await register({ ...claim, inviteCode: second.code }).expect(201);
    expect(await two.stack.dataSource.getRepository(User).countBy({ username: oniId })).toBe(1);
    await two.callAs(moderator, 'post', path).expect(409);
  });

  it('STF-054 is changed by administrators only, and recorded', async () => {
    const moderator = await makeStaff(two.stack.dataSource, 'moderator');
    await two.callAs(moderator, 'put', '/staff/registration', { mode: 'closed' }).expect(403);
    await two.callAs(admin, 'put', '/staff/registration', { mode: 'sometimes' }).expect(400);
    const entries = two.stack.dataSource.getRepository(StaffAuditEntry);
    await entries.clear();
    await setMode('invite');
    await invite();
    const recorded = await entries.find({ order: { id: 'ASC' } });
    expect(recorded.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['registration_changed', { registration: 'invite' }],
      ['registration_invited', {}],
    ]);
  });
});
