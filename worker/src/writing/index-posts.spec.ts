import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { enqueueOutbox, LEAST_ID, OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { IndexPosts } from './index-posts.js';

describe('IndexPosts', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('NXT-303 stores the words of older posts as the trigger does, in batches, and changes nothing else', async () => {
    const { user } = await makeMember(stack.dataSource);
    await stack.dataSource.query(
      `INSERT INTO posts (user_id, title, content, markdown_content)
       SELECT $1, 'Tide-tables ' || n, 'FERRY_boat ÄÖ', '' FROM generate_series(1, 501) n`,
      [user.id],
    );
    const list = (): Promise<{ words: string }[]> =>
      stack.dataSource.query('SELECT id, title, content, updated_at, words::text FROM posts ORDER BY id');
    const before = await list();
    await stack.dataSource.query('UPDATE posts SET words = NULL');
    await enqueueOutbox(stack.dataSource.manager, [{ topic: OUTBOX_TOPICS.indexPosts, subject: LEAST_ID }]);
    const job = new IndexPosts(stack.dataSource);
    const rows = stack.dataSource.getRepository(OutboxRow);
    let batches = 0;
    for (let row = await rows.findOneBy({}); row; row = await rows.findOneBy({})) {
      await Promise.all([job.run(row.subject), job.run(row.subject)]);
      batches += 1;
    }
    expect(batches).toBe(2);
    expect(await list()).toEqual(before);
    expect(before[0]?.words).toContain("'ferry'");
  });
});
