import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { adjustTagUsage, OUTBOX_TOPICS, Post } from '@oniverse/data';
import { makeMember, TestStack, waitUntil } from '@oniverse/testing';
import { MarkHubTags } from './mark-hub-tags.js';
import { PurgeTags } from './purge-tags.js';
import { RepairTagCounts } from './repair-tag-counts.js';

describe('maintenance of tags', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  beforeEach(async () => {
    await stack.dataSource.query(
      'TRUNCATE outbox, constellation_nodes, user_tags, connections, posts, users, tags CASCADE',
    );
  });

  afterAll(async () => {
    await stack.stop();
  });

  /** Creates members. For each tag, `shown` says how many of them show it. */
  const createMembers = async (members: number, shown: Record<string, number>): Promise<void> => {
    await stack.dataSource.query(
      `INSERT INTO users (username, email, password)
       SELECT 'm' || n, 'm' || n || '@example.org', '!' FROM generate_series(1, $1) n`,
      [members],
    );
    await stack.dataSource.query(
      'INSERT INTO constellation_nodes (user_id, username) SELECT id, username FROM users',
    );
    await stack.dataSource.query('INSERT INTO tags (name) SELECT unnest($1::text[])', [Object.keys(shown)]);
    for (const [tag, count] of Object.entries(shown)) {
      await stack.dataSource.query(
        `INSERT INTO user_tags (user_id, tag_id)
         SELECT id, (SELECT id FROM tags WHERE name = $1) FROM (SELECT id FROM users ORDER BY id LIMIT $2) AS first`,
        [tag, count],
      );
    }
  };
  const hubs = async (): Promise<string[]> => {
    const rows: { name: string }[] = await stack.dataSource.query(
      'SELECT name FROM tags WHERE is_hub ORDER BY name',
    );
    return rows.map(({ name }) => name);
  };
  const takeEnqueued = async (): Promise<number> => {
    const rows: unknown[] = await stack.dataSource
      .query('DELETE FROM outbox WHERE topic = $1 RETURNING id', [OUTBOX_TOPICS.recomputeLinks])
      .then(([deleted]: [unknown[], number]) => deleted);
    return rows.length;
  };

  it('LIV-012 marks a tag of more than 1,000 members as a hub, unmarks it, and recomputes its members each time', async () => {
    await createMembers(1_100, { common: 1_001, usual: 1_000, rare: 3 });
    const job = new MarkHubTags(stack.dataSource);
    await job.run();
    expect(await hubs()).toEqual(['common']);
    expect(await takeEnqueued()).toBe(1_001);
    await job.run();
    expect(await takeEnqueued()).toBe(0);
    await stack.dataSource.query(
      'DELETE FROM user_tags WHERE user_id = (SELECT id FROM users ORDER BY id LIMIT 1)',
    );
    await Promise.all([job.run(), job.run()]);
    expect(await hubs()).toEqual([]);
    expect(await takeEnqueued()).toBe(1_000);
  });

  it('LIV-012 marks hub tags above one percent of many members', async () => {
    await createMembers(120_000, { common: 1_201, usual: 1_200 });
    await new MarkHubTags(stack.dataSource).run();
    expect(await hubs()).toEqual(['common']);
  });

  const post = (userId: string, tags: string[], isPublic = true): Promise<unknown> =>
    stack.dataSource
      .getRepository(Post)
      .insert({ userId, title: 'x', content: '', markdownContent: '', tags, isPublic });

  it('ENT-033 repairs wrong tag counts and creates missing tags', async () => {
    const one = await makeMember(stack.dataSource, { profileMarkdown: '#moon and #moon, #sun' });
    const other = await makeMember(stack.dataSource, { profileMarkdown: '' });
    const hidden = await makeMember(stack.dataSource, { profileMarkdown: '#moon', isPublic: false });
    await post(one.user.id, ['moon', 'star']);
    await post(other.user.id, ['moon'], false);
    await post(other.user.id, ['star']);
    await post(hidden.user.id, ['star', 'moon']);
    await stack.dataSource.query(
      `INSERT INTO tags (name, usage_count) VALUES ('moon', 9), ('star', 2), ('gone', 4)`,
    );
    expect(await new RepairTagCounts(stack.dataSource).run()).toBe(3);
    const counts: { name: string; count: number }[] = await stack.dataSource.query(
      'SELECT name, usage_count AS count FROM tags ORDER BY name',
    );
    expect(counts).toEqual([
      { name: 'gone', count: 0 },
      { name: 'moon', count: 2 },
      { name: 'star', count: 2 },
      { name: 'sun', count: 1 },
    ]);
  });

  const names = async (): Promise<string[]> => {
    const rows: { name: string }[] = await stack.dataSource.query('SELECT name FROM tags ORDER BY name');
    return rows.map(({ name }) => name);
  };

  it('keeps no tag that only an erased member used, and every tag that something has', async () => {
    const { user } = await makeMember(stack.dataSource, { profileMarkdown: '#text', isPublic: false });
    const { user: erased } = await makeMember(stack.dataSource);
    await post(erased.id, ['erased', 'hidden'], false);
    await post(user.id, ['hidden'], false);
    await stack.dataSource.query(`INSERT INTO capsules (user_id, name, tags) VALUES ($1, 'x', '{capsule}')`, [
      user.id,
    ]);
    await createMembers(1, { carried: 1, capsule: 0, erased: 0, hidden: 0, text: 0 });
    await adjustTagUsage(stack.dataSource.manager, [['counted', 1]]);
    const job = new PurgeTags(stack.dataSource);
    expect(await job.run()).toBe(0);
    await stack.dataSource.query('DELETE FROM users WHERE id = $1', [erased.id]);
    expect(await job.run()).toBe(1);
    expect(await names()).toEqual(['capsule', 'carried', 'counted', 'hidden', 'text']);
  });

  it('keeps a tag that a member begins to use at the same time', async () => {
    const { user } = await makeMember(stack.dataSource);
    await createMembers(0, { moth: 0 });
    const runner = stack.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await runner.query(
        `INSERT INTO posts (user_id, title, content, markdown_content, tags, is_public)
         VALUES ($1, 'x', 'x', 'x', '{moth}', false)`,
        [user.id],
      );
      await adjustTagUsage(runner.manager, [['moth', 0]]);
      const run = new PurgeTags(stack.dataSource).run();
      await waitUntil('the job to wait for the member', async () => {
        const rows: unknown[] = await stack.dataSource.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      await runner.commitTransaction();
      expect(await run).toBe(0);
    } finally {
      await runner.release();
    }
    expect(await names()).toEqual(['moth']);
  });

  it('ENT-033 repairs counts exactly while posts change, with two concurrent runs', async () => {
    const { user } = await makeMember(stack.dataSource, { profileMarkdown: '' });
    await stack.dataSource.query(`INSERT INTO tags (name, usage_count) VALUES ('moon', 1), ('star', 1)`);
    await post(user.id, ['moon', 'star']);
    const changing = new AbortController();
    let changes = 0;
    const change = async (): Promise<void> => {
      while (!changing.signal.aborted) {
        const id = await stack.dataSource.transaction(async (manager) => {
          const rows: { id: string }[] = await manager.query(
            `INSERT INTO posts (user_id, title, content, markdown_content, tags) VALUES ($1, 'x', '', '', '{moon}')
             RETURNING id`,
            [user.id],
          );
          await adjustTagUsage(manager, [['moon', 1]]);
          return rows[0]?.id;
        });
        await stack.dataSource.transaction(async (manager) => {
          await manager.query('DELETE FROM posts WHERE id = $1', [id]);
          await adjustTagUsage(manager, [['moon', -1]]);
        });
        changes += 1;
      }
    };
    const members = [change(), change()];
    const job = new RepairTagCounts(stack.dataSource);
    for (let round = 0; round < 10; round += 1) {
      const before = changes;
      await stack.dataSource.query('UPDATE tags SET usage_count = usage_count + 1000');
      const repaired = await Promise.all([job.run(), job.run()]);
      expect(repaired.toSorted()).toEqual([0, 2]);
      await waitUntil('more changes', () => changes > before);
    }
    changing.abort();
    await Promise.all(members);
    const counts: { usage_count: number }[] = await stack.dataSource.query(
      'SELECT usage_count FROM tags ORDER BY name',
    );
    expect(counts.map((row) => row.usage_count)).toEqual([1, 1]);
  });
});
