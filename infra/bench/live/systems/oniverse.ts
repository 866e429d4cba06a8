import { createHash, randomBytes } from 'node:crypto';
import { freePort } from '@oniverse/embedded';
import { TestStack, uniqueName } from '@oniverse/testing';
import { cpuOfChildren } from '../measure/cpu.js';
import { placed } from './placed.js';
import { ServerProcess } from './server-process.js';
import type { Population, System } from './system.js';

const PROGRAM = new URL('../../../../../backend/dist/main.js', import.meta.url);
/** Messages of each channel that was there before the run. */
const PAST_MESSAGES = 5_000;
const SERVICES = ['postgres', 'redis-server'];

/** Starts all of Oniverse's live side: services that keep what they acknowledge, and one backend. */
export async function startOniverse(): Promise<System> {
  const stack = await TestStack.start({ durable: true });
  await age(stack);
  const server = await ServerProcess.start(PROGRAM, stack.env(), await freePort());
  return {
    name: 'oniverse',
    server,
    servicesCpu: () => cpuOfChildren(SERVICES),
    populate: async (population) => {
      const { sessionIds, channelIds } = await insert(stack, population);
      return placed(population, channelIds, (id) => sessionIds[id] ?? '');
    },
    stop: async () => {
      await server.stop();
      await stack.stop();
    },
  };
}

/**
 * Gives the database a past: PostgreSQL's connections plan by what they know of a table when they first ask, and a
 * product has an empty table of messages only in its first minute.
 */
async function age(stack: TestStack): Promise<void> {
  const { channelIds } = await insert(stack, { channels: 10, receivers: 10 });
  // Channel by channel, so that no statement takes longer than a busy machine's connections wait.
  for (const channelId of channelIds) {
    await stack.dataSource.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT $1, author.user_id, n, n, 'Long ago', n::text
         FROM generate_series(1, $2::integer) AS n,
              LATERAL (SELECT m.user_id FROM server_members m JOIN channels c ON c.server_id = m.server_id
                        WHERE c.id = $1 LIMIT 1) AS author`,
      [channelId, PAST_MESSAGES],
    );
  }
  await stack.dataSource.query('VACUUM ANALYZE');
}

/** Members with sessions, dimensions of theirs with one channel each; in bulk, since there may be ten thousand. */
async function insert(
  { dataSource }: TestStack,
  { channels, receivers }: Omit<Population, 'senders'>,
): Promise<{ sessionIds: string[]; channelIds: string[] }> {
  const prefix = uniqueName('b').slice(0, 12);
  const sessionIds = Array.from({ length: channels * receivers }, () =>
    randomBytes(32).toString('base64url'),
  );
  const hashes = sessionIds.map((sessionId) => createHash('sha256').update(sessionId).digest('hex'));
  await dataSource.query(
    `INSERT INTO users (username, email, password)
     SELECT $1 || '_' || n, $1 || '_' || n || '@example.org', '!' FROM generate_series(0, $2::integer - 1) AS n`,
    [prefix, sessionIds.length],
  );
  const users: { id: string }[] = await dataSource.query(
    `SELECT id FROM users WHERE left(username, length($1) + 1) = $1 || '_'
      ORDER BY substr(username, length($1) + 2)::integer`,
    [prefix],
  );
  const userIds = users.map(({ id }) => id);
  await dataSource.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT id, user_id, now() + interval '30 days' FROM unnest($1::text[], $2::uuid[]) AS s (id, user_id)`,
    [hashes, userIds],
  );
  const channelIds: string[] = [];
  for (let channel = 0; channel < channels; channel += 1) {
    const members = userIds.slice(channel * receivers, (channel + 1) * receivers);
    const rows: { id: string }[] = await dataSource.query(
      `WITH server AS (
         INSERT INTO servers (owner_id, name, is_public, member_count)
         VALUES ($1, $2, true, cardinality($3::uuid[])) RETURNING id
       ), members AS (
         INSERT INTO server_members (server_id, user_id, role)
         SELECT server.id, member, CASE WHEN member = $1 THEN 'owner' ELSE 'member' END
           FROM server, unnest($3::uuid[]) AS member
       )
       INSERT INTO channels (server_id, name, is_default) SELECT id, 'general', true FROM server RETURNING id`,
      [members[0], `Bench ${prefix} ${channel}`, members],
    );
    channelIds.push(...rows.map(({ id }) => id));
  }
  await dataSource.query('ANALYZE');
  return { sessionIds, channelIds };
}
