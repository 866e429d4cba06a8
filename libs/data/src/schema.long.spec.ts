import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { User } from './entities/user.entity.js';

/** Reverts and runs most migrations again, which takes seconds. `schema.spec.ts` reverts the newest one. */
describe('the migrations', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const revertTo = async (migration: string): Promise<void> => {
    for (;;) {
      const rows: { name: string }[] = await stack.dataSource.query('SELECT name FROM migrations');
      if (!rows.some(({ name }) => name === migration)) return;
      await stack.dataSource.undoLastMigration();
    }
  };

  it('LIV-026 can be reverted completely and migrated again', async () => {
    for (const _ of stack.dataSource.migrations) await stack.dataSource.undoLastMigration();
    const tables: unknown = await stack.dataSource.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    expect(tables).toEqual([{ name: 'migrations' }]);
    await stack.dataSource.runMigrations();
    expect(await stack.dataSource.getRepository(User).count()).toBe(0);
  });

  it('GAP-116 migrates links with a wrong strength and enqueues their members', async () => {
    const { dataSource } = stack;
    await revertTo('TrueStrengths1795206000030');
    const members: { id: string }[] = await dataSource.query(
      `INSERT INTO users (username, email, password)
       SELECT 'repaired' || n, 'repaired' || n || '@example.org', '!' FROM generate_series(1, 4) AS n RETURNING id`,
    );
    const [first, second, third, fourth] = members.map(({ id }) => id).toSorted();
    for (const link of [
      [first, second, 5, ['moon', 'star']],
      [first, third, 1, []],
      [third, fourth, 1, ['tide']],
    ]) {
      await dataSource.query(
        'INSERT INTO connections (from_user_id, to_user_id, strength, shared_tags) VALUES ($1, $2, $3, $4)',
        link,
      );
    }
    await dataSource.runMigrations();
    const links: unknown[] = await dataSource.query(
      `SELECT from_user_id, to_user_id, strength, shared_tags FROM connections
        WHERE from_user_id = ANY($1) ORDER BY from_user_id`,
      [members.map(({ id }) => id)],
    );
    expect(links).toEqual([
      { from_user_id: first, to_user_id: second, strength: 2, shared_tags: ['moon', 'star'] },
      { from_user_id: third, to_user_id: fourth, strength: 1, shared_tags: ['tide'] },
    ]);
    const enqueued: unknown[] = await dataSource.query(
      `SELECT topic, subject FROM outbox WHERE topic = 'member:links' ORDER BY subject`,
    );
    expect(enqueued).toEqual([first, second, third].map((subject) => ({ topic: 'member:links', subject })));
  });

  it('GAP-126 migrates without bans of rejoined members and without invites by non-staff', async () => {
    const { dataSource } = stack;
    await revertTo('Bans1795206000040');
    const users: { id: string }[] = await dataSource.query(
      `INSERT INTO users (username, email, password)
       SELECT 'staff' || n, 'staff' || n || '@example.org', '!' FROM generate_series(1, 3) AS n RETURNING id`,
    );
    const [owner, member, outsider] = users.map(({ id }) => id);
    const [server]: { id: string }[] = await dataSource.query(
      `INSERT INTO servers (owner_id, name) VALUES ($1, 'Ours') RETURNING id`,
      [owner],
    );
    await dataSource.query(
      `INSERT INTO server_members (server_id, user_id, role) VALUES ($1, $2, 'owner'), ($1, $3, 'member')`,
      [server?.id, owner, member],
    );
    for (const id of [member, outsider]) {
      await dataSource.query('INSERT INTO server_removals (server_id, user_id) VALUES ($1, $2)', [
        server?.id,
        id,
      ]);
    }
    for (const creator of [owner, member, outsider, null]) {
      await dataSource.query(
        `INSERT INTO invites (id, server_id, created_by, expires_at) VALUES (gen_random_uuid(), $1, $2, now())`,
        [server?.id, creator],
      );
    }
    await dataSource.runMigrations();
    expect(await dataSource.query('SELECT user_id FROM server_removals')).toEqual([{ user_id: outsider }]);
    expect(await dataSource.query('SELECT created_by FROM invites')).toEqual([{ created_by: owner }]);
  });
});
