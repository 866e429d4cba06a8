import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { FROM_MESSAGES, MESSAGE_COLUMNS, type MessageRow } from './messages.repository.js';

/** What became of an edit. */
export interface EditedMessage {
  row: MessageRow;
  serverId: string;
  /** The members whom it mentions now and did not mention before. */
  mentioned: readonly string[];
}

/** Counts a change of the message's channel, whose lock is held, and makes it. */
const CHANGED = (set: string): string => `
  head AS (
    UPDATE channels SET last_rev = last_rev + 1 WHERE id = (SELECT channel_id FROM messages WHERE id = $1)
    RETURNING server_id, last_rev, clock_timestamp() AS now
  ), changed AS (
    UPDATE messages SET ${set}, rev = head.last_rev, updated_at = head.now FROM head
     WHERE messages.id = $1 RETURNING messages.*
  )`;
const ANSWER = `SELECT ${MESSAGE_COLUMNS}, head.server_id`;
const FROM_CHANGED = 'FROM head CROSS JOIN changed m LEFT JOIN users u ON u.id = m.user_id';

/** Every query that changes a message which is there. */
@Injectable()
export class MessageChangesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }

  /**
   * Takes the lock of a message's channel, as who stores messages does: what is read of the channel in a statement
   * after this one stays so until the end of the transaction. Nothing is locked where there is no such message.
   */
  async lockChannel(manager: EntityManager, messageId: string): Promise<void> {
    await manager.query(
      `SELECT 1 FROM channels channel JOIN messages message ON message.channel_id = channel.id
        WHERE message.id = $1 FOR NO KEY UPDATE OF channel`,
      [messageId],
    );
  }

  async find(manager: EntityManager, messageId: string): Promise<MessageRow | undefined> {
    const rows: MessageRow[] = await manager.query(
      `SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.id = $1`,
      [messageId],
    );
    return rows[0];
  }

  /**
   * Gives a message another text, and the mentions of that text.
   * @param names of the members whom the text mentions
   */
  async edit(
    manager: EntityManager,
    messageId: string,
    content: string,
    names: readonly string[],
  ): Promise<EditedMessage | undefined> {
    const rows: (MessageRow & { server_id: string; mentioned: string[] })[] = await manager.query(
      `WITH ${CHANGED('content = $2, edited_at = head.now')}, named AS (
         SELECT u.id, changed.channel_id, changed.seq FROM head CROSS JOIN changed
           JOIN users u ON u.username = ANY($3) AND u.id <> changed.user_id
           JOIN server_members s ON s.server_id = head.server_id AND s.user_id = u.id
            FOR KEY SHARE OF u
       ), dropped AS (
         DELETE FROM mentions USING changed
          WHERE mentions.channel_id = changed.channel_id AND mentions.seq = changed.seq
            AND mentions.user_id NOT IN (SELECT id FROM named)
       ), added AS (
         INSERT INTO mentions (user_id, channel_id, seq) SELECT id, channel_id, seq FROM named
         ON CONFLICT DO NOTHING RETURNING user_id
       )
       ${ANSWER}, ARRAY(SELECT user_id FROM added) AS mentioned ${FROM_CHANGED}`,
      [messageId, content, names],
    );
    const [edited] = rows;
    return edited && { row: edited, serverId: edited.server_id, mentioned: edited.mentioned };
  }

  /** Leaves of a message its place: its text and its mentions go. */
  async bury(manager: EntityManager, messageId: string): Promise<MessageRow | undefined> {
    const rows: MessageRow[] = await manager.query(
      `WITH ${CHANGED(`content = '', deleted_at = head.now`)}, dropped AS (
         DELETE FROM mentions USING changed
          WHERE mentions.channel_id = changed.channel_id AND mentions.seq = changed.seq
       )
       ${ANSWER} ${FROM_CHANGED}`,
      [messageId],
    );
    return rows[0];
  }
}
