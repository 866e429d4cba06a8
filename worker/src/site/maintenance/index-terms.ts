import { Injectable } from '@nestjs/common';
import { acknowledgeOutbox, enqueueOutbox, LEAST_ID, OUTBOX_TOPICS } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

const BATCH = 500;
/** A column of each table whose setting makes the trigger store the terms. */
const TRIGGERING = { posts: 'content', images: 'title' } as const;

/**
 * Stores what posts and pictures are found by that were there before. Each job handles one batch and replaces the outbox
 * row, which is its position, in one transaction.
 */
@Injectable()
export class IndexTerms implements JobHandler {
  readonly name = OUTBOX_TOPICS.indexTerms;
  readonly isBulk = true;

  constructor(private readonly dataSource: DataSource) {}

  /** @throws Error if the table is unknown */
  async run(subject: string): Promise<void> {
    const [table, after = LEAST_ID] = subject.split('/');
    if (table !== 'posts' && table !== 'images') throw new Error(`${subject} is no position in the terms`);
    const column = TRIGGERING[table];
    await this.dataSource.transaction(async (manager) => {
      if (!(await acknowledgeOutbox(manager, this.name, subject))) return;
      const rows: { last: string | null }[] = await manager.query(
        `WITH batch AS (SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2::integer),
              missing AS (SELECT id FROM ${table} WHERE id IN (SELECT id FROM batch) AND terms IS NULL ORDER BY id FOR UPDATE),
              indexed AS (UPDATE ${table} thing SET ${column} = thing.${column} FROM missing WHERE thing.id = missing.id)
         SELECT (SELECT id FROM batch ORDER BY id OFFSET $2::integer - 1) AS last`,
        [after, BATCH],
      );
      const last = rows[0]?.last ?? null;
      const next = last === null ? undefined : `${table}/${last}`;
      const following = table === 'posts' ? `images/${LEAST_ID}` : undefined;
      const position = next ?? following;
      if (position !== undefined) await enqueueOutbox(manager, [{ topic: this.name, subject: position }]);
    });
  }
}
