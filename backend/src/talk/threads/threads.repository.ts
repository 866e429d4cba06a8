import { Injectable } from '@nestjs/common';
import type { ThreadView } from '@oniverse/contracts';
import { followableBy, readableBy } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { otherMembersOf } from '../conversations/other-members.js';
import { UNREAD_OF_CHANNEL } from '../read-marks/unread.js';

export interface ThreadRow {
  /** The newest message that its summary shows. Sorts threads by their latest activity. */
  id: string;
  channel_id: string;
  /** Null in a conversation. */
  server_id: string | null;
  parent_id: string;
  parent_name: string;
  members: ThreadView['members'];
  /** The message that starts it. */
  message_id: string;
  last_seq: number;
  created_at: Date;
  is_member: boolean;
  is_followed: boolean;
  read_seq: number;
  unread_count: number;
  mention_count: number;
}

/** What the deletion of a thread needs to know. */
export interface ThreadPlace {
  parent_id: string;
  parent_name: string;
  message_id: string;
  /** The author of the message that starts the thread; null if the account was erased. */
  author_id: string | null;
  follower_ids: string[];
}

export interface ThreadPage {
  limit: number;
  cursor?: string;
}

export interface FollowedPage extends ThreadPage {
  server?: string;
  conversations?: boolean;
}

/** SQL for {@link ThreadRow.members}. */
const OTHERS = `CASE WHEN channel.is_conversation THEN ${otherMembersOf('channel.parent_id')} ELSE '[]' END`;
/** Selects {@link ThreadRow} for `$1` from `channels channel`. A thread exists for readers once its first reply was announced. */
const COLUMNS = `channel.activity_id AS id, channel.id AS channel_id, channel.parent_server_id AS server_id, channel.parent_id,
  parent.name AS parent_name, ${OTHERS} AS members, channel.parent_message_id AS message_id, channel.last_seq, channel.created_at,
  channel.is_conversation OR membership.id IS NOT NULL AS is_member, follow.user_id IS NOT NULL AS is_followed, of_channel.read_seq,
  of_channel.unread_count::integer, of_channel.mention_count::integer`;
const JOINS = `JOIN channels parent ON parent.id = channel.parent_id
  LEFT JOIN server_members membership ON membership.server_id = channel.parent_server_id AND membership.user_id = $1
  LEFT JOIN thread_follows follow ON follow.user_id = $1 AND follow.channel_id = channel.id
  ${UNREAD_OF_CHANNEL}`;

