import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { AccountActivity, hideProfile, Measure, OutboxRow, Session, User } from '@oniverse/data';
import { makeMember, makePost, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { EndSuspensions } from './end-suspensions.js';

const HOUR_MS = 3_600_000;

describe('EndSuspensions', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const suspend = async (until: Date | null, isPublic = true) => {
    const { user } = await makeMember(stack.dataSource, { isPublic });
    await makePost(stack.dataSource, user.id, { tags: ['quasar'] });
    const userId = user.id;
    const wasPublic = await stack.dataSource.transaction((manager) => hideProfile(manager, userId));
    const measure = { userId, kind: 'suspended', rule: 'spam', reason: 'Spam.', until, wasPublic } as const;
    await stack.dataSource.getRepository(Measure).insert(measure);
    const id = createHash('sha256').update(randomBytes(8)).digest('hex');
    const expiresAt = new Date(Date.now() + HOUR_MS);
    await stack.dataSource.getRepository(Session).insert({ id, userId, isRestricted: true, expiresAt });
    return userId;
  };
  const isPublic = (id: string) => stack.dataSource.getRepository(User).existsBy({ id, isPublic: true });
  const measureOf = (userId: string) => stack.dataSource.getRepository(Measure).findOneByOrFail({ userId });

  it('STF-015 ends the suspensions whose time is over, once, and shows what was public', async () => {
    const due = await suspend(new Date(Date.now() - 1_000));
    const hidden = await suspend(new Date(Date.now() - 1_000), false);
    const later = await suspend(new Date(Date.now() + HOUR_MS));
    const endless = await suspend(null);
    const live = new RecordingPublisher();
    const jobs = [new EndSuspensions(stack.dataSource, live), new EndSuspensions(stack.dataSource, live)];
    await Promise.all(jobs.map((job) => job.run()));
    expect(await Promise.all([due, hidden, later, endless].map(isPublic))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(await measureOf(due)).toMatchObject({ endedAt: expect.any(Date), endedBy: null });
    for (const userId of [later, endless]) expect((await measureOf(userId)).endedAt).toBeNull();
    const sessions = stack.dataSource.getRepository(Session);
    expect(await sessions.countBy({ userId: due, isRestricted: true })).toBe(0);
    expect(await sessions.countBy({ userId: later, isRestricted: true })).toBe(1);
    const entries = await stack.dataSource.getRepository(AccountActivity).findBy({ userId: due });
    expect(entries).toMatchObject([{ kind: 'suspension_ended', sessionId: null }]);
    const mail = `activity:${due}:${entries[0]?.id}`;
    expect(await stack.dataSource.getRepository(OutboxRow).existsBy({ subject: mail })).toBe(true);
    const announced = live.published.map(({ event, room }) => [event, room]);
    expect(announced).toHaveLength(2);
    for (const userId of [due, hidden])
      expect(announced).toContainEqual(['account:changed', ROOMS.user(userId)]);
  });
});
