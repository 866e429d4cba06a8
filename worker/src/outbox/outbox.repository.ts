import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Something that stands in the outbox. */
export interface WaitingRow {
  id: string;
  topic: string;
  subject: string;
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
}
