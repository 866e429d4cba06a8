import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type MessageView,
  type RemovedAuthor,
  ROOMS,
  type ServerEvent,
  type ServerPayload,
} from '@oniverse/contracts';
import { MESSAGE_REVISED_TOPIC, TOUCH } from '@oniverse/data';
import { createLogger, Metrics } from '@oniverse/platform';
import { LiveService } from '@oniverse/platform/backend';
import { makeMember, makeServer, TestStack, waitUntil } from '@oniverse/testing';
import { Redis } from 'ioredis';
import { AuthorRemovalsRepository } from './author-removals.repository.js';
import { MemberRooms } from '../servers/member-rooms.js';
import { Memberships } from '../servers/memberships.js';
import { ChannelActivity } from './channel-activity.js';
import { ChannelFeed } from './channel-feed.js';
import { MessagesRepository } from './messages.repository.js';
import { messageView } from './messages.view.js';

/** Records published events, and lets a test deliver hints of other backends. */
class LiveRecorder extends LiveService {
  /** The `seq` of new messages per packet, and a description of every other event. */
  readonly published: (number[] | string)[] = [];
  deliverHint: (payload: unknown) => void = () => {};
  deliverRemovedAuthors: (payload: unknown) => void = () => {};
  deliverRevised: (payload: unknown) => void = () => {};

  constructor() {
    super(createLogger('test', 'silent'));
  }

  override publishLocally<E extends ServerEvent>(event: E, _room: string, payload: ServerPayload<E>): void {
    if ('messages' in payload) this.published.push(payload.messages.map(({ seq }) => seq));
    else if ('seq' in payload && 'rev' in payload)
      this.published.push(`${event} ${payload.seq} at ${payload.rev}`);
    else if ('rev' in payload) this.published.push(`${event} at ${payload.rev}`);
  }

  get packets(): number[][] {
    return this.published.filter((entry) => typeof entry !== 'string');
  }

  override onHint(topic: string, listener: (payload: unknown) => void): void {
    if (topic === 'messages:stored') this.deliverHint = listener;
    else if (topic === MESSAGE_REVISED_TOPIC) this.deliverRevised = listener;
    else this.deliverRemovedAuthors = listener;
  }
}

