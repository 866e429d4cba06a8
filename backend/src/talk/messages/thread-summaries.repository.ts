import { Injectable } from '@nestjs/common';
import { followableBy } from '@oniverse/data';
import { DataSource } from 'typeorm';
import { requireRow } from '../../shared/index.js';
import { FROM_MESSAGES, MESSAGE_COLUMNS, type MessageRow } from './messages.repository.js';

/** A thread whose new summary the message that starts it now shows. */
export interface AnnouncedThread {
  /** Null in a conversation. */
  serverId: string | null;
  parentId: string;
  lastSeq: number;
  /** The message that starts it, with its new revision. */
  message: MessageRow;
  followerIds: readonly string[];
}

/** Limits the work of one sweep. The next one continues. */
const MAX_SWEPT = 100;

@Injectable()
export class ThreadSummariesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Gives the message that starts a stale thread its next revision. Returns undefined if the thread is not stale. */
  async announce(threadId: string): Promise<AnnouncedThread | undefined> {
    return this.dataSource.transaction(async (manager) => {
      const threads: { message_id: string; parent_id: string; server_id: string | null; last_seq: number }[] =
        await manager.query('SELECT * FROM announce_thread($1)', [threadId]);
      const thread = threads[0];
      if (!thread) return undefined;
      // Separate statements, because a statement does not see what its own functions change.
      const messages: MessageRow[] = await manager.query(
        `SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.id = $1`,
        [thread.message_id],
      );
      const followers: { user_id: string }[] = await manager.query(
        `SELECT user_id FROM thread_follows follow
          WHERE channel_id = $1 AND ${followableBy('follow.channel_id', 'follow.user_id')}`,
        [threadId],
      );
      return {
        serverId: thread.server_id,
        parentId: thread.parent_id,
        lastSeq: thread.last_seq,
        message: requireRow(messages[0]),
        followerIds: followers.map(({ user_id: userId }) => userId),
      };
    });
  }

  /** Returns threads that have been stale for longer than a time, because the backend that changed them ended. */
  async listStale(forMs: number): Promise<string[]> {
    const rows: { channel_id: string }[] = await this.dataSource.query(
      `SELECT channel_id FROM stale_threads WHERE since < now() - make_interval(secs => $1 / 1000.0)
        ORDER BY since LIMIT ${MAX_SWEPT}`,
      [forMs],
    );
    return rows.map(({ channel_id: channelId }) => channelId);
  }
}
