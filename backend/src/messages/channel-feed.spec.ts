import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MessageView, ServerEvent, ServerPayload } from '@oniverse/contracts';
import { createLogger } from '@oniverse/platform';
import { LiveService } from '@oniverse/platform/backend';
import { makeMember, makeServer, TestStack, until } from '@oniverse/testing';
import { Redis } from 'ioredis';
import { ChannelActivity } from './channel-activity.js';
import { ChannelFeed } from './channel-feed.js';
import { MessagesRepository } from './messages.repository.js';
import { messageView } from './messages.view.js';

/** The way to the sockets, with what was sent written down, and hints by hand. */
class RecordedLive extends LiveService {
  /** New messages by their `seq`, edits and deletions by their `rev`. */
  readonly told: (number[] | string)[] = [];
  hint: (payload: unknown) => void = () => {};

  constructor() {
    super(createLogger('test', 'silent'));
  }

  override publishHere<E extends ServerEvent>(event: E, _room: string, payload: ServerPayload<E>): void {
    if ('messages' in payload) this.told.push(payload.messages.map(({ seq }) => seq));
    else if ('rev' in payload) this.told.push(`${event} ${payload.seq} at ${payload.rev}`);
  }

  /** The new messages alone. */
  get packets(): number[][] {
    return this.told.filter((told) => typeof told !== 'string');
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
  let userId: string;
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
    userId = user.id;
    const { server, channel } = await makeServer(stack.dataSource, { members: [user] });
    channelId = channel.id;
    await repository.append(
      channelId,
      ['one', 'two', 'three', 'four', 'five'].map((nonce) => ({ userId: user.id, content: nonce, nonce })),
    );
    live = new RecordedLive();
    feed = new ChannelFeed(
      repository,
      live,
      new ChannelActivity(live),
      subscriber,
      createLogger('test', 'silent'),
    );
    feed.onModuleInit();
    feed.follow(channelId, { serverId: server.id, lastSeq: 0, lastRev: 0 });
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

  /** A change as another process stored it, and as it tells of it. */
  const change = async (seq: number, set: string): Promise<MessageView> => {
    await stack.dataSource.query(
      `WITH head AS (UPDATE channels SET last_rev = last_rev + 1 WHERE id = $1 RETURNING last_rev)
       UPDATE messages SET ${set}, rev = head.last_rev FROM head WHERE channel_id = $1 AND seq = $2`,
      [channelId, seq],
    );
    const [row] = await repository.pageAfter(channelId, seq - 1, 1);
    return messageView(row!);
  };
  const EDITED = `content = 'other', edited_at = now()`;
  const DELETED = `content = '', deleted_at = now()`;

  it('LIV-003 LIV-010 edits and deletions go out in the order of their revisions, once, between new messages', async () => {
    await hint(1, 2, 3, 4, 5);
    const edited = await change(2, EDITED);
    const deleted = await change(3, DELETED);
    const again = await change(2, EDITED);
    live.hint({ channelId, messages: [again] });
    live.hint({ channelId, messages: [deleted] });
    live.hint({ channelId, messages: [edited] });
    live.hint({ channelId, messages: [deleted, edited, again] });
    expect(live.told).toEqual([
      [1, 2, 3, 4, 5],
      'message:edited 2 at 6',
      'message:deleted 3 at 7',
      'message:edited 2 at 8',
    ]);
    feed.onApplicationShutdown();
  });

  it('LIV-009 a gap of edits and deletions is filled from the database too, as are messages that changed within it', async () => {
    await hint(1, 2);
    await change(1, EDITED);
    await change(4, EDITED);
    await change(5, DELETED);
    live.hint({ channelId, messages: [await change(2, DELETED)] });
    await until('the gap to be filled', () => live.told.length >= 4);
    expect(live.told).toEqual([[1, 2], [3], 'message:edited 1 at 6', [4, 5], 'message:deleted 2 at 9']);
    // Everything that happened is out: what comes late is dropped, and what is next goes on.
    await hint(1, 2, 3, 4, 5);
    live.hint({ channelId, messages: [await change(1, DELETED)] });
    expect(live.told.slice(4)).toEqual(['message:deleted 2 at 9', 'message:deleted 1 at 10']);
    feed.onApplicationShutdown();
  });

  it('LIV-009 an edit whose hint got lost is seen by the comparison of heads', async () => {
    live.hasRoom = () => true;
    await hint(1, 2, 3, 4, 5);
    await change(3, EDITED);
    await until('the edit to be told', () => live.told.length >= 2);
    expect(live.told).toEqual([[1, 2, 3, 4, 5], 'message:edited 3 at 6']);
    feed.onApplicationShutdown();
  });

  it('LIV-009 a gap that is too wide to be put out shows itself as a jump, and it goes on behind it', async () => {
    await hint(1, 2, 3, 4, 5);
    const say = (nonces: readonly string[]) =>
      repository.append(
        channelId,
        nonces.map((nonce) => ({ userId, content: nonce, nonce })),
      );
    await say(Array.from({ length: 501 }, (_, index) => `more ${index}`));
    live.hint({ channelId, messages: (await repository.latest(channelId, 1)).map(messageView) });
    await until('the jump', () => live.told.length >= 2);
    expect(live.told.slice(1)).toEqual([[506]]);
    await stack.dataSource.query(
      `UPDATE messages SET edited_at = now(), rev = 505 + seq WHERE channel_id = $1 AND seq BETWEEN 2 AND 202`,
      [channelId],
    );
    await stack.dataSource.query('UPDATE channels SET last_rev = 707 WHERE id = $1', [channelId]);
    live.hint({ channelId, messages: [await change(1, EDITED)] });
    await until('the jump', () => live.told.length >= 3);
    expect(live.told.slice(2)).toEqual(['message:edited 202 at 707']);
    const appended = await say(['after']);
    live.hint({ channelId, messages: appended?.flatMap(({ row }) => (row ? [messageView(row)] : [])) ?? [] });
    expect(live.told.slice(3)).toEqual([[507]]);
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