describe('ChannelFeed', () => {
  let stack: TestStack;
  let repository: MessagesRepository;
  let live: LiveRecorder;
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
    live = new LiveRecorder();
    const logger = createLogger('test', 'silent');
    feed = new ChannelFeed(
      repository,
      live,
      new ChannelActivity(live),
      new MemberRooms(new Memberships(stack.dataSource), live, logger),
      subscriber,
      logger,
      new Metrics(logger),
    );
    feed.onModuleInit();
    feed.follow(channelId, { readersRoom: ROOMS.server(server.id), firstSeq: 1, lastSeq: 0, lastRev: 0 });
  });

  // Also after a failed test, whose timers would keep the process.
  afterEach(() => {
    jest.restoreAllMocks();
    feed.onApplicationShutdown();
  });

  const deliverHint = async (...seqs: number[]): Promise<void> => {
    const messages = (await repository.pageAfter(channelId, 0, 10)).map(messageView);
    live.deliverHint({ channelId, messages: messages.filter(({ seq }) => seqs.includes(seq)) });
  };

  it('LIV-010 buffers messages that arrive early and drops messages that arrive twice', async () => {
    await deliverHint(2);
    await deliverHint(1);
    await deliverHint(1, 2);
    await deliverHint(3, 4, 5);
    await deliverHint(2, 5);
    expect(live.packets).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('TLK-316 reads what a worker revised as soon as it hints at it, and ignores other hints', async () => {
    await deliverHint(1, 2, 3, 4, 5);
    const [message] = await repository.pageAfter(channelId, 2, 1);
    await stack.dataSource.query(`WITH ${TOUCH} SELECT FROM changed`, [message?.id]);
    for (const hint of [
      null,
      'x',
      {},
      { channelId, rev: '6' },
      { channelId, rev: 5 },
      { channelId: userId, rev: 9 },
    ])
      live.deliverRevised(hint);
    expect(live.published).toHaveLength(1);
    live.deliverRevised({ channelId, rev: 6 });
    await waitUntil('the revision', () => live.published.length === 2);
    expect(live.published.at(-1)).toBe('message:edited 3 at 6');
  });

  it('LIV-009 fills a gap from the database when the missing messages do not arrive', async () => {
    await deliverHint(1);
    await deliverHint(4);
    await waitUntil('the gap to be filled', () => live.packets.flat().length === 5);
    expect(live.packets.flat()).toEqual([1, 2, 3, 4, 5]);
  });

  /** Stores a change as another backend does, and returns its view. */
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

  it('LIV-003 LIV-010 emits edits and deletions once, in order of revision, between new messages', async () => {
    await deliverHint(1, 2, 3, 4, 5);
    const edited = await change(2, EDITED);
    const deleted = await change(3, DELETED);
    const again = await change(2, EDITED);
    live.deliverHint({ channelId, messages: [again] });
    live.deliverHint({ channelId, messages: [deleted] });
    live.deliverHint({ channelId, messages: [edited] });
    live.deliverHint({ channelId, messages: [deleted, edited, again] });
    expect(live.published).toEqual([
      [1, 2, 3, 4, 5],
      'message:edited 2 at 6',
      'message:deleted 3 at 7',
      'message:edited 2 at 8',
    ]);
  });

  it('LIV-009 fills a gap of edits and deletions, including new messages that were edited within it', async () => {
    await deliverHint(1, 2);
    await change(1, EDITED);
    await change(4, EDITED);
    await change(5, DELETED);
    live.deliverHint({ channelId, messages: [await change(2, DELETED)] });
    await waitUntil('the gap to be filled', () => live.published.length >= 4);
    expect(live.published).toEqual([[1, 2], [3], 'message:edited 1 at 6', [4, 5], 'message:deleted 2 at 9']);
    await deliverHint(1, 2, 3, 4, 5);
    live.deliverHint({ channelId, messages: [await change(1, DELETED)] });
    expect(live.published.slice(4)).toEqual(['message:deleted 2 at 9', 'message:deleted 1 at 10']);
  });

  /** Removes the author as an account erasure on another backend does. */
  const removeAuthor = async (): Promise<RemovedAuthor> => {
    const [removed] = await stack.dataSource.transaction(async (manager) =>
      new AuthorRemovalsRepository(stack.dataSource).insert(manager, userId),
    );
    await stack.dataSource.query('UPDATE messages SET user_id = NULL WHERE user_id = $1', [userId]);
    return removed!;
  };

  it('GAP-043 LIV-010 emits a removed author once, in order of revision', async () => {
    await deliverHint(1, 2, 3, 4, 5);
    const edited = await change(2, EDITED);
    const removed = await removeAuthor();
    const deleted = await change(3, DELETED);
    live.deliverHint({ channelId, messages: [deleted] });
    live.deliverRemovedAuthors([removed]);
    live.deliverRemovedAuthors([{ ...removed, channelId: 'another' }, null]);
    live.deliverRemovedAuthors('text');
    live.deliverHint({ channelId, messages: [edited] });
    live.deliverRemovedAuthors([removed]);
    expect(live.published).toEqual([
      [1, 2, 3, 4, 5],
      'message:edited 2 at 6',
      'author:removed at 7',
      'message:deleted 3 at 8',
    ]);
  });

  it('GAP-043 LIV-009 fills a gap that contains a removed author', async () => {
    await deliverHint(1, 2, 3, 4);
    await change(1, EDITED);
    await removeAuthor();
    live.deliverHint({ channelId, messages: [await change(2, DELETED)] });
    await waitUntil('the gap to be filled', () => live.published.length >= 5);
    expect(live.published).toEqual([
      [1, 2, 3, 4],
      [5],
      'message:edited 1 at 6',
      'author:removed at 7',
      'message:deleted 2 at 8',
    ]);
  });

  it('LIV-009 finds an edit with a lost hint by comparing heads', async () => {
    live.hasRoom = () => true;
    await deliverHint(1, 2, 3, 4, 5);
    await change(3, EDITED);
    await waitUntil('the edit to be published', () => live.published.length >= 2);
    expect(live.published).toEqual([[1, 2, 3, 4, 5], 'message:edited 3 at 6']);
  });

  it('OPS-109 reads nothing of a channel whose hints arrive shortly after its head', async () => {
    live.hasRoom = () => true;
    const messages = (await repository.pageAfter(channelId, 0, 10)).map(messageView);
    const read = repository.heads.bind(repository);
    const heads = jest.spyOn(repository, 'heads').mockImplementation(async (ids) => {
      const found = await read(ids);
      setImmediate(() => live.deliverHint({ channelId, messages }));
      return found;
    });
    const gaps = jest.spyOn(repository, 'changesAfter');
    await waitUntil('the heads to be compared twice', () => heads.mock.calls.length > 1);
    expect(live.packets).toEqual([[1, 2, 3, 4, 5]]);
    expect(gaps).not.toHaveBeenCalled();
  });

  it('LIV-009 skips a gap above the limit with a jump, and continues after it', async () => {
    await deliverHint(1, 2, 3, 4, 5);
    const append = (nonces: readonly string[]) =>
      repository.append(
        channelId,
        nonces.map((nonce) => ({ userId, content: nonce, nonce })),
      );
    await append(Array.from({ length: 501 }, (_, index) => `more ${index}`));
    live.deliverHint({ channelId, messages: (await repository.latest(channelId, 1)).map(messageView) });
    await waitUntil('the jump', () => live.published.length >= 2);
    expect(live.published.slice(1)).toEqual([[506]]);
    await stack.dataSource.query(
      `UPDATE messages SET edited_at = now(), rev = 505 + seq WHERE channel_id = $1 AND seq BETWEEN 2 AND 202`,
      [channelId],
    );
    await stack.dataSource.query('UPDATE channels SET last_rev = 707 WHERE id = $1', [channelId]);
    live.deliverHint({ channelId, messages: [await change(1, EDITED)] });
    await waitUntil('the jump', () => live.published.length >= 3);
    expect(live.published.slice(2)).toEqual(['message:edited 202 at 707']);
    const appended = await append(['after']);
    live.deliverHint({
      channelId,
      messages: appended?.flatMap(({ row }) => (row ? [messageView(row)] : [])) ?? [],
    });
    expect(live.published.slice(3)).toEqual([[507]]);
  });

  it('LIV-003 ignores hints for channels that no socket here has open, and malformed hints', async () => {
    live.deliverHint({ channelId: 'another', messages: [{ seq: 1 }] });
    live.deliverHint(null);
    live.deliverHint('text');
    expect(live.packets).toEqual([]);
  });
});
