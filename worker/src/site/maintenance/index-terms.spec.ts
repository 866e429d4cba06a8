import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { enqueueOutbox, LEAST_ID, OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { IndexTerms } from './index-terms.js';

describe('IndexTerms', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('stores the terms of older posts and pictures as the triggers do, in batches, and changes nothing else', async () => {
    const { user } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO posts (user_id, title, content, markdown_content)
       SELECT $1, '新世界 ' || n, 'Café', '' FROM generate_series(1, 501) n`,
      [user.id],
    );
    await stack.dataSource.query(
      `INSERT INTO objects (path, user_id, state) SELECT '/objects/' || n, $1, 'used' FROM generate_series(1, 2) n`,
      [user.id],
    );
    await stack.dataSource.query(
      `INSERT INTO images (user_id, title, image_url, tags) SELECT $1, 'Tide', '/objects/' || n, '{été}' FROM generate_series(1, 2) n`,
      [user.id],
    );
    const list = async (): Promise<{ terms: string }[][]> =>
      Promise.all(
        ['posts', 'images'].map((table) =>
          stack.dataSource.query(
            `SELECT id, title, updated_at, terms::text AS terms FROM ${table} ORDER BY id`,
          ),
        ),
      );
    const before = await list();
    // The triggers store terms when a title or a text changes, and the tags of a picture.
    await stack.dataSource.query('UPDATE posts SET terms = NULL');
    await stack.dataSource.query('UPDATE images SET terms = NULL');
    await enqueueOutbox(stack.dataSource.manager, [
      { topic: OUTBOX_TOPICS.indexTerms, subject: `posts/${LEAST_ID}` },
    ]);
    const job = new IndexTerms(stack.dataSource);
    const rows = stack.dataSource.getRepository(OutboxRow);
    const positions: string[] = [];
    for (let row = await rows.findOneBy({}); row; row = await rows.findOneBy({})) {
      positions.push(row.subject.split('/')[0] ?? '');
      await Promise.all([job.run(row.subject), job.run(row.subject)]);
    }
    expect(positions).toEqual(['posts', 'posts', 'images']);
    expect(await list()).toEqual(before);
    expect(before[0]?.[0]?.terms).toContain("':世界'");
    expect(before[1]?.[0]?.terms).toBe("'ete' 'tide'");
  });
});
