import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StaffAuditEntry } from '@oniverse/data';
import { makeStaff, registration, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';

describe('the switch of proofs of work', () => {
  let two: TwoBackends;

  beforeAll(async () => {
    two = await TwoBackends.start();
  });

  afterAll(async () => {
    await two.stop();
  });

  it('STF-104 is for administrators, holds for all backends, and is in the audit log', async () => {
    const admin = await makeStaff(two.stack.dataSource, 'admin');
    const moderator = await makeStaff(two.stack.dataSource, 'moderator');
    const path = '/staff/proof-of-work';
    const register = async () => (await two.api(1).post('/api/auth/register').send(registration())).status;
    expect((await two.callAs(admin, 'get', path).expect(200)).body).toEqual({
      isOn: false,
      isConfigured: false,
    });
    await two.callAs(moderator, 'put', path, { isOn: true }).expect(403);
    expect(await register()).toBe(201);
    await two.callAs(admin, 'put', path, { isOn: true }).expect(200, { isOn: true, isConfigured: false });
    await waitUntil('the other backend', async () => (await register()) === 428);
    await two.callAs(admin, 'put', path, { isOn: false }).expect(200);
    await waitUntil('the other backend', async () => (await register()) === 201);
    const entries = await two.stack.dataSource
      .getRepository(StaffAuditEntry)
      .find({ where: { kind: 'proof_of_work_changed' }, order: { id: 'ASC' } });
    expect(entries.map(({ actorId, detail }) => [actorId, detail])).toEqual([
      [admin.user.id, { isOn: true }],
      [admin.user.id, { isOn: false }],
    ]);
  });
});
