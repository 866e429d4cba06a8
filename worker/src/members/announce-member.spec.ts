import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { leaveInOutbox, OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { AnnounceMember } from './announce-member.js';

describe('announcing how a member is shown', () => {
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

  const want = (subject: string) =>
    leaveInOutbox(stack.dataSource.manager, [{ topic: OUTBOX_TOPICS.memberShown, subject }]);
  const waiting = (subject: string) => stack.dataSource.getRepository(OutboxRow).countBy({ subject });

  it('GAP-132 tells all dimensions that the member is in, in one packet, once', async () => {
    const { user } = await makeMember(stack.dataSource, {
      displayName: 'Vesper',
      profileImageUrl: '/objects/avatar',
    });
    const [one, other] = [
      await makeServer(stack.dataSource, { members: [user] }),
      await makeServer(stack.dataSource, { members: [user], isPublic: false }),
    ];
    await makeServer(stack.dataSource);
    await want(user.id);
    await want(user.id);
    await Promise.all([job.run(user.id), job.run(user.id)]);
    await job.run(user.id);
    expect(live.told).toEqual([
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
    expect(live.told[0]?.room).toHaveLength(2);
    expect(await waiting(user.id)).toBe(0);
  });

  it('says nothing of a member who is gone', async () => {
    const gone = '019abb00-0000-7000-8000-0000000000ff';
    await want(gone);
    await job.run(gone);
    expect(live.told).toEqual([]);
    expect(await waiting(gone)).toBe(0);
  });
});
