import { Injectable } from '@nestjs/common';
import { MESSAGE_VERSIONS } from '@oniverse/contracts';
import {
  lockChannelOfMessage,
  MessageVersion,
  OUTBOX_TOPICS,
  SOFT_DELETE,
  TOUCH,
  updateWithNextRev,
} from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { FROM_MESSAGES, MESSAGE_COLUMNS, MESSAGE_JOINS, type MessageRow } from './messages.repository.js';

export interface EditedMessage {
  row: MessageRow;
  /** Null in a conversation. */
  serverId: string | null;
  /** The channel of the thread that the message is in; null outside of threads. */
  parentId: string | null;
  /** Ids of newly mentioned members. */
  mentioned: readonly string[];
}

export interface DeletedMessage {
  row: MessageRow;
  /** The channel of the thread that it is in, whose summary changes; null outside of threads. */
  parentId: string | null;
}

/** The author of the message that `changed` answers. A reply mentions that author, as in `store_messages`. */
const ANSWERED = `SELECT answered.user_id
  FROM answered_message(changed.channel_id, changed.seq, changed.reply_to_seq) answered WHERE answered.deleted_at IS NULL`;
const SELECT_CHANGED = `SELECT ${MESSAGE_COLUMNS}, head.server_id, head.parent_id`;
const FROM_CHANGED = `FROM head CROSS JOIN changed m ${MESSAGE_JOINS}`;

@Injectable()
export class MessageChangesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }

  async lockChannel(manager: EntityManager, messageId: string): Promise<void> {
    await lockChannelOfMessage(manager, messageId);
  }

  async find(manager: EntityManager, messageId: string): Promise<MessageRow | undefined> {
    const rows: MessageRow[] = await manager.query(
      `SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.id = $1`,
      [messageId],
    );
    return rows[0];
  }

  /**
   * Edits a message and retains its earlier text. Mentioned members of a thread follow it.
   * @param names what the content mentions: Oni IDs and names of groups
   */
  async edit(
    manager: EntityManager,
    messageId: string,
    content: string,
    names: readonly string[],
  ): Promise<EditedMessage | undefined> {
    const rows: (MessageRow & {
      server_id: string | null;
      parent_id: string | null;
      mentioned: string[];
    })[] = await manager.query(
      `WITH ${updateWithNextRev('content = $2, edited_at = head.now')}, named AS (
         SELECT mentioned.*, changed.channel_id, changed.seq FROM changed
          CROSS JOIN LATERAL resolve_mentions(changed.user_id, (${ANSWERED}), $3, changed.channel_id, ARRAY(
            SELECT user_id FROM mentions WHERE channel_id = changed.channel_id AND seq = changed.seq
          )) AS mentioned
       ), dropped AS (
         DELETE FROM mentions USING changed
          WHERE mentions.channel_id = changed.channel_id AND mentions.seq = changed.seq
            AND mentions.user_id NOT IN (SELECT user_id FROM named)
       ), added AS (
         INSERT INTO mentions (user_id, channel_id, seq) SELECT user_id, channel_id, seq FROM named WHERE is_new
         ON CONFLICT DO NOTHING RETURNING user_id
       ), replaced AS (
         INSERT INTO message_versions (message_id, user_id, content, written_at)
         SELECT id, user_id, content, coalesce(edited_at, created_at) FROM messages WHERE id = $1
       ), bounded AS (
         DELETE FROM message_versions WHERE message_id = $1 AND id <= (
           SELECT id FROM message_versions WHERE message_id = $1 ORDER BY id DESC OFFSET ${MESSAGE_VERSIONS.most - 1} LIMIT 1
         )
       ), noted AS (
         INSERT INTO outbox (topic, subject)
         SELECT '${OUTBOX_TOPICS.notify}', 'mention:' || channel_id || ':' || seq FROM changed
          WHERE EXISTS (SELECT FROM added)
       )
       ${SELECT_CHANGED}, ARRAY(SELECT user_id FROM added) AS mentioned ${FROM_CHANGED}`,
      [messageId, content, names],
    );
    const [edited] = rows;
    if (edited && edited.parent_id !== null && edited.mentioned.length > 0) {
      await manager.query('SELECT follow_thread($1, $2, $3)', [
        edited.channel_id,
        edited.mentioned,
        edited.mentioned.map(() => edited.seq - 1),
      ]);
    }
    return (
      edited && {
        row: edited,
        serverId: edited.server_id,
        parentId: edited.parent_id,
        mentioned: edited.mentioned,
      }
    );
  }

  /** Returns the earlier texts of a message, newest first. */
  async listVersions(messageId: string): Promise<MessageVersion[]> {
    return this.dataSource
      .getRepository(MessageVersion)
      .find({ where: { messageId }, order: { id: 'DESC' }, take: MESSAGE_VERSIONS.most });
  }

  /** Gives a message whose reactions, pin, previews or thread changed the next revision. */
  async touch(manager: EntityManager, messageId: string): Promise<MessageRow | undefined> {
    const rows: MessageRow[] = await manager.query(`WITH ${TOUCH} ${SELECT_CHANGED} ${FROM_CHANGED}`, [
      messageId,
    ]);
    return rows[0];
  }

  /** Blanks a message: see `SOFT_DELETE`. */
  async softDelete(manager: EntityManager, messageId: string): Promise<DeletedMessage | undefined> {
    const rows: (MessageRow & { parent_id: string | null })[] = await manager.query(
      `WITH ${SOFT_DELETE} ${SELECT_CHANGED} ${FROM_CHANGED}`,
      [[messageId]],
    );
    const [deleted] = rows;
    return deleted && { row: deleted, parentId: deleted.parent_id };
  }
}
