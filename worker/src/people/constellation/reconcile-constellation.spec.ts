import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import {
  lockConstellation,
  enqueueOutbox,
  enqueueOutboxBatch,
  Notification,
  OUTBOX_TOPICS,
  OutboxRow,
  Post,
} from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { makeMember, TestStack, waitUntil } from '@oniverse/testing';
import { expectedConstellation, storedConstellation } from '../../testing/constellation-state.js';
import { createWorker } from '../../worker.module.js';
import { ReconcileConstellation } from './reconcile-constellation.js';
import { ReconciliationRepository } from './reconciliation.repository.js';

describe('ReconcileConstellation', () => {
  let stack: TestStack;
  let worker: INestApplicationContext;
  let job: ReconcileConstellation;
  let members: string[];

  beforeAll(async () => {
    stack = await TestStack.start();
    worker = await createWorker(stack.config(), createLogger('test', 'silent'));
    job = worker.get(ReconcileConstellation);
  });

  afterAll(async () => {
    await worker.close();
    await stack.stop();
  });

  const query = (statement: string, parameters: unknown[] = []): Promise<unknown> =>
    stack.dataSource.query(statement, parameters);
  const outboxEmpty = (): Promise<void> =>
    waitUntil(
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
    await query('INSERT INTO outbox (topic, subject) SELECT $1, id FROM users', [OUTBOX_TOPICS.deriveMember]);
    await outboxEmpty();
    expect((await storedConstellation(stack.dataSource)).links).toHaveLength(3);
  });

  it('finds no differences in a correct constellation', async () => {
    expect(await job.run()).toBe(0);
  });

  it('NXT-084 announces no repaired links, unlike those of a change', async () => {
    const announced = () => stack.dataSource.getRepository(Notification).count();
    expect(await announced()).toBe(6);
    await query('TRUNCATE notifications, connections');
    expect(await job.run()).toBeGreaterThan(0);
    await outboxEmpty();
    expect((await storedConstellation(stack.dataSource)).links).toHaveLength(3);
    expect(await announced()).toBe(0);
  });

  it.each([
    ['a stored tag that is not shown', 'DELETE FROM posts WHERE user_id = $1', 1],
    [
      'a shown tag that is not stored',
      'DELETE FROM user_tags WHERE user_id = $1 AND tag_id = (SELECT id FROM tags WHERE name = $$moon$$)',
      3,
    ],
    ['a stale name', `UPDATE users SET display_name = 'Vesper' WHERE id = $1`, 1],
    ['a missing node', 'DELETE FROM constellation_nodes WHERE user_id = $1', 4],
    ['a node of a private member', 'UPDATE users SET is_public = false WHERE id = $1', 1],
    ['a node of an erased account', 'DELETE FROM users WHERE id = $1', 1],
    [
      'a link with a wrong tag',
      `UPDATE connections SET shared_tags = '{comet}' WHERE $1 IN (from_user_id, to_user_id)`,
      3,
    ],
    ['missing links', 'DELETE FROM connections WHERE $1 IN (from_user_id, to_user_id)', 3],
    [
      'a link that only one end keeps',
      `UPDATE connections SET kept_by_from = from_user_id = $1, kept_by_to = to_user_id = $1
        WHERE $1 IN (from_user_id, to_user_id)`,
      2,
    ],
    [
      'a wrong weakest link',
      'UPDATE constellation_nodes SET weakest_strength = 1, weakest_id = user_id WHERE user_id = $1',
      1,
    ],
  ])('repairs %s', async (_, spoil, found) => {
    await query(spoil, [members[0]]);
    expect(await job.run()).toBe(found);
    await outboxEmpty();
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
    expect(await job.run()).toBe(0);
  });

  it('ignores members with a pending row', async () => {
    const runner = stack.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('DELETE FROM posts WHERE user_id = $1', [members[0]]);
    await runner.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.deriveMember,
      members[0],
    ]);
    expect(await job.run()).toBe(0);
    await runner.commitTransaction();
    await runner.release();
    await outboxEmpty();
    expect(await job.run()).toBe(0);
  });

  it('ignores members who show a tag whose change is pending', async () => {
    const repository = worker.get(ReconciliationRepository);
    const runner = stack.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('DELETE FROM connections');
    const [, withoutStar] = members;
    const linked = members.slice(0, 3).toSorted();
    expect((await repository.listStaleKeepers(runner.manager, members)).toSorted()).toEqual(linked);
    const [star]: { id: string }[] = await runner.query(`SELECT id FROM tags WHERE name = 'star'`);
    await enqueueOutboxBatch(runner.manager, OUTBOX_TOPICS.updateNeighbours, members[3] ?? '', [
      star?.id ?? '',
    ]);
    expect(await repository.listStaleKeepers(runner.manager, members)).toEqual([withoutStar]);
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('ignores members with links to an account that is being erased', async () => {
    const runner = stack.dataSource.createQueryRunner();
    await runner.startTransaction();
    // Makes the worker wait before it removes the links.
    await lockConstellation(runner.manager);
    await stack.dataSource.transaction(async (manager) => {
      await manager.query('DELETE FROM users WHERE id = $1', [members[0]]);
      await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.deriveMember, subject: members[0] ?? '' }]);
    });
    expect(await job.run()).toBe(0);
    await runner.commitTransaction();
    await runner.release();
    await outboxEmpty();
    expect(await job.run()).toBe(0);
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  });

  it('checks some members per run and continues in the next one', async () => {
    const pageSize = 200;
    await query(
      `INSERT INTO users (username, email, password)
       SELECT 'm' || n, 'm' || n || '@example.org', '!' FROM generate_series(1, $1::integer) AS n`,
      [pageSize],
    );
    const runOnePage = async (): Promise<number> => {
      // The clock advances by an hour with each reading, which ends the run after one page.
      let clock = 0;
      const clockSpy = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 3_600_000));
      const count = await job.run();
      clockSpy.mockRestore();
      return count;
    };
    // None of these has a node yet; five members existed before.
    expect(await runOnePage()).toBe(pageSize - 5);
    expect(await runOnePage()).toBe(5);
    await outboxEmpty();
    expect([await runOnePage(), await runOnePage()]).toEqual([0, 0]);
  });
});
