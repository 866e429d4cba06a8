import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import {
  holdConstellation,
  leaveInOutbox,
  leaveManyInOutbox,
  OUTBOX_TOPICS,
  OutboxRow,
  Post,
} from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { makeMember, TestStack, until } from '@oniverse/testing';
import { expectedSky, storedSky } from '../testing/expected-links.js';
import { createWorker } from '../worker.js';
import { ReviewSky } from './review-sky.js';
import { SkyRepository } from './sky.repository.js';

describe('what the constellation knows that has grown stale', () => {
  let stack: TestStack;
  let worker: INestApplicationContext;
  let review: ReviewSky;
  let members: string[];

  beforeAll(async () => {
    stack = await TestStack.start();
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    review = worker.get(ReviewSky);
  });

  afterAll(async () => {
    await worker.close();
    await stack.stop();
  });

  const query = (statement: string, parameters: unknown[] = []): Promise<unknown> =>
    stack.dataSource.query(statement, parameters);
  const done = (): Promise<void> =>
    until(
      'the outbox to be empty',
      async () => (await stack.dataSource.getRepository(OutboxRow).count()) === 0,
    );

  beforeEach(async () => {
    await query('TRUNCATE users, constellation_nodes, connections CASCADE');
    members = [];
    for (const tags of [['moon', 'star'], ['moon', 'sun'], ['star', 'sun'], ['comet']]) {
      const { user } = await makeMember(stack.dataSource);
      members.push(user.id);
      await stack.dataSource
        .getRepository(Post)
        .insert({ userId: user.id, title: 'x', content: '', markdownContent: '', tags });
    }
    await makeMember(stack.dataSource, { isPublic: false, profileMarkdown: '#moon' });
    await query('INSERT INTO outbox (topic, subject) SELECT $1, id FROM users', [OUTBOX_TOPICS.memberTags]);
    await done();
    expect((await storedSky(stack.dataSource)).links).toHaveLength(3);
  });

  it('finds nothing where nothing is', async () => {
    expect(await review.run()).toBe(0);
  });

  it.each([
    ['a tag that is not shown', 'DELETE FROM posts WHERE user_id = $1', 1],
    [
      'a tag that is not known',
      'DELETE FROM user_tags WHERE user_id = $1 AND tag_id = (SELECT id FROM tags WHERE name = $$moon$$)',
      3,
    ],
    ['another name', `UPDATE users SET display_name = 'Vesper' WHERE id = $1`, 1],
    ['a node that is missing', 'DELETE FROM constellation_nodes WHERE user_id = $1', 4],
    ['a member who is private now', 'UPDATE users SET is_public = false WHERE id = $1', 1],
    ['an account that is gone', 'DELETE FROM users WHERE id = $1', 1],
    [
      'a link by another tag',
      `UPDATE connections SET shared_tags = '{comet}' WHERE $1 IN (from_user_id, to_user_id)`,
      3,
    ],
    ['links that are missing', 'DELETE FROM connections WHERE $1 IN (from_user_id, to_user_id)', 3],
    [
      'a link that only one end keeps',
      `UPDATE connections SET kept_by_from = from_user_id = $1, kept_by_to = to_user_id = $1
        WHERE $1 IN (from_user_id, to_user_id)`,
      2,
    ],
    [
      'another last link',
      'UPDATE constellation_nodes SET weakest_strength = 1, weakest_id = user_id WHERE user_id = $1',
      1,
    ],
  ])('finds %s, and has it done again', async (_, spoil, found) => {
    await query(spoil, [members[0]]);
    expect(await review.run()).toBe(found);
    await done();
    expect(await storedSky(stack.dataSource)).toEqual(await expectedSky(stack.dataSource));
    expect(await review.run()).toBe(0);
  });

  it('leaves alone what is being done', async () => {
    const runner = stack.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('DELETE FROM posts WHERE user_id = $1', [members[0]]);
    await runner.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.memberTags,
      members[0],
    ]);
    expect(await review.run()).toBe(0);
    await runner.commitTransaction();
    await runner.release();
    await done();
    expect(await review.run()).toBe(0);
  });

  it('leaves alone who is left, among many others, to look at their links', async () => {
    const sky = worker.get(SkyRepository);
    const runner = stack.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('DELETE FROM connections');
    const [first = '', ...others] = members.slice(0, 3).toSorted();
    expect((await sky.staleKeepers(runner.manager, members)).toSorted()).toEqual([first, ...others]);
    await leaveManyInOutbox(runner.manager, OUTBOX_TOPICS.othersLinks, members[3] ?? '', [first]);
    expect((await sky.staleKeepers(runner.manager, members)).toSorted()).toEqual(others);
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('leaves alone whoever kept links with an account that is being erased', async () => {
    const runner = stack.dataSource.createQueryRunner();
    await runner.startTransaction();
    // The worker waits with its links.
    await holdConstellation(runner.manager);
    await stack.dataSource.transaction(async (manager) => {
      await manager.query('DELETE FROM users WHERE id = $1', [members[0]]);
      await leaveInOutbox(manager, [{ topic: OUTBOX_TOPICS.memberTags, subject: members[0] ?? '' }]);
    });
    expect(await review.run()).toBe(0);
    await runner.commitTransaction();
    await runner.release();
    await done();
    expect(await review.run()).toBe(0);
    expect(await storedSky(stack.dataSource)).toEqual(await expectedSky(stack.dataSource));
  });

  it('looks at some members in each run, and goes on with those after them', async () => {
    const atOnce = 200;
    await query(
      `INSERT INTO users (username, email, password)
       SELECT 'm' || n, 'm' || n || '@example.org', '!' FROM generate_series(1, $1::integer) AS n`,
      [atOnce],
    );
    const found = async (): Promise<number> => {
      // An hour goes by between each look at the clock and the next.
      let clock = 0;
      const watch = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 3_600_000));
      const left = await review.run();
      watch.mockRestore();
      return left;
    };
    // Of all these nothing is known yet, and five members were there before.
    expect(await found()).toBe(atOnce - 5);
    expect(await found()).toBe(5);
    await done();
    expect([await found(), await found()]).toEqual([0, 0]);
  });
});
