import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerEvent, ServerPayload } from '@oniverse/contracts';
import { createLogger, LiveService } from '@oniverse/platform';
import { makeMember, makeServer, TestStack, until } from '@oniverse/testing';
import { Redis } from 'ioredis';
import { ChannelFeed } from './channel-feed.js';
import { MessagesRepository } from './messages.repository.js';
import { messageView } from './messages.view.js';

/** The way to the sockets, with what was sent written down, and hints by hand. */
class RecordedLive extends LiveService {
  readonly packets: number[][] = [];
  hint: (payload: unknown) => void = () => {};

  constructor() {
    super(createLogger('test', 'silent'));
  }

  override publishHere<E extends ServerEvent>(_event: E, _room: string, payload: ServerPayload<E>): void {
    if ('messages' in payload) this.packets.push(payload.messages.map(({ seq }) => seq));
  }

  override onPeers(_topic: string, hear: (payload: unknown) => void): void {
    this.hint = hear;
  }
}

describe('the order on the way out', () => {
  let stack: TestStack;
  let repository: MessagesRepository;
  let live: RecordedLive;
  let feed: ChannelFeed;
  let channelId: string;
  let subscriber: Redis;

  beforeAll(async () => {
    stack = await TestStack.start();
    repository = new MessagesRepository(stack.dataSource);
    subscriber = new Redis({ lazyConnect: true });
  });

  afterAll(async () => {
    subscriber.disconnect();
    await stack.stop();
  });

  beforeEach(async () => {
    const { user } = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [user] });
    channelId = channel.id;
    await repository.append(
      channelId,
      ['one', 'two', 'three', 'four', 'five'].map((nonce) => ({ userId: user.id, content: nonce, nonce })),
    );
    live = new RecordedLive();
    feed = new ChannelFeed(repository, live, subscriber, createLogger('test', 'silent'));
    feed.onModuleInit();
    feed.follow(channelId, { lastSeq: 0, lastRev: 0 });
  });

  const hint = async (...seqs: number[]): Promise<void> => {
    const messages = (await repository.pageAfter(channelId, 0, 10)).map(messageView);
    live.hint({ channelId, messages: messages.filter(({ seq }) => seqs.includes(seq)) });
  };

  it('LIV-010 what comes early is held for its forerunner, and what comes again is dropped', async () => {
    await hint(2);
    await hint(1);
    await hint(1, 2);
    await hint(3, 4, 5);
    await hint(2, 5);
    expect(live.packets).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    feed.onApplicationShutdown();
  });

  it('LIV-009 a gap is filled from the database when its forerunner does not come', async () => {
    await hint(1);
    await hint(4);
    await until('the gap to be filled', () => live.packets.flat().length === 5);
    expect(live.packets.flat()).toEqual([1, 2, 3, 4, 5]);
    feed.onApplicationShutdown();
  });

  it('LIV-003 a channel that nobody has open here is not followed, and nonsense is no hint', async () => {
    live.hint({ channelId: 'another', messages: [{ seq: 1 }] });
    live.hint(null);
    live.hint('text');
    expect(live.packets).toEqual([]);
    feed.onApplicationShutdown();
  });
});
