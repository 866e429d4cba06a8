import { Injectable } from '@nestjs/common';
import { acknowledgeOutbox, enqueueOutbox, OUTBOX_TOPICS } from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

const BATCH = 500;

/**
 * Stores the words of posts from before they were stored. Each job handles one batch and replaces the outbox row, which is
 * the id of the last finished post, in one transaction.
 */
@Injectable()
export class IndexPosts implements JobHandler {
  readonly name = OUTBOX_TOPICS.indexPosts;
  readonly isBulk = true;

  constructor(private readonly dataSource: DataSource) {}

  async run(after: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      if (!(await acknowledgeOutbox(manager, this.name, after))) return;
      // The trigger stores the words when the text is set.
      const rows: { last: string | null }[] = await manager.query(
        `WITH batch AS (SELECT id FROM posts WHERE id > $1 ORDER BY id LIMIT $2::integer),
              wordless AS (SELECT id FROM posts WHERE id IN (SELECT id FROM batch) AND words IS NULL ORDER BY id FOR UPDATE),
              indexed AS (UPDATE posts SET content = content FROM wordless WHERE posts.id = wordless.id)
         SELECT (SELECT id FROM batch ORDER BY id OFFSET $2::integer - 1) AS last`,
        [after, BATCH],
      );
      const last = rows[0]?.last ?? null;
      if (last !== null) await enqueueOutbox(manager, [{ topic: this.name, subject: last }]);
    });
  }
}
