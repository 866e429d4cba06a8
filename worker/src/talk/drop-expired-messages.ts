import { Injectable } from '@nestjs/common';
import { ROOMS, TOMBSTONE_HOURS } from '@oniverse/contracts';
import { pagesById } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';
import { deleteMessageRows } from './message-rows.js';

const EVERY_MS = 10 * 60_000;
const CHANNELS_PER_PAGE = 500;
/** Rows of a statement. Senders do not wait for it: only the end of the transaction locks the channel. */
const BATCH = 500;

interface FirstMessage {
  seq: number;
  isOld: boolean;
  /** The thread that it starts. */
  threadId: string | null;
}

interface DroppedThread {
  /** Null in a conversation. */
  serverId: string | null;
  parentId: string;
  followerIds: string[];
}

/** SQL condition: a message was deleted long enough ago for every client to know. @param message an alias of `messages` */
const isOld = (message: string): string =>
  `coalesce(${message}.deleted_at < now() - interval '${TOMBSTONE_HOURS} hours', false)`;

/**
 * Deletes the rows at the beginning of channels whose messages expired, and the threads that began there. It raises `firstSeq` of
 * the channel with them, so that no client takes them for a loss. The newest message of a channel stays. The events of a game stay
 * until all of them expired and the game is over, and go with its thread.
 */
@Injectable()
export class DropExpiredMessages implements MaintenanceJob {
  readonly name = 'drop-expired-messages';
  readonly everyMs = EVERY_MS;

  constructor(
    private readonly dataSource: DataSource,
    private readonly live: LivePublisher,
  ) {}

  async run(): Promise<number> {
    let count = 0;
    const listAfter = async (after: string): Promise<{ id: string }[]> =>
      this.dataSource.query(
        `SELECT id FROM channels channel WHERE expired_seq >= first_seq AND id > $1
            AND NOT EXISTS (SELECT FROM games WHERE channel_id = channel.id) ORDER BY id LIMIT $2`,
        [after, CHANNELS_PER_PAGE],
      );
    for await (const channels of pagesById(CHANNELS_PER_PAGE, listAfter)) {
      for (const { id } of channels) {
        for (let dropped = BATCH; dropped === BATCH;) {
          dropped = await this.dropBatch(id);
          count += dropped;
        }
      }
    }
    return count;
  }

  /** @returns how many rows of messages it deleted */
  private async dropBatch(channelId: string): Promise<number> {
    const messages: FirstMessage[] = await this.dataSource.query(
      `SELECT message.seq, ${isOld('message')} AS "isOld", thread.id AS "threadId"
         FROM channels channel
        CROSS JOIN LATERAL (
          SELECT * FROM messages
           WHERE channel_id = channel.id AND seq >= channel.first_seq
             AND seq < channel.last_seq AND seq <= channel.expired_seq
           ORDER BY seq LIMIT $2
        ) message
         LEFT JOIN channels thread ON thread.parent_message_id = message.id
        WHERE channel.id = $1 ORDER BY message.seq`,
      [channelId, BATCH],
    );
    let count = 0;
    for (const message of messages) {
      if (!message.isOld || (message.threadId !== null && !(await this.dropThread(message.threadId)))) break;
      count += 1;
    }
    const [first, last] = [messages[0], messages[count - 1]];
    return first && last ? this.dropRows(channelId, first.seq, last.seq) : 0;
  }

  private async dropRows(channelId: string, first: number, last: number): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      await deleteMessageRows(manager, channelId, first, last);
      const [, raised]: [unknown, number] = await manager.query(
        'UPDATE channels SET first_seq = $3 + 1 WHERE id = $1 AND first_seq = $2',
        [channelId, first, last],
      );
      // Otherwise another worker dropped them first.
      return raised > 0 ? last - first + 1 : 0;
    });
  }

  /** Deletes a thread whose messages are all gone. @returns whether it is deleted */
  private async dropThread(threadId: string): Promise<boolean> {
    const dropped = await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `SELECT 1 FROM channels WHERE id IN ($1, (SELECT parent_id FROM channels WHERE id = $1))
          ORDER BY id FOR NO KEY UPDATE`,
        [threadId],
      );
      const threads: (DroppedThread & { isGone: boolean })[] = await manager.query(
        `SELECT thread.parent_server_id AS "serverId", thread.parent_id AS "parentId",
                ARRAY(SELECT follow.user_id FROM thread_follows follow WHERE follow.channel_id = thread.id) AS "followerIds",
                (thread.first_seq >= thread.last_seq
                 OR EXISTS (SELECT FROM games WHERE channel_id = thread.id AND status = 'over')) AND NOT EXISTS (
                  SELECT FROM messages reply WHERE reply.channel_id = thread.id AND NOT ${isOld('reply')}
                ) AS "isGone"
           FROM channels thread WHERE thread.id = $1`,
        [threadId],
      );
      const [thread] = threads;
      if (thread?.isGone) await manager.query('DELETE FROM channels WHERE id = $1', [threadId]);
      return thread;
    });
    if (dropped?.isGone) this.publishDropped(threadId, dropped);
    return dropped?.isGone ?? true;
  }

  private publishDropped(threadId: string, { serverId, parentId, followerIds }: DroppedThread): void {
    const room = ROOMS.channel(threadId);
    const followers = followerIds.map(ROOMS.user);
    if (serverId === null) {
      this.live.publish('conversation:changed', followers, { id: parentId, last: null });
    } else {
      const rooms = [room, ROOMS.channel(parentId), ...followers];
      this.live.publish('thread:deleted', rooms, { serverId, parentId, channelId: threadId });
    }
    this.live.leaveRooms(room, room);
  }
}
