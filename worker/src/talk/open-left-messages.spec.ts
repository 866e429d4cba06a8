import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { nextFullMoon, ROOMS } from '@oniverse/contracts';
import { Channel, ScheduledMessage, type User } from '@oniverse/data';
import { makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { OpenLeftMessages } from './open-left-messages.js';

const DAY_MS = 86_400_000;

describe('OpenLeftMessages', () => {
  let stack: TestStack;
  let live: RecordingPublisher;
  let job: OpenLeftMessages;
  let author: User;
  let other: User;
  let channelId: string;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  beforeEach(async () => {
    await stack.dataSource.query('UPDATE channels SET moon_at = NULL');
    live = new RecordingPublisher();
    job = new OpenLeftMessages(stack.dataSource, live);
    [{ user: author }, { user: other }] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    ({
      channel: { id: channelId },
    } = await makeServer(stack.dataSource, { members: [author, other] }));
  });

  const channels = () => stack.dataSource.getRepository(Channel);
  const rows = () => stack.dataSource.getRepository(ScheduledMessage);
  const setMoon = async (moonAt: Date) => channels().update({ id: channelId }, { moonAt });
  const moonAt = async () => (await channels().findOneByOrFail({ id: channelId })).moonAt;
  /** Leaves a message for a full moon. @param daysAgo when */
  const leave = async (user: User, given: Partial<ScheduledMessage> = {}, daysAgo = 200): Promise<string> => {
    const at = new Date(Date.now() - daysAgo * DAY_MS);
    const { id } = await rows().save({
      userId: user.id,
      channelId,
      content: 'Something left.',
      nonce: randomUUID(),
      sendAt: at,
      dueAt: null,
      isLeft: true,
      createdAt: at,
      ...given,
    });
    return id;
  };
  const opened = async () => {
    const found = await rows().findBy({ channelId, isLeft: true });
    return found.filter(({ dueAt }) => dueAt !== null).map(({ id }) => id);
  };

  it('TLK-556 opens one of the messages at the full moon, by any number of workers, and none before', async () => {
    const left = [await leave(author), await leave(other)];
    await setMoon(new Date(Date.now() + 60_000));
    expect(await job.run()).toBe(0);
    const moon = new Date(Date.now() - 60_000);
    await setMoon(moon);
    const second = new OpenLeftMessages(stack.dataSource, new RecordingPublisher());
    const counts = await Promise.all([job.run(), second.run(), job.run()]);
    expect(counts.toSorted()).toEqual([0, 0, 1]);
    const [id, ...more] = await opened();
    expect([left.includes(id ?? ''), more]).toEqual([true, []]);
    expect(await rows().findOneBy({ id: id! })).toMatchObject({ sendAt: moon, failure: null });
    expect(await moonAt()).toEqual(new Date(nextFullMoon(moon.getTime())));
    expect(await job.run()).toBe(0);
  });

  it('TLK-556 opens one for each full moon that passed while no worker ran, and hints at it', async () => {
    for (let count = 0; count < 5; count += 1) await leave(author);
    const now = Date.now();
    const first = nextFullMoon(now - 70 * DAY_MS);
    const [second] = [nextFullMoon(first)];
    const moons = [first, second, nextFullMoon(second)].filter((at) => at <= now);
    await setMoon(new Date(first));
    expect(await job.run()).toBe(moons.length);
    expect(moons.length).toBeGreaterThan(1);
    expect(await opened()).toHaveLength(moons.length);
    expect(await moonAt()).toEqual(new Date(nextFullMoon(now)));
    expect(live.published).toContainEqual(
      expect.objectContaining({ event: 'scheduled-messages:changed', room: [ROOMS.user(author.id)] }),
    );
  });

  it('TLK-556 draws only what was left before, still waits, and is of somebody who may write there', async () => {
    const { user: stranger } = await makeMember(stack.dataSource);
    const at = new Date(Date.now() - DAY_MS);
    await leave(stranger);
    await leave(author, {}, 0);
    await leave(author, { isLeft: false, dueAt: new Date(Date.now() + DAY_MS) });
    await leave(author, {
      failure: { code: 'not_found', reason: 'placeGone', message: 'This place does not exist.' },
    });
    await setMoon(at);
    expect(await job.run()).toBe(0);
    expect(await opened()).toEqual([]);
    expect(await moonAt()).toEqual(new Date(nextFullMoon(at.getTime())));
    const valid = await leave(other);
    await setMoon(at);
    expect(await job.run()).toBe(1);
    expect(await opened()).toEqual([valid]);
  });

  it('TLK-556 draws an author first, so that who left more has no more chances', async () => {
    await stack.dataSource.query(
      `INSERT INTO scheduled_messages (user_id, channel_id, content, nonce, send_at, is_left, created_at)
       SELECT $1, $2, 'x', 'many' || n, now(), true, now() - interval '3 days' FROM generate_series(1, 99) n`,
      [author.id, channelId],
    );
    const rare = await leave(other);
    const drawn = new Set<boolean>();
    await waitUntil('both authors to be drawn', async () => {
      await setMoon(new Date(Date.now() - DAY_MS));
      await job.run();
      const [id] = await opened();
      drawn.add(id === rare);
      await rows().update({ id: id! }, { dueAt: null });
      return drawn.size === 2;
    });
    expect(drawn.size).toBe(2);
  });

  it('TLK-556 draws again if the author deletes the first message before it opens', async () => {
    const first = await leave(author);
    await setMoon(new Date(Date.now() - DAY_MS));
    const deleting = stack.dataSource.createQueryRunner();
    await deleting.startTransaction();
    await deleting.query('DELETE FROM scheduled_messages WHERE id = $1', [first]);
    const running = job.run();
    await waitUntil('the job to wait for the row', async () => (await waiting()).length === 1);
    const second = await leave(other);
    await deleting.commitTransaction();
    await deleting.release();
    expect(await running).toBe(1);
    expect(await opened()).toEqual([second]);
  });

  /** The connections of the job that wait for the row of a message. */
  const waiting = async (): Promise<{ pid: number }[]> =>
    stack.dataSource.query(
      `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE scheduled_messages SET due_at%'`,
    );

  it('TLK-556 opens one, and not two, after a worker that ended in between', async () => {
    await leave(author);
    await leave(other);
    await setMoon(new Date(Date.now() - DAY_MS));
    const lock = stack.dataSource.createQueryRunner();
    await lock.startTransaction();
    await lock.query('SELECT 1 FROM scheduled_messages WHERE channel_id = $1 FOR UPDATE', [channelId]);
    const running = job.run();
    const failed = expect(running).rejects.toThrow();
    await waitUntil('the job to wait for the row', async () => (await waiting()).length === 1);
    const [session] = await waiting();
    await stack.dataSource.query('SELECT pg_terminate_backend($1, 10000)', [session!.pid]);
    await failed;
    await lock.rollbackTransaction();
    await lock.release();
    expect(await opened()).toEqual([]);
    expect(await job.run()).toBe(1);
    expect(await opened()).toHaveLength(1);
    expect(await job.run()).toBe(0);
  });
});
