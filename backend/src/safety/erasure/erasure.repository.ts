import { Injectable } from '@nestjs/common';
import { User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

/** Limits the rows of one statement, so that none runs for long. */
const ROWS_PER_STATEMENT = 2_000;

/**
 * Statements for tables with many rows per member; a cascade deletes other rows. Pictures and attachments come before their
 * objects, as in all transactions that change both. An arriving object keeps its state, because its upload cleans up, and one
 * that a case keeps.
 */
const BATCH_STATEMENTS = [
  // Nobody else reads these conversations.
  `DELETE FROM channels WHERE id IN (
     SELECT own.channel_id FROM conversation_members own
      WHERE own.user_id = $1 AND NOT EXISTS (
        SELECT FROM conversation_members peer
         WHERE peer.channel_id = own.channel_id AND peer.user_id <> $1 AND peer.state IN ('joined', 'requested'))
      LIMIT $2)`,
  // Before the messages lose their author.
  `DELETE FROM message_links WHERE (channel_id, seq, place) IN (
     SELECT link.channel_id, link.seq, link.place
       FROM messages message JOIN message_links link ON link.channel_id = message.channel_id AND link.seq = message.seq
      WHERE message.user_id = $1 LIMIT $2)`,
  'UPDATE messages SET user_id = NULL WHERE id IN (SELECT id FROM messages WHERE user_id = $1 LIMIT $2)',
  'DELETE FROM images WHERE id IN (SELECT id FROM images WHERE user_id = $1 LIMIT $2)',
  'DELETE FROM attachments WHERE id IN (SELECT id FROM attachments WHERE user_id = $1 LIMIT $2)',
  `UPDATE objects SET user_id = NULL, state = CASE WHEN state IN ('arriving', 'kept') THEN state ELSE 'discarded' END
    WHERE path IN (SELECT path FROM objects WHERE user_id = $1 LIMIT $2)`,
  // Before the own posts, whose deletion deletes all replies and ripples to them.
  `UPDATE post_replies SET user_id = NULL, content = '', deleted_at = coalesce(deleted_at, now())
    WHERE id IN (SELECT id FROM post_replies WHERE user_id = $1 LIMIT $2)`,
  `DELETE FROM ripples WHERE user_id = $1 AND post_id IN (SELECT post_id FROM ripples WHERE user_id = $1 LIMIT $2)`,
  'DELETE FROM posts WHERE id IN (SELECT id FROM posts WHERE user_id = $1 LIMIT $2)',
  // The snapshot stays with its case, without the member's id. A report loses its member by the cascade.
  `UPDATE cases SET subject_id = NULL WHERE id IN (SELECT id FROM cases WHERE about_user_id = $1 AND subject_id = $1 LIMIT $2)`,
  'DELETE FROM profile_archives WHERE id IN (SELECT id FROM profile_archives WHERE user_id = $1 LIMIT $2)',
] as const;

@Injectable()
export class ErasureRepository {
  constructor(private readonly dataSource: DataSource) {}

  async findUser(userId: string): Promise<User | null> {
    return this.dataSource.getRepository(User).findOneBy({ id: userId });
  }

  /** Locks the user's row, so that new references to it wait and then fail. */
  async lockMember(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  }

  /** Deletes the member's content. Messages and replies lose their author; objects are discarded for maintenance to delete. */
  async deleteContent(manager: EntityManager, userId: string): Promise<void> {
    for (const statement of BATCH_STATEMENTS) {
      let changed: number;
      do {
        const result: [unknown[], number] = await manager.query(statement, [userId, ROWS_PER_STATEMENT]);
        changed = result[1];
      } while (changed === ROWS_PER_STATEMENT);
    }
  }
}
