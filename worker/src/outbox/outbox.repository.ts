import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface PendingRow {
  id: string;
  topic: string;
  subject: string;
  /** The request that caused it, as `resumeRequest` reads it; null if none did. */
  request: string | null;
}

/** The rows of one topic, or with `null` those of all unknown topics. */
export interface PendingTopic {
  topic: string | null;
  rows: number;
  oldest_seconds: number;
}

@Injectable()
export class OutboxRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Lists the oldest rows first. @param after the id of the row before the first one */
  async listAfter(after: string, topics: readonly string[], limit: number): Promise<PendingRow[]> {
    return this.dataSource.query(
      'SELECT id, topic, subject, request FROM outbox WHERE id > $1 AND topic = ANY($2) ORDER BY id LIMIT $3',
      [after, topics, limit],
    );
  }

  /**
   * Lists the rows of topics and subjects, one of each pair. Notifications name no request, because workers of the previous
   * release would take it for a part of the subject.
   */
  async listNotified(notified: readonly Pick<PendingRow, 'topic' | 'subject'>[]): Promise<PendingRow[]> {
    return this.dataSource.query(
      `SELECT DISTINCT ON (topic, subject) id, topic, subject, request
         FROM unnest($1::text[], $2::text[]) AS notified (topic, subject) JOIN outbox USING (topic, subject)
        ORDER BY topic, subject, id`,
      [notified.map(({ topic }) => topic), notified.map(({ subject }) => subject)],
    );
  }

  async notify(channel: string): Promise<void> {
    await this.dataSource.query(`SELECT pg_notify($1, '')`, [channel]);
  }

  /** Counts the rows by topic. Topics without rows are absent. */
  async countPending(known: readonly string[]): Promise<PendingTopic[]> {
    return this.dataSource.query(
      `SELECT CASE WHEN topic = ANY($1) THEN topic END AS topic, count(*)::integer AS rows,
              greatest(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest_seconds
         FROM outbox GROUP BY 1`,
      [known],
    );
  }

  /** @returns how many rows it deleted, at most `limit` */
  async deleteUnknown(topics: readonly string[], days: number, limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE topic <> ALL($1) AND created_at < now() - $2::integer * interval '1 day'
          ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
       )`,
      [topics, days, limit],
    );
    return deleted;
  }
}
