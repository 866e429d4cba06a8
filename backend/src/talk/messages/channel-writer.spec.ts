import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, Metrics } from '@oniverse/platform';
import { LiveService } from '@oniverse/platform/backend';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { Redis } from 'ioredis';
import { MemberRooms } from '../servers/member-rooms.js';
import { Memberships } from '../servers/memberships.js';
import { ChannelActivity } from './channel-activity.js';
import { ChannelFeed } from './channel-feed.js';
import { ChannelWriter } from './channel-writer.js';
import { Mentions } from './mentions.js';
import { type AppendedMessage, MessagesRepository, type NewChannelMessage } from './messages.repository.js';
import { ThreadSummariesRepository } from './thread-summaries.repository.js';
import { ThreadSummaries } from './thread-summaries.js';

class RecordingRepository extends MessagesRepository {
  readonly batchSizes: number[] = [];

  override async appendBatch(batch: readonly NewChannelMessage[]): Promise<(AppendedMessage | undefined)[]> {
    this.batchSizes.push(batch.length);
    return super.appendBatch(batch);
  }
}

describe('ChannelWriter', () => {
  let stack: TestStack;
  let subscriber: Redis;
  let repository: RecordingRepository;
  let writer: ChannelWriter;

  beforeAll(async () => {
    stack = await TestStack.start();
    subscriber = new Redis({ lazyConnect: true });
    const logger = createLogger('test', 'silent');
    const live = new LiveService(logger);
    repository = new RecordingRepository(stack.dataSource);
    const rooms = new MemberRooms(new Memberships(stack.dataSource), live, logger);
    const metrics = new Metrics(logger);
    const feed = new ChannelFeed(
      repository,
      live,
      new ChannelActivity(live),
      rooms,
      subscriber,
      logger,
      metrics,
    );
    const threads = new ThreadSummaries(new ThreadSummariesRepository(stack.dataSource), feed, live, logger);
    writer = new ChannelWriter(repository, feed, new Mentions(live), threads, live, metrics);
  });

  afterAll(async () => {
    await writer.beforeApplicationShutdown();
    subscriber.disconnect();
    await stack.stop();
  });

  const append = async (channelId: string, userId: string, nonce: string) =>
    writer.append(channelId, { userId, content: `content of ${nonce}`, nonce });

  it('LIV-010 LIV-012 stores messages of several channels in one statement and numbers each channel separately', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { user: nonMember } = await makeMember(stack.dataSource);
    const one = await makeServer(stack.dataSource, { members: [user] });
    const other = await makeServer(stack.dataSource, { members: [user] });
    const appended = await Promise.all([
      append(one.channel.id, user.id, 'a'),
      append(other.channel.id, user.id, 'a'),
      append(one.channel.id, nonMember.id, 'b'),
      append(one.channel.id, user.id, 'c'),
      append(crypto.randomUUID(), user.id, 'd'),
      append(other.channel.id, user.id, 'e'),
    ]);
    expect(repository.batchSizes).toEqual([6]);
    expect(
      appended.map(
        (message) => message && [message.serverId, message.created, message.row?.seq, message.row?.rev],
      ),
    ).toEqual([
      [one.server.id, true, 1, 1],
      [other.server.id, true, 1, 1],
      [one.server.id, false, undefined, undefined],
      [one.server.id, true, 2, 2],
      undefined,
      [other.server.id, true, 2, 2],
    ]);
    for (const [{ channel }, contents] of [
      [one, ['content of a', 'content of c']],
      [other, ['content of a', 'content of e']],
    ] as const) {
      const rows = await repository.pageAfter(channel.id, 0, 10);
      expect(rows.map(({ content }) => content)).toEqual(contents);
      expect((await repository.heads([channel.id])).get(channel.id)).toMatchObject({
        lastSeq: 2,
        lastRev: 2,
      });
    }
    expect(await repository.pageAfter(one.channel.id, 0, 1)).toEqual([appended[0]?.row]);
  });

  it('LIV-010 answers a reused nonce with the first message and stores the rest of the batch', async () => {
    const { user } = await makeMember(stack.dataSource);
    const [one, other] = await Promise.all(
      [1, 2].map(() => makeServer(stack.dataSource, { members: [user] })),
    );
    const first = await append(one!.channel.id, user.id, 'again');
    const [repeated, fresh, inOtherChannel] = await Promise.all([
      append(one!.channel.id, user.id, 'again'),
      append(one!.channel.id, user.id, 'fresh'),
      append(other!.channel.id, user.id, 'again'),
    ]);
    expect(repeated?.created).toBe(false);
    expect(repeated?.row).toMatchObject({ ...first?.row });
    expect([fresh?.created, fresh?.row?.seq]).toEqual([true, 2]);
    expect([inOtherChannel?.created, inOtherChannel?.row?.seq]).toEqual([true, 1]);
  });

  it('OPS-133 has PostgreSQL plan the storing of messages once for a connection', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    // It plans with the given values five times, to compare.
    for (const nonce of ['1', '2', '3', '4', '5', '6', '7']) await append(channel.id, user.id, nonce);
    // One call after another is made by the same connection.
    expect(
      await stack.dataSource.query(
        'SELECT name, generic_plans > 0 AS "isReused" FROM pg_prepared_statements',
      ),
    ).toContainEqual({ name: 'store messages', isReused: true });
  });
});
