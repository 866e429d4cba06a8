import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Announcement, StaffAuditEntry } from '@oniverse/data';
import { LiveClient, makeStaff, waitUntil } from '@oniverse/testing';
import { TwoBackends } from '../../testing/two-backends.js';

const HOUR_MS = 3_600_000;

describe('announcements', () => {
  let two: TwoBackends;
  let staff: Awaited<ReturnType<typeof makeStaff>>;

  beforeAll(async () => {
    two = await TwoBackends.start();
    staff = await makeStaff(two.stack.dataSource, 'moderator');
  });

  afterAll(async () => {
    await two.stop();
  });

  beforeEach(async () => {
    await two.stack.dataSource.getRepository(Announcement).clear();
  });

  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const running = (given: object = {}) => ({
    title: 'Maintenance tonight.',
    startsAt: at(-HOUR_MS),
    endsAt: at(HOUR_MS),
    ...given,
  });
  const announce = (body: object) => two.callAs(staff, 'post', '/staff/announcements', body);
  const shown = async () => (await two.api(1).get('/api/announcement').expect(200)).body.announcement;
  const isShown = (title: string | null) => async () => ((await shown())?.title ?? null) === title;
  const titlesOf = (client: LiveClient) =>
    client.payloads('announcement:changed').map(({ announcement }) => announcement?.title ?? null);

  it('STF-052 reach the sockets of everyone on all backends, and end by themselves', async () => {
    const visitors = [await LiveClient.connect(two.url(0)), await LiveClient.connect(two.url(1))];
    const { body: made } = await announce(running({ text: 'You can read.', link: '/instructions' })).expect(
      201,
    );
    for (const visitor of visitors) {
      await waitUntil('the announcement', () => titlesOf(visitor).includes('Maintenance tonight.'));
    }
    await waitUntil('the answer', isShown('Maintenance tonight.'));
    expect(await shown()).toMatchObject({ text: 'You can read.', link: '/instructions' });
    await two.stack.dataSource
      .getRepository(Announcement)
      .update({ id: made.id }, { endsAt: new Date(Date.now() - 1) });
    for (const visitor of visitors) {
      await waitUntil('its end', () => titlesOf(visitor).at(-1) === null);
      visitor.close();
    }
    await waitUntil('the answer', isShown(null));
  });

  it('STF-052 are shown one at a time, the one that started last, and not before they start', async () => {
    await announce(running({ title: 'Earlier.' })).expect(201);
    const { body: later } = await announce(running({ title: 'Later.', startsAt: at(-1_000) })).expect(201);
    await announce(running({ title: 'Planned.', startsAt: at(HOUR_MS / 2) })).expect(201);
    await waitUntil('the later one', isShown('Later.'));
    const path = `/staff/announcements/${later.id}`;
    await two.callAs(staff, 'put', path, running({ title: 'Changed.', startsAt: at(-500) })).expect(200);
    await waitUntil('the change', isShown('Changed.'));
    await two.callAs(staff, 'delete', path).expect(200);
    await two.callAs(staff, 'delete', path).expect(404);
    await two.callAs(staff, 'put', path, running()).expect(404);
    await waitUntil('the earlier one', isShown('Earlier.'));
    const { body: list } = await two.callAs(staff, 'get', '/staff/announcements').expect(200);
    expect(list).toMatchObject([
      { title: 'Planned.', createdBy: { username: staff.user.username } },
      { title: 'Earlier.' },
    ]);
  });

  it('STF-052 have a title, an end after the start, and an address that leads nowhere else', async () => {
    for (const [field, value] of [
      ['title', ' '],
      ['title', 'x'.repeat(81)],
      ['text', 'x'.repeat(161)],
      ['link', 'http://oniverse.example'],
      ['link', '//evil.example'],
      ['link', 'javascript:alert(1)'],
      ['startsAt', 'tomorrow'],
      ['endsAt', at(-HOUR_MS)],
      ['endsAt', at(-1)],
    ] as const) {
      const { body } = await announce(running({ [field]: value })).expect(400);
      expect(Object.keys(body.fields)).toEqual([field]);
    }
    expect(await two.stack.dataSource.getRepository(Announcement).count()).toBe(0);
  });

  it('STF-058 are recorded with their titles', async () => {
    const entries = two.stack.dataSource.getRepository(StaffAuditEntry);
    await entries.clear();
    const { body } = await announce(running()).expect(201);
    const path = `/staff/announcements/${body.id}`;
    await two.callAs(staff, 'put', path, running({ title: 'Done.' })).expect(200);
    await two.callAs(staff, 'delete', path).expect(200);
    const recorded = await entries.find({ order: { id: 'ASC' } });
    expect(recorded.map(({ kind, actorId, detail }) => [kind, actorId, detail])).toEqual([
      ['announcement_made', staff.user.id, { name: 'Maintenance tonight.' }],
      ['announcement_changed', staff.user.id, { name: 'Done.' }],
      ['announcement_deleted', staff.user.id, { name: 'Done.' }],
    ]);
  });
});
