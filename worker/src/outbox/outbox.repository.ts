import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Something that stands in the outbox. */
export interface WaitingRow {
  id: string;
  topic: string;
  subject: string;
}

/** How many rows of a topic stand in the outbox, and how old the oldest is; null for all topics that are not known. */
export interface WaitingTopic {
  topic: string | null;
  rows: number;
  oldest_seconds: number;
}

/** What stands in the outbox. */
@Injectable()
export class OutboxRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The oldest of some topics.
   * @param after the id of a row; those after it
   */
  async pageAfter(after: string, topics: readonly string[], limit: number): Promise<WaitingRow[]> {
    return this.dataSource.query(
      'SELECT id, topic, subject FROM outbox WHERE id > $1 AND topic = ANY($2) ORDER BY id LIMIT $3',
      [after, topics, limit],
    );
  }

  /** What stands there, by topic; those of which nothing does are left out. */
  async waiting(known: readonly string[]): Promise<WaitingTopic[]> {
    return this.dataSource.query(
      `SELECT CASE WHEN topic = ANY($1) THEN topic END AS topic, count(*)::integer AS rows,
              greatest(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest_seconds
         FROM outbox GROUP BY 1`,
      [known],
    );
  }

  /**
   * Removes rows of other topics than these that are older than so many days.
   * @returns how many
   */
  async removeOthers(topics: readonly string[], days: number, limit: number): Promise<number> {
    const [, removed]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE topic <> ALL($1) AND created_at < now() - $2::integer * interval '1 day'
          ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
       )`,
      [topics, days, limit],
    );
    return removed;
  }
}
