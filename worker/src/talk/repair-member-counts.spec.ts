import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { makeMember, TestStack, waitUntil } from '@oniverse/testing';
import { RepairMemberCounts } from './repair-member-counts.js';

describe('RepairMemberCounts', () => {
  let stack: TestStack;
  let job: RepairMemberCounts;
  let ownerId: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    job = new RepairMemberCounts(stack.dataSource);
  });

  beforeEach(async () => {
    await stack.dataSource.query('TRUNCATE servers, users CASCADE');
    ownerId = (await makeMember(stack.dataSource)).user.id;
  });

  afterAll(async () => {
    await stack.stop();
  });

  /** Creates servers with `members` members whose stored count is `counted`. */
  const createServers = async (
    counts: readonly { members: number; counted: number }[],
  ): Promise<string[]> => {
    const most = Math.max(...counts.map(({ members }) => members));
    await stack.dataSource.query(
      `INSERT INTO users (username, email, password)
       SELECT 'm' || n, 'm' || n || '@example.org', '!' FROM generate_series(1, $1) n`,
      [most],
    );
    const rows: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO servers (owner_id, name, member_count) SELECT $1, 'x', unnest($2::integer[]) RETURNING id`,
      [ownerId, counts.map(({ counted }) => counted)],
    );
    const ids = rows.map(({ id }) => id);
    await stack.dataSource.query(
      `INSERT INTO server_members (server_id, user_id)
       SELECT given.id, u.id FROM unnest($1::uuid[], $2::integer[]) AS given (id, members)
        CROSS JOIN LATERAL (SELECT id FROM users WHERE email ~ '^m' ORDER BY id LIMIT given.members) AS u`,
      [ids, counts.map(({ members }) => members)],
    );
    return ids;
  };
  const counts = async (ids: readonly string[]): Promise<number[]> => {
    const rows: { id: string; member_count: number }[] = await stack.dataSource.query(
      'SELECT id, member_count FROM servers',
    );
    return ids.map((id) => rows.find((row) => row.id === id)?.member_count ?? -1);
  };

  it('repairs wrong counts on every page', async () => {
    const given = Array.from({ length: 450 }, (_, index) => ({
      members: index % 3,
      counted: index % 90 === 7 ? 99 : index % 3,
    }));
    const ids = await createServers(given);
    expect(await job.run()).toBe(5);
    expect(await counts(ids)).toEqual(given.map(({ members }) => members));
    expect(await job.run()).toBe(0);
  });

  it('repairs counts exactly while members join and leave', async () => {
    const [id = ''] = await createServers([{ members: 40, counted: 40 }]);
    const users: { id: string }[] = await stack.dataSource.query(`SELECT id FROM users WHERE email ~ '^m'`);
    const changing = new AbortController();
    let changes = 0;
    const change = async (userId: string): Promise<void> => {
      while (!changing.signal.aborted) {
        for (const [statement, by] of [
          ['DELETE FROM server_members WHERE server_id = $1 AND user_id = $2', -1],
          ['INSERT INTO server_members (server_id, user_id) VALUES ($1, $2)', 1],
        ] as const) {
          await stack.dataSource.transaction(async (manager) => {
            await manager.query(statement, [id, userId]);
            await manager.query('UPDATE servers SET member_count = member_count + $2 WHERE id = $1', [
              id,
              by,
            ]);
          });
          changes += 1;
        }
      }
    };
    const members = users.slice(0, 3).map(({ id: userId }) => change(userId));
    let repaired = 0;
    for (let round = 0; round < 20; round += 1) {
      const before = changes;
      await stack.dataSource.query('UPDATE servers SET member_count = member_count + 1000 WHERE id = $1', [
        id,
      ]);
      repaired += (await Promise.all([job.run(), job.run()])).reduce((one, other) => one + other);
      await waitUntil('more changes', () => changes > before);
    }
    changing.abort();
    await Promise.all(members);
    expect(repaired).toBe(20);
    expect(await counts([id])).toEqual([40]);
  });
});
