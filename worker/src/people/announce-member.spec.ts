import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { enqueueOutbox, OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { AnnounceMember } from './announce-member.js';

describe('AnnounceMember', () => {
  let stack: TestStack;
  let live: RecordingPublisher;
  let job: AnnounceMember;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(() => {
    live = new RecordingPublisher();
    job = new AnnounceMember(stack.dataSource, live);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const enqueue = (subject: string) =>
    enqueueOutbox(stack.dataSource.manager, [{ topic: OUTBOX_TOPICS.announceMember, subject }]);
  const countPending = (subject: string) => stack.dataSource.getRepository(OutboxRow).countBy({ subject });

  it('GAP-132 publishes one event to all servers of the member, once', async () => {
    const { user } = await makeMember(stack.dataSource, {
      displayName: 'Vesper',
      profileImageUrl: '/objects/avatar',
    });
    const [one, other] = [
      await makeServer(stack.dataSource, { members: [user] }),
      await makeServer(stack.dataSource, { members: [user], isPublic: false }),
    ];
    await makeServer(stack.dataSource);
    await enqueue(user.id);
    await enqueue(user.id);
    await Promise.all([job.run(user.id), job.run(user.id)]);
    await job.run(user.id);
    expect(live.published).toEqual([
      {
        event: 'member:changed',
        room: expect.arrayContaining([ROOMS.server(one.server.id), ROOMS.server(other.server.id)]),
        payload: {
          userId: user.id,
          username: user.username,
          displayName: 'Vesper',
          profileImageUrl: '/objects/avatar',
          inServer: null,
        },
      },
    ]);
    expect(live.published[0]?.room).toHaveLength(2);
    expect(await countPending(user.id)).toBe(0);
  });

  it('SAF-350 withholds the change across a block, except from staff of a server of the member', async () => {
    const [{ user }, { user: blocked }, { user: moderator }] = await Promise.all([
      makeMember(stack.dataSource),
      makeMember(stack.dataSource),
      makeMember(stack.dataSource),
    ]);
    await makeServer(stack.dataSource, { members: [user, blocked] });
    const { server } = await makeServer(stack.dataSource, { members: [user, moderator] });
    await stack.dataSource.query(
      `UPDATE server_members SET role = 'moderator' WHERE user_id = $1 AND server_id = $2`,
      [moderator.id, server.id],
    );
    await stack.dataSource.query(
      `INSERT INTO blocks (member_id, other_id, is_own) SELECT $1, other, false FROM unnest($2::uuid[]) AS other`,
      [user.id, [blocked.id, moderator.id]],
    );
    await enqueue(user.id);
    await job.run(user.id);
    expect(live.published).toMatchObject([{ event: 'member:changed', except: [ROOMS.user(blocked.id)] }]);
  });

  it('publishes nothing for an erased member', async () => {
    const gone = '019abb00-0000-7000-8000-0000000000ff';
    await enqueue(gone);
    await job.run(gone);
    expect(live.published).toEqual([]);
    expect(await countPending(gone)).toBe(0);
  });
});
