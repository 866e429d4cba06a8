import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, Metrics } from '@oniverse/platform';
import { LiveService } from '@oniverse/platform/backend';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { Redis } from 'ioredis';
import { ChannelActivity } from './channel-activity.js';
import { ChannelFeed } from './channel-feed.js';
import { ChannelWriter } from './channel-writer.js';
import { Mentions } from './mentions.js';
import { type AppendedMessage, MessagesRepository, type PlacedMessage } from './messages.repository.js';

/** Writes down how many messages each statement was given. */
class CountedRepository extends MessagesRepository {
  readonly batches: number[] = [];

  override async appendAll(batch: readonly PlacedMessage[]): Promise<(AppendedMessage | undefined)[]> {
    this.batches.push(batch.length);
    return super.appendAll(batch);
  }
}

describe('the writer', () => {
  let stack: TestStack;
  let subscriber: Redis;
  let repository: CountedRepository;
  let writer: ChannelWriter;

  beforeAll(async () => {
    stack = await TestStack.start();
    subscriber = new Redis({ lazyConnect: true });
    const logger = createLogger('test', 'silent');
    const live = new LiveService(logger);
    repository = new CountedRepository(stack.dataSource);
    const feed = new ChannelFeed(repository, live, new ChannelActivity(live), subscriber, logger);
    writer = new ChannelWriter(repository, feed, new Mentions(live), new Metrics(logger));
  });

  afterAll(async () => {
    await writer.beforeApplicationShutdown();
    subscriber.disconnect();
    await stack.stop();
  });

  const say = async (channelId: string, userId: string, nonce: string) =>
    writer.append(channelId, { userId, content: `content of ${nonce}`, nonce });

  it('LIV-010 LIV-012 stores what waits for several channels in one statement, each channel numbered by itself', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { user: stranger } = await makeMember(stack.dataSource);
    const one = await makeServer(stack.dataSource, { members: [user] });
    const other = await makeServer(stack.dataSource, { members: [user] });
    const appended = await Promise.all([
      say(one.channel.id, user.id, 'a'),
      say(other.channel.id, user.id, 'a'),
      say(one.channel.id, stranger.id, 'b'),
      say(one.channel.id, user.id, 'c'),
      say(crypto.randomUUID(), user.id, 'd'),
      say(other.channel.id, user.id, 'e'),
    ]);
    expect(repository.batches).toEqual([6]);
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
    // What was stored is what is read: the row of an answer is the database's own.
    expect(await repository.pageAfter(one.channel.id, 0, 1)).toEqual([appended[0]?.row]);
  });

  it('LIV-010 answers the first message for a nonce that was used before, and stores the rest of its batch', async () => {
    const { user } = await makeMember(stack.dataSource);
    const [one, other] = await Promise.all(
      [1, 2].map(() => makeServer(stack.dataSource, { members: [user] })),
    );
    const first = await say(one!.channel.id, user.id, 'again');
    const [again, fresh, elsewhere] = await Promise.all([
      say(one!.channel.id, user.id, 'again'),
      say(one!.channel.id, user.id, 'fresh'),
      say(other!.channel.id, user.id, 'again'),
    ]);
    expect(again?.created).toBe(false);
    expect(again?.row).toMatchObject({ ...first?.row });
    expect([fresh?.created, fresh?.row?.seq]).toEqual([true, 2]);
    expect([elsewhere?.created, elsewhere?.row?.seq]).toEqual([true, 1]);
  });
});