@Injectable()
export class ThreadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(userId: string, threadId: string): Promise<ThreadRow | undefined> {
    const rows: ThreadRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM channels channel ${JOINS} WHERE channel.id = $2 AND channel.last_seq > 0`,
      [userId, threadId],
    );
    return rows[0];
  }

  /** Returns a page of the threads of a channel, latest activity first, plus one more row if there is a next page. */
  async listPage(userId: string, channelId: string, { limit, cursor }: ThreadPage): Promise<ThreadRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM (
         SELECT * FROM channels
          WHERE parent_id = $2 AND activity_id IS NOT NULL AND ($3::uuid IS NULL OR activity_id < $3)
          ORDER BY activity_id DESC LIMIT $4
       ) channel ${JOINS}
        ORDER BY channel.activity_id DESC`,
      [userId, channelId, cursor ?? null, limit + 1],
    );
  }

  /**
   * Like `listPage`, for the threads that the member follows: all, those in one server or those in conversations. A follow ends
   * with the membership.
   */
  async listFollowedPage(
    userId: string,
    { limit, cursor, server, conversations = false }: FollowedPage,
  ): Promise<ThreadRow[]> {
    // LIMIT 1 forces a lookup by key. A plain join may scan all channels for a few hundred rows.
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM (
         SELECT thread.* FROM thread_follows own
          CROSS JOIN LATERAL (SELECT * FROM channels WHERE id = own.channel_id LIMIT 1) thread
          WHERE own.user_id = $1 AND ($2::uuid IS NULL OR own.server_id = $2) AND (NOT $5 OR own.conversation_id IS NOT NULL)
            AND thread.activity_id IS NOT NULL AND ($3::uuid IS NULL OR thread.activity_id < $3)
            AND ${followableBy('thread.id', '$1')}
          ORDER BY thread.activity_id DESC LIMIT $4
       ) channel ${JOINS}
        ORDER BY channel.activity_id DESC`,
      [userId, server ?? null, cursor ?? null, limit + 1, conversations],
    );
  }

  /** Returns the thread that a message starts, even before its first reply. */
  async findByMessage(
    messageId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      'SELECT id FROM channels WHERE parent_message_id = $1',
      [messageId],
    );
    return rows[0]?.id;
  }

  /** Returns the server of a thread with replies, null in a conversation; undefined for those who may not read it. */
  async findServerId(
    manager: EntityManager,
    readerId: string,
    threadId: string,
  ): Promise<string | null | undefined> {
    const rows: { server_id: string | null }[] = await manager.query(
      `SELECT parent_server_id AS server_id FROM channels
        WHERE id = $1 AND parent_id IS NOT NULL AND last_seq > 0 AND ${readableBy('channels.id', '$2')}`,
      [threadId, readerId],
    );
    return rows[0]?.server_id;
  }

  /** Locks a thread and its parent, as storing a message does. Returns undefined if the thread does not exist. */
  async lock(manager: EntityManager, threadId: string): Promise<ThreadPlace | undefined> {
    await manager.query(
      `SELECT 1 FROM channels WHERE id IN ($1, (SELECT parent_id FROM channels WHERE id = $1))
        ORDER BY id FOR NO KEY UPDATE`,
      [threadId],
    );
    const rows: ThreadPlace[] = await manager.query(
      `SELECT thread.parent_id, parent.name AS parent_name,
              thread.parent_message_id AS message_id, starting.user_id AS author_id,
              ARRAY(SELECT follow.user_id FROM thread_follows follow WHERE follow.channel_id = thread.id) AS follower_ids
         FROM channels thread JOIN channels parent ON parent.id = thread.parent_id
         JOIN messages starting ON starting.id = thread.parent_message_id
        WHERE thread.id = $1`,
      [threadId],
    );
    return rows[0];
  }

  /** Deletes a thread with everything in it. */
  async delete(manager: EntityManager, threadId: string): Promise<void> {
    await manager.query('DELETE FROM channels WHERE id = $1', [threadId]);
  }

  async insert(
    manager: EntityManager,
    thread: { serverId: string | null; parentId: string; messageId: string; userId: string },
  ): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      `INSERT INTO channels (name, parent_id, parent_server_id, parent_message_id, started_by, is_conversation)
       VALUES ('', $1, $2, $3, $4, $2::uuid IS NULL) RETURNING id`,
      [thread.parentId, thread.serverId, thread.messageId, thread.userId],
    );
    return rows[0]?.id;
  }

  /**
   * Lets a member of the server or conversation follow a thread, with what was written so far as read. The lock keeps members
   * from leaving the conversation until the follow, which leaving deletes, is stored.
   * @returns whether this changed anything
   */
  async follow(manager: EntityManager, userId: string, threadId: string): Promise<boolean> {
    await manager.query(
      `SELECT 1 FROM channels WHERE id = (SELECT parent_id FROM channels WHERE id = $1 AND is_conversation) FOR SHARE`,
      [threadId],
    );
    const rows: unknown[] = await manager.query(
      `SELECT follow_thread(id, ARRAY[$1::uuid], ARRAY[last_seq]) FROM channels WHERE id = $2`,
      [userId, threadId],
    );
    return rows.length > 0;
  }

  /** @returns whether the member followed it */
  async unfollow(userId: string, threadId: string): Promise<boolean> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      'DELETE FROM thread_follows WHERE user_id = $1 AND channel_id = $2',
      [userId, threadId],
    );
    return count > 0;
  }
}
